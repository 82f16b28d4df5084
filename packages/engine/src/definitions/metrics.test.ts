import { formatMessage, type Cell } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { askDefined, translateOn } from '../testing/ask.ts'
import { definedToday, modelOf, openDefinedShop, shopDefinitions } from '../testing/defined-shop.ts'

const database = openDefinedShop()
const model = modelOf(database, shopDefinitions)

afterAll(() => database.close())

async function rowsOf(...questions: string[]): Promise<Cell[][]> {
  return (await askDefined(database, model, definedToday, ...questions)).rows
}

async function textOf(...questions: string[]): Promise<string> {
  return (await askDefined(database, model, definedToday, ...questions)).text
}

async function reasonOf(question: string): Promise<string> {
  const found = await translateOn(database, question, definedToday, [], model)
  return found.understood ? 'understood' : formatMessage(found.reason)
}

// Net revenue by order: 90, 300, 180, 900, 50, 40. The cancelled order doesn't count.
describe('a metric of the area', () => {
  it.each<[string, Cell[][]]>([
    ['what was our net revenue', [[1560]]],
    ['turnover in 2025', [[390]]],
    ['how many orders', [[6]]],
    [
      'net revenue by country',
      [
        ['France', 950],
        ['Germany', 610],
      ],
    ],
    [
      'net sales per market',
      [
        ['France', 950],
        ['Germany', 610],
      ],
    ],
    // Lines have the date of their order.
    [
      'basket units per month',
      [
        ['2025-01', 4],
        ['2025-06', 6],
        ['2026-01', 4],
        ['2026-02', 4],
        ['2026-03', 1],
      ],
    ],
    ['basket units in 2025', [[5]]],
    ['which country has the highest net revenue', [['France', 950]]],
    [
      'top 2 customers by net revenue',
      [
        ['Chloé', 950],
        ['Anna', 390],
      ],
    ],
    ['customers with net revenue over 300', [['Anna'], ['Chloé']]],
    [
      'orders per customer',
      [
        ['Anna', 2],
        ['Boris', 1],
        ['Chloé', 2],
        ['Test user', 1],
      ],
    ],
    [
      'monthly net revenue in 2026',
      [
        ['2026-01', 180],
        ['2026-02', 950],
        ['2026-03', 40],
      ],
    ],
    [
      'share of net revenue by country',
      [
        ['France', 60.8974358974359],
        ['Germany', 39.1025641025641],
      ],
    ],
    ['net revenue this year compared to last year', [[390, 1170, 200]]],
    ['average net revenue per customer', [[390]]],
    [
      'cancellation rate by customer segment',
      [
        ['Business', 0],
        ['Consumer', 1 / 3],
      ],
    ],
    [
      'units by category',
      [
        ['Light', 13],
        ['Seating', 10],
      ],
    ],
  ])('answers: %s', async (question, rows) => {
    expect(await rowsOf(question)).toEqual(rows)
  })

  it.each(['net revenue of cancelled orders', 'average order value of cancelled orders'])(
    'says that its own condition excludes what is asked for, instead of 0: %s',
    async (question) => {
      expect(await reasonOf(question)).toMatch(
        /is defined only for rows where status <> 'cancelled', so no row of it fits .*cancelled/,
      )
    },
  )

  it('answers for rows that its condition includes', async () => {
    expect(await rowsOf('net revenue of open orders')).toEqual([[50]])
    expect(await rowsOf('how many cancelled orders')).toEqual([[1]])
  })

  it('is computed from other metrics', async () => {
    expect(await rowsOf('average order value by market')).toEqual([
      ['France', 475],
      ['Germany', 152.5],
    ])
    expect(await rowsOf('AOV last year')).toEqual([[195]])
  })

  it('keeps its condition for itself', async () => {
    const { rows, translation } = await askDefined(database, model, definedToday, 'gross sales and net revenue')
    expect(rows).toEqual([[2190, 1560]])
    expect(translation.sql).not.toContain('WHERE (')
  })

  it('is followed up like any other number', async () => {
    expect(await rowsOf('net revenue by country', 'and by month?', 'only for Germany')).toEqual([
      ['2025-01', 90],
      ['2025-06', 300],
      ['2026-01', 180],
      ['2026-03', 40],
    ])
    expect(await rowsOf('net revenue by country', 'what about refunds instead')).toEqual([
      ['France', 25],
      ['Germany', 120],
    ])
    expect(await rowsOf('net revenue', 'by order size')).toEqual([
      ['large', 1200],
      ['small', 360],
    ])
  })

  it('has its own unit and format', async () => {
    expect(await textOf('what was our net revenue')).toBe('The net revenue is €1,560.')
    expect(await textOf('cancellation rate')).toBe('The cancellation rate is 14.3%.')
    const { translation } = await askDefined(database, model, definedToday, 'net revenue by country')
    expect(translation.formats.map((one) => one.unit)).toEqual([null, 'EUR'])
  })

  it('is named in the answer, with what it says and its version', async () => {
    const { translation } = await askDefined(database, model, definedToday, 'AOV of late orders by country')
    expect(translation.used.map(({ kind, name, version }) => `${kind} ${name} ${version}`)).toEqual([
      'metric Average order value 3',
      'metric Net revenue 3',
      'metric Orders 3',
      'dimension Country 1',
      'filter Late 1',
    ])
    const notes = translation.assumptions.map((one) => formatMessage(one))
    expect(notes).toContain("Net revenue is SUM(amount - discount) of orders where status <> 'cancelled'")
    expect(notes).toContain('Average order value is {Net revenue} / {Orders}')
  })

  it('says what to use instead if it is deprecated', async () => {
    const { rows, translation } = await askDefined(database, model, definedToday, 'gross sales')
    expect(rows).toEqual([[2190]])
    expect(translation.assumptions.map((one) => formatMessage(one))).toContain(
      'Gross sales should no longer be used: It includes cancelled orders. Use Net revenue instead.',
    )
  })

  it('is grouped only by what it allows, and by time', async () => {
    expect(await rowsOf('buyers by country')).toEqual([
      ['France', 1],
      ['Germany', 3],
    ])
    expect(await rowsOf('buyers per year')).toEqual([
      ['2025', 1],
      ['2026', 3],
    ])
    expect(await reasonOf('buyers by segment')).toBe(
      'Buyers is defined so that it can be grouped by Country or by time, but not by segment.',
    )
    expect(await reasonOf('buyers per customer')).toContain('but not by customer')
  })

  it('has no other function than its own', async () => {
    expect(await reasonOf('average net revenue')).toContain('Net revenue has its own computation')
    expect(await reasonOf('median net revenue')).toContain('Net revenue has its own computation')
  })

  it('leaves the table that has its name alone', async () => {
    expect(await rowsOf('list the orders')).toHaveLength(7)
    expect(await rowsOf('which customers have more than 1 order')).toHaveLength(3)
    expect(await rowsOf('cancelled orders by month')).toEqual([['2025-06', 1]])
  })
})

// Two payments or returns of an order would count its amount twice if they were joined.
describe('metrics of several tables', () => {
  it('are summarized table by table', async () => {
    expect(await rowsOf('cash in and net revenue')).toEqual([[1510, 1560]])
    expect(await rowsOf('net revenue and refunds by country')).toEqual([
      ['France', 950, 25],
      ['Germany', 610, 120],
    ])
    expect(await rowsOf('cash in and refunds of active customers')).toEqual([[1290, 145]])
    expect(await rowsOf('refunds and number of customers by country')).toEqual([
      ['Germany', 120, 3],
      ['France', 25, 1],
    ])
  })

  it('are combined by a formula over all rows, not only over those that are joined', async () => {
    expect(await rowsOf('refund rate')).toEqual([[145 / 1560]])
    expect(await rowsOf('refund rate by country')).toEqual([
      ['Germany', 120 / 610],
      ['France', 25 / 950],
    ])
    expect(await rowsOf('refund rate for large orders')).toEqual([[145 / 1200]])
  })

  it('use the date of each metric for a period, and say so', async () => {
    const { rows, translation } = await askDefined(database, model, definedToday, 'refunds and net revenue in 2026')
    expect(rows).toEqual([[25, 1170]])
    const notes = translation.assumptions.map((one) => formatMessage(one))
    expect(notes).toContain('Dates of Refunds refer to returns.returned_on')
    expect(notes).toContain('Dates of Net revenue refer to orders.created_at')
  })

  it('are declined for groups that repeat their rows', async () => {
    expect(await reasonOf('net revenue for each product')).toContain('count some rows more than once')
    expect(await reasonOf('net revenue and units by product')).toContain('One row of orders can have several rows')
  })

  it('are declined for a shape that can not be written', async () => {
    expect(await reasonOf('customers with a refund rate over 0.1')).not.toBe('understood')
    expect(await reasonOf('share of refund rate by country')).not.toBe('understood')
  })
})
