import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { takesAll } from '../../contract/src/testing/test-sample.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { randomFrom } from './testing/random.ts'
import { randomQuery } from './testing/random-queries.ts'
import { createTables, insertRows, randomShop, shopPolicy } from './testing/shop-database.ts'
import type { ShopRows } from './testing/shop-database.ts'
import { anyUser } from './testing/request.ts'
import { catalogueOf, fingerprint, runReading, runRows } from './testing/sqlite-database.ts'

const rounds = takesAll ? 400 : 150
const seed = Number(process.env.PARLANCE_FUZZ_SEED ?? 1)

const person = { userId: '7', tenantId: 't1' }

function open(rows: ShopRows): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const sql of [...createTables((name) => `"${name}"`), ...insertRows(rows)]) database.exec(sql)
  return database
}

const sorted = (rows: unknown[][]) => rows.map((row) => fingerprint([row])).toSorted()

describe('R10 random queries', { timeout: 120_000 }, () => {
  test(`return the same rows as a filtered and masked copy on SQLite (${rounds} queries, seed ${seed})`, async () => {
    const random = randomFrom(seed)
    const { policies, apply } = shopPolicy(person)
    const shop = randomShop(random)
    const [database, copy] = [open(shop), open(apply(shop))]
    const catalogue = catalogueOf(database)
    const wrong: unknown[] = []
    let compared = 0
    let telling = 0
    for (let round = 0; round < rounds; round++) {
      const sql = randomQuery(random)
      const expected = runRows(copy, sql)
      if (!expected.rows) continue
      const request = { sql, dialect: 'sqlite' as const, catalogue, allowedTables: null, limits: { maxRows: 100_000 } }
      const result = await gate({ ...request, policies, principal: { ...anyUser, ...person } }, parseSql)
      if (!result.allowed) {
        wrong.push({ sql, reasons: result.reasons })
        continue
      }
      const found = runReading(database, result)
      if (!found.rows || JSON.stringify(sorted(found.rows)) !== JSON.stringify(sorted(expected.rows))) {
        wrong.push({
          sql,
          gated: result.sql,
          error: found.error,
          expected: expected.rows.slice(0, 3),
          found: found.rows?.slice(0, 3),
        })
      }
      compared++
      const plain = runRows(database, sql)
      if (plain.rows && JSON.stringify(sorted(plain.rows)) !== JSON.stringify(sorted(expected.rows))) telling++
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(compared).toBeGreaterThan(rounds * 0.75)
    expect(telling).toBeGreaterThan(compared / 3)
  })
})
