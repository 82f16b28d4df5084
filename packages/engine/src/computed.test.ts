import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, type Cell } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { sortedRows } from './testing/approximately.ts'
import { openShop, shopSchema, shopToday } from './testing/shop.ts'
import { testDatabase } from './testing/sqlite-database.ts'

const shop = openShop()
afterAll(() => shop.close())

function inMemory(statements: string): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(statements)
  return database
}

async function rowsOf(question: string): Promise<string[]> {
  return sortedRows((await ask(shop, shopToday, question)).rows)
}

async function reasonOf(question: string): Promise<string> {
  const found = await translateOn(shop, question, shopToday)
  return found.understood ? `understood: ${found.sql}` : formatMessage(found.reason)
}

describe('averages per something', () => {
  it.each<[string, Cell[][]]>([
    ['average number of orders per customer', [[2]]],
    ['What is the average number of products per category?', [[7 / 3]]],
    ['average revenue per order', [[573 / 8]]],
    ['average revenue per customer in 2024', [[107.5]]],
    ['average monthly revenue in 2025', [[358 / 4]]],
    ['average number of orders per month', [[8 / 7]]],
    ['How many orders does a customer place on average?', [[2]]],
    ['How many products does each category have on average?', [[7 / 3]]],
    ['On average, how many orders does each customer have?', [[2]]],
    [
      'average number of orders per customer for each country',
      [
        ['France', 2],
        ['Germany', 2],
        ['Spain', 2],
      ],
    ],
    [
      'average number of orders per customer by status',
      [
        ['delivered', 5 / 4],
        ['cancelled', 1],
        ['shipped', 1],
        ['pending', 1],
      ],
    ],
  ])('%s', async (question, rows) => {
    expect(await rowsOf(question)).toEqual(sortedRows(rows))
  })

  it('says what the average leaves out', async () => {
    const { translation } = await ask(shop, shopToday, 'average number of orders per customer')
    expect(formatMessage(translation.reading)).toBe('Shows the average number of orders per customer.')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual(['Leaves out customers without orders'])
  })

  it('is empty, not an error, if there is nothing to divide by', async () => {
    expect(await rowsOf('average number of orders per customer in 2019')).toEqual(['[null]'])
  })

  it('keeps the groups of a plain number', async () => {
    expect(await rowsOf('number of orders per customer')).toHaveLength(4)
    expect(await rowsOf('average price per category')).toHaveLength(3)
  })

  it.each([
    ['average number of customers per order', 'belong to each order'],
    ['average number of suppliers per customer', 'suppliers'],
    ['average number of products per order', 'belong to each order'],
  ])('declines %s', async (question, reason) => {
    expect(await reasonOf(question)).toContain(reason)
  })
})

describe('percentages of a whole', () => {
  it.each<[string, Cell]>([
    ['what share of orders are cancelled?', 12.5],
    ['What percentage of orders were delivered?', 62.5],
    ['What percentage of orders in 2025 were delivered?', 60],
    ['percentage of orders that were delivered in 2025', 60],
    ['share of customers from Germany', 40],
    ['what percentage of customers have orders?', 80],
    ['what percentage of customers never ordered?', 20],
    ['what percentage of products cost more than 30?', (100 * 4) / 7],
    ['What percent of revenue comes from Kitchen?', (100 * 260) / 573],
    ['percentage of orders from customers in Germany', 50],
    ['what percentage of customers have cancelled orders in 2025?', 0],
    ['what percentage of customers have cancelled orders in 2024?', 20],
    ['what percentage of orders in 2019 were delivered?', null],
  ])('%s', async (question, percent) => {
    expect(await rowsOf(question)).toEqual(sortedRows([[percent]]))
  })

  it('computes the percentage of each group', async () => {
    expect(await rowsOf('what percentage of orders for each customer were delivered?')).toEqual(
      sortedRows([
        ['Ana Lopez', 50],
        ['Ben Kurz', (100 * 2) / 3],
        ['Carla Voss', 100],
        ['Dev Rao', 50],
      ]),
    )
  })

  it('says which rows are the whole', async () => {
    const { translation } = await ask(shop, shopToday, 'What percentage of orders in 2025 were delivered?')
    expect(formatMessage(translation.reading)).toBe(
      'Shows the percentage of orders where status is “delivered” where order date is in 2025.',
    )
  })

  it.each([
    ['What is the percentage of orders?', 'not clear which part the percentage is for'],
    ['percentage of customers from Germany with more than 2 orders', 'not clear which condition the percentage is for'],
    ['What percentage of orders were placed in 2025 by customers from Germany?', 'groups or part of the condition'],
    ['What percentage of customers from Germany ordered in 2025?', 'not clear which condition the percentage is for'],
    ['percentage of the average price by category', 'Only totals and counts'],
  ])('declines %s', async (question, reason) => {
    expect(await reasonOf(question)).toContain(reason)
  })
})

describe('medians', () => {
  it.each<[string, Cell[][]]>([
    ['median price of products', [[32]]],
    ['What is the median price of products in Garden?', [[25]]],
    [
      'median price of products for each category',
      [
        ['Kitchen', 47.5],
        ['Garden', 25],
        ['Books', 36],
      ],
    ],
  ])('%s', async (question, rows) => {
    expect(await rowsOf(question)).toEqual(sortedRows(rows))
  })

  it('declines the median of texts', async () => {
    expect(await reasonOf('median name of products')).toContain('does not contain numbers')
  })

  it('declines products above the median, which no condition can express', async () => {
    expect((await translateOn(shop, 'products that cost more than the median', shopToday)).understood).toBe(false)
  })
})

describe('the first of each group', () => {
  it.each<[string, Cell[][]]>([
    [
      'the cheapest product in each category',
      [
        ['Kitchen', 'Kettle', 40],
        ['Garden', 'Rake', 18],
        ['Books', 'Novel', 12],
      ],
    ],
    [
      'the two most expensive products per category',
      [
        ['Kitchen', 'Toaster', 55],
        ['Kitchen', 'Kettle', 40],
        ['Garden', 'Lantern', 32],
        ['Garden', 'Spade', 25],
        ['Books', 'Atlas', 60],
        ['Books', 'Novel', 12],
      ],
    ],
    [
      'the best-selling product in each category',
      [
        ['Kitchen', 'Kettle', 4],
        ['Garden', 'Rake', 6],
        ['Books', 'Novel', 5],
      ],
    ],
    [
      'top 1 customers by revenue in each country',
      [
        ['Spain', 'Ana Lopez', 134],
        ['Germany', 'Ben Kurz', 195],
        ['France', 'Dev Rao', 166],
      ],
    ],
    [
      'customer with the most orders in each country',
      [
        ['Spain', 'Ana Lopez', 2],
        ['Germany', 'Ben Kurz', 3],
        ['France', 'Dev Rao', 2],
      ],
    ],
  ])('%s', async (question, rows) => {
    expect(await rowsOf(question)).toEqual(sortedRows(rows))
  })

  it('shows all that tie, and says so', async () => {
    const { rows, translation } = await ask(shop, shopToday, 'the product with the most reviews in each category')
    expect(rows).toEqual([
      ['Books', 'Atlas', 1],
      ['Garden', 'Rake', 1],
      ['Kitchen', 'Kettle', 2],
    ])
    expect(translation.assumptions.map((one) => formatMessage(one))).toContain('Shows all that tie')
    expect(formatMessage(translation.reading)).toBe('The product with the highest number of reviews in each category.')
  })

  it('narrows and shortens in a follow-up, but does not group again', async () => {
    const first = 'the two most expensive products per category'
    expect((await ask(shop, shopToday, first, 'top 1 instead')).rows).toHaveLength(3)
    expect((await ask(shop, shopToday, first, 'only Garden')).rows).toHaveLength(2)
    await expect(ask(shop, shopToday, first, 'and by month?')).rejects.toThrow('Not understood')
  })

  it.each([
    'the cheapest and the newest product in each category',
    'the number of products and the cheapest per category',
  ])('declines %s', async (question) => {
    expect((await translateOn(shop, question, shopToday)).understood).toBe(false)
  })
})

describe('numbers beside and minus each other', () => {
  it.each<[string, Cell[][]]>([
    ['What is the difference between the highest and lowest price of products?', [[48]]],
    ['difference between the cheapest and the most expensive product', [[48]]],
    ['the difference between the average price and the average cost of products', [[(242 - 117) / 7]]],
    ['the average of price and cost of products', [[242 / 7, 117 / 7]]],
    ['average price and average cost of products', [[242 / 7, 117 / 7]]],
  ])('%s', async (question, rows) => {
    expect(await rowsOf(question)).toEqual(sortedRows(rows))
  })

  it.each([
    'the difference between the name and the price of products',
    'difference between the latest and the earliest order',
  ])('declines %s', async (question) => {
    expect((await translateOn(shop, question, shopToday)).understood).toBe(false)
  })
})

describe('rankings', () => {
  it.each<[string, Cell[]]>([
    ['top 2 customers with the highest revenue', ['Ben Kurz', 195]],
    ['2 most expensive products', ['Atlas', 60]],
    ['top 3 products with the most reviews', ['Kettle', 2]],
    ['Which product was reviewed most often?', ['Kettle', 2]],
    ['Which product sold best?', ['Rake', 6]],
    ['Which month had the most orders?', ['2025-05', 2]],
    ['Which year had the highest revenue?', ['2025', 358]],
    ['What was our best month?', ['2025-05', 190]],
    ['the busiest month for orders', ['2025-05', 2]],
    ['worst month for sales', ['2024-11', 25]],
    ['Which category has the highest share of revenue?', ['Kitchen', (100 * 260) / 573]],
  ])('%s', async (question, first) => {
    const { rows } = await ask(shop, shopToday, question)
    expect(sortedRows(rows.slice(0, 1))).toEqual(sortedRows([first]))
  })
})

describe('people whose names are in another table', () => {
  const league = testDatabase(
    inMemory(`
      CREATE TABLE people (people_id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, club_name TEXT);
      CREATE TABLE players (player_id INTEGER PRIMARY KEY, people_id INTEGER REFERENCES people, club_id INTEGER REFERENCES clubs, goals INTEGER);
      CREATE TABLE trophies (trophy_id INTEGER PRIMARY KEY, people_id INTEGER REFERENCES people);
      INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cy');
      INSERT INTO clubs VALUES (1, 'Reds'), (2, 'Blues');
      INSERT INTO players VALUES (1, 1, 1, 3), (2, 2, 1, 9), (3, 3, 2, 4);`),
  )
  afterAll(() => league.close())

  it.each<[string, Cell[][]]>([
    ['What are the names of the players?', [['Ann'], ['Bob'], ['Cy']]],
    ['What is the name of the player with the most goals?', [['Bob']]],
    ['Which player has the most goals?', [['Bob', 9]]],
    [
      'the player with the most goals in each club',
      [
        ['Reds', 'Bob', 9],
        ['Blues', 'Cy', 4],
      ],
    ],
  ])('%s', async (question, rows) => {
    expect(sortedRows((await ask(league, shopToday, question)).rows)).toEqual(sortedRows(rows))
  })

  it('does not take the name of a person for that of a thing', async () => {
    expect((await translateOn(league, 'What are the names of the trophies?', shopToday)).understood).toBe(false)
  })
})

describe('the value of an order', () => {
  it('is computed from its lines if no column has it', async () => {
    const lines = testDatabase(
      inMemory(`${shopSchema.replace(', total REAL NOT NULL', '')}
      INSERT INTO categories VALUES (1, 'Kitchen');
      INSERT INTO products VALUES (1, 'Kettle', 1, 10, 5, 1, '2024-01-01'), (2, 'Toaster', 1, 5, 2, 1, '2024-01-01');
      INSERT INTO customers VALUES (1, 'Ana', NULL, 'Madrid', 'Spain', 'Consumer', '2024-01-01');
      INSERT INTO orders VALUES (1, 1, '2024-02-10', 'delivered'), (2, 1, '2024-03-10', 'delivered');
      INSERT INTO order_items VALUES (1, 1, 1, 2, 10, 0), (2, 1, 2, 1, 5, 0), (3, 2, 1, 1, 11, 0);`),
    )
    const { rows, translation } = await ask(lines, shopToday, 'average order value')
    expect(rows).toEqual([[18]])
    expect(formatMessage(translation.reading)).toBe('Shows the average revenue per order.')
    lines.close()
  })

  it('is the column that has it', async () => {
    expect(await rowsOf('average order value')).toEqual(sortedRows([[573 / 8]]))
  })
})

describe('days of the week', () => {
  it('lists them from Monday on', async () => {
    const { rows, translation } = await ask(shop, shopToday, 'number of orders by weekday')
    expect(rows).toEqual([
      ['Monday', 2],
      ['Tuesday', 1],
      ['Wednesday', 2],
      ['Thursday', 1],
      ['Saturday', 2],
    ])
    expect(formatMessage(translation.reading)).toBe('Counts orders for each weekday.')
  })

  it('ranks them', async () => {
    const { rows } = await ask(shop, shopToday, 'Which day of the week had the highest revenue?')
    expect(rows[0]?.[0]).toBe('Wednesday')
  })
})
