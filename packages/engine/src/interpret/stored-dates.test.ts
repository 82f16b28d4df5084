import type { Cell } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import type { Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { col, computed, during, every, openTables, query, rowsIn, where } from '../testing/queries.ts'
import { datesOf, foreignDate } from './stored-dates.ts'

describe('foreignDate', () => {
  it.each<[Cell[] | null, string | null]>([
    [null, null],
    [[], null],
    [[null, ''], null],
    [['2024'], null],
    [['2024-05', '2024-06'], null],
    [['2024-05-01', null, ''], null],
    [['2024-05-01 10:30:00', '2024-05-01T10:30:00Z'], null],
    [[2024, 2025], null],
    [['8/29/2024', '9/1/2024'], '8/29/2024'],
    [['29.08.2024'], '29.08.2024'],
    [['May 2024', '2024-05-01'], null],
    [['May 2024', 'June 2024', '2024-05-01'], 'May 2024'],
    [['2024-5-1'], '2024-5-1'],
  ])('of %j is %j', (values, expected) => {
    expect(foreignDate(values)).toBe(expected)
  })
})

describe('datesOf', () => {
  const database = openTables(
    'CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, visit_date TEXT, closed_at TEXT, topic TEXT, fee INTEGER);',
  )
  const schema = modelSchema(database.catalogue, [])
  database.close()
  const date = col('visits.visit_date')
  const period = during('visits.visit_date', '2024-01-01', null)

  it.each<[string, Query, string[]]>([
    ['none', query('visits', [date]), []],
    ['a period', query('visits', [rowsIn('visits')], { filters: [period] }), ['visit_date']],
    [
      'a period inside of other conditions',
      query('visits', [rowsIn('visits')], {
        filters: [{ kind: 'not', filter: { kind: 'any', filters: [period, where('visits.fee', '>', 1)] } }],
      }),
      ['visit_date'],
    ],
    ['a group', query('visits', [rowsIn('visits')], { groups: [every('month', 'visits.closed_at')] }), ['closed_at']],
    ['an order', query('visits', [date], { order: [{ expression: date, descending: true }] }), ['visit_date']],
    [
      'the order of the latest one',
      query('visits', [rowsIn('visits')], {
        order: [{ expression: computed('max', 'visits.closed_at'), descending: true }],
      }),
      ['closed_at'],
    ],
    [
      'a column once',
      query('visits', [date], { filters: [period], order: [{ expression: date, descending: true }] }),
      ['visit_date'],
    ],
    [
      'no count, text, or number',
      query('visits', [date], {
        order: [
          { expression: computed('count', 'visits.visit_date'), descending: true },
          { expression: col('visits.topic'), descending: true },
          { expression: col('visits.fee'), descending: true },
        ],
      }),
      [],
    ],
  ])('finds %s', (_name, asked, columns) => {
    expect(datesOf(schema, asked).map((one) => one.name)).toEqual(columns)
  })
})
