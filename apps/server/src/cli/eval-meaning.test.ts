import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { parseEvalArguments } from './eval-arguments.ts'
import { run } from './eval-meaning.ts'

const dataFolder = testDataFolder()

describe.skipIf(dataFolder === null)(`business questions (${dataFolder === null ? testDataReason : 'chinook'})`, () => {
  test('have right answers with definitions, and hardly any without', async () => {
    const context = {
      config: loadConfig({}),
      dataFolder: dataFolder ?? '',
      signal: new AbortController().signal,
      progress: () => undefined,
    }
    const { json, text } = await run(parseEvalArguments(['meaning', '--database', 'chinook'])!, context)
    const [defined, without] = [json.summary, json.without] as { questions: number; right: number; wrong: number }[]
    expect(defined).toMatchObject({ questions: 43, wrong: 0 })
    expect(defined?.right).toBeGreaterThanOrEqual(41)
    expect(without?.right).toBeLessThan(5)
    expect(text).toContain('Without the definitions, 4.7 % are right')
  })
})
