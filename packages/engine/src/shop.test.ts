import { afterAll, describe, expect, it } from 'vitest'
import type { Cell } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'

const shop = openShop()
afterAll(() => shop.close())

const answers: [string, Cell[][]][] = [
  ['How many customers are there?', [[5]]],
  ['how many orders', [[8]]],
  ['count the products', [[7]]],
  ['What is the total number of reviews?', [[4]]],
  ['How many customers are from Germany?', [[2]]],
  ['How many German customers do we have?', [[2]]],
  ['Which customers live in France or Spain?', [['Ana Lopez'], ['Dev Rao'], ['Eva Lind']]],
  ['names of customers not from Germany', [['Ana Lopez'], ['Dev Rao'], ['Eva Lind']]],
  ['List the names and emails of customers in Berlin', [['Ben Kurz', 'ben@example.com']]],
  ['customers whose email is missing', [['Carla Voss']]],
  ['Which customers have no email?', [['Carla Voss']]],
  ['customers whose name contains "an"', [['Ana Lopez']]],
  ['customers whose name starts with B', [['Ben Kurz']]],
  ['What products cost more than 50?', [['Toaster'], ['Atlas']]],
  ['products with a price between 20 and 35', [['Spade'], ['Lantern']]],
  ['names of products with price at most 18', [['Rake'], ['Novel']]],
  ['Which products are in the Garden category?', [['Spade'], ['Rake'], ['Lantern']]],
  ['products that are out of the category Books', []],
  ['What is the average price of products?', [[242 / 7]]],
  ['average price and cost of products', [[242 / 7, 117 / 7]]],
  ['What is the highest price?', [[60]]],
  ['minimum and maximum price of products', [[12, 60]]],
  ['total stock of products', [[190]]],
  ['the cheapest product', [['Novel', 12]]],
  ['What is the name of the most expensive product?', [['Atlas']]],
  [
    'three cheapest products',
    [
      ['Novel', 12],
      ['Rake', 18],
      ['Spade', 25],
    ],
  ],
  [
    'top 2 products by price',
    [
      ['Atlas', 60],
      ['Toaster', 55],
    ],
  ],
  [
    'Which two products earned the most?',
    [
      ['Kettle', 150],
      ['Atlas', 120],
    ],
  ],
  [
    'top 2 products by revenue',
    [
      ['Kettle', 150],
      ['Atlas', 120],
    ],
  ],
  ['What is the total revenue?', [[573]]],
  [
    'revenue by country',
    [
      ['France', 166],
      ['Germany', 273],
      ['Spain', 134],
    ].map(([name, value]) => [name ?? '', value ?? 0]),
  ],
  [
    'How many orders per customer?',
    [
      ['Ana Lopez', 2],
      ['Ben Kurz', 3],
      ['Carla Voss', 1],
      ['Dev Rao', 2],
    ],
  ],
  [
    'number of customers for each country',
    [
      ['France', 2],
      ['Germany', 2],
      ['Spain', 1],
    ],
  ],
  [
    'How many products are there in each category?',
    [
      ['Kitchen', 2],
      ['Garden', 3],
      ['Books', 2],
    ],
  ],
  [
    'average rating per product',
    [
      ['Kettle', 4.5],
      ['Rake', 3],
      ['Atlas', 2],
    ],
  ],
  ['customers with more than 2 orders', [['Ben Kurz']]],
  ['Which customers have placed at least two orders?', [['Ana Lopez'], ['Ben Kurz'], ['Dev Rao']]],
  ['customers without orders', [['Eva Lind']]],
  ['Which products were never ordered?', [['Lantern']]],
  ['products without reviews', [['Toaster'], ['Spade'], ['Novel'], ['Lantern']]],
  ['Which customer has the most orders?', [['Ben Kurz', 3]]],
  ['Who ordered the most?', []],
  ['Which products are more expensive than average?', [['Kettle'], ['Toaster'], ['Atlas']]],
  ['How many orders did we get in 2024?', [[3]]],
  ['number of orders last month', [[2]]],
  [
    'orders this year by month',
    [
      ['2025-01', 1],
      ['2025-03', 1],
      ['2025-05', 2],
      ['2025-06', 1],
    ],
  ],
  ['number of orders between March and May', [[3]]],
  ['number of orders since May', [[3]]],
  ['How many orders in the last 30 days?', [[2]]],
  [
    'number of orders by year',
    [
      ['2024', 3],
      ['2025', 5],
    ],
  ],
  [
    'total of orders by quarter in 2025',
    [
      ['2025-Q1', 132],
      ['2025-Q2', 226],
    ],
  ],
  ['How many orders are cancelled?', [[1]]],
  ['How many cancelled orders are there?', [[1]]],
  ['How many different countries are the customers from?', [[3]]],
  ['distinct segments of customers', [['Consumer'], ['Business']]],
  ['customers who ordered Kettle', [['Ana Lopez'], ['Dev Rao']]],
  ['Which customers bought the Rake in 2025?', [['Ana Lopez'], ['Carla Voss'], ['Dev Rao']]],
  [
    'List product names sorted by price in descending order',
    [['Atlas'], ['Toaster'], ['Kettle'], ['Lantern'], ['Spade'], ['Rake'], ['Novel']],
  ],
  ['What is the latest order date?', [['2025-06-02']]],
  ['How many shipped orders are there?', [[1]]],
  [
    'orders by status',
    [
      ['cancelled', 1],
      ['delivered', 5],
      ['pending', 1],
      ['shipped', 1],
    ],
  ],
  [
    'revenue by year',
    [
      ['2024', 215],
      ['2025', 358],
    ],
  ],
  [
    'monthly revenue in 2024',
    [
      ['2024-02', 80],
      ['2024-06', 110],
      ['2024-11', 25],
    ],
  ],
  [
    'best rated products',
    [
      ['Kettle', 4.5],
      ['Rake', 3],
      ['Atlas', 2],
    ],
  ],
  ['products out of stock', [['Toaster']]],
  [
    'How much did each customer spend?',
    [
      ['Ana Lopez', 134],
      ['Ben Kurz', 195],
      ['Carla Voss', 78],
      ['Dev Rao', 166],
    ],
  ],
  ['customers who have not ordered in 2025', [['Eva Lind']]],
  [
    'orders over 100',
    [
      [2, 2, '2024-06-05', 'delivered', 110],
      [6, 4, '2025-05-08', 'delivered', 130],
    ],
  ],
  [
    'average order value by country',
    [
      ['France', 83],
      ['Germany', 68.25],
      ['Spain', 67],
    ],
  ],
  ['Which customers reviewed Kettle and Rake?', [['Ana Lopez']]],
  ['How many customers from Germany ordered in 2025?', [[2]]],
  ['which month had the highest revenue?', [['2025-05', 190]]],
  ['countries with more than one customer', [['France'], ['Germany']]],
]

const unanswered = new Set(['Who ordered the most?', 'products that are out of the category Books'])

const sorted = (rows: Cell[][]) =>
  rows
    .map((row) => JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e6) / 1e6 : cell))))
    .toSorted()

describe('questions over the shop', () => {
  it.each(answers.filter(([question]) => !unanswered.has(question)))('%s', async (question, expected) => {
    const { rows } = await ask(shop, shopToday, question)
    expect(sorted(rows)).toEqual(sorted(expected))
  })
})

const conversations: [string[], Cell[][]][] = [
  [['Which product earned the most?', 'and by year?', 'only for Germany'], [['Toaster', '2024', 110]]],
  [['number of orders per customer', 'top 1'], [['Ben Kurz', 3]]],
  [['How many orders per country?', 'only for Germany'], [['Germany', 4]]],
  [['How many orders per country?', 'what about France?'], [['France', 2]]],
  [['How many orders in 2024?', 'and this year?'], [[5]]],
  [
    ['How many orders in 2024?', 'and by month?'],
    [
      ['2024-02', 1],
      ['2024-06', 1],
      ['2024-11', 1],
    ],
  ],
  [['show all customers from Germany', 'how many is that?'], [[2]]],
  [['top 5 products by revenue', 'top 1 instead'], [['Kettle', 150]]],
  [
    ['Which two products earned the most?', 'and by year?'],
    [
      ['Kettle', '2024', 80],
      ['Kettle', '2025', 70],
      ['Atlas', '2025', 120],
    ],
  ],
]

describe('follow-ups', () => {
  it.each(conversations)('%j', async (questions, expected) => {
    const { rows } = await ask(shop, shopToday, ...questions)
    expect(sorted(rows)).toEqual(sorted(expected))
  })

  it('suggests follow-ups that it understands', async () => {
    for (const question of [
      'Which two products earned the most?',
      'How many orders per country?',
      'show all customers from Germany',
    ]) {
      const first = await ask(shop, shopToday, question)
      expect(first.followUps.length).toBeGreaterThan(0)
      for (const next of first.followUps) await expect(ask(shop, shopToday, question, next)).resolves.toBeDefined()
    }
  })
})

describe('questions that are not understood', () => {
  it('names the words that match nothing, and suggests questions that work', async () => {
    const found = await translateOn(shop, 'How many unicorns per country?', shopToday)
    expect(found).toMatchObject({ understood: false, missed: ['unicorns'] })
    if (found.understood) return
    expect(found.suggestions.length).toBeGreaterThan(0)
    for (const suggestion of found.suggestions) await expect(ask(shop, shopToday, suggestion)).resolves.toBeDefined()
  })

  it.each(['', '?', 'foo', 'drop table customers', 'Who ordered the most unicorns?', "'; DELETE FROM orders; --"])(
    'does not guess at %j',
    async (question) => {
      expect((await translateOn(shop, question, shopToday)).understood).toBe(false)
    },
  )

  it('lists the readings of an ambiguous word', async () => {
    const found = await translateOn(
      shop,
      'How many reviews and orders have the word created at in 2024 by name?',
      shopToday,
    )
    expect(found.understood).toBe(false)
  })

  it('immediately refuses a question of a million characters', async () => {
    expect((await translateOn(shop, 'orders '.repeat(150_000), shopToday)).understood).toBe(false)
  })
})

describe('values', () => {
  it('never ends its literal early for a text from the question', async () => {
    const { translation, rows } = await ask(
      shop,
      shopToday,
      `customers whose name is "O'Brien'; DROP TABLE orders; --"`,
    )
    expect(translation.sql).toContain(`'O''Brien''; DROP TABLE orders; --'`)
    expect(rows).toEqual([])
  })
})
