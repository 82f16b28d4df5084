import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvaluationApp } from '../testing/evaluation-app.ts'
import type { EvaluationApp } from '../testing/evaluation-app.ts'
import { sharedParsers } from '../testing/shared-parsers.ts'
import { run } from './eval-area.ts'
import { runEval } from './run-eval.ts'

let app: EvaluationApp

beforeAll(async () => {
  app = await createEvaluationApp(null)
  const area = await app.newArea()
  const set = await app.newSet(app.admin, area, { name: 'Weekly' })
  await app.addQuestion(app.admin, set, 'How many orders are there?', 'SELECT COUNT(*) FROM orders')
  await app.addQuestion(app.admin, set, 'How many customers are there?', 'SELECT 5')
})
afterAll(() => app.close())

const options = {
  area: 'sales',
  set: null,
  as: null,
  provider: null,
  model: null,
  baseUrl: null,
  floor: null,
  wrong: false,
  declined: false,
}

function evaluate(change: Partial<Parameters<typeof run>[0]>, signal = new AbortController().signal) {
  const context = { config: app.context.config, signal, progress: () => undefined, parsers: sharedParsers }
  return run({ ...options, ...change }, context)
}

test('runs the question set of an area, reports its outcomes, and stores the run', async () => {
  const { text, json, failures } = await evaluate({ wrong: true })
  expect(text).toContain('1 of 2 right, 1 wrong, 0 declined, 0 failed.')
  expect(text).toContain('wrong: How many customers are there?')
  expect(json).toMatchObject({ run: { status: 'finished', trigger: 'command', right: 1 } })
  expect(failures).toEqual([])
})

test('fails below the floor, and for an unknown area, set, or user', async () => {
  expect((await evaluate({ floor: 90 })).failures).toEqual(['50.0 % are right, which is below 90 %.'])
  await expect(evaluate({ area: 'nowhere' })).rejects.toThrow('There is no business area nowhere.')
  await expect(evaluate({ set: 'monthly' })).rejects.toThrow('Question sets: Weekly.')
  await expect(evaluate({ as: 'nobody@example.test' })).rejects.toThrow('There is no active account')
  const model = { provider: 'openai', model: 'gpt' } as const
  await expect(evaluate(model)).rejects.toThrow('No API key is stored for this model.')
})

test('asks as the named user', async () => {
  const { user } = await app.signIn('GENERAL')
  expect((await evaluate({ as: user.email })).json).toMatchObject({ run: { run_as_email: user.email, right: 1 } })
})

test('is a command of npm run eval', async () => {
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const environment = { PARLANCE_DATA_DIR: app.context.config.dataDir }
  const process = { environment, out: say, err: say, signal: new AbortController().signal, parsers: sharedParsers }
  expect(await runEval(['area', 'Sales', '--set', 'Weekly', '--json', '--floor', '60'], process)).toBe(1)
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ run: { right: 1, total: 2 }, isComplete: true })
  expect(await runEval(['area', 'Sales', '--limit', '3'], process)).toBe(2)
  expect(await runEval(['area', 'Nowhere'], process)).toBe(2)
  expect(await runEval(['engine', '--set', 'Weekly'], process)).toBe(2)
  expect(said.at(-1)).toBe('--set and --as work only with area.\n')
})
