import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, type Cell } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'

const shop = openShop()
afterAll(() => shop.close())

const round = (cell: Cell): Cell => (typeof cell === 'number' ? Math.round(cell * 10) / 10 : cell)
const sorted = (rows: Cell[][]) => rows.map((row) => JSON.stringify(row.map(round))).toSorted()

const answers: [string, Cell[][]][] = [
  [
    'percentage of orders by status',
    [
      ['cancelled', 12.5],
      ['delivered', 62.5],
      ['pending', 12.5],
      ['shipped', 12.5],
    ],
  ],
  [
    'What share of revenue does each country have?',
    [
      ['France', 29],
      ['Germany', 47.6],
      ['Spain', 23.4],
    ],
  ],
  [
    'percent of total revenue per category',
    [
      ['Books', 31.4],
      ['Garden', 23.2],
      ['Kitchen', 45.4],
    ],
  ],
  ['When was the last order?', [[8, '2025-06-02']]],
  ['When was the first review?', [[1, '2024-03-01']]],
  ['When did Ben Kurz last order?', [[7, '2025-05-20']]],
  ['When did Ana Lopez order the Kettle?', [[1, '2024-02-10']]],
  ['Where does Ana Lopez live?', [['Ana Lopez', 'Madrid', 'Spain']]],
  ['compare revenue in 2024 and 2025', [[215, 358, 66.5]]],
  ['orders in 2024 vs 2025', [[3, 5, 66.7]]],
  ['compare orders between 2024 and 2025', [[3, 5, 66.7]]],
  ['compare orders in May and June', [[2, 1, -50]]],
  [
    'compare revenue in Germany and France',
    [
      ['France', 166],
      ['Germany', 273],
    ],
  ],
  ['who bought the Kettle?', [['Ana Lopez'], ['Dev Rao']]],
  ['who never ordered?', [['Eva Lind']]],
  ['Who spent the most?', [['Ben Kurz', 195]]],
  ['How much did we sell in 2024?', [[215]]],
  ['How much did customers from Germany spend?', [[273]]],
  ['How much does the Toaster cost?', [[55]]],
  ['what does the Toaster cost?', [[55]]],
  ['how many orders did Ben Kurz place?', [[3]]],
  ['how many orders were not delivered?', [[3]]],
  ['most reviewed product', [['Kettle', 2]]],
  ['top 1 countries by revenue', [['Germany']]],
  ["What is Ana Lopez's email and city?", [['ana@example.com', 'Madrid']]],
  ["what is the Kettle's price", [[40]]],
  ["Kettle's average rating", [[4.5]]],
  ["Ana Lopez's orders", [[1], [5]]],
  ['customers with 2 to 4 orders', [['Ana Lopez'], ['Ben Kurz'], ['Dev Rao']]],
  ['customers who placed between 3 and 4 orders', [['Ben Kurz']]],
  ['products priced from 20 to 40', [['Kettle'], ['Lantern'], ['Spade']]],
  ['products that earned less than 100', [['Novel'], ['Spade']]],
  ['products that sold less than 3 units', [['Atlas'], ['Spade'], ['Toaster']]],
  ['how many products were bought by customers from France in 2025', [[3]]],
  ['products bought by customers in 2025', [['Atlas'], ['Kettle'], ['Novel'], ['Rake']]],
  ['which products were bought by customers from Germany', [['Atlas'], ['Novel'], ['Rake'], ['Spade'], ['Toaster']]],
]

describe('everyday questions', () => {
  it.each(answers)('%s', async (question, expected) => {
    const { rows } = await ask(shop, shopToday, question)
    expect(sorted(rows)).toEqual(sorted(expected))
  })
})

describe('words with a meaning are never skipped', () => {
  it.each([
    ['orders that were delivered to customers who complained', 'complained'],
    ['customers who bought only Kettle', 'only'],
    ['customers near Berlin', 'near'],
    ['which products were reviewed by customers who won?', 'won'],
    ['Where do we sell the most?', 'most'],
  ])('%s', async (question, missed) => {
    expect(await translateOn(shop, question, shopToday)).toMatchObject({ understood: false, missed: [missed] })
  })

  it.each(['share of orders per product', 'compare 2024 and 2025'])('does not guess at %s', async (question) => {
    expect((await translateOn(shop, question, shopToday)).understood).toBe(false)
  })
})

describe('readings in plain English', () => {
  it.each([
    ['How many orders are there?', 'Counts orders.'],
    ['orders by month', 'Counts orders for each month.'],
    ['top 5 products by revenue', 'The five products with the highest total revenue.'],
    ['Which customer has the most orders?', 'The customer with the highest number of orders.'],
    ['customers without orders', 'Lists customers with no orders.'],
    ['customers with more than 2 orders', 'Lists customers with more than 2 orders.'],
    ['What is the average price of products?', 'Shows the average price of products.'],
    ['revenue from Kitchen products', 'Shows the total revenue where category name is “Kitchen”.'],
    ['orders on 2024-06-05', 'Lists orders with all their columns where order date is on 2024-06-05.'],
    ['number of orders last month', 'Counts orders where order date is last month.'],
    ['the latest order', 'The order with the latest order date.'],
    [
      'countries with more than one customer',
      'Lists the country of customers, only where the number of customers is above 1.',
    ],
  ])('%s', async (question, reading) => {
    expect(formatMessage((await ask(shop, shopToday, question)).translation.reading)).toBe(reading)
  })

  it('notes what a synonym was read as', async () => {
    const { translation } = await ask(shop, shopToday, 'how many clients are there?')
    expect(translation.assumptions.map((one) => formatMessage(one))).toContain('“clients” is interpreted as customers')
  })

  it('adds no note for a plain name', async () => {
    expect((await ask(shop, shopToday, 'how many customers are there?')).translation.assumptions).toEqual([])
  })

  it('notes which names a value may belong to', async () => {
    const { translation } = await ask(shop, shopToday, 'customers who ordered Kettle')
    expect(formatMessage(translation.reading)).toBe('Lists customers with orders where product name is “Kettle”.')
  })
})

describe('questions about the previous answer', () => {
  it.each([
    [['How many customers are in Germany?', 'how many of them ordered in 2025?'], [[2]]],
    [
      ['customers in Germany', 'which of them have orders?'],
      [['Ben Kurz'], ['Carla Voss']],
    ],
    [['orders in 2025', 'How many of those were delivered?'], [[3]]],
    [['customers without orders', 'and how many of them are from France?'], [[1]]],
    [['customers in Germany', 'how many orders do they have?'], [[4]]],
  ])('%j', async (questions, rows) => {
    expect((await ask(shop, shopToday, ...questions)).rows).toEqual(rows)
  })

  it.each([
    [['customers in Germany'], 'what did they buy?'],
    [['customers in Germany'], 'what did the first one buy?'],
    [['customers in Germany'], 'who rated it?'],
    [[], 'show their orders'],
    [['customers in Germany'], 'and their average order value?'],
    [[], 'how many of them ordered in 2025?'],
  ])('is not answered for all rows: %j %s', async (before, question) => {
    const history = before.map((one) => ({ question: one, sql: '', state: null }))
    for (const [at, one] of before.entries()) {
      const found = await translateOn(shop, one, shopToday)
      history[at] = { question: one, sql: '', state: found.understood ? JSON.parse(JSON.stringify(found.state)) : null }
    }
    expect((await translateOn(shop, question, shopToday, history)).understood).toBe(false)
  })
})

describe('readings that cannot be meant are refused', () => {
  it.each([
    ['customers who ordered both in January and in February 2025', 'It is not clear what “both” refers to here'],
    ['How many customers ordered both in 2024 and in 2025?', 'It is not clear what “both” refers to here'],
    ['order id with the number of orders', 'there is nothing to count'],
  ])('%s', async (question, reason) => {
    const found = await translateOn(shop, question, shopToday)
    expect(found.understood ? found.sql : formatMessage(found.reason)).toContain(reason)
  })

  it('answers a question about two things if it is certain', async () => {
    const { rows } = await ask(shop, shopToday, 'customers who ordered both Kettle and Rake')
    expect(rows).toEqual([['Ana Lopez'], ['Dev Rao']])
  })
})
