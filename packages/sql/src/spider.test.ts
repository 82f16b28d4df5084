import { testDataFolder, testDataReason } from '../../contract/src/testing/test-data.ts'
import { sampleName, testSample } from '../../contract/src/testing/test-sample.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Catalogue } from '@parlance/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { anyUser } from './testing/request.ts'
import { catalogueOf, fingerprint, runReading, runRows } from './testing/sqlite-database.ts'

interface Case {
  id: string
  db: string
  sql: string
}

const folder = testDataFolder()
const step = 25

/** Gold queries that their own database can't run, or that name a missing table. */
const invalid = new Set(['spider-train-3153', 'spider-train-4513', 'spider-train-4514'])

const open = new Map<string, { database: DatabaseSync; catalogue: Catalogue }>()

function databaseOf(name: string) {
  const known = open.get(name)
  if (known) return known
  const path = join(folder!, 'spider-train/sqlite', `${name}.sqlite`)
  const database = new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: true })
  const made = { database, catalogue: catalogueOf(database) }
  open.set(name, made)
  return made
}

afterAll(() => {
  for (const { database } of open.values()) database.close()
})

describe.skipIf(!folder)(`real queries of 144 databases (${folder ? sampleName(step) : testDataReason})`, () => {
  test('are accepted and return the same rows in the same order', async () => {
    const lines = readFileSync(join(folder!, 'spider-train/cases.jsonl'), 'utf8').trim().split('\n')
    const cases = testSample(lines, step).map((line) => JSON.parse(line) as Case)
    const wrong: unknown[] = []
    for (const { id, db, sql } of cases) {
      if (invalid.has(id)) continue
      const { database, catalogue } = databaseOf(db)
      const limits = { maxRows: 100_000 }
      const request = {
        sql,
        dialect: 'sqlite' as const,
        catalogue,
        allowedTables: null,
        policies: null,
        principal: anyUser,
        limits,
      }
      const result = await gate(request, parseSql)
      if (!result.allowed) {
        wrong.push({ id, sql, reasons: result.reasons })
        continue
      }
      const plain = runRows(database, sql)
      const gated = runReading(database, result)
      if (!plain.rows || !gated.rows || fingerprint(plain.rows) !== fingerprint(gated.rows)) {
        wrong.push({ id, sql, gated: result.sql, errors: [plain.error, gated.error] })
      }
    }
    expect(cases.length).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  }, 1_800_000)
})

test('make the engine refuse whatever the gate does not list', async () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (a TEXT, b TEXT)')
  const request = {
    sql: 'SELECT a FROM t',
    dialect: 'sqlite' as const,
    catalogue: catalogueOf(database),
    allowedTables: null,
  }
  const result = await gate({ ...request, policies: null, principal: anyUser, limits: { maxRows: 1 } }, parseSql)
  if (!result.allowed) throw new Error('refused')
  expect(runReading(database, result).error).toBeNull()
  expect(runReading(database, { ...result, sql: 'SELECT a FROM t ORDER BY b' }).error).toContain('prohibited')
  database.close()
})
