import { testDataFolder, testDataReason } from '../../contract/src/testing/test-data.ts'
import { sampleName, testSample, testSeed } from '../../contract/src/testing/test-sample.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Catalogue } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { Policies } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { randomFrom } from './testing/random.ts'
import { randomPolicies } from './testing/random-policies.ts'
import { asPolicies, filteredCopy, registerHash } from './testing/reference-policies.ts'
import { anyUser } from './testing/request.ts'
import { catalogueOf, fingerprint, runReading, runRows } from './testing/sqlite-database.ts'

const folder = testDataFolder()
const step = 25

interface Case {
  id: string
  db: string
  sql: string
}

/** An in-memory database with the first rows of each table, so that it is quick to copy. */
function sampleOf(path: string): { database: DatabaseSync; catalogue: Catalogue } {
  const source = new DatabaseSync(path, { readOnly: true })
  const options = { enableDoubleQuotedStringLiterals: true, enableForeignKeyConstraints: false }
  const database = new DatabaseSync(':memory:', options)
  const full = catalogueOf(source)
  const tables = full.tables.filter((table) => table.objectType === 'TABLE')
  for (const table of tables) {
    const name = `"${table.name}"`
    database.exec(String(source.prepare('SELECT sql FROM sqlite_master WHERE name = ?').get(table.name)!.sql))
    const rows = source.prepare(`SELECT * FROM ${name} ORDER BY rowid LIMIT 200`)
    rows.setReadBigInts(true)
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${table.columns.map(() => '?').join(', ')})`)
    database.exec('BEGIN')
    for (const row of rows.iterate()) insert.run(...table.columns.map((column) => row[column.name] ?? null))
    database.exec('COMMIT')
  }
  source.close()
  registerHash(database)
  return { database, catalogue: catalogueOf(database) }
}

const sorted = (rows: unknown[][]) => rows.map((row) => fingerprint([row])).toSorted()

const same = (left: unknown[][], right: unknown[][]) => JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))

interface Setting {
  database: DatabaseSync
  catalogue: Catalogue
  policies: Policies
  copies: DatabaseSync[]
}

type Outcome = 'equal' | 'telling' | 'unstable' | 'refused' | 'impossible' | { wrong: unknown }

/** Compares one query's rows under the rules with the same query on physically filtered and masked copies. */
async function compare(sql: string, setting: Setting): Promise<Outcome> {
  const { database, catalogue, policies, copies } = setting
  const request = { sql, dialect: 'sqlite' as const, catalogue, allowedTables: null, policies, principal: anyUser }
  const result = await gate({ ...request, limits: { maxRows: 100_000 } }, parseSql)
  const [expected, reversed] = copies.map((copy) => runRows(copy, sql))
  if (!result.allowed) {
    const known = result.reasons.some((reason) => reason.code === 'column_not_allowed')
    return !expected?.rows || known ? 'refused' : { wrong: { sql, reasons: result.reasons } }
  }
  const gated = runReading(database, result)
  if (!expected?.rows || !reversed?.rows || !gated.rows) {
    const alike = Boolean(expected?.rows) === Boolean(gated.rows)
    return alike ? 'impossible' : { wrong: { sql, gated: result.sql, errors: [expected?.error, gated.error] } }
  }
  if (same(expected.rows, gated.rows)) {
    const plain = runRows(database, sql)
    return plain.rows && !same(plain.rows, gated.rows) ? 'telling' : 'equal'
  }
  if (!same(expected.rows, reversed.rows)) return 'unstable'
  const unlimited = sql.replace(/\blimit\s+\d+\s*(?:;\s*)?$/i, '')
  if (unlimited !== sql && typeof (await compare(unlimited, setting)) === 'string') return 'unstable'
  return { wrong: { sql, gated: result.sql, expected: expected.rows.slice(0, 3), found: gated.rows.slice(0, 3) } }
}

describe.skipIf(!folder)(`R10 real queries under random rules (${folder ? sampleName(step) : testDataReason})`, () => {
  test('return the same rows as a copy that contains only what the rules allow', async () => {
    const lines = readFileSync(join(folder!, 'spider-train/cases.jsonl'), 'utf8').trim().split('\n')
    const cases = testSample(lines, step).map((line) => JSON.parse(line) as Case)
    const wrong: unknown[] = []
    const counts = { equal: 0, telling: 0, unstable: 0, refused: 0, impossible: 0 }
    for (const [db, entries] of Map.groupBy(cases, (entry) => entry.db)) {
      const random = randomFrom(testSeed + db.length * 1000 + entries.length)
      const { database, catalogue } = sampleOf(join(folder!, 'spider-train/sqlite', `${db}.sqlite`))
      const tables = randomPolicies(database, catalogue.tables, random)
      const copies = [filteredCopy(database, tables, false), filteredCopy(database, tables, true)]
      for (const { id, sql } of entries) {
        const outcome = await compare(sql, { database, catalogue, policies: asPolicies(tables), copies })
        if (typeof outcome === 'object') wrong.push({ id, outcome })
        else counts[outcome]++
      }
      for (const opened of [...copies, database]) opened.close()
    }
    expect(wrong).toEqual([])
    expect(counts.telling).toBeGreaterThan(cases.length / 10)
    expect(counts.unstable + counts.impossible).toBeLessThan(cases.length / 10)
  }, 1_800_000)
})
