import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { sqlDialects } from '@parlance/contract'
import { openRealServer } from '../../drivers/src/testing/index.ts'
import { parseSql } from '../../sql/src/parse/index.ts'
import { gate } from '../../sql/src/index.ts'
import { anyUser } from '../../sql/src/testing/request.ts'
import { plainCell } from './testing/approximately.ts'
import { ask } from './testing/ask.ts'
import { libraryRows, librarySchema, libraryToday, openLibrary } from './testing/library.ts'
import { translate } from './translate.ts'

const library = openLibrary()
afterAll(() => library.close())

const questions = [
  'books never loaned',
  'staff who earn more than the average salary',
  'staff who earn more than Finn Hale',
  'books with more pages than Blue Kites',
  'books cheaper than the average English book',
  'members older than 65',
  'members between 30 and 40 years old',
  'members born in the 50s',
  'members who are not active',
  'members with unpaid invoices over 100',
  'late loans',
  'loans not late',
  'loans returned late',
  'current staff',
  'tickets that are neither open nor closed',
  "books with 'road' in the title",
  'loans this year so far',
  'average age of members',
  'first names and ages of members',
  'average time between loan and return',
  'how long are books borrowed on average',
  'longest time between opening and closing of tickets',
]

async function sqlFor(question: string, dialect: (typeof sqlDialects)[number]): Promise<string> {
  const catalogue = { ...library.catalogue, dialect }
  const request = { question, catalogue, today: libraryToday, history: [] }
  const found = await translate({ ...request, valuesOf: library.valuesOf })
  return found.understood ? found.sql : ''
}

const names = (rows: unknown[]) => rows.map((row) => String(plainCell(Array.isArray(row) ? row[0] : row))).toSorted()

describe('conditions on real servers', () => {
  it.for(['postgresql', 'mysql'] as const)('return the same rows on %s as on SQLite', async (kind, { skip }) => {
    const server = await openRealServer(kind)
    if ('skip' in server) return skip(server.skip)
    onTestFinished(server.stop)
    // The engine takes the keys from the catalogue, and MySQL wants the columns that they refer to.
    await server.run(librarySchema.replaceAll(/ REFERENCES \w+/g, '') + libraryRows)
    for (const question of questions) {
      const expected = (await ask(library, libraryToday, question)).rows
      expect({ question, rows: names(await server.read(await sqlFor(question, kind))) }).toEqual({
        question,
        rows: names(expected),
      })
    }
  })
})

describe('conditions in other dialects', () => {
  it.each(sqlDialects)('are proven by the gate in %s', async (dialect) => {
    const catalogue = { ...library.catalogue, dialect }
    for (const question of questions) {
      const sql = await sqlFor(question, dialect)
      const request = { sql, dialect, catalogue, allowedTables: null, policies: null, principal: anyUser }
      const result = await gate({ ...request, limits: { maxRows: 100 } }, parseSql)
      expect({ question, sql, reasons: result.allowed ? [] : result.reasons }).toEqual({ question, sql, reasons: [] })
    }
  })
})
