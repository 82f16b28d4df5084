import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvaluationApp } from '../testing/evaluation-app.ts'
import type { EvaluationApp } from '../testing/evaluation-app.ts'
import { sharedParsers } from '../testing/shared-parsers.ts'
import { evaluateArea } from './eval-area.ts'
import type { EvalAreaArguments } from './eval-area.ts'

let app: EvaluationApp

beforeAll(async () => {
  app = await createEvaluationApp(null)
  const area = await app.newArea()
  const set = await app.newSet(app.admin, area, { name: 'Weekly' })
  await app.addQuestion(app.admin, set, 'How many orders are there?', 'SELECT COUNT(*) FROM orders')
  await app.addQuestion(app.admin, set, 'How many customers are there?', 'SELECT 5')
})
afterAll(() => app.close())

const options: EvalAreaArguments = {
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

function evaluate(change: Partial<EvalAreaArguments>, signal = new AbortController().signal) {
  const context = { config: app.context.config, signal, progress: () => undefined, parsers: sharedParsers }
  return evaluateArea({ ...options, ...change }, context)
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
