import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import { describe, expect, test } from 'vitest'
import { takesAll, testSeed } from '../../../../packages/contract/src/testing/test-sample.ts'
import { loadConfig } from '../config/config.ts'
import { parseEvalArguments } from './eval-arguments.ts'
import { problemsOf, run, readFloor } from './eval-engine.ts'
import type { ImpossibleScore } from './eval-impossible.ts'
import { run as runRetrieval } from './eval-retrieval.ts'

const isMissing = testDataFolder() === null
const context = {
  config: loadConfig({}),
  dataFolder: testDataFolder() ?? '',
  signal: new AbortController().signal,
  progress: () => undefined,
}
const optionsOf = (...args: string[]) => parseEvalArguments(args)!

/** Questions of a sample: they take a few seconds. */
const sampleSize = 150
const sample = takesAll ? [] : ['--limit', String(sampleSize), '--seed', String(testSeed)]
const name = takesAll ? 'all' : `${sampleSize}, seed ${testSeed}`

describe.skipIf(isMissing)(`the built-in engine (${isMissing ? testDataReason : name})`, () => {
  test('answers at least as many questions right, and no more wrong, as recorded', async () => {
    const { failures, json } = await run(optionsOf('engine', ...sample), context)
    expect(failures).toEqual([])
    expect(Object.keys(json.sets as object)).toEqual([
      'questions, other databases',
      'questions, held-out databases',
      'other words, other databases',
      'other words, held-out databases',
    ])
    const impossible = json.impossible as ImpossibleScore[]
    const [asked, answered] = (['questions', 'answered'] as const).map((key) =>
      impossible.reduce((sum, one) => sum + one[key], 0),
    )
    expect(asked).toBeGreaterThan(sampleSize / 10)
    expect(answered).toBeLessThan((asked ?? 0) / 10)
  })

  test('has its needed tables found in its own database and among 10,000 tables', async () => {
    const { json, failures } = await runRetrieval(optionsOf('retrieval', '--limit', '30', '--floor', '100'), context)
    const lines = json.retrieval as { catalog: string; questions: number; found: number; inPrompt: number }[]
    expect(lines.map(({ catalog }) => catalog)).toEqual(expect.arrayContaining(['own database', '10,000 tables']))
    expect(lines[0]).toMatchObject({ questions: 30, inPrompt: 1 })
    for (const { found, inPrompt } of lines) expect(Math.min(found, inPrompt)).toBeGreaterThan(0.5)
    expect(failures.length).toBeGreaterThan(0)
  })
})

describe('the recorded floor', () => {
  const floor = { date: '', outcomes: { questions: 'rrwd', 'other words': '' } }
  const graded = (letters: string) =>
    Array.from(letters, (letter, at) => {
      const outcome = ({ r: 'right', w: 'wrong', d: 'declined', f: 'failed' } as const)[letter as 'r']
      const question = {
        database: 'a',
        question: 'q',
        context: null,
        expectedSql: '',
        wording: 'questions',
        at,
      } as const
      return { question, outcome, isWarned: false, ms: 1, sql: null, columns: null, reason: null }
    })

  test.each([
    ['rrwd', []],
    ['rrrd', []],
    ['rdwr', []],
    ['rrdd', []],
    ['rdwd', ['questions: 25.0 % are right. The recorded floor is 50.0 %.']],
    ['rrww', ['questions: 50.0 % are wrong. The recorded ceiling is 25.0 %.']],
    ['rrwdr', ['questions: the recorded outcomes are of other data. Record them again.']],
  ])('accepts %s only without losses', (letters, expected) => {
    expect(problemsOf(graded(letters), floor, true)).toEqual(expected)
  })

  test('lets a sample lose a few questions', () => {
    expect(problemsOf(graded('rdwd'), floor, false)).toEqual([])
    expect(problemsOf(graded('ddwd'), floor, false)).toHaveLength(1)
  })

  test('has an outcome for each question', () => {
    expect(readFloor().outcomes.questions).toMatch(/^[rwdf]{6000,}$/)
    expect(readFloor().outcomes['other words']).toMatch(/^[rwdf]{6000,}$/)
  })
})
