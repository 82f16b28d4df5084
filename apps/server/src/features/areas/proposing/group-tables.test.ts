import { expect, test } from 'vitest'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { groupTables } from './group-tables.ts'
import { nameWords } from './name-words.ts'
import { placeViews } from './place-views.ts'
import type { Relationship } from './prove-keys.ts'

const table = (name: string, change: Partial<CatalogueTable> = {}): CatalogueTable => ({
  schema: null,
  name,
  objectType: 'TABLE',
  comment: null,
  columns: [1, 2, 3, 4, 5].map((n) => ({
    name: `c${n}`,
    dataType: '',
    kind: 'integer',
    nullable: true,
    comment: null,
  })),
  primaryKey: [],
  foreignKeys: [],
  rowEstimate: null,
  definition: null,
  ...change,
})

/** Groups tables, given as 'child>parent' or as a single name. */
function grouped(lines: string[], { most = Number.POSITIVE_INFINITY, narrow = [] as string[] } = {}) {
  const names = [...new Set(lines.flatMap((line) => line.split('>')))]
  const tables = names.map((name) => table(name, narrow.includes(name) ? { columns: [] } : {}))
  const named = (name: string | undefined) => tables.find((each) => each.name === name)!
  const relationships = lines.flatMap((line): Relationship[] => {
    const [child, parent] = line.split('>')
    const ends = { child: named(child), columns: [], parent: named(parent), parentColumns: [] }
    const proof = { origin: 'declared', confidence: 1, sampled: null, found: null, untested: null } as const
    return parent === undefined ? [] : [{ ...ends, ...proof }]
  })
  const groups = groupTables(tables, { relationships, words: nameWords({ tables } as Catalogue), most })
  return groups.map((group) => [group.tables, group.shared].map((all) => all.map(({ name }) => name).toSorted()))
}

/** Tables that all refer to each other. */
const clique = (prefix: string, size: number) =>
  Array.from({ length: size }, (_, at) =>
    Array.from({ length: at }, (__, before) => `${prefix}${at}>${prefix}${before}`),
  ).flat()
const namesOf = (prefix: string, size: number) => Array.from({ length: size }, (_, at) => `${prefix}${at}`).toSorted()

test('keeps few connected tables together, and others apart', () => {
  expect(grouped(['b>a', 'c>b', 'y>x'])).toEqual([
    [['a', 'b', 'c'], []],
    [['x', 'y'], []],
  ])
})

test('splits many connected tables where few relationships cross, and shows what the others refer to', () => {
  expect(grouped([...clique('a', 9), ...clique('b', 10), 'a3>b0'])).toEqual([
    [namesOf('b', 10), []],
    [namesOf('a', 9), ['b0']],
  ])
})

test('makes no group larger than the edition allows, with what it refers to', () => {
  const star = Array.from({ length: 12 }, (_, at) => `child${at}>hub`)
  const groups = grouped(star, { most: 5 })
  expect(Math.max(...groups.map(([own = [], shared = []]) => own.length + shared.length))).toBe(5)
  expect(groups.flatMap(([own]) => own)).toHaveLength(13)
})

test('puts a table that only connects others into the group of one of them', () => {
  const lines = [...clique('a', 9), ...clique('b', 9), 'link>a0', 'link>b0']
  const groups = grouped(lines, { narrow: ['link'] })
  expect(groups.map(([own]) => own?.length)).toEqual([10, 9])
})

test('groups tables without relationships by the first word of their names', () => {
  const lines = ['hr_jobs>hr_people', 'hr_people>hr_sites', 'hr_notes', 'log_a', 'log_b', 'log_c', 'other', 'more']
  expect(grouped(lines)).toEqual([
    [['hr_jobs', 'hr_notes', 'hr_people', 'hr_sites'], []],
    [['log_a', 'log_b', 'log_c'], []],
    [['more', 'other'], []],
  ])
})

test('puts a view where the tables of its definition are, and views without one apart', () => {
  const [orders, stock] = [table('orders'), table('stock')]
  const view = (name: string, definition: string | null) => table(name, { objectType: 'VIEW', definition })
  const views = [view('late', 'SELECT * FROM "Orders" WHERE late'), view('odd', null)]
  const groups = [
    { tables: [stock], shared: [] },
    { tables: [orders], shared: [stock] },
  ]
  const placed = placeViews(groups, views, 2)
  expect(placed.map((each) => [each.tables, each.shared].map((all) => all.map(({ name }) => name)))).toEqual([
    [['stock'], []],
    [['orders', 'late'], []],
    [['odd'], []],
  ])
})
