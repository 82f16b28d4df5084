import { formatMessage } from '@parlance/contract'
import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import { translate } from '@parlance/engine'
import { isHeldOut } from '@parlance/evaluation'
import { describe, expect, test } from 'vitest'
import { sampleName, testSample } from '../../../../packages/contract/src/testing/test-sample.ts'
import { openTestDatabase, type TestDatabase } from '../../../../packages/engine/src/testing/sqlite-database.ts'
import { readDevelopmentData } from './development-data.ts'

const folder = testDataFolder()
/** Every so many questions are asked in `npm run test:all`, and a part of these otherwise. */
const step = 60
const every = 2
const today = '2020-06-15'
const claims = /match(?:es)? (?:anything|any)/

describe.skipIf(folder === null)(`refusals (${folder === null ? testDataReason : sampleName(every)})`, () => {
  test('name no word of the schema and no number as unknown, and offer questions that return rows', async () => {
    const data = readDevelopmentData(folder ?? '')
    const asked = testSample(
      data.questions.filter(({ database }, at) => at % step === 0 && !isHeldOut(database)),
      every,
    )
    const opened = new Map<string, TestDatabase>()
    const offered = { all: 0, understood: 0 }
    const lies: string[] = []
    let refused = 0
    for (const { database: name, question } of asked) {
      const database = opened.get(name) ?? openTestDatabase(data.fileOf(name))
      opened.set(name, database)
      const { catalogue, valuesOf } = database
      const ask = async (text: string) => await translate({ question: text, catalogue, today, history: [], valuesOf })
      const found = await ask(question)
      if (found.understood) continue
      refused++
      const text = formatMessage(found.reason)
      const names = new Set(
        catalogue.tables.flatMap((table) => [table.name, ...table.columns.map((one) => one.name)]).map(lower),
      )
      const untrue = quotedIn(text.replace(/Did you mean.*/, '')).filter(
        (word) => names.has(lower(word)) || /^[\d.,]+$/.test(word),
      )
      if (claims.test(text) && untrue.length > 0) lies.push(`${question}: ${text}`)
      for (const suggestion of found.suggestions) {
        offered.all++
        const read = await ask(suggestion)
        if (read.understood) offered.understood++
        if (read.understood) database.rows(read.sql)
      }
    }
    for (const database of opened.values()) database.close()
    expect(lies).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(offered.all).toBeGreaterThan(refused)
    expect(offered.understood).toBe(offered.all)
  })
})

function quotedIn(text: string): string[] {
  return text
    .split('“')
    .slice(1)
    .map((one) => one.split('”')[0] ?? '')
}

function lower(name: string): string {
  return name.toLowerCase()
}
