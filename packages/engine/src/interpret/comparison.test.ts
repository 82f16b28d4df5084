import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { comparedPeriods, type Expression, type Filter, type Period, type Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import {
  col,
  computed,
  during,
  every,
  made,
  openTables,
  query,
  reasonOf,
  rowsIn,
  sqlOf,
  where,
} from '../testing/queries.ts'
import { sortedRows } from '../testing/approximately.ts'
import { compared, comparedPair, uncompared, unfinished } from './comparison.ts'

const tables = `CREATE TABLE sales (sale_id INTEGER PRIMARY KEY, shop TEXT, sale_date DATE, amount INTEGER);`
const year = (of: number) => during('sales.sale_date', `${of}-01-01`, `${of + 1}-01-01`, String(of))
const month = (of: string, next: string) => during('sales.sale_date', `${of}-01`, `${next}-01`, of)
const sales = rowsIn('sales')
const amount = computed('sum', 'sales.amount')
const total = query('sales', [amount])
const byShop = query('sales', [col('sales.shop'), amount], { groups: [col('sales.shop')] })
const quarterly = every('quarter', 'sales.sale_date')

describe('compared', () => {
  it('shows the earlier period first, whatever the order in the question is', () => {
    const found = made(compared(total, year(2024), year(2023)))
    expect(found).toEqual(made(compared(total, year(2023), year(2024))))
    expect(comparedPeriods(found)).toEqual({ from: year(2023), to: year(2024) })
    expect(found.select.map((one) => one.alias)).toEqual(['c1_2023', 'c1_2024', 'change_percent'])
  })

  it('names the change after its measure if there are several', () => {
    const found = made(compared(query('sales', [amount, sales]), year(2023), year(2024)))
    expect(found.select.map((one) => one.alias)).toEqual([
      'c1_2023',
      'c1_2024',
      'c1_change_percent',
      'c2_2023',
      'c2_2024',
      'c2_change_percent',
    ])
  })

  it('sorts and limits groups by the later period', () => {
    const asked: Query = { ...byShop, order: [{ expression: amount, descending: true }], limit: 2 }
    const found = made(compared(asked, year(2023), year(2024)))
    expect(found.order).toEqual([{ expression: { kind: 'part', of: amount, when: year(2024) }, descending: true }])
    expect(found.limit).toBe(2)
  })

  it.each<[string, Query, Period, Period, string]>([
    [
      'shares',
      query('sales', [{ kind: 'share', of: sales }]),
      year(2023),
      year(2024),
      'Shares and changes cannot be compared',
    ],
    ['a series', query('sales', [quarterly, sales], { groups: [quarterly] }), year(2023), year(2024), 'split by time'],
    ['the same period', total, year(2023), year(2023), 'overlap'],
    ['periods that overlap', total, year(2023), month('2023-12', '2024-02'), 'overlap'],
    [
      'a period without an end',
      total,
      year(2023),
      during('sales.sale_date', '2024-01-01', null),
      'overlap or have no start or end',
    ],
    ['a year and a month', total, year(2023), month('2024-05', '2024-06'), 'different lengths'],
    [
      '10 and 20 days',
      total,
      during('sales.sale_date', '2024-01-01', '2024-01-11'),
      during('sales.sale_date', '2024-02-01', '2024-02-21'),
      'different lengths',
    ],
  ])('declines %s', (_name, asked, one, other, reason) => {
    expect(reasonOf(compared(asked, one, other))).toContain(reason)
  })

  it.each<[string, Period, Period]>([
    ['a leap year and another', year(2023), year(2024)],
    ['February and March', month('2023-02', '2023-03'), month('2023-03', '2023-04')],
    [
      'as many days',
      during('sales.sale_date', '2024-01-01', '2024-01-11'),
      during('sales.sale_date', '2024-02-01', '2024-02-11'),
    ],
  ])('takes %s', (_name, one, other) => {
    expect(reasonOf(compared(total, one, other))).toBe('')
  })
})

describe('uncompared', () => {
  it.each<[string, Query]>([
    ['a number', total],
    ['groups', { ...byShop, order: [{ expression: amount, descending: true }] }],
    ['groups with a condition', { ...byShop, having: [{ expression: amount, operator: '>', value: 3 }] }],
    ['a condition', { ...total, filters: [where('sales.shop', '=', 'North')] }],
  ])('gives back the query of the later period: %s', (_name, asked) => {
    expect(uncompared(made(compared(asked, year(2023), year(2024))))).toEqual({
      ...asked,
      filters: [...asked.filters, year(2024)],
    })
  })

  it('limits a share to the rows that it is of', () => {
    const shipped = where('sales.shop', '=', 'North')
    const percentage: Expression = { kind: 'percentage', of: sales, filters: [shipped] }
    expect(uncompared(query('sales', [percentage]))).toEqual(query('sales', [sales], { filters: [shipped] }))
  })

  it('leaves any other query as it is', () => {
    expect(uncompared(byShop)).toBe(byShop)
  })
})

describe('comparedPair', () => {
  const choice = (...filters: Filter[]): Filter => ({ kind: 'any', filters })
  const shop = where('sales.shop', '=', 'North')

  it.each<[string, Filter[], Filter[]]>([
    ['a choice of two years', [choice(year(2023), year(2024))], []],
    ['a span of two years', [during('sales.sale_date', '2023-01-01', '2025-01-01', '2023 to 2024')], []],
    ['a choice of two years and a condition', [shop, choice(year(2023), year(2024))], [shop]],
  ])('finds the periods of %s', (_name, filters, rest) => {
    const found = comparedPair(filters)
    expect(found?.pair.map(({ from, before, label }) => [from, before, label])).toEqual([
      ['2023-01-01', '2024-01-01', '2023'],
      ['2024-01-01', '2025-01-01', '2024'],
    ])
    expect(found?.rest).toEqual(rest)
  })

  it.each<[string, Filter[]]>([
    ['three years', [choice(year(2022), year(2023), year(2024))]],
    ['one year', [year(2023)]],
    ['a choice of something else', [choice(shop, where('sales.shop', '=', 'b'))]],
    ['an excluded choice', [choice({ ...year(2023), negated: true }, year(2024))]],
    [
      'years of which another condition leaves one',
      [choice(year(2023), year(2024)), during('sales.sale_date', '2024-01-01', null)],
    ],
  ])('finds none in %s', (_name, filters) => {
    expect(comparedPair(filters)).toBeNull()
  })
})

describe('unfinished', () => {
  const asked = made(compared(total, year(2024), year(2025)))
  it.each([
    ['2025-06-15', 1],
    ['2025-12-30', 1],
    ['2025-12-31', 0],
    ['2026-01-01', 0],
    ['2024-06-15', 0],
  ])('notes on %s that the later period is not over, or that it is', (today, notes) => {
    expect(unfinished(asked, today)).toHaveLength(notes)
  })

  it('says how far it has come, and nothing about a query that compares nothing', () => {
    expect(unfinished(asked, '2025-06-15').map((one) => formatMessage(one))).toEqual([
      'The later period (2025) is not over. Its days until 2025-06-15 are compared with all of 2024',
    ])
    expect(unfinished(total, '2025-06-15')).toEqual([])
  })
})

describe('compared numbers over random rows', () => {
  it('are those of two separate queries, group by group', () => {
    const random = seeded(8)
    for (let round = 0; round < 25; round++) {
      const database = openTables(tables)
      const rows = Array.from({ length: Math.floor(random() * 9) }, (_, at) => {
        const day =
          ['2022-12-31', '2023-01-01', '2023-12-31', '2024-01-01', '2024-12-31'][Math.floor(random() * 5)] ?? ''
        const shop = random() < 0.5 ? 'North' : 'South'
        database.rows(
          `INSERT INTO sales VALUES (${at + 1}, '${shop}', '${day}', ${Math.floor(random() * 5) - 1}) RETURNING 1`,
        )
        return { shop, day }
      })
      const schema = modelSchema(database.catalogue, [])
      const found = database.rows(sqlOf(schema, made(compared(byShop, year(2023), year(2024)))))
      const sumIn = (shop: string, of: number) =>
        Number(
          database.rows(
            `SELECT COALESCE(SUM(amount), 0) FROM sales WHERE shop = '${shop}' AND sale_date LIKE '${of}-%'`,
          )[0]?.[0],
        )
      const expected = [...new Set(rows.filter(({ day }) => day > '2023').map(({ shop }) => shop))].map((shop) => {
        const [before, after] = [sumIn(shop, 2023), sumIn(shop, 2024)]
        return [shop, before, after, before === 0 ? null : (100 * (after - before)) / Math.abs(before)]
      })
      expect(sortedRows(found)).toEqual(sortedRows(expected))
      database.close()
    }
  })
})
