import { describe, expect, it } from 'vitest'
import {
  comparedPeriods,
  conditionsIn,
  filterTables,
  isAggregate,
  isMeasure,
  isPartial,
  sameColumn,
  sameExpression,
  sameFilter,
  tableKeyOf,
  tableKeysOf,
  withoutPeriods,
  type Expression,
  type Filter,
} from './query.ts'
import { col, computed, during, every, having, query, rowsIn, where } from './testing/queries.ts'

const orders = rowsIn('orders')
const spent = computed('sum', 'orders.total')
const shipped = where('orders.status', '=', 'shipped')
const from = during('orders.day', '2023-01-01', '2024-01-01', '2023')
const to = during('orders.day', '2024-01-01', '2025-01-01', '2024')
const sales: Expression = {
  kind: 'formula',
  name: 'revenue',
  table: 'lines',
  quantity: col('lines.quantity').ref,
  price: col('lines.price').ref,
  discount: null,
  discountForm: 'fraction',
}

/** Every kind of expression: whether it is computed over several rows, whether it is a single number, its tables. */
const expressions: [name: string, Expression, aggregate: boolean, measure: boolean, tables: string[]][] = [
  ['a column', col('orders.total'), false, false, ['orders']],
  ['a period', every('month', 'orders.day'), false, false, ['orders']],
  ['a formula', sales, false, false, ['lines']],
  ['a number of rows', orders, true, true, ['orders']],
  ['a sum', spent, true, true, ['orders']],
  ['a sum of a formula', { kind: 'aggregate', fn: 'sum', distinct: false, of: sales }, true, true, ['lines']],
  ['a share', { kind: 'share', of: spent }, true, false, ['orders']],
  ['a percentage', { kind: 'percentage', of: orders, filters: [shipped] }, true, false, ['orders']],
  [
    'a ratio',
    { kind: 'ratio', of: spent, per: computed('count', 'customers.id', true) },
    true,
    false,
    ['orders', 'customers'],
  ],
  [
    'a difference',
    { kind: 'difference', of: spent, less: computed('sum', 'refunds.total') },
    true,
    false,
    ['orders', 'refunds'],
  ],
  ['a part', { kind: 'part', of: orders, when: shipped }, true, false, ['orders']],
  ['a change', { kind: 'change', of: spent, from, to }, true, false, ['orders']],
]

describe('expressions', () => {
  it.each(expressions)('classifies %s and knows its tables', (_name, one, aggregate, measure, tables) => {
    expect([isAggregate(one), isMeasure(one), tableKeysOf(one)]).toEqual([aggregate, measure, tables])
    expect(tableKeyOf(one)).toBe(tables[0])
  })

  it('are equal only to themselves', () => {
    for (const [name, one] of expressions)
      for (const [other, two] of expressions)
        expect([name, other, sameExpression(one, two)]).toEqual([name, other, name === other])
  })

  it('list the conditions of their parts, and only parts have any', () => {
    expect(expressions.map(([, one]) => conditionsIn(one).length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    expect(expressions.filter(([, one]) => isPartial(one)).map(([name]) => name)).toEqual(['a part', 'a change'])
  })
})

describe('filters', () => {
  const filters: [Filter, string[]][] = [
    [shipped, ['orders']],
    [{ kind: 'between', left: col('orders.total'), from: 1, to: 2 }, ['orders']],
    [from, ['orders']],
    [{ kind: 'in', left: col('customers.city'), values: ['Lyon'], negated: true }, ['customers']],
    [{ kind: 'like', left: col('customers.name'), text: 'A', where: 'start', negated: false }, ['customers']],
    [{ kind: 'missing', left: col('customers.email'), negated: false }, ['customers']],
    [{ kind: 'against', left: col('orders.total'), operator: '>', fn: 'avg', filters: [from] }, ['orders']],
    [{ kind: 'columns', left: col('orders.paid'), operator: '>', right: col('bills.due') }, ['orders', 'bills']],
    [having('orders', 'customers', { filters: [where('items.id', '=', 1)] }), ['orders']],
    [{ kind: 'also', left: col('customers.city'), filters: [shipped] }, ['customers']],
    [{ kind: 'any', filters: [shipped, where('customers.city', '=', 'Lyon')] }, ['orders', 'customers']],
    [{ kind: 'all', filters: [shipped, { kind: 'every', filters: [where('items.id', '=', 1)] }] }, ['orders', 'items']],
    [{ kind: 'not', filter: { kind: 'not', filter: shipped } }, ['orders']],
    [{ kind: 'any', filters: [] }, []],
  ]

  it.each(filters)('examine the rows of their tables: %j', (filter, tables) => {
    expect(filterTables(filter)).toEqual(tables)
  })

  it('are the same only with the same value, and no filter is the same as none', () => {
    expect(sameFilter(shipped, { ...shipped })).toBe(true)
    expect(sameFilter(shipped, { ...shipped, value: 'Shipped' })).toBe(false)
    expect(sameFilter(shipped, undefined)).toBe(false)
    expect(sameColumn(col('a.b').ref, col('a.c').ref)).toBe(false)
    expect(sameColumn(col('a.b').ref, col('c.b').ref)).toBe(false)
  })
})

describe('comparedPeriods', () => {
  it('finds the two periods, the earlier one first, behind any other column', () => {
    const compared = query('orders', [
      col('orders.status'),
      { kind: 'part', of: orders, when: from },
      { kind: 'change', of: orders, from, to },
    ])
    expect(comparedPeriods(compared)).toEqual({ from, to })
  })

  it('is null for one part, and for a change that is not one of time', () => {
    expect(comparedPeriods(query('orders', [{ kind: 'part', of: orders, when: from }]))).toBeNull()
    expect(comparedPeriods(query('orders', [{ kind: 'change', of: orders, from: shipped, to: shipped }]))).toBeNull()
    expect(comparedPeriods(query('orders', []))).toBeNull()
  })
})

describe('withoutPeriods', () => {
  const other = during('orders.paid', '2023-01-01', '2024-01-01')
  it.each<[string, Filter[], Filter[]]>([
    ['the period of the column', [from, shipped], [shipped]],
    ['a negated period of the column', [{ ...to, negated: true }], []],
    ['a choice of its periods, however deep', [{ kind: 'any', filters: [from, { kind: 'any', filters: [to] }] }], []],
  ])('leaves out %s', (_name, filters, kept) => {
    expect(withoutPeriods(filters, from)).toEqual(kept)
  })

  it('keeps the periods of other columns and choices of which only one is a period', () => {
    const mixed: Filter = { kind: 'any', filters: [from, shipped] }
    expect(withoutPeriods([other, mixed], from)).toEqual([other, mixed])
  })
})
