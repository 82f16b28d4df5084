import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { runTrain } from './run-train.ts'
import { trainEngine } from './train-engine.ts'

const folder = testDataFolder()
const never = new AbortController().signal

/** So few questions teach nothing, but pass all steps. */
const fewQuestions = 6

describe.skipIf(folder === null)(`training (${folder === null ? testDataReason : `${fewQuestions} questions`})`, () => {
  test('gives the same model for the same questions', async () => {
    const context = { config: loadConfig({}), signal: never, limit: fewQuestions }
    const [first, second] = [await trainEngine(folder ?? '', context), await trainEngine(folder ?? '', context)]
    expect(second).toEqual(first)
    expect(first.model.thresholds.strict).toBe(0)
    expect(Object.keys(first.model.score).length).toBeGreaterThan(0)
    expect(first.choices.score.questions).toBeGreaterThan(0)
    expect(first.choices.score.after).toBeGreaterThanOrEqual(first.choices.score.before)
  })
})

describe('npm run train', () => {
  const call = async (...argv: string[]) => {
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    return { status: await runTrain(argv, { out: say, err: say, signal: never }), text: said.join('') }
  }

  test.each([[], ['models'], ['engine', 'twice']])('refuses anything but the engine', async (...argv) => {
    expect(await call(...argv)).toEqual({ status: 2, text: expect.stringContaining('Write what to train') })
  })

  test('shows its help', async () => {
    expect(await call('--help')).toEqual({ status: 0, text: expect.stringContaining('npm run train -- engine') })
  })
})
