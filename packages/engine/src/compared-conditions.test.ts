import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, sqlDialects } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { openLibrary, libraryToday } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { translate } from './translate.ts'

const shop = openShop()
const library = openLibrary()
afterAll(() => {
  shop.close()
  library.close()
})

const inShop = async (question: string) => (await ask(shop, shopToday, question)).rows.map((row) => row[0])
const inLibrary = async (question: string) => (await ask(library, libraryToday, question)).rows.map((row) => row[0])
const notes = async (question: string) =>
  (await ask(library, libraryToday, question)).translation.assumptions.map((one) => formatMessage(one))

async function refusal(question: string): Promise<string> {
  const found = await translateOn(library, question, libraryToday)
  return found.understood ? found.sql : formatMessage(found.reason)
}

describe('amounts that a verb names', () => {
  it.each([
    ['staff who earn more than 5000', ['Gia Orr', 'Hugo Pike']],
    ['staff who make over $5,000', ['Gia Orr', 'Hugo Pike']],
    ['staff earning at least 5.1k', ['Gia Orr', 'Hugo Pike']],
    ['staff who earn between 4000 and 5500', ['Finn Hale', 'Hugo Pike']],
    ['members who weigh more than 80 kg', ['Ben', 'Dev']],
    ['books costing between 10 and 20', ['Blue Kites']],
    ['books under €20', ['Blue Kites', 'Oak']],
    ['books between 10 and 25 dollars', ['Blue Kites', 'The Long Road Home']],
  ])('%s', async (question, names) => {
    expect(await inLibrary(question)).toEqual(names)
  })

  it('notes the column that a verb means, and a unit that the data does not name', async () => {
    expect(await notes('members who weigh more than 80 kg')).toEqual([
      '“weigh” refers to members.weight',
      'weight is assumed to be in the unit “kg”',
    ])
  })

  it('reads a discount in percent as it is stored', async () => {
    const { translation, rows } = await ask(shop, shopToday, 'order items with a discount over 5%')
    expect(rows).toHaveLength(1)
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual(['discount is read as a fraction'])
  })

  it('declines if nothing has such an amount', async () => {
    expect(await refusal('books that weigh more than 2')).toContain('“weigh” does not match anything')
  })
})

describe('comparisons with an average', () => {
  it.each([
    ['products with below average price', ['Spade', 'Rake', 'Novel', 'Lantern']],
    ['products cheaper than the average Kitchen product', ['Kettle', 'Spade', 'Rake', 'Novel', 'Lantern']],
    ['products with a price above the average of Kitchen products', ['Toaster', 'Atlas']],
    ['products below the average price of the Garden category', ['Rake', 'Novel']],
    ['products with more stock than average', ['Spade', 'Rake', 'Novel']],
    ['orders larger than the average order', [1, 2, 4, 6]],
    ['orders above the average total', [1, 2, 4, 6]],
  ])('%s', async (question, expected) => {
    expect(await inShop(question)).toEqual(expected)
  })

  it('reads “above average” after a verb', async () => {
    expect(await inLibrary('staff who earn above average')).toEqual(['Gia Orr'])
  })

  it('does not compare two different columns', async () => {
    expect(await refusal('staff who earn less than the average age')).toBe('salary cannot be compared with age.')
  })
})

describe('comparisons with other rows', () => {
  it.each([
    ['products more expensive than the Spade', ['Kettle', 'Toaster', 'Atlas', 'Lantern']],
    ['products with a price higher than that of the Spade', ['Kettle', 'Toaster', 'Atlas', 'Lantern']],
    ['products that cost more than the product with id 3', ['Kettle', 'Toaster', 'Atlas', 'Lantern']],
    ['products more expensive than all Garden products', ['Kettle', 'Toaster', 'Atlas']],
    ['products more expensive than any product in Garden', ['Kettle', 'Toaster', 'Atlas']],
    ['products more expensive than some Garden products', ['Kettle', 'Toaster', 'Spade', 'Atlas', 'Lantern']],
    ['products cheaper than the Kettle but more expensive than the Rake', ['Spade', 'Lantern']],
  ])('%s', async (question, names) => {
    expect(await inShop(question)).toEqual(names)
  })

  it('notes what “any” is read as, and what happens if several rows have the name', async () => {
    const { translation } = await ask(shop, shopToday, 'products with a price above any Garden product')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual([
      '“any” means the highest price of these rows',
    ])
    expect(await notes('books with more pages than Blue Kites')).toEqual([
      '“Blue Kites” means the pages of that row, or the highest if there are several',
    ])
  })

  it('says which rows are compared with in the reading', async () => {
    const { translation } = await ask(shop, shopToday, 'products cheaper than the average Kitchen product')
    expect(formatMessage(translation.reading)).toBe(
      'Lists products where price is below the average where category name is “Kitchen”.',
    )
  })
})

describe('ages from a date of birth', () => {
  it.each([
    ['members older than 65', ['Ana', 'Carla']],
    ['members over 65', ['Ana', 'Carla']],
    ['members not older than 65', ['Ben']],
    ['members younger than 40', ['Ben']],
    ['members aged over 65', ['Ana', 'Carla']],
    ['members who are at least 66 years old', ['Ana', 'Carla']],
    ['members who are 34 years old or older', ['Ana', 'Ben', 'Carla']],
    ['members between 30 and 40 years old', ['Ben']],
    ['members aged 34', ['Ben']],
    ['members aged 35', []],
    ['staff over 40', ['Finn Hale', 'Gia Orr']],
  ])('%s', async (question, names) => {
    expect(await inLibrary(question)).toEqual(names)
  })

  it('counts full years up to today', async () => {
    expect(await notes('members older than 65')).toEqual(['Ages are in full years on 2025-06-15, from birth_date'])
  })

  it('declines if there is no date of birth', async () => {
    expect(await refusal('books older than 30')).toBe('No column of books shows what “older than” means.')
  })

  it.each(sqlDialects)('compares plain dates in %s', async (dialect) => {
    const catalogue = { ...library.catalogue, dialect }
    const request = { question: 'members older than 65', catalogue, today: libraryToday, history: [] }
    const found = await translate({ ...request, valuesOf: library.valuesOf })
    expect(found.understood ? found.sql : '').toContain('1959-06-16')
  })
})
