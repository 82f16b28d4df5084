import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { Decline } from '../decline.ts'
import { contextOf } from '../translate.ts'
import { openShop, shopToday } from '../testing/shop.ts'
import { readingsOf } from './generate.ts'
import { rewritten } from './rewrite.ts'

const shop = openShop()
afterAll(() => shop.close())

const contextFor = async (question: string) =>
  await contextOf({ question, catalogue: shop.catalogue, today: shopToday, history: [], valuesOf: shop.valuesOf })

/** The readings of a question: what was changed, and the SQL on one line. */
async function readings(question: string) {
  const found = readingsOf(await contextFor(question))
  return found.others.map(({ edits, sql, assumptions }) => ({
    edits: edits.map(({ rule, how, chunk }) => `${rule} ${how}: ${chunk.tokens.map((one) => one.text).join(' ')}`),
    sql: sql.replaceAll(/\s+/g, ' '),
    assumptions: assumptions.map((one) => formatMessage(one)),
    words: rewritten(question, edits),
  }))
}

describe('the readings of a question', () => {
  it('are only the strict one if that succeeds', async () => {
    const found = readingsOf(await contextFor('How many customers are there?'))
    expect(found.strict).not.toBeInstanceOf(Decline)
    expect(found.others).toEqual([])
  })

  it('leave out a word that matches nothing, and say so', async () => {
    expect(await readings('List the wonderful customers in Germany')).toContainEqual({
      edits: ['skip word: wonderful'],
      sql: expect.stringContaining("WHERE country = 'Germany'"),
      assumptions: ['“wonderful” was not used'],
      words: 'List the customers in Germany',
    })
  })

  it.each([
    ['How many custmers are there?', 'near clearly typo: custmers', 'customers'],
    ['How many customer segmentation are there?', 'near short: segmentation', 'segment'],
  ])('read a near name in “%s”', async (question, edit) => {
    const found = await readings(question)
    expect(found.map((one) => one.edits)).toContainEqual([edit])
  })

  it.each(['What is the postal id of the customers?', 'How many customers are logged in?'])(
    'never leave out what the question is about: %s',
    async (question) => {
      expect((await readings(question)).filter((one) => one.edits.some((edit) => edit.startsWith('skip')))).toEqual([])
    },
  )

  it('read a near name only if its column has the value', async () => {
    const found = await readings('How many customers are in the nation "Atlantis"?')
    expect(found.filter((one) => one.sql.includes("country = 'Atlantis'"))).toEqual([])
  })

  it('read a near value, and say so', async () => {
    const [found] = await readings('customers in Germny')
    expect(found).toMatchObject({
      edits: ['near value typo: Germny'],
      assumptions: ['“Germny” is read as “Germany”'],
      words: 'customers in "Germany"',
    })
  })

  it('leave out several words one after the other', async () => {
    const found = await readings('Show the wonderful names of the shiny products')
    expect(found.map((one) => one.edits)).toContainEqual(['skip word: wonderful', 'skip word: shiny'])
  })

  it('differ in their SQL', async () => {
    const found = await readings('Show the wonderful created reviews of the shiny products by comment')
    expect(new Set(found.map((one) => one.sql)).size).toBe(found.length)
  })

  it('do not use a word of another alphabet or a quoted text as a name', async () => {
    const found = await readings('How many "custmers" are there?')
    expect(found.flatMap((one) => one.edits).filter((one) => one.startsWith('near'))).toEqual([])
  })

  it.each(['blue ', 'custmers ', 'by the ', 'name '])('are bounded for 190 words such as %j', async (unit) => {
    const words = unit.trim().split(' ').length
    const found = await readings(`how many customers ${unit.repeat(190 / words)}`)
    expect(found.length).toBeLessThanOrEqual(10)
    for (const { edits } of found) expect(edits.length).toBeLessThanOrEqual(4)
  })
})
