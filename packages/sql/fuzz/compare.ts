import { formatMessage, type Catalogue } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import type { GateDenied } from '../src/contract.ts'
import { gate } from '../src/gate.ts'
import { parseSql } from '../src/parse/index.ts'
import { randomFrom } from '../src/testing/random.ts'
import { randomRules } from '../src/testing/random-rules.ts'
import type { RandomRules } from '../src/testing/random-rules.ts'
import { filteredCopy, registerHash } from '../src/testing/reference-policies.ts'
import { createTables, insertRows, randomShop } from '../src/testing/shop-database.ts'
import { catalogueOf, fingerprint, runReading, runRows } from '../src/testing/sqlite-database.ts'

/** A random database under random rules, and a copy that contains only what the rules allow. */
export interface World extends Pick<RandomRules, 'policies' | 'principal'> {
  database: DatabaseSync
  copy: DatabaseSync
  /** The copy for queries that read a table that activates a conditional rule. */
  resting: { requires: string; copy: DatabaseSync } | null
  catalogue: Catalogue
}

export function closeWorld(world: World): void {
  for (const database of [world.database, world.copy, world.resting?.copy]) database?.close()
}

export type Verdict = { kind: 'equal' | 'not-runnable' | 'refused' } | { kind: 'wrong'; why: string; gated: string }

export function makeWorld(seed: number): World {
  const random = randomFrom(seed)
  const database = new DatabaseSync(':memory:')
  registerHash(database)
  for (const sql of [...createTables((name) => `"${name}"`), ...insertRows(randomShop(random, 0.4))]) database.exec(sql)
  const catalogue = catalogueOf(database)
  const { policies, principal, tables, resting } = randomRules(database, catalogue.tables, random)
  return {
    database,
    catalogue,
    policies,
    principal,
    copy: filteredCopy(database, tables, false),
    resting: resting && { requires: resting.requires, copy: filteredCopy(database, resting.tables, false) },
  }
}

/** Nested cross joins take minutes and add no information. */
const mostRows = 20_000n

/** Compares the result of the gated query with the same query on the copy. */
export async function judge(sql: string, world: World): Promise<Verdict> {
  const { database, catalogue, policies, principal } = world
  const limits = { maxRows: null }
  const request = { sql, dialect: 'sqlite' as const, catalogue, allowedTables: null, principal, limits }
  const plain = await gate({ ...request, policies: null }, parseSql)
  const isRestless = plain.allowed && plain.receipt.tables.some(({ table }) => table === world.resting?.requires)
  const copy = (isRestless ? world.resting?.copy : null) ?? world.copy
  const size = runRows(copy, `SELECT count(*) FROM (${sql})`).rows?.[0]?.[0]
  if (typeof size === 'bigint' && size > mostRows) return { kind: 'not-runnable' }
  const expected = runRows(copy, sql)
  if (!plain.allowed) return runRows(database, sql).rows ? refused(plain) : { kind: 'not-runnable' }
  const result = await gate({ ...request, policies }, parseSql)
  // SQLite ignores the columns of a WITH query that nothing reads; the gate checks them.
  const takenAway = ['column_not_allowed', 'unknown_column']
  if (!result.allowed) return takenAway.includes(result.reasons[0]!.code) ? { kind: 'refused' } : refused(result)
  if (!expected.rows) return { kind: 'not-runnable' }
  const found = runReading(database, result)
  if (!found.rows) return { kind: 'wrong', why: `error: ${found.error}`, gated: result.sql }
  if (sorted(found.rows) === sorted(expected.rows)) return { kind: 'equal' }
  const [wanted, got] = [expected.rows, found.rows].map((rows) => fingerprint(rows.slice(0, 5)))
  return { kind: 'wrong', why: `expected ${wanted}, found ${got}`, gated: result.sql }
}

function refused(result: GateDenied): Verdict {
  const { code, message } = result.reasons[0]!
  return { kind: 'wrong', why: `refused: ${code}: ${formatMessage(message)}`, gated: '' }
}

function sorted(rows: unknown[][]): string {
  return JSON.stringify(rows.map((row) => fingerprint([row])).toSorted())
}
