import { expect } from 'vitest'
import type { Connection } from '../../contract.ts'
import type { EngineUnderTest } from '../engine.ts'
import { failureOf, readAll, textsOf } from '../read.ts'
import type { Check } from './check.ts'

/** Checks read-only sessions, and that only one statement runs at a time. */
export function describeSafety(engine: EngineUnderTest, check: Check): void {
  const counts = async (connection: Connection) =>
    (await readAll(connection, 'SELECT (SELECT count(*) FROM customers), (SELECT max(id) FROM customers)')).rows

  for (const sql of engine.writes) {
    check(`R05 the session is read-only: ${sql}`, async ({ connection }) => {
      const before = await counts(connection)
      const error = await failureOf(() => readAll(connection, sql))
      expect(['permission', 'unsupported', 'syntax']).toContain(error.kind)
      expect(await counts(connection)).toEqual(before)
    })
  }

  for (const { sql, isRefusedBy, warning, traces } of engine.versionedWrites ?? []) {
    check(`R05 undoes a write that the session allows, and warns about it: ${sql}`, async ({ connection }) => {
      const before = (await readAll(connection, traces)).rows
      const { engine: version, warnings } = await connection.test(() => {})
      if (isRefusedBy(version)) {
        expect((await failureOf(() => readAll(connection, sql))).kind).toBe('permission')
      } else {
        await readAll(connection, sql)
        expect(textsOf(warnings).join('\n')).toMatch(warning)
      }
      expect((await readAll(connection, traces)).rows).toEqual(before)
    })
  }

  const stacked = [
    'SELECT 1; DELETE FROM customers',
    'COMMIT; DELETE FROM customers',
    'SELECT 1;; DROP VIEW customer_names',
  ]
  for (const sql of stacked) {
    check(`R07 runs only one statement: ${sql}`, async ({ connection }) => {
      await failureOf(() => readAll(connection, sql))
      expect(await counts(connection)).toEqual([[3, 3]])
      expect((await readAll(connection, 'SELECT count(*) FROM customer_names')).rows).toEqual([[3]])
    })
  }
}
