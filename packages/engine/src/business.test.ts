import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import { compareResults, type ComparedResult } from '../../evaluation/src/index.ts'
import { translateOn } from './testing/ask.ts'
import { clinicToday, openClinic } from './testing/clinic.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { openTestDatabase, type TestDatabase } from './testing/sqlite-database.ts'
import { openTracker, trackerToday } from './testing/tracker.ts'

interface Question {
  database: string
  question: string
  sql: string
}

const questions: Question[] = JSON.parse(readFileSync(join(import.meta.dirname, '../eval/business.json'), 'utf8'))
const folder = testDataFolder()

const made: Record<string, { open: () => TestDatabase; today: string }> = {
  clinic: { open: openClinic, today: clinicToday },
  shop: { open: openShop, today: shopToday },
  tracker: { open: openTracker, today: trackerToday },
}
const today = '2018-06-15'

/** A change may answer more of them, but not fewer, and no other one wrong. */
const leastRight = 111
const wrong: string[] = []

const databases = new Map<string, TestDatabase>()
afterAll(() => databases.forEach((one) => one.close()))

function open(name: string): TestDatabase {
  const known =
    databases.get(name) ?? made[name]?.open() ?? openTestDatabase(join(folder ?? '', name, `${name}.sqlite`))
  databases.set(name, known)
  return known
}

function resultOf(database: TestDatabase, sql: string): ComparedResult {
  return {
    columns: database.columns(sql).map((name) => ({ name, dataType: '', kind: 'other' })),
    rows: database.rows(sql),
  }
}

async function outcomeOf({ database: name, question, sql }: Question): Promise<'right' | 'wrong' | 'declined'> {
  const database = open(name)
  const found = await translateOn(database, question, made[name]?.today ?? today)
  if (!found.understood) return 'declined'
  return compareResults(resultOf(database, sql), resultOf(database, found.sql), { ordered: false }).outcome
}

describe.skipIf(folder === null)(`business questions (${folder === null ? testDataReason : 'present'})`, () => {
  it('answers most of them, and hardly any wrong', async () => {
    const outcomes: Record<string, string[]> = { right: [], wrong: [], declined: [] }
    for (const one of questions) outcomes[await outcomeOf(one)]?.push(one.question)
    expect(outcomes.wrong).toEqual(wrong)
    expect(outcomes.right?.length).toBeGreaterThanOrEqual(leastRight)
  })
})
