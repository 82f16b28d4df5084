import { formatMessage, type Cell } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, reasonFor } from './testing/ask.ts'
import { libraryToday, openLibrary } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'

const [shop, library] = [openShop(), openLibrary()]
afterAll(() => [shop, library].forEach((one) => one.close()))

const firsts = (rows: Cell[][]) => rows.map((row) => row[0])

describe('a direction that says what it sorts by', () => {
  it.each<[string, Cell[]]>([
    ['orders, newest first', [8, 7, 6, 5, 4, 3, 2, 1]],
    ['orders in chronological order', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['customers, latest first', ['Eva Lind', 'Dev Rao', 'Carla Voss', 'Ben Kurz', 'Ana Lopez']],
    ['Kitchen products from most expensive to cheapest', ['Toaster', 'Kettle']],
    ['Garden products from cheapest to most expensive', ['Rake', 'Spade', 'Lantern']],
    ['orders sorted by order date, newest first', [8, 7, 6, 5, 4, 3, 2, 1]],
    ['orders per year, latest first', ['2025', '2024']],
    ['revenue by month, newest first', ['2025-06', '2025-05', '2025-03', '2025-01', '2024-11', '2024-06', '2024-02']],
    [
      'number of orders by month in chronological order',
      ['2024-02', '2024-06', '2024-11', '2025-01', '2025-03', '2025-05', '2025-06'],
    ],
  ])('sorts %s', async (question, expected) => {
    expect(firsts((await ask(shop, shopToday, question)).rows)).toEqual(expected)
  })

  it.each<[string, Cell[]]>([
    ['staff from oldest to youngest', ['Finn Hale', 'Gia Orr', 'Hugo Pike']],
    ['members born after 1940 from youngest to oldest', ['Ben', 'Carla', 'Ana']],
    ['invoices from oldest to newest', [4, 1, 2, 3]],
    ['books from cheapest to most expensive', ['Oak', 'Blue Kites', 'The Long Road Home', 'Kings of Sand']],
  ])('sorts %s', async (question, expected) => {
    expect(firsts((await ask(library, libraryToday, question)).rows)).toEqual(expected)
  })

  it.each([
    ['products sorted by name, oldest first', 'oldest first'],
    ['number of orders per customer, newest first', 'no date'],
    ['categories, newest first', 'no date'],
  ])('declines %s, because nothing has such a date', async (question, reason) => {
    expect(await reasonFor(shop, question, shopToday)).toContain(reason)
  })

  it('notes the column that it sorts by', async () => {
    const { translation } = await ask(shop, shopToday, 'products from cheapest to most expensive')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual([
      '“from cheapest to most expensive” refers to products.price',
    ])
  })
})

describe('several extremes', () => {
  it.each<[string, Cell[]]>([
    ['the 3 lowest prices', [12, 18, 25]],
    ['the two highest prices of products', [60, 55]],
    ['the highest price', [60]],
  ])('of an amount are its values: %s', async (question, expected) => {
    expect(firsts((await ask(shop, shopToday, question)).rows)).toEqual(expected)
  })

  it('are the most frequent values if the question says so', async () => {
    expect((await ask(shop, shopToday, 'the 2 most common statuses')).rows[0]).toEqual(['delivered', 5])
  })
})
