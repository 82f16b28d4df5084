import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Catalogue, Cell, SqlDialect } from '@parlance/contract'
import { openRealServer, type RealServer } from '../../drivers/src/testing/real-servers.ts'
import { sortedRows } from './testing/approximately.ts'
import { ask } from './testing/ask.ts'
import { openShop, shopRows, shopSchema, shopToday } from './testing/shop.ts'
import { translate } from './translate.ts'

const shop = openShop()
afterAll(() => shop.close())

/** The shop's dates are texts in SQLite; servers store them as dates. */
function catalogueOn(dialect: SqlDialect, schema: string): Catalogue {
  const tables = shop.catalogue.tables.map((table) => ({
    ...table,
    schema,
    columns: table.columns.map((column) =>
      /_date$|_at$/.test(column.name) ? { ...column, kind: 'date' as const, dataType: 'date' } : column,
    ),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, referencedSchema: schema })),
  }))
  return { dialect, defaultSchema: schema, tables }
}

function statementsFor(dialect: SqlDialect): string[] {
  const typed = `${shopSchema}${shopRows}`
    .replaceAll(/(_date|_at) TEXT/g, '$1 DATE')
    .replaceAll('REAL', 'DOUBLE PRECISION')
  const written = dialect === 'mysql' ? typed.replaceAll(/ REFERENCES \w+/g, '') : typed
  return written.split(';').filter((one) => one.trim() !== '')
}

const questions = [
  'average number of orders per customer',
  'average number of orders per customer for each country',
  'average revenue per order',
  'average number of orders per customer in 2019',
  'What percentage of orders were delivered?',
  'What percentage of orders in 2025 were delivered?',
  'what percentage of customers never ordered?',
  'What percent of revenue comes from Kitchen?',
  'what percentage of orders for each customer were delivered?',
  'percentage of orders by status',
  'what percentage of orders in 2019 were delivered?',
  'customers with more orders than Ana Lopez',
  'customers with fewer orders than Ben Kurz',
  'the ratio of orders to customers',
  'How many orders were placed more than 3 months ago?',
  'median price of products',
  'median price of products for each category',
  'the 2 categories with the highest median price of products',
  'number of orders by weekday',
  'On which day of the week was the highest revenue?',
  'the cheapest product in each category',
  'the two most expensive products per category',
  'the best-selling product in each category',
  'top 1 customers by revenue in each country',
  'the product with the most reviews in each category',
  'difference between the highest and lowest price of products',
  'top 2 customers with the highest revenue',
  'cancellation rate by country',
  'which product has the longest name',
  'products whose name has more than 5 characters',
  'ratio of price to cost per product',
  'which product has the highest ratio of price to cost',
  'customers who spent over $100 in 2025',
]

describe.each(['postgresql', 'mysql'] as const)('new kinds of answers on %s', (dialect) => {
  let server: RealServer | { skip: string }
  beforeAll(async () => {
    server = await openRealServer(dialect)
    if ('skip' in server) return
    for (const statement of statementsFor(dialect)) await server.run(statement)
  })
  beforeEach((test) => {
    if ('skip' in server) test.skip(server.skip)
  })
  afterAll(async () => {
    if (!('skip' in server)) await server.stop()
  })

  it.each(questions)('returns the same rows as SQLite: %s', async (question) => {
    if ('skip' in server) return
    const schema = dialect === 'postgresql' ? 'public' : String(server.config.database)
    const catalogue = catalogueOn(dialect, schema)
    const found = await translate({ question, catalogue, today: shopToday, history: [], valuesOf: shop.valuesOf })
    if (!found.understood) throw new Error(`Not understood: ${JSON.stringify(found.reason)}`)
    const rows = (await server.read(found.sql)) as Cell[][]
    expect(sortedRows(rows)).toEqual(sortedRows((await ask(shop, shopToday, question)).rows))
  })
})
