import { dialectFacts, sqlDialects, type Catalogue } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRealServer, type RealServer } from '../../../drivers/src/testing/real-servers.ts'
import { sortedRows } from '../../../engine/src/testing/approximately.ts'
import { openTables } from '../../../engine/src/testing/queries.ts'
import { gate } from '../../../sql/src/gate.ts'
import { parseSql } from '../../../sql/src/parse/index.ts'
import { Refusal } from '../contract.ts'
import { catalogueOn, metricQuery, modelOf, shopRows, shopTables } from '../testing/shop.ts'
import { compile } from './compile.ts'

const shop = openTables(shopTables + shopRows)
afterAll(() => shop.close())

const budgets = (catalogue: Catalogue) => {
  const [left, right] = ['customers', 'budgets'].map(
    (name) => catalogue.tables.find((table) => table.name.toLowerCase() === name)?.name ?? name,
  )
  return [
    {
      left_table: left,
      left_column: 'country',
      right_table: right,
      right_column: 'country',
      cardinality: 'many_to_one' as const,
    },
  ]
}

const questions: Parameters<typeof metricQuery>[0][] = [
  { metrics: ['Order total', 'Payments', 'Customers'], group_by: ['Customer'] },
  { metrics: ['Orders', 'Payments', 'Net', 'Refund rate'], group_by: ['Country'] },
  { metrics: ['Order total', 'Sales', 'Orders', 'Average order'], group_by: ['Status', 'Big'] },
  { metrics: ['Sales'], group_by: ['Category', 'Country'], filters: ['Active customers', 'Not cancelled'] },
  { metrics: ['Sales', 'Payments'], grain: 'month' },
  { metrics: ['Order total', 'Pieces', 'Per nothing'] },
  {
    metrics: ['Net per order', 'Unpaid'],
    period: { from: '2025-01-10', before: '2025-03-01' },
    where: [{ dimension: 'Country', operator: 'not_in', values: ['Italy', "Côte d'Ivoire"] }],
  },
  {
    metrics: ['Orders'],
    group_by: ['Customer'],
    where: [{ dimension: 'Total', operator: 'at_least', values: [20] }],
    order: { by: 'Customer', descending: false },
    limit: 3,
  },
  { metrics: ['Customers'], group_by: ['Budget country'] },
]

function sqlOn(catalogue: Catalogue, query: (typeof questions)[number]): string {
  const found = compile(metricQuery(query), modelOf(catalogue, { joins: budgets(catalogue) }))
  if (found instanceof Refusal) throw new Error(JSON.stringify(found.reason))
  return found.sql
}

describe.each(sqlDialects)('the gate proves the compiled SQL for %s', (dialect) => {
  const schema = dialectFacts[dialect].folding === 'upper' ? 'SHOP' : 'shop'
  const catalogue = catalogueOn(dialect, shop.catalogue, dialect === 'sqlite' ? null : schema)

  it.each([...questions, { metrics: ['Orders'], grain: 'week' as const }])('%j', async (query) => {
    const sql = sqlOn(catalogue, query)
    const principal = { userId: '7', tenantId: null, deptId: null, attributes: {} }
    const asked = { sql, dialect, catalogue, allowedTables: null, policies: null, principal, limits: { maxRows: 1000 } }
    const result = await gate(asked, parseSql)
    expect(result.allowed ? 'allowed' : `${JSON.stringify(result)}: ${sql}`).toBe('allowed')
  })
})

/** PostgreSQL shows months as dates. */
function comparable(rows: readonly unknown[]): string[] {
  const month = (date: Date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
  const cells = rows.map((row) => (Array.isArray(row) ? row : []))
  return sortedRows(cells.map((row) => row.map((cell: unknown) => (cell instanceof Date ? month(cell) : cell))))
}

describe.each(['postgresql', 'mysql'] as const)('compiled SQL on %s', (dialect) => {
  let server: RealServer | { skip: string }
  beforeAll(async () => {
    server = await openRealServer(dialect)
    if ('skip' in server) return
    for (const statement of (shopTables + shopRows).split(';')) {
      if (statement.trim() !== '') await server.run(statement)
    }
  })
  beforeEach((test) => {
    if ('skip' in server) test.skip(server.skip)
  })
  afterAll(async () => {
    if (!('skip' in server)) await server.stop()
  })

  it.each(questions)('returns the same rows as SQLite: %j', async (query) => {
    if ('skip' in server) return
    const schema = dialect === 'postgresql' ? 'public' : String(server.config.database)
    const rows = await server.read(sqlOn(catalogueOn(dialect, shop.catalogue, schema), query))
    expect(comparable(rows)).toEqual(comparable(shop.rows(sqlOn(shop.catalogue, query))))
  })
})
