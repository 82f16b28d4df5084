import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { makeImpossible } from './impossible-questions.ts'

const table = (name: string, ...columns: string[]): CatalogueTable => ({
  schema: null,
  name,
  objectType: 'TABLE',
  comment: null,
  columns: columns.map((column) => ({ name: column, dataType: 'TEXT', kind: 'text', nullable: true, comment: null })),
  primaryKey: [columns[0] ?? ''],
  foreignKeys: [],
  rowEstimate: null,
  definition: null,
})
const catalogue = (...tables: CatalogueTable[]): Catalogue => ({ dialect: 'sqlite', defaultSchema: null, tables })

const farm = catalogue(table('city', 'city_id', 'area'), table('farm', 'farm_id', 'city_id', 'total_horses'))
const music = catalogue(table('singer', 'singer_id', 'name'))

const ask = (at: number, expectedSql: string, other = music, own = farm) =>
  makeImpossible({ database: 'farm', question: '', context: null, expectedSql, wording: 'questions', at }, own, other)

describe('a question becomes impossible', () => {
  test('without a column that it needs', () => {
    const made = ask(0, 'SELECT area FROM city')
    expect(made?.kind).toBe('column removed')
    expect(made?.catalogue.tables[0]?.columns.map(({ name }) => name)).toEqual(['city_id'])
  })

  test('without a table that it needs', () => {
    const made = ask(1, 'SELECT total_horses FROM farm')
    expect(made?.kind).toBe('table removed')
    expect(made?.catalogue.tables.map(({ name }) => name)).toEqual(['city'])
  })

  test('over another database', () => {
    expect(ask(2, 'SELECT area FROM city')).toEqual({ kind: 'other database', catalogue: music })
  })

  test('in another way if a remaining name resembles the removed one', () => {
    // The farm's `city_id` resembles the table `city`.
    expect(ask(1, 'SELECT count(*) FROM city')?.kind).toBe('other database')
    expect(ask(0, 'SELECT count(*) FROM farm')?.kind).toBe('table removed')
  })

  test('not at all if everything resembles something else', () => {
    expect(ask(2, 'SELECT city_id FROM city', catalogue(table('cities', 'name')))).toBeNull()
  })

  test('not by words in quotes', () => {
    expect(ask(0, "SELECT city_id FROM city WHERE city_id = 'area'")?.kind).not.toBe('column removed')
  })
})
