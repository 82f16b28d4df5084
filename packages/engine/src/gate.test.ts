import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, sqlDialects, type Catalogue, type SqlDialect } from '@parlance/contract'
import { gate } from '../../sql/src/gate.ts'
import { parseSql } from '../../sql/src/parse/index.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { translate } from './translate.ts'

const shop = openShop()
afterAll(() => shop.close())

const upperCase: ReadonlySet<SqlDialect> = new Set<SqlDialect>(['oracle', 'snowflake', 'hana'])

/** The shop as a database of the dialect stores it: some keep unquoted names in capitals. */
function catalogueOn(dialect: SqlDialect): Catalogue {
  const spell = (name: string) => (upperCase.has(dialect) ? name.toUpperCase() : name)
  const schema = dialect === 'sqlite' ? null : spell('shop')
  const tables = shop.catalogue.tables.map((table) => ({
    ...table,
    schema,
    name: spell(table.name),
    primaryKey: table.primaryKey.map(spell),
    columns: table.columns.map((column) => ({ ...column, name: spell(column.name) })),
    foreignKeys: table.foreignKeys.map((key) => ({
      columns: key.columns.map(spell),
      referencedSchema: schema,
      referencedTable: spell(key.referencedTable),
      referencedColumns: key.referencedColumns.map(spell),
    })),
  }))
  return { dialect, defaultSchema: schema, tables }
}

const questions = [
  'average number of orders per customer for each country',
  'average monthly revenue',
  'number of orders by weekday',
  'customers with more orders than Ana Lopez',
  'What is the ratio of orders to customers?',
  'number of orders by week',
  'number of orders by quarter',
  'What percentage of orders were delivered?',
  'percentage of orders by status',
  'median price of products for each category',
  'median price of products',
  'the two most expensive products per category',
  'the best-selling product in each category',
  'difference between the highest and lowest price of products',
  'number of orders by month 2024 vs 2025',
  'cancellation rate by country',
  'which product has the longest name',
  'products whose name has more than 5 characters',
  'average length of product names',
  'which product has the highest ratio of price to cost',
  'customers who spent over $100 in 2025',
]

async function outcomeOf(question: string, dialect: SqlDialect, before?: string): Promise<string> {
  const catalogue = catalogueOn(dialect)
  const known = { catalogue, today: shopToday, valuesOf: shop.valuesOf }
  const first = before === undefined ? null : await translate({ ...known, question: before, history: [] })
  const history = first?.understood === true ? [{ question: '', sql: first.sql, state: first.state }] : []
  const found = await translate({ ...known, question, history })
  if (!found.understood) return formatMessage(found.reason)
  const principal = { userId: '7', tenantId: null, deptId: null, attributes: {} }
  const limits = { maxRows: 1000 }
  const asked = { sql: found.sql, dialect, catalogue, allowedTables: null, policies: null, principal, limits }
  const result = await gate(asked, parseSql)
  return result.allowed ? 'allowed' : `${JSON.stringify(result)}: ${found.sql}`
}

describe.each(sqlDialects)('the gate proves the SQL for %s', (dialect) => {
  it.each(questions)('%s', async (question) => {
    expect(await outcomeOf(question, dialect)).toBe('allowed')
  })

  it('shows one row from the middle of a list, and rows that belong to it', async () => {
    expect(await outcomeOf('the second one', dialect, 'top 5 customers by number of orders')).toBe('allowed')
    expect(await outcomeOf('show the orders of the third one', dialect, 'top 5 customers by number of orders')).toBe(
      'allowed',
    )
  })

  it('looks up rows of other tables for a percentage, where the database can', async () => {
    expect(await outcomeOf('what percentage of customers never ordered?', dialect)).toBe(
      dialect === 'tsql'
        ? 'This database cannot compute a percentage with a condition on another table, orders.'
        : 'allowed',
    )
  })
})
