import { parseSql } from '@parlance/sql/parse'
import { examine } from '@parlance/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, shopToday } from '../testing/shop.ts'
import type { TestDatabase } from '../testing/sqlite-database.ts'
import { adaptExample } from './adapt.ts'
import type { AdaptedExample, AdaptRequest } from './contract.ts'

let shop: TestDatabase
beforeAll(() => {
  shop = openShop()
})
afterAll(() => shop.close())

type Change = Partial<AdaptRequest> & { askedOn?: string }

async function adapted(
  example: { question: string; sql: string },
  question: string,
  { askedOn = '2025-06-01', ...change }: Change = {},
): Promise<AdaptedExample | null> {
  return await adaptExample({
    example: { ...example, askedOn },
    question,
    today: shopToday,
    catalogue: shop.catalogue,
    synonyms: [],
    valuesOf: shop.valuesOf,
    comparisonsOf: async (sql) =>
      (await examine({ sql, dialect: 'sqlite', catalogue: shop.catalogue }, parseSql))?.comparisons ?? null,
    ...change,
  })
}

const revenueOf = (country: string, from: string, before: string) =>
  `SELECT SUM(o.total) AS revenue FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE c.country = '${country}' AND o.order_date >= '${from}' AND o.order_date < '${before}'`
const revenue = {
  question: 'What was the revenue of Germany in 2024?',
  sql: revenueOf('Germany', '2024-01-01', '2025-01-01'),
}

describe('an example for other values', () => {
  test('replaces a text and a year, and says what it replaced', async () => {
    const found = await adapted(revenue, 'Revenue of france in 2025')
    expect(found).toEqual({
      sql: revenueOf('France', '2025-01-01', '2026-01-01'),
      shownQuestion: 'What was the revenue of Germany in 2024?',
      changes: [
        { from: 'Germany', to: 'France' },
        { from: '2024', to: '2025' },
      ],
    })
    expect(shop.rows(found?.sql ?? '')).toEqual([[166]])
  })

  test('returns the SQL as it is for the same question', async () => {
    const found = await adapted(revenue, 'the revenue of Germany in 2024')
    expect(found).toMatchObject({ sql: revenue.sql, changes: [] })
  })

  test('takes a month in place of a year if the SQL compares with its first and last day', async () => {
    const found = await adapted(revenue, 'Revenue of Germany in November 2024')
    expect(found?.sql).toBe(revenueOf('Germany', '2024-11-01', '2024-12-01'))
  })

  test.each([
    'Revenue of Germany',
    'Revenue in 2025',
    'Revenue of France in 2025 by month',
    'Revenue of France in 2025 without returns',
    'Cost of France in 2025',
    'Revenue of Atlantis in 2025',
    'Revenue of Paris in 2025',
    'Revenue of Germany and France in 2025',
    'Revenue of France since 2025',
    'Revenue of France in the kitchen',
  ])('declines a question with other words or a value that the column lacks: %s', async (question) => {
    expect(await adapted(revenue, question)).toBeNull()
  })

  test('does not choose between stored values that differ only in case', async () => {
    const valuesOf = async () => ({ values: ['Germany', 'France', 'FRANCE'] })
    expect(await adapted(revenue, 'Revenue of france in 2024', { valuesOf })).toBeNull()
    expect((await adapted(revenue, 'Revenue of FRANCE in 2024', { valuesOf }))?.sql).toContain("'FRANCE'")
  })

  test('declines a value that could not be checked, and finds one in a column that is too long to list', async () => {
    const unread = { valuesOf: async () => ({ values: null, isUnchecked: true }) }
    expect(await adapted(revenue, 'Revenue of France in 2024', unread)).toBeNull()
    const place = { table: 'customers', column: 'country' }
    const findValues = async () => ({ found: [{ ...place, value: 'France' }], unchecked: [] })
    const found = await adapted(revenue, 'Revenue of France in 2024', {
      valuesOf: async () => ({ values: null }),
      findValues,
    })
    expect(found?.sql).toContain("'France'")
  })

  test("hides the example's value if the user may not see it", async () => {
    const valuesOf = async () => ({ values: ['France'] })
    expect(await adapted(revenue, 'Revenue of France in 2025', { valuesOf })).toMatchObject({
      shownQuestion: 'What was the revenue of … in 2024?',
      changes: [
        { from: null, to: 'France' },
        { from: '2024', to: '2025' },
      ],
    })
  })

  test('reads synonyms of values', async () => {
    const synonyms = [
      { table: 'customers', column: 'country', value: 'France', synonyms: ['FR'] },
      { table: 'customers', column: 'country', value: 'Germany', synonyms: ['Deutschland'] },
    ]
    const example = { ...revenue, question: 'Revenue of Deutschland in 2024' }
    const found = await adapted(example, 'Revenue of FR in 2024', { synonyms })
    expect(found?.sql).toBe(revenueOf('France', '2024-01-01', '2025-01-01'))
  })

  test('writes a text as the SQL compares it, whatever its characters are', async () => {
    const example = {
      question: 'Customers of Berlin',
      sql: "SELECT name FROM customers WHERE LOWER(city) = 'berlin'",
    }
    const valuesOf = async () => ({ values: ['Berlin', "L'Aquila"] })
    const found = await adapted(example, "Customers of L'Aquila", { valuesOf })
    expect(found?.sql).toBe("SELECT name FROM customers WHERE LOWER(city) = 'l''aquila'")
  })

  test('declines if the text is compared with two columns, or is a name in the SQL', async () => {
    const two = {
      question: 'Customers of Berlin',
      sql: "SELECT name FROM customers WHERE city = 'Berlin' OR country = 'Berlin'",
    }
    expect(await adapted(two, 'Customers of Paris')).toBeNull()
    const shown = {
      question: 'Customers of Berlin',
      sql: "SELECT name, 'Berlin' AS x FROM customers WHERE city = 'Berlin'",
    }
    expect(await adapted(shown, 'Customers of Paris')).toBeNull()
    const alias = {
      question: 'Customers of Berlin',
      sql: "SELECT name AS berliners FROM customers WHERE city = 'Berlin'",
    }
    expect(await adapted(alias, 'Customers of Paris')).toBeNull()
  })
})

describe('numbers', () => {
  const top = {
    question: 'Top 3 customers with more than 2 orders',
    sql: 'SELECT customer_id FROM orders GROUP BY customer_id HAVING COUNT(*) > 2 ORDER BY COUNT(*) DESC LIMIT 3',
  }

  test('replaces a limit and a compared number', async () => {
    const found = await adapted(top, 'top five customers with more than 1 order')
    expect(found?.sql).toMatch(/> 1 .*LIMIT 5$/)
    expect(found?.changes).toEqual([
      { from: '3', to: 'five' },
      { from: '2', to: '1' },
    ])
  })

  test('declines a number that may mean two things, or that is not compared with anything', async () => {
    const same = {
      ...top,
      question: 'Top 2 customers with more than 2 orders',
      sql: top.sql.replace('LIMIT 3', 'LIMIT 2'),
    }
    expect(await adapted(same, 'Top 3 customers with more than 1 orders')).toBeNull()
    const rounded = { question: 'Top 2 totals', sql: 'SELECT ROUND(total, 2) FROM orders ORDER BY total DESC LIMIT 2' }
    expect(await adapted(rounded, 'Top 3 totals')).toBeNull()
    expect(await adapted(top, 'Top 0 customers with more than 2 orders')).toBeNull()
  })

  test('hides a number that a column equals', async () => {
    const one = { question: 'Orders of customer 4711', sql: 'SELECT total FROM orders WHERE customer_id = 4711' }
    expect(await adapted(one, 'Orders of customer 2')).toMatchObject({
      sql: 'SELECT total FROM orders WHERE customer_id = 2',
      shownQuestion: 'Orders of customer …',
      changes: [{ from: null, to: '2' }],
    })
  })
})

describe('dates', () => {
  const count = (condition: string) => `SELECT COUNT(*) AS n FROM orders WHERE ${condition}`

  test.each([
    ['Orders in 2024', "strftime('%Y', order_date) = '2024'", 'Orders in 2025', "strftime('%Y', order_date) = '2025'"],
    ['Orders in 2024', 'year = 2024', 'Orders in 2025', 'year = 2025'],
    [
      'Orders in March 2025',
      "order_date BETWEEN '2025-03-01' AND '2025-03-31 23:59:59'",
      'Orders in February 2024',
      "order_date BETWEEN '2024-02-01' AND '2024-02-29 23:59:59'",
    ],
    [
      'Orders between 2023 and 2024',
      "order_date >= '2023-01-01' AND order_date < '2025-01-01'",
      'Orders between 2024 and 2025',
      "order_date >= '2024-01-01' AND order_date < '2026-01-01'",
    ],
    ['Orders since 2024', "order_date >= '2024-01-01'", 'Orders since March 2025', "order_date >= '2025-03-01'"],
    [
      'Orders of the last 30 days',
      "order_date >= date('now', '-30 days')",
      'Orders of the last 60 days',
      "order_date >= date('now', '-60 days')",
    ],
  ])('moves %s', async (question, condition, asked, expected) => {
    expect((await adapted({ question, sql: count(condition) }, asked))?.sql).toBe(count(expected))
  })

  test('moves a relative period to the day of the question', async () => {
    const example = {
      question: 'Orders this month',
      sql: count("order_date >= '2025-05-01' AND order_date < '2025-06-01'"),
    }
    expect((await adapted(example, 'orders this month', { askedOn: '2025-05-20' }))?.sql).toBe(
      count("order_date >= '2025-06-01' AND order_date < '2025-07-01'"),
    )
    // Asked in another month than it was stored, so its dates don't follow from the words.
    expect(await adapted(example, 'orders this month', { askedOn: '2025-06-01' })).toBeNull()
  })

  test.each([
    ['Orders in 2024', "order_date >= '2024-01-01'", 'Orders in 2023'],
    [
      'Orders in 2024 and the change',
      "order_date >= '2024-01-01' AND order_date < '2025-01-01' OR order_date < '2023-01-01'",
      'Orders in 2025 and the change',
    ],
    ['Orders in 2024', "strftime('%Y', order_date) = '2024'", 'Orders in March 2025'],
    ['Orders this year', "order_date >= date('now', 'start of year')", 'Orders last year'],
    ['Orders in 2024', "order_date LIKE '2024%'", 'Orders in 2025'],
  ])('declines to move %s with %s', async (question, condition, asked) => {
    expect(await adapted({ question, sql: count(condition) }, asked)).toBeNull()
  })
})

test('reads long questions and questions with many values in bounded steps', async () => {
  const words = Array.from({ length: 200 }, () => 'Berlin').join(' ')
  const many = { question: words, sql: "SELECT name FROM customers WHERE city = 'Berlin'" }
  expect(await adapted(many, words.replaceAll('Berlin', 'Paris'))).toBeNull()
  expect(await adapted(revenue, `Revenue of ${words} in 2024`)).toBeNull()
})
