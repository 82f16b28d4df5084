import type { ColumnValues } from '@parlance/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../lib/errors.ts'
import { createFileWorld, testPrincipal, textOf, type FileWorld } from '../testing/file-turn.ts'
import { builtinResponder } from './builtin-responder.ts'
import { provenQuestions, starterQuestions, type Asker } from './proven-questions.ts'

let world: FileWorld
/** Longer than any check of these tests takes, also on a busy machine. */
const patienceMs = 600_000

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

async function asker(changes: Partial<Asker> = {}): Promise<Asker> {
  return {
    catalogue: await world.environment.catalogueOf('c1'),
    hints: null,
    definitions: null,
    principal: testPrincipal,
    connectionId: 'c1',
    areaId: null,
    door: world.door,
    valuesOf: async (): Promise<ColumnValues> => ({ values: null }),
    today: '2026-06-01',
    signal: new AbortController().signal,
    ...changes,
  }
}

test('keeps the questions that return rows, in their order', async () => {
  const questions = ['orders in 2019', 'How many orders are there?', 'flights to Mars', 'How many customers are there?']
  expect(await provenQuestions(await asker(), questions, { patienceMs })).toEqual([
    'How many orders are there?',
    'How many customers are there?',
  ])
  expect(await provenQuestions(await asker(), questions, { most: 1, patienceMs })).toEqual([
    'How many orders are there?',
  ])
})

test('does not keep a question whose result is only zero', async () => {
  expect(await provenQuestions(await asker(), ['How many orders are there in 2019?'])).toEqual([])
})

test('keeps nothing if every query fails', async () => {
  const door: Asker['door'] = {
    ...world.door,
    run: async () => {
      throw new Error('The database is gone.')
    },
  }
  expect(await provenQuestions(await asker({ door }), ['How many orders are there?'])).toEqual([])
})

test('only reads the questions where a database bills for each query', async () => {
  const { catalogue } = await asker()
  world.audited.length = 0
  const billed = await asker({ catalogue: { ...catalogue, dialect: 'bigquery' } })
  expect(await provenQuestions(billed, ['How many orders are there?', 'flights to Mars'])).toEqual([
    'How many orders are there?',
  ])
  expect(world.audited).toEqual([])
})

test('stops when the user cancels', async () => {
  const stopped = await asker({ signal: AbortSignal.abort() })
  await expect(provenQuestions(stopped, ['How many orders are there?'])).rejects.toThrow(/abort/i)
})

test('starts with trends, rankings, and comparisons that return rows', async () => {
  const { questions, empty_reason: reason } = await starterQuestions(await asker(), patienceMs)
  expect(reason).toBeNull()
  expect(questions).toHaveLength(3)
  expect(questions.filter((one) => /^How many \w+ are there\?$/.test(one))).toEqual([])
})

test('starts with nothing where there are no rows', async () => {
  const empty = await createFileWorld('CREATE TABLE orders (id INTEGER PRIMARY KEY, ordered_on DATE, total REAL);')
  const catalogue = await empty.environment.catalogueOf('c1')
  const found = await starterQuestions(await asker({ catalogue, door: empty.door }), patienceMs)
  expect(found).toEqual({ questions: [], empty_reason: 'no_rows' })
  await empty.close()
})

test('says that sample questions could not be checked if the database does not answer', async () => {
  const run: Asker['door']['run'] = async () => {
    throw new AppError('query_timeout')
  }
  const found = await starterQuestions(await asker({ door: { ...world.door, run } }))
  expect(found).toEqual({ questions: [], empty_reason: 'unchecked' })
})

test('says that no question fits if there are no tables', async () => {
  const { catalogue } = await asker()
  const found = await starterQuestions(await asker({ catalogue: { ...catalogue, tables: [] } }))
  expect(found).toEqual({ questions: [], empty_reason: 'no_questions' })
})

test('offers after a refusal only questions that return rows', async () => {
  const { end, events } = await world.ask('orders of unicorns', builtinResponder)
  expect(textOf(events.at(-1))).toContain('“unicorns”')
  expect(end.answer?.followUps.length).toBeGreaterThan(0)
  const proven = await provenQuestions(await asker(), end.answer?.followUps ?? [], { patienceMs })
  expect(proven).toEqual(end.answer?.followUps)
})

test('begins with the sample questions of the area that return rows for the asker', async () => {
  const sampleQuestions = ['flights to Mars', 'orders in 2019', 'How many customers are there?']
  const hints = {
    name: 'Shop',
    description: null,
    instructions: null,
    synonyms: [],
    sampleQuestions,
    tables: [],
    joins: [],
  }
  const { questions } = await starterQuestions(await asker({ hints }), patienceMs)
  expect(questions).toHaveLength(3)
  expect(questions[0]).toBe('How many customers are there?')
  expect(new Set(questions).size).toBe(3)
})
