import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { testDataFolder, testDataReason } from '../../contract/src/testing/test-data.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { assumedCatalogue } from './testing/assumed-catalogue.ts'
import { somebody } from './testing/request.ts'

interface Floor {
  file: string
  dialect: SqlDialect
  /** How many of the file's queries are accepted, without rules and with a rule on every table. Raise it, never lower it. */
  accepted: [number, number]
}

const floors: Floor[] = [
  { file: 'classical.sqlite', dialect: 'sqlite', accepted: [339, 339] },
  { file: 'spider2.sqlite', dialect: 'sqlite', accepted: [23, 23] },
  { file: 'spider2.bigquery', dialect: 'bigquery', accepted: [65, 65] },
  { file: 'spider2.snowflake', dialect: 'snowflake', accepted: [97, 97] },
  { file: 'ms-samples.tsql', dialect: 'tsql', accepted: [107, 107] },
  { file: 'oracle-ex.oracle', dialect: 'oracle', accepted: [423, 422] },
  { file: 'hana-ex.hana', dialect: 'hana', accepted: [166, 166] },
  { file: 'dremio-oss.dremio', dialect: 'dremio', accepted: [44, 44] },
  { file: 'tpc-opt.generic', dialect: 'dremio', accepted: [89, 89] },
]

const folder = testDataFolder()

describe.skipIf(!folder)(`real queries of other people (${folder ? 'all' : testDataReason})`, () => {
  test.each(floors)(
    '$file: as many are accepted as before',
    async ({ file, dialect, accepted }) => {
      const lines = readFileSync(join(folder!, 'sql-corpus', `${file}.jsonl`), 'utf8')
        .trim()
        .split('\n')
      const found: [number, number] = [0, 0]
      for (const line of lines) {
        const { sql } = JSON.parse(line) as { sql: string }
        const known = await assumedCatalogue(sql, dialect)
        if (!known) continue
        const request = { sql, dialect, catalogue: known.catalogue, allowedTables: null, principal: somebody }
        for (const [at, policies] of [null, known.policies].entries()) {
          const result = await gate({ ...request, policies, limits: { maxRows: 1000 } }, parseSql)
          if (result.allowed) found[at as 0 | 1]++
        }
      }
      expect(found[0]).toBeGreaterThanOrEqual(accepted[0])
      expect(found[1]).toBeGreaterThanOrEqual(accepted[1])
    },
    120_000,
  )
})
