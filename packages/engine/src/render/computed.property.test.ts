import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Cell } from '@parlance/contract'
import { seeded } from '../../../evaluation/src/random.ts'
import { Decline } from '../decline.ts'
import type { Expression, Measure, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import { sortedRows } from '../testing/approximately.ts'
import { testDatabase } from '../testing/sqlite-database.ts'
import { renderSql } from './sql.ts'

/** Owners have parcels, some parcels have none; a parcel has any number of labels, and a label any of parcels. */
const schema = `
CREATE TABLE owners (owner_id INTEGER PRIMARY KEY, region TEXT);
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners, weight INTEGER, state TEXT);
CREATE TABLE labels (label_id INTEGER PRIMARY KEY, color TEXT);
CREATE TABLE parcel_labels (parcel_id INTEGER REFERENCES parcels, label_id INTEGER REFERENCES labels, PRIMARY KEY (parcel_id, label_id));`

interface Parcel {
  id: number
  owner: number | null
  weight: number | null
  state: string
  labels: number[]
}

interface World {
  regions: (string | null)[]
  colors: string[]
  parcels: Parcel[]
}

const rounds = 60

function randomWorld(random: () => number): World {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const one = <T>(values: readonly T[]): T => values[upTo(values.length - 1)]!
  const regions = Array.from({ length: upTo(4) }, () => one(['north', 'south', null]))
  const colors = Array.from({ length: upTo(3) }, () => one(['red', 'blue']))
  const parcels = Array.from({ length: upTo(9) }, (_, at) => ({
    id: at + 1,
    owner: regions.length === 0 || random() < 0.2 ? null : upTo(regions.length - 1) + 1,
    weight: random() < 0.2 ? null : upTo(5),
    state: one(['open', 'done']),
    labels: colors.flatMap((_color, label) => (random() < 0.4 ? [label + 1] : [])),
  }))
  return { regions, colors, parcels }
}

function rowsOf({ regions, colors, parcels }: World, query: Query): Cell[][] {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  const insert = (table: string, values: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  regions.forEach((region, at) => insert('owners', [at + 1, region]))
  colors.forEach((color, at) => insert('labels', [at + 1, color]))
  for (const { id, owner, weight, state, labels } of parcels) {
    insert('parcels', [id, owner, weight, state])
    for (const label of labels) insert('parcel_labels', [id, label])
  }
  const opened = testDatabase(database)
  const sql = renderSql(modelSchema(opened.catalogue, []), query, () => null)
  if (sql instanceof Decline) throw new Error(JSON.stringify(sql.reason))
  const rows = opened.rows(sql)
  opened.close()
  return rows
}

const column = (table: string, name: string) => ({ kind: 'column', ref: { table, column: name } }) as const
const parcels: Measure = { kind: 'rows', table: 'parcels' }
const weight: Measure = { kind: 'aggregate', fn: 'sum', distinct: false, of: column('parcels', 'weight') }
const distinct = (table: string, name: string): Measure => ({
  kind: 'aggregate',
  fn: 'count',
  distinct: true,
  of: column(table, name),
})

function query(expression: Expression, changes: Partial<Query> = {}): Query {
  return {
    subject: 'parcels',
    select: [{ expression, alias: 'result' }],
    distinct: false,
    filters: [],
    groups: [],
    having: [],
    order: [],
    limit: null,
    spoken: ['parcels'],
    top: null,
    ...changes,
  }
}

const total = (all: readonly Parcel[]): number => all.reduce((sum, one) => sum + (one.weight ?? 0), 0)
const percent = (part: number, whole: number): Cell => (whole === 0 ? null : (100 * part) / whole)
const divided = (sum: number, by: number): Cell => (by === 0 ? null : sum / by)
const regionOf = ({ regions }: World, one: Parcel): string | null => regions[(one.owner ?? 0) - 1] ?? null

function medianOf(all: readonly Parcel[]): Cell {
  const known = all.flatMap((one) => (one.weight === null ? [] : [one.weight])).toSorted((a, b) => a - b)
  const [low, high] = [known[Math.ceil(known.length / 2) - 1], known[Math.floor(known.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const north = { kind: 'compare', left: column('owners', 'region'), operator: '=', value: 'north' } as const
const red = { kind: 'compare', left: column('labels', 'color'), operator: '=', value: 'red' } as const
const open = { kind: 'compare', left: column('parcels', 'state'), operator: '=', value: 'open' } as const

const cases: [name: string, query: Query, expected: (world: World) => Cell[][]][] = [
  [
    'parcels per owner, over owners with parcels',
    query({ kind: 'ratio', of: parcels, per: distinct('owners', 'owner_id') }),
    ({ parcels: all }) => {
      const owned = all.filter((one) => one.owner !== null)
      return [[divided(owned.length, new Set(owned.map((one) => one.owner)).size)]]
    },
  ],
  [
    'labels per parcel, by the table that links them',
    query({ kind: 'ratio', of: { kind: 'rows', table: 'parcel_labels' }, per: distinct('parcels', 'parcel_id') }),
    ({ parcels: all }) => {
      const labeled = all.filter((one) => one.labels.length > 0)
      return [[divided(labeled.flatMap((one) => one.labels).length, labeled.length)]]
    },
  ],
  [
    'parcels per weight, without those whose weight is unknown',
    query({ kind: 'ratio', of: parcels, per: distinct('parcels', 'weight') }),
    ({ parcels: all }) => {
      const weighed = all.flatMap((one) => one.weight ?? [])
      return [[divided(weighed.length, new Set(weighed).size)]]
    },
  ],
  [
    'weight per region, without parcels of no region',
    query({ kind: 'ratio', of: weight, per: distinct('owners', 'region') }),
    (world) => {
      const placed = world.parcels.filter((one) => regionOf(world, one) !== null)
      const regions = new Set(placed.map((one) => regionOf(world, one)))
      return [[divided(total(placed), regions.size)]]
    },
  ],
  [
    'weight per owner for each region',
    query(
      { kind: 'ratio', of: weight, per: distinct('owners', 'owner_id') },
      {
        select: [
          { expression: column('owners', 'region'), alias: 'region' },
          { expression: { kind: 'ratio', of: weight, per: distinct('owners', 'owner_id') }, alias: 'result' },
        ],
        groups: [column('owners', 'region')],
      },
    ),
    (world) => {
      const owned = world.parcels.filter((one) => one.owner !== null)
      return [...Map.groupBy(owned, (one) => regionOf(world, one))].map(([region, all]) => [
        region,
        all.every((one) => one.weight === null) ? null : divided(total(all), new Set(all.map((one) => one.owner)).size),
      ])
    },
  ],
  [
    'the percentage of parcels from the north, of all parcels, also those without an owner',
    query({ kind: 'percentage', of: parcels, filters: [north] }),
    (world) => [
      [percent(world.parcels.filter((one) => regionOf(world, one) === 'north').length, world.parcels.length)],
    ],
  ],
  [
    'the percentage of the weight with a red label, each parcel once',
    query({ kind: 'percentage', of: weight, filters: [red] }),
    ({ parcels: all, colors }) => {
      const isRed = (one: Parcel) => one.labels.some((label) => colors[label - 1] === 'red')
      return [[percent(total(all.filter(isRed)), total(all))]]
    },
  ],
  [
    'the percentage of open parcels for each label',
    query(parcels, {
      select: [
        { expression: column('labels', 'label_id'), alias: 'label' },
        { expression: { kind: 'percentage', of: parcels, filters: [open] }, alias: 'result' },
      ],
      groups: [column('labels', 'label_id')],
    }),
    ({ parcels: all, colors }) =>
      colors.flatMap((_, at) => {
        const own = all.filter((one) => one.labels.includes(at + 1))
        const done = own.filter((one) => one.state === 'open').length
        return own.length === 0 ? [] : [[at + 1, percent(done, own.length)]]
      }),
  ],
  [
    'the percentage of the whole weight for each state',
    query(parcels, {
      select: [
        { expression: column('parcels', 'state'), alias: 'state' },
        { expression: { kind: 'share', of: parcels }, alias: 'result' },
      ],
      groups: [column('parcels', 'state')],
    }),
    ({ parcels: all }) =>
      [...Map.groupBy(all, (one) => one.state)].map(([state, own]) => [state, percent(own.length, all.length)]),
  ],
  [
    'the median weight',
    query({ kind: 'aggregate', fn: 'median', distinct: false, of: column('parcels', 'weight') }),
    ({ parcels: all }) => [[medianOf(all)]],
  ],
  [
    'the highest weight minus the lowest',
    query({
      kind: 'difference',
      of: { kind: 'aggregate', fn: 'max', distinct: false, of: column('parcels', 'weight') },
      less: { kind: 'aggregate', fn: 'min', distinct: false, of: column('parcels', 'weight') },
    }),
    ({ parcels: all }) => {
      const known = all.flatMap((one) => (one.weight === null ? [] : [one.weight]))
      return [[known.length === 0 ? null : Math.max(...known) - Math.min(...known)]]
    },
  ],
  [
    'the two heaviest parcels of each owner, with ties',
    query(parcels, {
      select: [
        { expression: column('owners', 'owner_id'), alias: 'owner' },
        { expression: column('parcels', 'parcel_id'), alias: 'parcel' },
      ],
      order: [{ expression: column('parcels', 'weight'), descending: true }],
      limit: 2,
      within: [column('owners', 'owner_id')],
    }),
    ({ parcels: all }) => {
      const weighed = all.filter((one) => one.owner !== null && one.weight !== null)
      const heavier = (one: Parcel) =>
        weighed.filter((other) => other.owner === one.owner && Number(other.weight) > Number(one.weight)).length
      return weighed.filter((one) => heavier(one) < 2).map((one) => [one.owner, one.id])
    },
  ],
  [
    'the heaviest owners of each region, by the sum of their parcels',
    query(weight, {
      select: [
        { expression: column('owners', 'region'), alias: 'region' },
        { expression: column('owners', 'owner_id'), alias: 'owner' },
      ],
      groups: [column('owners', 'owner_id'), column('owners', 'region')],
      order: [{ expression: weight, descending: true }],
      filters: [{ kind: 'missing', left: column('parcels', 'weight'), negated: true }],
      limit: 1,
      within: [column('owners', 'region')],
    }),
    (world) => {
      const weighed = world.parcels.filter((one) => one.owner !== null && one.weight !== null)
      const owners = [...Map.groupBy(weighed, (one) => Number(one.owner))].map(([owner, own]) => ({
        owner,
        region: world.regions[owner - 1] ?? null,
        sum: total(own),
      }))
      return owners
        .filter((one) => !owners.some((other) => other.region === one.region && other.sum > one.sum))
        .map((one) => [one.region, one.owner])
    },
  ],
]

describe('computed numbers over random data equal separate computations', () => {
  it.each(cases)('%s', (name, asked, expected) => {
    const random = seeded(name.length)
    for (let round = 0; round < rounds; round++) {
      const world = randomWorld(random)
      expect({ world, rows: sortedRows(rowsOf(world, asked)) }).toEqual({ world, rows: sortedRows(expected(world)) })
    }
  })
})
