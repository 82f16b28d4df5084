import { formatMessage, type Cell } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decline } from '../../decline.ts'
import type { Query } from '../../query.ts'
import { changedRows, changesOn } from '../../testing/changes.ts'
import { col, computed, during, every, query, rowsIn, where } from '../../testing/queries.ts'
import { openShop, shopToday } from '../../testing/shop.ts'
import { changed } from '../follow-up.ts'
import type { Change, ReadChange } from './change.ts'
import { comparedWith } from './comparing.ts'
import { excluded, unfiltered, widened } from './filters.ts'
import { split, ungrouped } from './grouping.ts'
import { remeasured, shared } from './measures.ts'
import { counted, listed } from './rows.ts'
import { limited, sorted } from './sorting.ts'

const shop = openShop()
let on: (prior: Query) => Change
beforeAll(async () => {
  on = await changesOn(shop, shopToday)
})
afterAll(() => shop.close())

/** What the words change the query to: its rows, the reason why not, or null if they ask for something else. */
type Case = [words: string, prior: Query, expected: Cell[][] | string | null]

type Read = [words: string, read: ReadChange, prior: Query, expected: Case[2]]

function outcome(read: ReadChange, words: string, prior: Query): Cell[][] | string | null {
  const change = on(prior)
  return changedRows(shop, change, read(change, words))
}
/** A part of a reason is enough. */
const like = (expected: Case[2]) => (typeof expected === 'string' ? expect.stringContaining(expected) : expected)

const orders = rowsIn('orders')
const spent = computed('sum', 'orders.total')
const status = col('orders.status')
const country = col('customers.country')
const customer = {
  select: [{ expression: col('customers.name'), alias: 'name' }],
  groups: [col('customers.customer_id'), col('customers.name')],
}
const in2025 = during('orders.order_date', '2025-01-01', '2026-01-01', '2025')
const french = where('customers.country', '=', 'France')
const delivered = where('orders.status', '=', 'delivered')

const total = query('orders', [orders])
const byStatus = query('orders', [status, orders], { groups: [status] })
const byCountry = query('orders', [country, spent], { groups: [country] })
const best: Query = {
  ...query('orders', []),
  ...customer,
  select: [...customer.select, { expression: spent, alias: 'spent' }],
  order: [{ expression: spent, descending: true }],
  limit: 2,
}
const names = query('customers', [col('customers.name')])
const cheapest = query('products', [col('products.name'), col('products.price')], {
  order: [{ expression: col('products.price'), descending: false }],
  limit: 3,
})

describe('sorting', () => {
  const rows = (...order: [string, number][]): Cell[][] => order
  it.each<Case>([
    ['sort it', byCountry, rows(['Germany', 273], ['France', 166], ['Spain', 134])],
    ['sort it ascending', byCountry, rows(['Spain', 134], ['France', 166], ['Germany', 273])],
    ['from high to low', byCountry, rows(['Germany', 273], ['France', 166], ['Spain', 134])],
    ['sort by country in descending order', byCountry, rows(['Spain', 134], ['Germany', 273], ['France', 166])],
    ['sort them alphabetically', names, [['Ana Lopez'], ['Ben Kurz'], ['Carla Voss'], ['Dev Rao'], ['Eva Lind']]],
    ['sort from z to a', names, [['Eva Lind'], ['Dev Rao'], ['Carla Voss'], ['Ben Kurz'], ['Ana Lopez']]],
    ['by name', best, rows(['Ben Kurz', 195], ['Dev Rao', 166])],
    [
      'sort by price',
      { ...cheapest, limit: null },
      [
        ['Novel', 12],
        ['Rake', 18],
        ['Spade', 25],
        ['Lantern', 32],
        ['Kettle', 40],
        ['Toaster', 55],
        ['Atlas', 60],
      ],
    ],
    [
      'the other way round',
      cheapest,
      [
        ['Atlas', 60],
        ['Toaster', 55],
        ['Kettle', 40],
      ],
    ],
    ['the other way round', names, 'not sorted'],
    ['sort it descending', total, 'single row'],
    ['sort by city', byCountry, 'no such column to sort by'],
    ['show me a chart', byCountry, null],
    ['', byCountry, null],
  ])('%s', (words, prior, expected) => {
    expect(outcome(sorted, words, prior)).toEqual(like(expected))
  })
})

describe('limits', () => {
  it.each<Case>([
    ['top 1', best, [['Ben Kurz', 195]]],
    [
      'only the first three',
      best,
      [
        ['Ben Kurz', 195],
        ['Dev Rao', 166],
        ['Ana Lopez', 134],
      ],
    ],
    ['bottom 1', best, [['Carla Voss', 78]]],
    [
      'top 2',
      byCountry,
      [
        ['Germany', 273],
        ['France', 166],
      ],
    ],
    ['the last 1', byCountry, [['Spain', 134]]],
    [
      'all of them',
      best,
      [
        ['Ben Kurz', 195],
        ['Dev Rao', 166],
        ['Ana Lopez', 134],
        ['Carla Voss', 78],
      ],
    ],
    ['all of them', byCountry, 'already has all rows'],
    ['top 3', names, 'no first rows'],
    ['2024', byCountry, null],
    ['top 2.5', byCountry, null],
    ['top 0', byCountry, null],
    ['top', byCountry, null],
    ['top unicorns', byCountry, null],
  ])('%s', (words, prior, expected) => {
    expect(outcome(limited, words, prior)).toEqual(like(expected))
  })
})

describe('conditions', () => {
  it.each<Read>([
    [
      'exclude cancelled',
      excluded,
      byStatus,
      [
        ['delivered', 5],
        ['pending', 1],
        ['shipped', 1],
      ],
    ],
    [
      'without delivered and shipped',
      excluded,
      byStatus,
      [
        ['cancelled', 1],
        ['pending', 1],
      ],
    ],
    ['except 2024', excluded, total, [[5]]],
    ['exclude delivered', excluded, { ...byStatus, filters: [delivered] }, 'nothing would be left'],
    ['exclude unicorns', excluded, byStatus, '“unicorns” does not match anything in this data'],
    ['exclusive ones', excluded, byStatus, null],
    ['also Germany', widened, { ...total, filters: [french] }, [[6]]],
    ['Spain too', widened, { ...total, filters: [french] }, [[4]]],
    [
      'include cancelled again',
      widened,
      { ...byStatus, filters: [where('orders.status', '<>', 'cancelled')] },
      [
        ['cancelled', 1],
        ['delivered', 5],
        ['pending', 1],
        ['shipped', 1],
      ],
    ],
    ['also 2024', widened, { ...total, filters: [in2025] }, [[8]]],
    ['also Germany', widened, total, 'not limited by country'],
    ['also unicorns', widened, { ...total, filters: [french] }, null],
    ['without the last filter', unfiltered, { ...total, filters: [french, in2025] }, [[2]]],
    ['remove all filters', unfiltered, { ...total, filters: [french, in2025] }, [[8]]],
    ['remove the filter on country', unfiltered, { ...total, filters: [french, in2025] }, [[5]]],
    ['drop the date filter', unfiltered, { ...total, filters: [french, in2025] }, [[2]]],
    ['for all countries', unfiltered, { ...total, filters: [french] }, [[8]]],
    ['for all years', unfiltered, { ...total, filters: [in2025] }, [[8]]],
    ['without the last filter', unfiltered, total, 'no conditions to remove'],
    ['remove the filter on segment', unfiltered, { ...total, filters: [french] }, 'no condition on segment'],
    ['all customers', unfiltered, { ...total, filters: [in2025] }, null],
  ])('%s', (words, read, prior, expected) => {
    expect(outcome(read, words, prior)).toEqual(like(expected))
  })

  it('say that rows without a value are left out together with the excluded ones', () => {
    const found = excluded(on(byCountry), 'exclude Germany')
    expect(
      found === null || found instanceof Decline ? [] : found.assumptions.map((one) => formatMessage(one)),
    ).toEqual(['Rows without country are left out, too'])
  })
})

describe('groups', () => {
  it.each<Read>([
    [
      'split by status too',
      split,
      query('orders', [country, orders], { groups: [country], filters: [french] }),
      [
        ['France', 'delivered', 1],
        ['France', 'pending', 1],
      ],
    ],
    [
      'by country as well',
      split,
      total,
      [
        ['France', 2],
        ['Germany', 4],
        ['Spain', 2],
      ],
    ],
    ['by country as well', split, byCountry, 'already split this way'],
    ['by unicorn as well', split, byCountry, 'unicorn'],
    ['by country', split, byCountry, null],
    ['in total', ungrouped, byCountry, [[573]]],
    ['without the grouping', ungrouped, { ...best, limit: 1 }, [[573]]],
    ['in total', ungrouped, total, 'not split into groups'],
    [
      'in total',
      ungrouped,
      { ...byCountry, having: [{ expression: spent, operator: '>', value: 150 }] },
      'a condition on its groups',
    ],
    ['overall', ungrouped, query('customers', [country], { groups: [country] }), 'no number to add up'],
    ['total revenue', ungrouped, byCountry, null],
  ])('%s', (words, read, prior, expected) => {
    expect(outcome(read, words, prior)).toEqual(like(expected))
  })
})

describe('measures', () => {
  it.each<Read>([
    [
      'the average instead',
      remeasured,
      byCountry,
      [
        ['France', 83],
        ['Germany', 68.25],
        ['Spain', 67],
      ],
    ],
    ['the highest instead', remeasured, { ...byCountry, filters: [french] }, [['France', 130]]],
    [
      'the count instead',
      remeasured,
      byCountry,
      [
        ['France', 2],
        ['Germany', 4],
        ['Spain', 2],
      ],
    ],
    ['the average instead', remeasured, byStatus, 'counts rows'],
    [
      'what about the number of customers',
      remeasured,
      { ...byCountry, filters: [in2025] },
      [
        ['France', 1],
        ['Germany', 2],
        ['Spain', 1],
      ],
    ],
    [
      'the average instead',
      remeasured,
      { ...byCountry, having: [{ expression: spent, operator: '>', value: 1 }] },
      'a condition on its numbers',
    ],
    ['what about France', remeasured, byCountry, null],
    [
      'as a percentage',
      shared,
      byStatus,
      [
        ['cancelled', 12.5],
        ['delivered', 62.5],
        ['pending', 12.5],
        ['shipped', 12.5],
      ],
    ],
    ['what share is that', shared, { ...total, filters: [french] }, [[2, 25]]],
    ['as a share of the total', shared, { ...total, filters: [in2025, french] }, [[40]]],
    ['as a percentage', shared, total, 'its share is 100%'],
    ['as a percentage', shared, names, 'no single number'],
    ['as a percentage', shared, query('orders', [computed('avg', 'orders.total')]), 'Only totals and counts'],
    [
      'as a percentage',
      shared,
      { ...byCountry, having: [{ expression: spent, operator: '>', value: 150 }] },
      'would not add up',
    ],
    ['as a chart', shared, byStatus, null],
  ])('%s', (words, read, prior, expected) => {
    expect(outcome(read, words, prior)).toEqual(like(expected))
  })
})

describe('rows behind an answer', () => {
  it.each<Read>([
    ['how many are there', counted, names, [[5]]],
    ['how many is that', counted, byCountry, [[3]]],
    ['count them', counted, { ...names, filters: [french] }, [[2]]],
    ['how many is that', counted, total, 'already a number'],
    ['how many are those', counted, best, 'cannot be counted'],
    ['how many orders', counted, byCountry, null],
    [
      'list them',
      listed,
      { ...total, filters: [french] },
      [
        [6, 4, '2025-05-08', 'delivered', 130],
        [8, 4, '2025-06-02', 'pending', 36],
      ],
    ],
    [
      'list them',
      listed,
      query('customers', [computed('count', 'customers.segment', true)]),
      [['Consumer'], ['Business']],
    ],
    ['list them', listed, names, 'already lists its rows'],
    [
      'details for Spain',
      listed,
      byCountry,
      [
        ['Spain', 1, 1, '2024-02-10', 'delivered', 80],
        ['Spain', 5, 1, '2025-03-03', 'shipped', 54],
      ],
    ],
    [
      'the orders of the first one',
      listed,
      { ...best, limit: 1 },
      [
        [2, 2, '2024-06-05', 'delivered', 110],
        [3, 2, '2024-11-23', 'cancelled', 25],
        [7, 2, '2025-05-20', 'delivered', 60],
      ],
    ],
    ['the orders of the first one', listed, byCountry, 'not sorted'],
    ['the orders of the first one', listed, total, 'single row'],
    ['details for unicorns', listed, byCountry, 'unicorns'],
    ['list orders', listed, byCountry, null],
  ])('%s', (words, read, prior, expected) => {
    expect(outcome(read, words, prior)).toEqual(like(expected))
  })
})

describe('comparisons with another period', () => {
  const may = during('orders.order_date', '2025-05-01', '2025-06-01', 'May 2025')
  const dated: Query = { ...total, filters: [in2025] }
  it.each<Case>([
    ['compare with last year', dated, [[3, 5, (100 * 2) / 3]]],
    ['vs 2024', dated, [[3, 5, (100 * 2) / 3]]],
    ['compared to the previous year', dated, [[3, 5, (100 * 2) / 3]]],
    ['compare with the previous period', { ...total, filters: [may] }, [[0, 2, null]]],
    ['how does that compare to 2024', { ...total, filters: [may] }, [[0, 2, null]]],
    ['compare with March', { ...total, filters: [may] }, [[1, 2, 100]]],
    ['compare with 2024', total, 'no particular period'],
    ['compare with the 2020s', dated, 'overlap'],
    ['compare with last month', dated, 'overlap'],
    ['compare with last year', { ...cheapest, subject: 'orders', filters: [in2025] }, 'shortened list'],
    ['compare with Germany', dated, null],
    ['the same days', dated, null],
  ])('%s', (words, prior, expected) => {
    expect(outcome(comparedWith, words, prior)).toEqual(like(expected))
  })

  it('cut the earlier period at the day that the later one has reached', () => {
    const first = comparedWith(
      on({ ...total, filters: [during('orders.order_date', '2025-01-01', '2026-01-01', 'this year')] }),
      'compare with last year',
    )
    if (first === null || first instanceof Decline) throw new Error('A comparison was expected')
    expect(outcome(comparedWith, 'same days', first.query)).toEqual([[2, 5, 150]])
  })
})

describe('the first rows of each group', () => {
  const picked = query('products', [col('products.category_id'), col('products.name')], {
    within: [col('products.category_id')],
    order: [{ expression: col('products.price'), descending: true }],
    limit: 1,
  })
  it.each<[string, Cell[][] | string | null]>([
    [
      'top 2',
      [
        [1, 'Toaster'],
        [1, 'Kettle'],
        [2, 'Lantern'],
        [2, 'Spade'],
        [3, 'Atlas'],
        [3, 'Novel'],
      ],
    ],
    [
      'exclude Atlas',
      [
        [1, 'Toaster'],
        [2, 'Lantern'],
        [3, 'Novel'],
      ],
    ],
    ['as a percentage', 'cannot be changed like this'],
    ['in total', 'cannot be changed like this'],
    ['sort it descending', 'cannot be changed like this'],
    ['tell me more', null],
  ])('%s', (words, expected) => {
    expect(outcome(changed, words, picked)).toEqual(like(expected))
  })
})

describe('a declined change leaves the earlier query as it was', () => {
  const priors = [
    total,
    byStatus,
    byCountry,
    best,
    names,
    cheapest,
    query('orders', [every('month', 'orders.order_date'), orders], { groups: [every('month', 'orders.order_date')] }),
  ]
  it.each([
    'sort it',
    'top 2',
    'exclude delivered',
    'also Germany',
    'in total',
    'as a percentage',
    'list them',
    'compare with last year',
    'by country as well',
    'the average instead',
    'xyzzy',
  ])('%s', (words) => {
    for (const prior of priors) {
      const before = structuredClone(prior)
      const found = outcome(changed, words, prior)
      expect(found === null || found.length > 0).toBe(true)
      expect(prior).toEqual(before)
    }
  })
})
