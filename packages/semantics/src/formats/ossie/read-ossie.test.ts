import { formatMessage, type Metric, type PortableItem, type SqlDialect } from '@parlance/contract'
import { testDataFolder } from '@parlance/contract/testing'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDefinitions } from '../import-file.ts'
import { shopTables } from '../testing/shop-tables.ts'

interface Read {
  items: PortableItem[]
  notes: string[]
}

function read(content: string, dialect: SqlDialect = 'postgresql'): Read {
  const { items, notes } = readDefinitions(content, shopTables(dialect))
  return {
    items: items.map(({ place: _place, ...item }) => item),
    notes: notes.map(({ place, effect, reason }) => `${place.line} ${place.path} ${effect}: ${formatMessage(reason)}`),
  }
}

const datasets = `
      - {name: customers, source: public.customers, primary_key: [id], fields: []}
      - name: orders
        source: public.orders
        primary_key: [id]
        fields:
          - {name: amount, expression: {dialects: [{dialect: ANSI_SQL, expression: amount}]}}
          - {name: net, expression: {dialects: [{dialect: ANSI_SQL, expression: amount * 0.8}]}}
      - {name: order_lines, source: public.order_lines}
      - {name: visits, source: public.visits}
      - {name: archive, source: warehouse.public.archive}`
const relationships = `
    relationships:
      - {name: a, from: orders, to: customers, from_columns: [customer_id], to_columns: [id]}
      - {name: b, from: order_lines, to: orders, from_columns: [order_id], to_columns: [id]}`

function model(rest: string): string {
  return `version: 0.2.0.dev0\nsemantic_model:\n  - name: shop\n    datasets:${datasets}${rest}`
}

function metricFile(expression: string, dialect = 'ANSI_SQL'): string {
  const quoted = JSON.stringify(expression)
  return model(
    `${relationships}\n    metrics:\n      - {name: m, expression: {dialects: [{dialect: ${dialect}, expression: ${quoted}}]}}`,
  )
}

/** What comes of a metric's expression: its computation and parts, or the reason why it is left out. */
function outcome(expression: string, dialect?: SqlDialect): unknown {
  const { items, notes } = read(metricFile(expression), dialect)
  const metrics = items.flatMap((item) => (item.kind === 'metric' ? [item.value] : []))
  if (metrics.length === 0)
    return notes
      .find((note) => note.includes('metrics[0]'))
      ?.split(': ')
      .slice(1)
      .join(': ')
  return metrics.length === 1 ? metrics[0]?.computation : metrics.map(shown)
}

function shown({ name, computation }: Metric): string {
  const text = computation.kind === 'formula' ? computation.formula : `${computation.table}: ${computation.expression}`
  return `${name} = ${text}`
}

const aggregate = (table: string, expression: string, condition: string | null = null) => ({
  kind: 'aggregate',
  table,
  expression,
  condition,
  time_column: null,
})

describe('a metric of Ossie', () => {
  it.each<[expression: string, computation: object]>([
    ['SUM(orders.amount)', aggregate('orders', 'SUM(amount)')],
    ['sum(public.orders.amount)', aggregate('orders', 'sum(amount)')],
    ['SUM(amount)', aggregate('orders', 'SUM(amount)')],
    ['SUM("orders"."amount")', aggregate('orders', 'SUM("amount")')],
    ['SUM(orders.net)', aggregate('orders', 'SUM((amount * 0.8))')],
    ['SUM(orders.amount) / COUNT(orders.id)', aggregate('orders', 'SUM(amount) / COUNT(id)')],
    ['SUM(order_lines."Unit Price")', aggregate('order_lines', 'SUM("Unit Price")')],
    [
      "COUNT(DISTINCT CASE WHEN orders.status = 'open' THEN orders.customer_id END)",
      aggregate('orders', "COUNT(DISTINCT CASE WHEN status = 'open' THEN customer_id END)"),
    ],
    ["SUM(orders.amount) FILTER (WHERE orders.status = 'paid')", aggregate('orders', 'SUM(amount)', "status = 'paid'")],
    [
      "SUM(orders.amount) FILTER (WHERE orders.status = 'paid') / COUNT(*) FILTER (WHERE orders.status = 'paid')",
      aggregate('orders', 'SUM(amount) / COUNT(*)', "status = 'paid'"),
    ],
    [
      "COUNT(CASE WHEN orders.ordered_at >= DATE '2026-01-01' THEN 1 END)",
      aggregate('orders', "COUNT(CASE WHEN ordered_at >= DATE '2026-01-01' THEN 1 END)"),
    ],
  ])('reads %s', (expression, computation) => {
    expect(outcome(expression)).toEqual(computation)
  })

  it('splits an expression over datasets that no relationship leads between', () => {
    expect(outcome('100 * COUNT(orders.id) / NULLIF(SUM(visits.visitors), 0)')).toEqual([
      'm, part 1 = orders: COUNT(id)',
      'm, part 2 = visits: SUM(visitors)',
      'm = 100 * {m, part 1} / {m, part 2}',
    ])
  })

  it.each<[expression: string, reason: string]>([
    ['SUM(orders.amount) / COUNT(DISTINCT customers.id)', 'It combines orders and customers, which are joined.'],
    ['SUM(order_lines.quantity) / COUNT(customers.id)', 'It combines order_lines and customers, which are joined.'],
    ['SUM(orders.amount * customers.id) + SUM(visits.visitors)', 'It combines orders and customers'],
    ['SUM(orders.amount * visits.visitors)', 'One aggregate reads orders and visits.'],
    ['SUM(orders.amount) + visits.visitors', 'It reads a column outside of an aggregate.'],
    ['ROUND(SUM(orders.amount) / SUM(visits.visitors))', 'A formula has only metrics, numbers, and + - * / ( ).'],
    ['SUM(orders.amount) OVER (ORDER BY orders.ordered_at)', 'It uses a window function.'],
    ['(SELECT SUM(amount) FROM orders)', 'It contains a query.'],
    ['orders.amount', 'It has no aggregate'],
    ['COUNT(*)', 'It does not say which dataset it counts.'],
    ['SUM(orders.nothing)', 'The table orders has no column nothing.'],
    ['SUM(nowhere.amount)', 'The file has no dataset nowhere.'],
    ['SUM(archive.amount)', 'It needs the dataset archive, which does not come in.'],
    ['COUNT(id)', 'Several datasets have id: customers, orders.'],
    ['SUM(orders.amount', 'The expression is not complete.'],
    ['SUM(orders.amount); DROP TABLE orders', 'The expression is not complete.'],
    ['SUM(orders.amount) + :x', 'The expression has a parameter.'],
  ])('leaves out %s and says why', (expression, reason) => {
    expect(outcome(expression)).toContain(reason)
  })

  it('prefers the expression of the database, then standard SQL', () => {
    const expression =
      '{dialects: [{dialect: TABLEAU, expression: "SUM([x])"}, {dialect: ANSI_SQL, expression: SUM(orders.amount)}, {dialect: SNOWFLAKE, expression: SUM(orders.amount::FLOAT)}]}'
    const file = model(`\n    metrics:\n      - {name: m, expression: ${expression}}`)
    const computed = (dialect: SqlDialect) =>
      read(file, dialect).items.flatMap((item) => (item.kind === 'metric' ? [shown(item.value)] : []))
    expect(computed('postgresql')).toEqual(['m = orders: SUM(amount)'])
    expect(computed('snowflake')).toEqual(['m = orders: SUM("amount"::FLOAT)'])
  })

  it('says which dialects it has if none can be read', () => {
    const { notes } = read(metricFile('SUM([x])', 'TABLEAU'))
    expect(notes.join('\n')).toContain('The file has this expression for TABLEAU, but not for ANSI_SQL.')
  })

  it('refuses standard SQL that the database reads in another way', () => {
    const expression = "COUNT(DISTINCT orders.status || 'x')"
    expect(outcome(expression, 'mysql')).toContain('This database reads || as OR.')
    expect(outcome(expression, 'sqlite')).toEqual(aggregate('orders', "COUNT(DISTINCT status || 'x')"))
  })

  it('quotes names as the database does', () => {
    expect(outcome('SUM(order_lines."Unit Price")', 'mysql')).toEqual(aggregate('order_lines', 'SUM(`Unit Price`)'))
  })
})

describe('an Ossie file', () => {
  it('reads relationships with their cardinality', () => {
    const { items } = read(
      model(`${relationships}
      - {name: c, from: customers, to: orders, from_columns: [id], to_columns: [id]}
      - {name: d, from: order_lines, to: visits, from_columns: [order_id, product], to_columns: [visitors, day]}`),
    )
    expect(items.flatMap((item) => (item.kind === 'relationship' ? [item.value] : []))).toEqual([
      {
        left_table: 'orders',
        left_column: 'customer_id',
        right_table: 'customers',
        right_column: 'id',
        cardinality: 'many_to_one',
      },
      {
        left_table: 'order_lines',
        left_column: 'order_id',
        right_table: 'orders',
        right_column: 'id',
        cardinality: 'many_to_one',
      },
      {
        left_table: 'customers',
        left_column: 'id',
        right_table: 'orders',
        right_column: 'id',
        cardinality: 'one_to_one',
      },
      {
        left_table: 'order_lines',
        right_table: 'visits',
        join_condition: '"order_lines"."order_id" = "visits"."visitors" AND "order_lines"."product" = "visits"."day"',
        cardinality: 'many_to_one',
      },
    ])
  })

  it('lists what does not fit with its place, and takes the rest', () => {
    const { notes } = read(
      model(`${relationships}
      - {name: c, from: orders, to: nowhere, from_columns: [id], to_columns: [id]}
      - {name: d, from: orders, to: customers, from_columns: [id, status], to_columns: [id]}
      - {name: e, from: orders, to: archive, from_columns: [id], to_columns: [id]}
    ai_context: {examples: [How many orders?]}
    custom_extensions: [{vendor_name: DBT, data: "{}"}]
    color: red`),
    )
    expect(notes).toEqual([
      expect.stringContaining('11 semantic_model[0].datasets[1].fields[1] left_out: It is not a dimension'),
      expect.stringContaining('datasets[4].source left_out: The area has no table warehouse.public.archive.'),
      expect.stringContaining('relationships[2].to left_out: The file has no dataset nowhere.'),
      expect.stringContaining('relationships[3] left_out: Both sides must name the same number of columns.'),
      expect.stringContaining('relationships[4].to left_out: It needs the dataset archive, which does not come in.'),
      expect.stringContaining('ai_context.examples[0] left_out: An area keeps sample questions as verified examples.'),
      expect.stringContaining('custom_extensions[0] part_left_out: An area cannot keep extensions of DBT.'),
      expect.stringContaining('color part_left_out: Parlance does not know the key color.'),
    ])
  })

  it('takes a table of another schema if only one has its name, and says so', () => {
    const { items, notes } = read(
      'version: 0.2.0.dev0\nname: x\ndatasets: [{name: o, source: dev.staging.orders, description: Orders}]',
    )
    expect(items).toEqual([{ kind: 'table', value: { table_name: 'orders', description: 'Orders', synonyms: ['o'] } }])
    expect(notes).toEqual([
      '3 datasets[0].source assumed: dev.staging.orders was read as the table orders of the area.',
    ])
  })

  it('says where a value has the wrong type', () => {
    const { notes } = read(model('\n    metrics:\n      - {name: 7, expression: x}\n      - {name: ok, expression: x}'))
    expect(notes.filter((note) => note.includes('.metrics['))).toEqual([
      expect.stringContaining('metrics[0].name left_out: This must be text.'),
      expect.stringContaining('metrics[1].expression left_out: This must be an object with keys.'),
    ])
  })

  it('keeps names such as constructor apart from an object’s own', () => {
    const file = model(
      '\n    metrics:\n      - {name: constructor, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(orders.amount)}]}}',
    )
    expect(read(file).items.find((item) => item.kind === 'metric')?.value).toMatchObject({ name: 'constructor' })
  })

  it.skipIf(testDataFolder() === null)('reads the example of TPC-DS', () => {
    const content = readFileSync(join(testDataFolder() ?? '', 'ossie/tpcds_semantic_model.yaml'), 'utf8')
    const names = ['store_sales', 'date_dim', 'customer', 'item', 'store']
    const tables = names.map((name) => ({ name, schema: 'public', shortName: name, columns: null, keys: [] }))
    const { items, notes } = readDefinitions(content, { dialect: 'snowflake', tables })
    const count = (kind: PortableItem['kind']) => items.filter((item) => item.kind === kind).length
    expect([count('table'), count('relationship'), count('metric'), count('dimension')]).toEqual([5, 4, 3, 1])
    expect(notes.filter(({ effect }) => effect === 'left_out').map(({ place }) => place.path)).toEqual([
      'semantic_model[0].metrics[2].expression',
      'semantic_model[0].metrics[4].expression',
    ])
  })
})
