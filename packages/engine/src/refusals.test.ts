import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { TranslateRequest } from './contract.ts'
import { translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { translate } from './translate.ts'

const shop = openShop()
afterAll(() => shop.close())

async function refusal(question: string, changes: Partial<TranslateRequest> = {}) {
  const { catalogue, valuesOf } = shop
  const found = await translate({ question, catalogue, today: shopToday, history: [], valuesOf, ...changes })
  if (found.understood || !('unmatched' in found)) throw new Error(`Read: ${question}`)
  return { ...found, text: formatMessage(found.reason) }
}

describe('the reason for a refusal', () => {
  it.each([
    ['the weather per customer', ['weather']],
    ['How many unicorns bought a kettle?', ['unicorns']],
    ['products with a warranty above 12', ['warranty']],
  ])('names the words that match nothing: %s', async (question, unmatched) => {
    const found = await refusal(question)
    expect(found.unmatched).toEqual(unmatched)
    expect(found.text).toContain('match anything in this data')
    for (const word of unmatched) expect(found.text).toContain(`“${word}”`)
  })

  it.each(['customers near Berlin', 'Where do we sell the most?', 'which customers have older products than reviews'])(
    'never says that a word of English or of the schema matches nothing: %s',
    async (question) => {
      const found = await refusal(question)
      expect(found.text).not.toMatch(/match (?:anything|any)/)
      expect(found.unmatched).toEqual([])
    },
  )

  it('names what the question is about and the part that does not fit', async () => {
    expect((await refusal('customers near Berlin')).text).toBe(
      'The question is about customers, but “near” could not be combined with them. Rephrase this part, or leave it out.',
    )
  })

  it('says that a value could not be checked if the values could not be read', async () => {
    const { text } = await refusal('orders from Nordstadt', { valuesOf: async () => ({ values: null }) })
    expect(text).not.toContain('does not match anything')
  })

  it('claims nothing about values that it did not read', async () => {
    const valuesOf: TranslateRequest['valuesOf'] = async (table, column) =>
      column === 'comment' ? { values: null } : await shop.valuesOf(table, column)
    expect((await refusal('the weather per customer', { valuesOf })).text).toBe(
      '“weather” does not match any table or column, or any value that could be checked. Use the name of a table or column, or remove the word.',
    )
  })

  it.each(['the most popular', 'average number of customers per order'])(
    'names only words of the question as missed: %s',
    async (question) => {
      const { missed } = await refusal(question)
      for (const word of missed) expect(question).toContain(word)
    },
  )

  it('says that data cannot be changed only if the question asks to change some', async () => {
    expect((await refusal('Please delete all customers')).text).toBe(
      'Questions can only read data. They cannot change it.',
    )
    expect((await refusal('customers who got a grant')).text).not.toContain('change')
  })
})

describe('the questions offered instead', () => {
  it.each([
    ['How many orders are there from unicorns?', 'How many orders are there?'],
    ['How many gorgeous customers are there?', 'How many customers are there?'],
    ['Which customers ordered a Kettle with a warranty?', 'Which customers ordered a Kettle?'],
    ['average price of products by supplier', 'average price of products'],
  ])('are the same question without what is missing: %s', async (question, nearest) => {
    expect((await refusal(question)).suggestions).toContain(nearest)
  })

  it.each(['the weather per customer', 'orders of unicorns', 'xyzzy', 'products near'])(
    'are understood and return rows: %s',
    async (question) => {
      const { suggestions } = await refusal(question)
      expect(suggestions.length).toBeGreaterThan(0)
      for (const one of suggestions) {
        const read = await translateOn(shop, one, shopToday)
        expect(read).toMatchObject({ understood: true })
        expect(shop.rows(read.understood ? read.sql : '').length).toBeGreaterThan(0)
      }
    },
  )

  it('correct a typo only if the corrected question is understood', async () => {
    const found = await refusal('gorgeous custmers near Berlin')
    expect(found.text).not.toContain('Did you mean')
  })
})

it('matches a name that is written as one word or as two', async () => {
  for (const question of ['How many orderitems are there?', 'How many order items are there?'])
    expect(await translateOn(shop, question, shopToday)).toMatchObject({ understood: true })
})
