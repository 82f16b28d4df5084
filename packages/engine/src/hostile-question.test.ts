import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'

async function reasonFor(question: string): Promise<string> {
  const found = await translateOn(openShop(), question, shopToday)
  return found.understood ? 'understood' : formatMessage(found.reason)
}

describe('R25 a hostile question', () => {
  it.each(['(', 'a ', '1,', "'a ", 'and ', 'by a '])('does not read more than 200 words such as %j', async (unit) => {
    const question = `how many customers ${unit.repeat(1_900 / unit.length)}`
    expect(await reasonFor(question)).toBe('The question has more than 200 words. Shorten it.')
  })

  it('finishes with one endless word', async () => {
    expect(await reasonFor(`how many ${'a'.repeat(1_900)}`)).toContain('does not match anything in this data')
    expect(await reasonFor('a'.repeat(2_001))).toBe('The question is longer than 2000 characters. Shorten it.')
  })
})
