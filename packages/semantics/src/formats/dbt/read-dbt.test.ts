import { formatMessage, type Metric, type SqlDialect } from '@parlance/contract'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDefinitions, type ReadDefinitions } from '../import-file.ts'
import { shopTables } from '../testing/shop-tables.ts'

function readFixture(name: string, dialect: SqlDialect = 'postgresql'): ReadDefinitions {
  return readDefinitions(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'), shopTables(dialect))
}

function shown({ computation }: Metric): string {
  if (computation.kind === 'formula') return computation.formula
  const { table, expression, condition, time_column } = computation
  const where = condition === null ? '' : ` WHERE ${condition}`
  return `${table}: ${expression}${where}${time_column === null ? '' : ` BY ${time_column.column}`}`
}

function metricsOf({ items }: ReadDefinitions): Record<string, string> {
  return Object.fromEntries(
    items.flatMap((item) => (item.kind === 'metric' ? [[item.value.name, shown(item.value)]] : [])),
  )
}

function notesOf({ notes }: ReadDefinitions): string[] {
  return notes.map(({ place, effect, reason }) => `${place.path} ${effect}: ${formatMessage(reason)}`)
}

describe('a semantic manifest whose metrics name measures', () => {
  const read = readFixture('measures')

  it('reads simple, ratio, and derived metrics with their filters', () => {
    expect(metricsOf(read)).toEqual({
      revenue: 'orders: SUM(amount)',
      orders: 'orders: COUNT(1)',
      buyers: 'orders: COUNT(DISTINCT customer_id)',
      paid_revenue: "orders: SUM(amount) WHERE ((amount > 100)) AND (status = 'paid')",
      large_orders: 'orders: SUM(CASE WHEN amount > 100 THEN 1 ELSE 0 END)',
      middle: 'orders: PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount)',
      average_amount: 'orders: AVG(amount) BY ordered_at',
      quantity: 'order_lines: SUM(quantity)',
      recent: "orders: SUM(amount) WHERE ordered_at >= '2026-01-01'",
      per_buyer: '{revenue} / {buyers}',
      'paid_share, part 1': "orders: SUM(amount) WHERE status = 'paid'",
      paid_share: '{paid_share, part 1} / {revenue}',
      units_per_buyer: '100 * {quantity} / {buyers}',
    })
  })

  it('reads entities as relationships, and dimensions as hints, dimensions, and time columns', () => {
    const values = read.items.flatMap((item) =>
      item.kind === 'metric' ? [] : [{ kind: item.kind, ...Object(item.value) }],
    )
    expect(values).toMatchObject([
      { kind: 'table', table_name: 'customers', description: 'People who buy' },
      { kind: 'table', table_name: 'orders', synonyms: ['Sales'] },
      {
        kind: 'dimension',
        name: 'order_status',
        expression: 'status',
        description: 'Where the order is',
        synonyms: ['Status'],
      },
      { kind: 'dimension', name: 'is_large', expression: 'amount > 100' },
      { kind: 'time_column', table: 'orders', column: 'ordered_at' },
      { kind: 'dimension', name: 'line_total', expression: 'quantity * "Unit Price"' },
      {
        kind: 'relationship',
        left_table: 'orders',
        left_column: 'customer_id',
        right_table: 'customers',
        right_column: 'id',
        cardinality: 'many_to_one',
      },
      { kind: 'relationship', left_table: 'order_lines', right_table: 'orders', cardinality: 'many_to_one' },
    ])
  })

  it('lists what does not fit with the reason', () => {
    expect(notesOf(read)).toEqual([
      expect.stringContaining('measures[8] left_out: No metric uses this measure.'),
      expect.stringContaining(
        'semantic_models[3].node_relation left_out: The area has no table warehouse.public.archive.',
      ),
      'metrics[1] part_left_out: dbt also shows periods without rows. Here they are left out.',
      expect.stringContaining('metrics[7] left_out: Databases compute percentiles in different ways.'),
      expect.stringContaining('metrics[8] left_out: It takes the first or last value of a period.'),
      expect.stringContaining('metrics[10].type_params.measure left_out: It needs archived, which does not come in.'),
      expect.stringContaining('left_out: It rounds order__ordered_at to a month.'),
      expect.stringContaining('left_out: It filters by customer__region, which is not in the table orders.'),
      expect.stringContaining("left_out: A filter of an area cannot contain Metric('revenue', group_by=['customer'])."),
      expect.stringContaining('denominator left_out: orders counts as 0 where it has no rows.'),
      expect.stringContaining('expr left_out: A formula has only metrics, numbers, and + - * / ( ).'),
      expect.stringContaining('offset_window left_out: It compares with an earlier period.'),
      expect.stringContaining('left_out: It needs p90, which does not come in.'),
      expect.stringContaining('metrics[22] left_out: It adds up over time.'),
      expect.stringContaining('metrics[23] left_out: It follows users from one event to another.'),
      expect.stringContaining('left_out: It needs itself, which does not come in.'),
      expect.stringContaining('time_spines[0] left_out: Parlance needs no time spine'),
      expect.stringContaining('saved_queries[0] left_out: An area has no saved queries.'),
    ])
  })

  it('leaves out a median that the database cannot compute', () => {
    expect(metricsOf(readFixture('measures', 'mysql'))).not.toHaveProperty('middle')
    expect(metricsOf(readFixture('measures', 'sqlite'))).toMatchObject({ middle: 'orders: MEDIAN(amount)' })
  })
})

describe('a semantic manifest whose metrics aggregate themselves', () => {
  const read = readFixture('aggregations')

  it('reads them like those with measures', () => {
    expect(metricsOf(read)).toEqual({
      revenue: 'orders: SUM(amount) BY ordered_at',
      orders: 'orders: COUNT(1) BY ordered_at',
      paid_revenue: "orders: SUM(amount) WHERE status = 'paid' BY ordered_at",
      middle: 'orders: PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount) BY ordered_at',
      paid_share: '{paid_revenue} / {revenue}',
    })
  })

  it('lists what does not fit with the reason', () => {
    expect(notesOf(read)).toEqual([
      'metrics[1] part_left_out: dbt also shows periods without rows. Here they are left out.',
      expect.stringContaining('left_out: Parlance does not know the aggregation geometric_mean.'),
      expect.stringContaining(
        'metrics[6].type_params left_out: It names no measure and has no aggregation of its own.',
      ),
      expect.stringContaining('metrics[7] left_out: It adds up over time.'),
    ])
  })
})
