import { describe, expect, it } from 'vitest'
import type { Filter, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import {
  col,
  computed,
  during,
  having,
  openTables,
  reasonOf,
  made,
  query,
  rowsIn,
  sqlOf,
  where,
  without,
} from '../testing/queries.ts'
import { contradicts, isNegative, planPart, planQuery, positive, type Plan } from './plan.ts'

const database = openTables(`
CREATE TABLE regions (region_id INTEGER PRIMARY KEY, region TEXT);
CREATE TABLE farms (farm_id INTEGER PRIMARY KEY, name TEXT, region_id INTEGER NOT NULL REFERENCES regions);
CREATE TABLE barns (barn_id INTEGER PRIMARY KEY, farm_id INTEGER NOT NULL REFERENCES farms, size INTEGER);
CREATE TABLE cows (cow_id INTEGER PRIMARY KEY, name TEXT, weight INTEGER, barn_id INTEGER NOT NULL REFERENCES barns, mother_id INTEGER REFERENCES cows, vet_id INTEGER REFERENCES vets);
CREATE TABLE vets (vet_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, cow_id INTEGER REFERENCES cows, vet_id INTEGER REFERENCES vets, visit_date DATE, fee INTEGER);
CREATE TABLE stars (star_id INTEGER PRIMARY KEY, name TEXT);`)
const schema = modelSchema(database.catalogue, [])
database.close()

const chooser = (asked: Query) => ({ favoured: new Set(asked.spoken), choose: () => null, subject: asked.subject })

const planned = (asked: Query): Plan => made(planQuery(schema, asked, chooser(asked)))
const reason = (asked: Query): string => reasonOf(planQuery(schema, asked, chooser(asked)))
const stepsOf = ({ tree }: Plan) => [tree.root, ...tree.steps.map((step) => step.to.key)]

describe('planQuery joins', () => {
  it.each<[string, Query, string[]]>([
    ['only the subject if nothing else is needed', query('cows', [col('cows.name')]), ['cows']],
    ['what a row belongs to', query('cows', [col('cows.name'), col('barns.size')]), ['cows', 'barns']],
    [
      'the finest table first, whatever the subject is',
      query('farms', [col('farms.name'), rowsIn('cows')], { groups: [col('farms.farm_id'), col('farms.name')] }),
      ['cows', 'barns', 'farms'],
    ],
    [
      'a table that only sorts',
      query('cows', [col('cows.name')], { order: [{ expression: col('farms.name'), descending: false }] }),
      ['cows', 'barns', 'farms'],
    ],
    [
      'the table of a condition on an owner',
      query('cows', [col('cows.name')], { filters: [where('regions.region', '=', 'North')] }),
      ['cows', 'barns', 'farms', 'regions'],
    ],
    ['the rows of a list that owns none of the shown columns', query('barns', [col('farms.name')]), ['barns', 'farms']],
    [
      'only the table of a number whose subject is implied by keys that are never empty',
      query('farms', [rowsIn('barns')]),
      ['barns'],
    ],
  ])('%s', (_name, asked, tables) => {
    expect(stepsOf(planned(asked))).toEqual(tables)
  })

  it('never itself, although a row belongs to another one of the same table', () => {
    expect(stepsOf(planned(query('cows', [col('cows.name'), col('cows.mother_id')])))).toEqual(['cows'])
  })
})

describe('planQuery only tests for', () => {
  it('rows that belong to the subject, in one test for conditions on the same row', () => {
    const fee = where('visits.fee', '>', 10)
    const date = during('visits.visit_date', '2024-01-01', '2025-01-01')
    const plan = planned(query('cows', [col('cows.name')], { filters: [fee, date] }))
    expect(stepsOf(plan)).toEqual(['cows'])
    expect(plan.exists).toEqual([{ to: 'visits', filters: [fee, date], extra: [] }])
  })

  it.each<[string, Filter, Filter]>([
    ['two values of one column', where('visits.fee', '=', 5), where('visits.fee', '=', 6)],
    [
      'two periods',
      during('visits.visit_date', '2024-01-01', '2025-01-01'),
      during('visits.visit_date', '2025-01-01', '2026-01-01'),
    ],
    ['a condition and an exclusion', where('visits.fee', '>', 5), where('visits.fee', '<>', 6)],
  ])('two rows if one row can’t match both: %s', (_name, one, other) => {
    const { exists } = planned(query('cows', [col('cows.name')], { filters: [one, other] }))
    expect(exists.map(({ filters }) => filters)).toEqual([[one], [other]])
  })

  it('the subject of a number if rows may have none', () => {
    const { tree, exists } = planned(query('vets', [rowsIn('visits')]))
    expect([tree.root, exists, tree.steps.map((step) => step.to.key)]).toEqual(['visits', [], ['vets']])
  })

  it('a relation that is joined already is not tested again', () => {
    const plan = planned(query('cows', [col('barns.size')], { filters: [having('barns', 'cows')] }))
    expect([plan.where, plan.exists]).toEqual([[], []])
  })
})

describe('planQuery declines', () => {
  it.each<[string, Query, string]>([
    ['tables without a link', query('cows', [col('cows.name'), col('stars.name')]), 'not connected'],
    [
      'rows that have none of something and also some of it',
      query('cows', [col('cows.name')], { filters: [without('visits', 'cows'), where('visits.fee', '>', 5)] }),
      'Rows cannot both have visits and have none. Ask about each case separately.',
    ],
    [
      'a number of rows by groups of which related rows only have to exist',
      query('cows', [col('cows.name'), rowsIn('cows')], {
        groups: [col('cows.cow_id'), col('cows.name')],
        filters: [having('visits', 'cows')],
      }),
      'It is not clear how visits relate to each group. Say what to count.',
    ],
  ])('%s', (_name, asked, text) => {
    expect(reason(asked)).toContain(text)
  })
})

describe('planPart', () => {
  const part = (...filters: Filter[]) => made(planPart(schema, 'cows', filters, chooser(query('cows', []))))

  it('tests rows of their own table', () => {
    expect(part(where('cows.weight', '>', 500)).where).toHaveLength(1)
  })

  it('looks up rows that a row owns', () => {
    expect(part(where('visits.fee', '>', 5)).exists.map((one) => one.to)).toEqual(['visits'])
  })
})

const exclusions: [Filter, Filter][] = [
  [where('cows.name', '<>', 'Elsa'), where('cows.name', '=', 'Elsa')],
  [
    { kind: 'in', left: col('cows.name'), values: ['A', 'B'], negated: true },
    { kind: 'in', left: col('cows.name'), values: ['A', 'B'], negated: false },
  ],
  [
    { kind: 'like', left: col('cows.name'), text: 'A', where: 'end', negated: true },
    { kind: 'like', left: col('cows.name'), text: 'A', where: 'end', negated: false },
  ],
  [
    { ...during('visits.visit_date', '2024-01-01', null), negated: true },
    during('visits.visit_date', '2024-01-01', null),
  ],
  [{ kind: 'not', filter: where('cows.weight', '>', 5) }, where('cows.weight', '>', 5)],
]

describe('exclusions', () => {
  it.each(exclusions)('are recognized and undone: %j', (filter, without_) => {
    expect([isNegative(filter), isNegative(without_)]).toEqual([true, false])
    expect(positive(filter)).toEqual(without_)
    expect(positive(without_)).toEqual(without_)
  })

  it('are not comparisons, ranges, or missing values', () => {
    const others: Filter[] = [
      where('cows.weight', '<', 5),
      { kind: 'between', left: col('cows.weight'), from: 1, to: 2 },
      { kind: 'missing', left: col('cows.name'), negated: true },
    ]
    expect(others.map(isNegative)).toEqual([false, false, false])
  })
})

describe('contradicts', () => {
  const weight = (operator: '=' | '<' | '<=' | '>' | '>=' | '<>', value: number) =>
    where('cows.weight', operator, value)
  it.each<[boolean, Filter, Filter]>([
    [true, where('cows.name', '=', 'Elsa'), where('cows.name', '=', 'Rosa')],
    [false, where('cows.name', '=', 'Elsa'), where('cows.name', '=', 'Elsa')],
    [false, where('cows.name', '=', 'Elsa'), where('vets.name', '=', 'Rosa')],
    [true, weight('<', 5), weight('>', 5)],
    [true, weight('<', 5), weight('>=', 5)],
    [false, weight('<=', 5), weight('>=', 5)],
    [true, weight('=', 4), weight('>', 5)],
    [false, weight('=', 6), weight('>', 5)],
    [false, weight('<>', 6), weight('=', 6)],
    [true, { kind: 'between', left: col('cows.weight'), from: 1, to: 3 }, weight('>', 3)],
    [true, during('visits.visit_date', '2024-01-01', '2025-01-01'), during('visits.visit_date', '2025-01-01', null)],
    [false, during('visits.visit_date', '2024-01-01', '2025-01-01'), during('visits.visit_date', '2024-12-31', null)],
    [false, { kind: 'missing', left: col('cows.name'), negated: false }, where('cows.name', '=', 'Elsa')],
  ])('%s: %j and %j', (expected, one, other) => {
    expect([contradicts(one, other), contradicts(other, one)]).toEqual([expected, expected])
  })
})

it('leaves a condition on a table without a link to be declined when it is written', () => {
  const asked = query('cows', [col('cows.name')], { filters: [where('stars.name', '=', 'Sun')] })
  expect(sqlOf(schema, asked)).toBe('stars is not connected here.')
})

it('writes a computed number over the planned joins without counting a row twice', () => {
  expect(sqlOf(schema, query('farms', [computed('sum', 'cows.weight')]))).toBe('SELECT SUM(weight) AS c1 FROM cows')
})
