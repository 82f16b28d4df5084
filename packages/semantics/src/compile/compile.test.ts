import { formatMessage, type AreaJoin, type Cell, type MetricQuery } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { openTables } from '../../../engine/src/testing/queries.ts'
import { Refusal, type CompiledQuery } from '../contract.ts'
import { metricQuery, modelOf, shopDefinitions, shopRows, shopTables } from '../testing/shop.ts'
import { compile } from './compile.ts'

const shop = openTables(shopTables + shopRows)
afterAll(() => shop.close())

type Question = Parameters<typeof metricQuery>[0]

function compiled(query: Question, joins: AreaJoin[] = []): CompiledQuery {
  const found = compile(metricQuery(query), modelOf(shop.catalogue, { joins }))
  if (found instanceof Refusal) throw new Error(formatMessage(found.reason))
  return found
}

const rowsOf = (query: Question, joins: AreaJoin[] = []): Cell[][] => shop.rows(compiled(query, joins).sql)

function refusalOf(query: Question, joins: AreaJoin[] = []): [code: string, reason: string] {
  const found = compile(metricQuery(query), modelOf(shop.catalogue, { joins }))
  if (!(found instanceof Refusal)) throw new Error(found.sql)
  return [found.code, formatMessage(found.reason)]
}

describe('a chasm trap', () => {
  it('sums orders and payments of customers separately', () => {
    expect(rowsOf({ metrics: ['Order total', 'Payments'], group_by: ['Customer'] })).toEqual([
      ['Ana', 150, 150],
      ['Ben', 70, null],
      ['Cid', 30, null],
      ['Dee', 20, null],
      [null, 5, 1],
      ['Eve', null, 9],
    ])
  })

  it('keeps the totals that each metric has on its own', () => {
    expect(rowsOf({ metrics: ['Order total', 'Payments', 'Customers', 'Pieces'] })).toEqual([[275, 160, 5, 22]])
    expect(rowsOf({ metrics: ['Order total'] })).toEqual([[275]])
  })

  it('does not lose a group that only one of the metrics has', () => {
    const rows = rowsOf({ metrics: ['Orders', 'Payments'], group_by: ['Country'] })
    expect(rows).toEqual([
      ['Germany', 3, 150],
      [null, 2, 1],
      ['France', 1, null],
      ['Italy', 0, 9],
    ])
  })
})

describe('a fan trap', () => {
  it('does not repeat the total of an order for each of its lines', () => {
    expect(rowsOf({ metrics: ['Order total', 'Sales', 'Orders'], group_by: ['Status'] })).toEqual([
      ['paid', 205, 205, 5],
      ['cancelled', 70, 70, 1],
    ])
  })

  it('filters orders and lines by the country of the customer', () => {
    const where: MetricQuery['where'] = [{ dimension: 'Country', operator: 'in', values: ['Germany'] }]
    expect(rowsOf({ metrics: ['Order total', 'Sales', 'Orders', 'Customers'], where })).toEqual([[220, 220, 3, 2]])
  })

  it('refuses to group an order by the products of its lines', () => {
    expect(refusalOf({ metrics: ['Order total'], group_by: ['Product'] })).toEqual([
      'multiplies_rows',
      'One row of orders can have several rows of order_lines, so Order total cannot be grouped by Product.',
    ])
  })

  it('refuses to filter payments by the status of the orders of the same customer', () => {
    expect(refusalOf({ metrics: ['Payments'], filters: ['Not cancelled'] })).toEqual([
      'multiplies_rows',
      'One row of customers can have several rows of orders, so Payments cannot be filtered by Not cancelled.',
    ])
  })

  it('refuses the whole query if one of its metrics does not fit', () => {
    expect(refusalOf({ metrics: ['Sales', 'Refund rate'], group_by: ['Category'] })[1]).toBe(
      'One row of orders can have several rows of order_lines, so Refunds cannot be grouped by Category.',
    )
  })
})

describe('formulas', () => {
  it('are computed from the results of their metrics, where a sum of no rows is 0', () => {
    expect(rowsOf({ metrics: ['Net', 'Refund rate', 'Net per order'], group_by: ['Customer'] })).toEqual([
      ['Ana', 135, 0.1, 67.5],
      ['Ben', 70, 0, 70],
      ['Dee', 20, 0, 20],
      [null, 5, 0, 5],
      ['Cid', 0, 1, 0],
    ])
  })

  it('have no value if they divide by 0', () => {
    expect(rowsOf({ metrics: ['Per nothing'] })).toEqual([[null]])
  })

  it('are refused if they lead back to themselves', () => {
    expect(refusalOf({ metrics: ['Loop'] })).toEqual([
      'invalid_definition',
      'These metrics are computed from each other: Loop → Other loop → Loop. Change one of the formulas.',
    ])
  })

  it('are refused if they double with each step', () => {
    const pieces = Array.from({ length: 40 }, (_, at) => ({
      name: `F${at}`,
      description: null,
      synonyms: [],
      computation: { kind: 'formula' as const, formula: at === 0 ? '{Orders}' : `{F${at - 1}} + {G${at - 1}}` },
      dimensions: null,
      unit: null,
      format: null,
      deprecated: null,
    }))
    const others = pieces.map((metric) => ({ ...metric, name: metric.name.replace('F', 'G') }))
    const definitions = { ...shopDefinitions, metrics: [...shopDefinitions.metrics, ...pieces, ...others] }
    const found = compile(metricQuery({ metrics: ['F39'] }), modelOf(shop.catalogue, { definitions }))
    expect(found instanceof Refusal && found.code).toBe('invalid_definition')
  })
})

describe('time', () => {
  it('is taken from the column of each metric, also in another table', () => {
    expect(rowsOf({ metrics: ['Sales', 'Payments', 'Refunds'], grain: 'month' })).toEqual([
      ['2025-01', 100, 100, 15],
      ['2025-02', 150, 26, 30],
      ['2025-03', 20, 34, null],
      [null, 5, null, null],
    ])
  })

  it('limits a period from the first day until before the other', () => {
    const period = { from: '2025-02-01', before: '2025-03-01' }
    expect(rowsOf({ metrics: ['Orders', 'Order total', 'Payments'], period })).toEqual([[3, 150, 26]])
    expect(rowsOf({ metrics: ['Orders'], period: { from: '2025-03-01', before: null } })).toEqual([[1]])
  })

  it('is refused without a time column', () => {
    expect(refusalOf({ metrics: ['Customers'], grain: 'year' })).toEqual([
      'no_time_column',
      'Customers has no time column, so it cannot be shown by time or for a period. Choose a time column for it or for the table customers.',
    ])
  })

  it('is the date of the order for its lines, which have none', () => {
    expect(rowsOf({ metrics: ['Pieces'], grain: 'month' })).toEqual([
      ['2025-01', 6],
      ['2025-02', 13],
      ['2025-03', 2],
      [null, 1],
    ])
  })

  it('is refused for a column that is reached by repeating rows', () => {
    const [orders, ...others] = shopDefinitions.metrics
    if (orders?.computation.kind !== 'aggregate') throw new Error('The first metric sums orders.')
    const computation = {
      ...orders.computation,
      table: 'customers',
      expression: 'COUNT(*)',
      time_column: { table: 'orders', column: 'ordered_on' },
    }
    const definitions = { ...shopDefinitions, metrics: [{ ...orders, computation }, ...others] }
    const found = compile(
      metricQuery({ metrics: ['Order total'], grain: 'year' }),
      modelOf(shop.catalogue, { definitions }),
    )
    expect(found instanceof Refusal && formatMessage(found.reason)).toBe(
      'One row of customers can have several rows of orders, so Order total cannot use the dates in orders.',
    )
  })
})

describe('conditions', () => {
  it.each<[MetricQuery['where'][number], number]>([
    [{ dimension: 'Status', operator: 'in', values: ['paid', "o'clock"] }, 5],
    [{ dimension: 'Country', operator: 'not_in', values: ['Germany'] }, 3],
    [{ dimension: 'Total', operator: 'at_least', values: [50] }, 3],
    [{ dimension: 'Total', operator: 'above', values: ['50'] }, 2],
    [{ dimension: 'Total', operator: 'at_most', values: [20] }, 2],
    [{ dimension: 'Total', operator: 'below', values: [20] }, 1],
    [{ dimension: 'Big', operator: 'in', values: ['big'] }, 3],
  ])('compare the values of a dimension: %j', (where, orders) => {
    expect(rowsOf({ metrics: ['Orders'], where: [where] })).toEqual([[orders]])
  })

  it('are refused if a number is compared with a word', () => {
    const where: MetricQuery['where'] = [{ dimension: 'Total', operator: 'in', values: ['1 OR 1=1'] }]
    expect(refusalOf({ metrics: ['Orders'], where })).toEqual([
      'invalid_value',
      'Total is a number and cannot be compared with 1 OR 1=1.',
    ])
  })

  it('of named filters all apply, in their own tables', () => {
    expect(rowsOf({ metrics: ['Orders'], filters: ['active customers', 'Not cancelled'] })).toEqual([[4]])
    expect(rowsOf({ metrics: ['Sales'], filters: ['Tea'] })).toEqual([[180]])
  })

  it('of a metric apply to it only', () => {
    expect(rowsOf({ metrics: ['Orders', 'Paid orders'] })).toEqual([[6, 5]])
  })
})

describe('relationships', () => {
  const addresses = (column: string): AreaJoin => ({
    left_table: 'orders',
    left_column: column,
    right_table: 'addresses',
    right_column: 'id',
  })
  const budgets = (cardinality?: AreaJoin['cardinality']): AreaJoin => ({
    left_table: 'customers',
    left_column: 'country',
    right_table: 'budgets',
    right_column: 'country',
    cardinality,
  })

  it('are refused with the choices if there are several ways', () => {
    expect(refusalOf({ metrics: ['Orders'], group_by: ['City'] })).toEqual([
      'ambiguous_path',
      'There are several ways from orders to addresses: orders.shipping_id = addresses.id; orders.billing_id = addresses.id. Keep one of these relationships in the business area.',
    ])
  })

  it('of the area win over foreign keys', () => {
    const query: Question = { metrics: ['Orders'], group_by: ['City'] }
    expect(rowsOf(query, [addresses('billing_id')])).toEqual([
      ['Berlin', 3],
      ['Paris', 2],
      [null, 1],
    ])
    expect(rowsOf(query, [addresses('shipping_id')])).toEqual([
      ['Berlin', 3],
      ['Paris', 2],
      [null, 1],
    ])
  })

  it('are not used if neither a key nor the area says how many rows belong together', () => {
    const query: Question = { metrics: ['Customers'], group_by: ['Budget country'] }
    expect(refusalOf(query, [budgets()])).toEqual([
      'unknown_cardinality',
      'It is not known whether a row of customers has several rows of budgets (customers.country = budgets.country), so Customers cannot be grouped by Budget country. Set the cardinality of this relationship in the business area.',
    ])
    expect(refusalOf(query, [budgets('many_to_many')])[0]).toBe('multiplies_rows')
    expect(refusalOf(query)[0]).toBe('no_relationship')
  })

  it('that are declared wrongly still count no row twice', () => {
    const query: Question = { metrics: ['Customers'], group_by: ['Budget country'] }
    expect(rowsOf(query, [budgets('many_to_one')])).toEqual([
      [null, 4],
      ['FR', 1],
    ])
  })

  it('may compare several columns in a condition', () => {
    const join: AreaJoin = {
      left_table: 'order_lines',
      right_table: 'orders',
      join_condition: 'order_lines."order_id" = orders.id AND price = total',
    }
    expect(rowsOf({ metrics: ['Pieces'], group_by: ['Status'] }, [join])).toEqual([
      [null, 20],
      ['paid', 2],
    ])
    const other = { ...join, join_condition: 'order_lines.order_id = orders.id OR 1 = 1' }
    expect(refusalOf({ metrics: ['Pieces'], group_by: ['Status'] }, [other])).toEqual([
      'unreadable_relationship',
      'The relationship between order_lines and orders has a join condition that says more than which columns are equal, so Pieces cannot be grouped by Status.',
    ])
  })

  it('are not used if a rule masks their columns for the user', () => {
    const model = modelOf(shop.catalogue)
    const tables = model.tables.map((table) =>
      table.name === 'customers' ? { ...table, masked: new Set(['id']) } : table,
    )
    const found = compile(metricQuery({ metrics: ['Orders'], group_by: ['Customer'] }), { ...model, tables })
    expect(found instanceof Refusal && formatMessage(found.reason)).toBe(
      'The columns that connect orders with customers are masked or hidden for you, so Orders cannot be grouped by Customer.',
    )
  })
})

describe('the result', () => {
  it('names its columns and lists the definitions that it used', () => {
    const { columns, used } = compiled({ metrics: ['Refund rate'], group_by: ['Status'], grain: 'quarter' })
    expect(columns.map(({ kind, name, label }) => [kind, name, label])).toEqual([
      ['time', 'quarter', 'Quarter'],
      ['dimension', 'Status', 'Status'],
      ['metric', 'Refund rate', 'Refund rate'],
    ])
    expect(used.map(({ kind, name, definition }) => [kind, name, definition])).toEqual([
      ['metric', 'Refund rate', '{Refunds} / {Order total}'],
      ['metric', 'Refunds', 'SUM(amount)'],
      ['metric', 'Order total', 'SUM(total)'],
      ['dimension', 'Status', 'status'],
    ])
  })

  it('is ordered as asked, with unknown values last, and limited', () => {
    const query: Question = { metrics: ['Order total', 'Payments'], group_by: ['Customer'], limit: 2 }
    expect(rowsOf({ ...query, order: { by: 'Payments', descending: false } })).toEqual([
      [null, 5, 1],
      ['Eve', null, 9],
    ])
    expect(rowsOf({ ...query, order: { by: 'customer', descending: true } })).toEqual([
      ['Eve', null, 9],
      ['Dee', 20, null],
    ])
    expect(refusalOf({ ...query, order: { by: 'Country', descending: true } })[0]).toBe('invalid_order')
  })

  it('allows only the dimensions that a metric lists', () => {
    expect(rowsOf({ metrics: ['Total by status'], group_by: ['Status'] })).toHaveLength(2)
    expect(refusalOf({ metrics: ['Total by status'], group_by: ['Customer'] })).toEqual([
      'not_allowed',
      'Total by status is defined so that it cannot be grouped by Customer.',
    ])
  })

  it('does not confuse a column of the metric with one of a joined table', () => {
    expect(compiled({ metrics: ['Customers'], group_by: ['Country'] }).sql).not.toMatch(/SELECT name/)
    expect(rowsOf({ metrics: ['Customers'], group_by: ['Country', 'Customer'] })).toHaveLength(5)
  })

  it.each([
    'SUM(total',
    'SUM(total), 1',
    'SUM(total) -- ) FROM orders',
    'SUM(:total)',
    '',
    'SUM(total); DROP TABLE orders',
  ])('is refused or unharmed if an expression tries to leave its place: %s', (expression) => {
    const [orders] = shopDefinitions.metrics
    if (orders?.computation.kind !== 'aggregate') throw new Error('The first metric sums orders.')
    const definitions = {
      ...shopDefinitions,
      metrics: [{ ...orders, computation: { ...orders.computation, expression } }],
    }
    const found = compile(metricQuery({ metrics: ['Order total'] }), modelOf(shop.catalogue, { definitions }))
    const outcome = found instanceof Refusal ? found.code : shop.rows(found.sql)[0]?.[0]
    expect(['invalid_definition', 275]).toContain(outcome)
  })
})
