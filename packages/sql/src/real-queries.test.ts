import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { testDataFolder, testDataReason } from '../../contract/src/testing/test-data.ts'
import { sampleName, testSample } from '../../contract/src/testing/test-sample.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { assumedCatalogue } from './testing/assumed-catalogue.ts'
import { refusedQueries } from './testing/refused-queries.ts'
import { anyUser } from './testing/request.ts'

const folder = testDataFolder()
const step = 8

/** Whether a query is accepted without rules, and with a rule on every table that it reads. */
async function isAccepted(sql: string, dialect: SqlDialect): Promise<[boolean, boolean]> {
  const known = await assumedCatalogue(sql, dialect)
  if (!known) return [false, false]
  const request = { sql, dialect, catalogue: known.catalogue, allowedTables: null, principal: anyUser }
  const limits = { maxRows: 1000 }
  const plain = await gate({ ...request, policies: null, limits }, parseSql)
  const ruled = await gate({ ...request, policies: known.policies, limits }, parseSql)
  return [plain.allowed, ruled.allowed]
}

describe.skipIf(!folder)(`real queries of other people (${folder ? sampleName(step) : testDataReason})`, () => {
  test.each(Object.entries(refusedQueries))('accepts everything it accepted before: %s', async (file, refused) => {
    const lines = readFileSync(join(folder!, 'sql-corpus', `${file}.jsonl`), 'utf8')
      .trim()
      .split('\n')
    const cases = lines.map((line, index) => ({ number: index + 1, sql: (JSON.parse(line) as { sql: string }).sql }))
    expect(cases).toHaveLength(refused.lines)
    const newlyRefused: string[] = []
    for (const { number, sql } of testSample(cases, step)) {
      if (refused.always.includes(number)) continue
      const [plain, ruled] = await isAccepted(sql, refused.dialect)
      if (!plain) newlyRefused.push(`line ${number}`)
      else if (!ruled && !refused.underRules.includes(number)) newlyRefused.push(`line ${number} under rules`)
    }
    expect(newlyRefused).toEqual([])
  })
})
