import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dialectFacts, formatMessage, sqlDialects } from '@parlance/contract'
import type { Catalogue, Cell, CatalogueColumn, CatalogueTable, SqlDialect } from '@parlance/contract'
import { openRealServer } from '@parlance/drivers/testing'
import { translate, type PriorQuestion } from '@parlance/engine'
import { gate } from '@parlance/sql'
import { parseSql } from '../../../../packages/sql/src/parse/index.ts'
import { schemaOf } from '../../../../packages/sql/src/testing/request.ts'

type RealServer = Exclude<Awaited<ReturnType<typeof openRealServer>>, { skip: string }>

const today = '2025-06-15'
const countries: Cell[] = ['Spain', 'Germany', 'France']

function catalogueFor(dialect: SqlDialect, schema: string | null): Catalogue {
  const spelled = (name: string) => (dialectFacts[dialect].folding === 'upper' ? name.toUpperCase() : name)
  const column = (name: string, kind: CatalogueColumn['kind']): CatalogueColumn => ({
    name: spelled(name),
    dataType: kind,
    kind,
    nullable: false,
    comment: null,
  })
  const table = (name: string, columns: CatalogueColumn[]): CatalogueTable => ({
    schema,
    name: spelled(name),
    objectType: 'TABLE',
    comment: null,
    columns,
    primaryKey: columns.slice(0, 1).map((one) => one.name),
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
  })
  const customers = table('customers', [
    column('customer_id', 'integer'),
    column('name', 'text'),
    column('country', 'text'),
  ])
  const orders = table('orders', [
    column('order_id', 'integer'),
    column('customer_id', 'integer'),
    column('order_date', 'date'),
    column('total', 'number'),
  ])
  const [key] = customers.primaryKey
  orders.foreignKeys = [
    {
      columns: [key ?? ''],
      referencedSchema: schema,
      referencedTable: customers.name,
      referencedColumns: [key ?? ''],
    },
  ]
  return { dialect, defaultSchema: schema, tables: [customers, orders] }
}

async function converse(catalogue: Catalogue, questions: readonly string[]): Promise<string[]> {
  const history: PriorQuestion[] = []
  for (const question of questions) {
    const valuesOf = async (_table: string, name: string) => ({ values: /country/i.test(name) ? countries : null })
    const found = await translate({ question, catalogue, today, history, valuesOf })
    if (!found.understood) throw new Error(`${question}: ${formatMessage(found.reason)}`)
    history.push({ question, sql: found.sql, state: found.state })
  }
  return history.map(({ sql }) => sql)
}

const conversations: string[][] = [
  [
    'total of orders by country in 2025',
    'compare with last year',
    'sort it descending',
    'exclude Germany',
    'top 2',
    'back',
  ],
  ['How many orders from Germany?', 'what share is that?', 'list them', 'how many is that?'],
  ['top 2 customers by number of orders', 'sort by name', 'back', 'show the orders of the first one'],
  ['orders 2024 vs 2025', 'by country', 'in total', 'the same days'],
]

describe.each(sqlDialects)('follow-ups on %s', (dialect) => {
  test.each(conversations)('%j pass the gate', async (...questions) => {
    const catalogue = catalogueFor(dialect, schemaOf[dialect])
    for (const sql of await converse(catalogue, questions)) {
      const result = await gate(
        {
          sql,
          dialect,
          catalogue,
          allowedTables: null,
          policies: null,
          principal: { userId: 'u', tenantId: null, deptId: null, attributes: {} },
          limits: { maxRows: 101 },
          now: '2025-06-15T00:00:00.000Z',
        },
        parseSql,
      )
      expect(result.allowed ? null : [sql, result.reasons]).toBeNull()
    }
  })
})

const tables = [
  'CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, country VARCHAR(40) NOT NULL)',
  'CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, order_date DATE NOT NULL, total NUMERIC(10, 2) NOT NULL)',
  "INSERT INTO customers VALUES (1, 'Ana', 'Spain'), (2, 'Ben', 'Germany'), (3, 'Eva', 'France')",
  "INSERT INTO orders VALUES (1, 1, '2024-02-10', 80), (2, 2, '2024-11-23', 100), (3, 2, '2025-01-15', 150), (4, 3, '2025-05-08', 30)",
]
const rowsOf = (rows: unknown[]) =>
  rows.map((row) =>
    Array.isArray(row)
      ? row.map((cell) => (cell === null || Number.isNaN(Number(cell)) ? cell : Math.round(Number(cell))))
      : row,
  )

describe.each(['postgresql', 'mysql'] as const)('follow-ups on a real %s server', (kind) => {
  let server: RealServer
  let skip: string | null = null
  beforeAll(async () => {
    const started = await openRealServer(kind)
    if ('skip' in started) {
      skip = started.skip
      return
    }
    server = started
    for (const statement of tables) await server.run(statement)
  })
  beforeEach((context) => {
    if (skip !== null) context.skip(skip)
  })
  afterAll(async () => {
    if (skip === null) await server.stop()
  })

  test.each<[string[], unknown[][]]>([
    [
      ['total of orders by country in 2025', 'compare with last year', 'sort by country'],
      [
        ['France', 0, 30, null],
        ['Germany', 100, 150, 50],
        ['Spain', 80, 0, -100],
      ],
    ],
    [['orders 2024 vs 2025', 'the same days'], [[1, 2, 100]]],
    [['How many orders from Germany?', 'what share is that?'], [[2, 50]]],
    [['top 2 customers by number of orders', 'sort by name descending', 'top 1'], [['Ben', 2]]],
    [['top 1 customers by number of orders', 'show the orders of the first one', 'how many is that?'], [[2]]],
  ])('%j', async (questions, expected) => {
    const sql = (await converse(catalogueFor(kind, 'public'), questions)).at(-1) ?? ''
    expect(rowsOf(await server.read(sql))).toEqual(expected)
  })
})
