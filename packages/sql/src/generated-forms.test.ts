import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { GateResult, Policies } from './contract.ts'
import { sampleName, testSample } from '../../contract/src/testing/test-sample.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { commonForms, ownForms } from './testing/generated.ts'
import { honestCatalogue, honestPolicies } from './testing/honest.ts'
import { shopRequest } from './testing/request.ts'
import { unguarded } from './testing/unguarded.ts'

const ask = (sql: string, dialect: SqlDialect, policies: Policies | null): Promise<GateResult> =>
  gate(shopRequest(sql, dialect, { policies, catalogue: honestCatalogue(dialect) }), parseSql)

const reasons = (result: GateResult) => (result.allowed ? [] : result.reasons)

const step = 3

describe.each(sqlDialects)(`the SQL of generators for %s (${sampleName(step)})`, (dialect) => {
  test.each(testSample([...commonForms(dialect), ...ownForms(dialect).always], step))(
    'accepts it without rules, and guards it under rules: %s',
    async (sql) => {
      const plain = await ask(sql, dialect, null)
      expect(reasons(plain)).toEqual([])
      const ruled = await ask(sql, dialect, honestPolicies)
      expect(reasons(ruled)).toEqual([])
      if (!ruled.allowed || !plain.allowed) return
      expect(unguarded(ruled.sql)).toBeNull()
      const covered = new Set(ruled.receipt.rowRules.map(({ table }) => table.table))
      expect(plain.receipt.tables.filter(({ table }) => !covered.has(table))).toEqual([])
    },
  )
})

test('refuses forms that only some tables allow under a rule, and shows how to write them', async () => {
  for (const dialect of sqlDialects) {
    for (const sql of ownForms(dialect).withoutRules) {
      expect(reasons(await ask(sql, dialect, null))).toEqual([])
      const refused = reasons(await ask(sql, dialect, honestPolicies))
      expect(refused[0] ? formatMessage(refused[0].message) : sql).toMatch(
        /^Rules apply to \w+, so (\w+) is not supported for it\. Remove \1\.$/,
      )
    }
  }
})
