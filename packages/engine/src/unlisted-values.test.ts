import { DatabaseSync } from 'node:sqlite'
import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { ColumnPlace, FoundValues, TranslateRequest } from './contract.ts'
import { textsToFind } from './interpret/unlisted-values.ts'
import { testDatabase } from './testing/sqlite-database.ts'
import { translate } from './translate.ts'

const file = new DatabaseSync(':memory:')
file.exec(`
  create table districts (id integer primary key, district text, country text);
  create table shops (id integer primary key, name text, district_id integer references districts (id), opened text);
  insert into districts values (1, 'Nordstadt', 'Germany'), (2, 'Sankt Pauli', 'Germany'), (3, 'Belém', 'Portugal');
  insert into shops values (1, 'Corner', 1, '2024-01-01'), (2, 'Market Hall', 2, '2025-01-01');
`)
const database = testDatabase(file)
afterAll(() => database.close())

/** Asks while a column has too many values to list, or could not be read in time. */
async function ask(question: string, change: Partial<TranslateRequest> = {}, late: 'late' | 'too many' = 'too many') {
  const searches: { texts: string[]; columns: ColumnPlace[] }[] = []
  const find = change.findValues
  const found = await translate({
    question,
    catalogue: database.catalogue,
    today: '2026-11-20',
    history: [],
    valuesOf: async (table, column) => {
      if (column !== 'district') return database.valuesOf(table, column)
      return late === 'late' ? { values: null, isUnchecked: true } : { values: null }
    },
    ...change,
    ...(find && {
      findValues: (texts, columns) => {
        searches.push({ texts, columns })
        return find(texts, columns)
      },
    }),
  })
  return {
    searches,
    sql: found.understood ? found.sql : null,
    assumptions: found.understood ? found.assumptions.map((one) => formatMessage(one)) : [],
    reason: found.understood ? null : formatMessage(found.reason),
  }
}

const stored = ['Nordstadt', 'Sankt Pauli', 'Belém']
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Finds what the column really has. */
async function search(texts: string[], columns: ColumnPlace[]): Promise<FoundValues> {
  const values = stored.filter((value) => texts.some((text) => plain(text) === plain(value)))
  const places = columns.filter(({ column }) => column === 'district')
  return { found: places.flatMap((place) => values.map((value) => ({ ...place, value }))), unchecked: [] }
}

/** Finds nothing, because the time is over. */
async function tooLate(_texts: string[], columns: ColumnPlace[]): Promise<FoundValues> {
  return { found: [], unchecked: columns }
}

describe('values of a column that has too many to list', () => {
  it.each([
    ['how many shops are in Nordstadt', "'Nordstadt'"],
    ['how many shops are in Sankt Pauli?', "'Sankt Pauli'"],
    ['list the shops in Belem', "'Belém'"],
    ['which shops have the district nordstadt', "'Nordstadt'"],
    ['shops whose district is sankt pauli', "'Sankt Pauli'"],
  ])('finds the stored spelling for “%s”', async (question, spelling) => {
    const { sql, reason } = await ask(question, { findValues: search })
    expect({ sql, reason }).toEqual({ sql: expect.stringContaining(spelling), reason: null })
  })

  it('looks only into the columns that were not listed, and only if a value may be meant', async () => {
    const { searches } = await ask('how many shops are in Nordstadt', { findValues: search })
    expect(searches).toEqual([{ texts: ['Nordstadt'], columns: [{ table: 'districts', column: 'district' }] }])
    expect((await ask('how many shops are in Germany', { findValues: search })).searches).toEqual([])
    expect((await ask('how many shops are there', { findValues: search })).searches).toEqual([])
  })

  it('suggests the longer value that a word is a part of', async () => {
    const places = { table: 'districts', column: 'district' }
    const findValues = async () => ({ found: [{ ...places, value: 'Sankt Pauli' }], unchecked: [] })
    const { reason } = await ask('how many shops are in Pauli', { findValues })
    expect(reason).toBe('No stored value matches “Pauli”. Closest matches: Sankt Pauli.')
  })

  it('looks into columns that are too many to list', async () => {
    const columns = Array.from({ length: 90 }, (_, at) => `c${at} text`)
    const wide = new DatabaseSync(':memory:')
    wide.exec(`create table plans (id integer primary key, ${columns.join(', ')})`)
    const { searches } = await ask('how many plans have Zwolle', {
      catalogue: testDatabase(wide).catalogue,
      valuesOf: async () => ({ values: [] }),
      findValues: search,
    })
    expect(searches.map((one) => one.columns.length)).toEqual([10])
    wide.close()
  })

  it('says that nothing matches only after a complete look', async () => {
    const { reason } = await ask('how many shops are in Südstadt', { findValues: search })
    expect(reason).toMatch(/Südstadt/)
    expect(reason).not.toMatch(/could not be checked/)
  })
})

describe('values that could not be checked in time', () => {
  const unchecked =
    '“Nordstadt” could not be checked in the data in time. Name the column, for example “district is Nordstadt”, or try again.'

  it('never says that a word is not in the data', async () => {
    expect((await ask('how many shops are in Nordstadt', {}, 'late')).reason).toBe(unchecked)
    expect((await ask('how many shops are in Nordstadt', { findValues: tooLate }, 'late')).reason).toBe(unchecked)
    expect((await ask('how many shops are in Nordstadt', { findValues: tooLate })).reason).toBe(unchecked)
  })

  it('still answers from what could be found', async () => {
    const { sql, assumptions } = await ask('how many shops are in Nordstadt', { findValues: search }, 'late')
    expect(sql).toContain("'Nordstadt'")
    expect(assumptions.join()).not.toMatch(/could not be checked/)
  })

  it('answers a condition that names its column, and says that the value was not checked', async () => {
    const { sql, assumptions } = await ask('districts whose district is Nordstadt', { findValues: tooLate }, 'late')
    expect(sql).toContain("'Nordstadt'")
    expect(assumptions).toContain('Whether districts.district has the value “Nordstadt” could not be checked in time')
  })

  it('gives other reasons as before', async () => {
    expect((await ask('how many shops are in Germany', {}, 'late')).sql).toContain("'Germany'")
    expect((await ask('delete all shops', {}, 'late')).reason).toMatch(/only read data/)
  })

  it('uses the known values of a column that has others', async () => {
    const { sql } = await ask('how many shops are in Nordstadt', {
      valuesOf: async (table, column) =>
        column === 'district' ? { values: ['Nordstadt'], isUnchecked: true } : database.valuesOf(table, column),
    })
    expect(sql).toContain("'Nordstadt'")
  })
})

describe('textsToFind', () => {
  it.each([
    ['shops in Sankt Pauli', ['Pauli'], ['Sankt Pauli', 'Pauli']],
    ['Which shops are in "New York"?', ['New York'], ['New York']],
    ['show blorb and the flim flam', ['blorb', 'flim', 'flam'], ['blorb', 'flim flam', 'flim', 'flam']],
    ['shops in X', ['X'], []],
    ['shops', [], []],
  ])('of “%s” without %j is %j', (question, missed, expected) => {
    expect(textsToFind(question, missed)).toEqual(expected)
  })
})
