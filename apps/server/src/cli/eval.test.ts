import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shopSchema } from '../testing/file-turn.ts'
import { startModelStandIn } from '../testing/model-stand-ins/stand-in.ts'
import { sharedParsers } from '../testing/shared-parsers.ts'
import { evalHelp } from './eval-arguments.ts'
import { runEval } from './run-eval.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-eval-'))

const questions = [
  ['How many orders are there?', 'SELECT count(*) FROM orders'],
  ['names of customers', 'SELECT name FROM customers'],
  ['List the names of customers ordered by name', 'SELECT name FROM customers ORDER BY name DESC'],
  ['How many customers are there?', 'SELECT count(*) + 1 FROM customers'],
  ['How many zebras purr?', 'SELECT 0'],
  ['How many customers live in Lisbon?', 'SELECT count(*) FROM nowhere'],
] as const

beforeAll(() => {
  for (const [benchmark, databases] of [
    ['spider', 'database'],
    ['bird', 'dev_databases'],
  ] as const) {
    const place = join(folder, benchmark, databases, 'shop')
    mkdirSync(place, { recursive: true })
    const database = new DatabaseSync(join(place, 'shop.sqlite'))
    database.exec(shopSchema)
    database.close()
  }
  const spider = questions.map(([question, query]) => ({ db_id: 'shop', question, query }))
  writeFileSync(join(folder, 'spider', 'dev.json'), JSON.stringify(spider))
  const evidence = 'Big orders have a total above 1000.'
  const bird = [{ question_id: 1, db_id: 'shop', question: 'How many big orders?', evidence, SQL: 'SELECT 1' }]
  writeFileSync(join(folder, 'bird', 'dev.json'), JSON.stringify(bird))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Stopper {
  signal: AbortSignal
  environment?: Record<string, string>
}

async function evaluate(
  args: string[],
  { signal, environment = {} }: Stopper = { signal: new AbortController().signal },
) {
  const ended = { out: '', err: '' }
  const status = await runEval(args, {
    environment: { PARLANCE_DATA_DIR: join(folder, 'data'), PARLANCE_TEST_DATA: folder, ...environment },
    out: (text) => void (ended.out += text),
    err: (text) => void (ended.err += text),
    signal,
    parsers: sharedParsers,
  })
  return { status, ...ended }
}

const spider = join(folder, 'spider')

describe('a benchmark', () => {
  test('is asked through the real pipeline and reported in sentences and a table', async () => {
    const { status, out, err } = await evaluate(['spider', spider, '--wrong', '--declined'])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('6 questions about 1 database.')
    expect(out).toContain('Right: 2 (33.3 %). Wrong: 2 (33.3 %). Declined: 1 (16.7 %). Failed: 1 (16.7 %).')
    expect(out).toContain('Of the answers, 50.0 % are right')
    expect(out).toContain('The rows are right, but in a different order.')
    expect(out).toContain('Rows that differ: 1 of 1. Values that differ: 1.')
    expect(out).toContain('declined: shop: How many zebras purr?')
    expect(out).toMatch(/reason: {3}The expected SQL failed: .*nowhere/)
    expect(out).toMatch(/\naggregate +3 +1 +1 +0 +1 /)
  })

  test('is reported as one JSON object, and fails below the floor', async () => {
    const { status, out, err } = await evaluate(['spider', spider, '--json', '--floor', '34'])
    expect(status).toBe(1)
    expect(err).toBe('33.3 % are right, which is below 34 %.\n')
    expect(JSON.parse(out)).toMatchObject({
      summary: { questions: 6, right: 2, wrong: 2, declined: 1, failed: 1 },
      constructs: { order: { questions: 1, wrong: 1 } },
      provider: 'builtin',
      isComplete: true,
    })
    expect((await evaluate(['spider', spider, '--floor', '33'])).status).toBe(0)
  })

  test('chooses the same questions for the same seed', async () => {
    const chosen = async (seed: string) => {
      const { out } = await evaluate(['spider', spider, '--limit', '2', '--seed', seed, '--json'])
      const { summary, constructs } = JSON.parse(out) as { summary: { questions: number }; constructs: object }
      expect(summary.questions).toBe(2)
      return Object.keys(constructs)
    }
    expect(await chosen('7')).toEqual(await chosen('7'))
    const all = await Promise.all(['1', '2', '3', '4', '5', '6'].map(chosen))
    expect(new Set(all.map((one) => one.join())).size).toBeGreaterThan(1)
  })

  test('prints the results so far when it is stopped', async () => {
    const stop = new AbortController()
    const standIn = await startModelStandIn('openai', (_, index) => {
      if (index === 1) stop.abort()
      return { text: ['I would rather not say.'] }
    })
    const model = ['--provider', 'openai', '--model', 'gpt-4.1', '--base-url', standIn.baseUrl]
    const environment = { OPENAI_API_KEY: 'key' }
    const { status, out, err } = await evaluate(['spider', spider, ...model], { signal: stop.signal, environment })
    await standIn.close()
    expect(status).toBe(130)
    expect(err).toBe('Stopped. These are the results so far.\n')
    expect(out).toContain('1 question about 1 database.')
    expect(out).toContain('Declined: 1')
  })

  test('gives BIRD’s evidence to a model as instructions, and counts its tokens', async () => {
    const sql = 'SELECT COUNT(*) AS n FROM orders WHERE total > 1000'
    const standIn = await startModelStandIn('openai', [
      { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql, reading: 'Big orders' } }] },
      { text: ['There is 1 big order.'] },
    ])
    const model = ['--provider', 'openai', '--model', 'gpt-4.1', '--base-url', standIn.baseUrl]
    const { status, out } = await evaluate(['bird', join(folder, 'bird'), '--json', ...model], {
      signal: new AbortController().signal,
      environment: { OPENAI_API_KEY: 'key' },
    })
    await standIn.close()
    expect(status).toBe(0)
    expect(standIn.requests[0]?.text).toContain('Big orders have a total above 1000.')
    const { summary } = JSON.parse(out) as { summary: Record<string, number> }
    expect(summary).toMatchObject({ right: 1, questions: 1, modelCalls: 2 })
    expect(summary.inputTokens).toBeGreaterThan(0)
  })

  test('count the model calls of a question that ends with an error', async () => {
    const standIn = await startModelStandIn('openai', [
      { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: 'SELECT COUNT(*) FROM orders' } }] },
      { status: 400, message: 'no' },
    ])
    const model = ['--provider', 'openai', '--model', 'gpt-4.1', '--base-url', standIn.baseUrl]
    const { out } = await evaluate(['bird', join(folder, 'bird'), ...model], {
      signal: new AbortController().signal,
      environment: { OPENAI_API_KEY: 'key' },
    })
    await standIn.close()
    expect(out).toContain('Failed: 1')
    expect(out).toMatch(/Model calls: 1\. Tokens: \d+ in, \d+ out\./)
  })
})

describe('wrong use', () => {
  test.each([
    [[], 'Choose what to evaluate: area, spider, bird, engine, retrieval, silent-errors, sentences, meaning.'],
    [['spinder', 'x'], 'Choose what to evaluate'],
    [['spider'], 'Write spider DIR.'],
    [['spider', 'a', 'b'], 'Write spider DIR.'],
    [['engine', 'a'], 'Write engine without a folder.'],
    [['engine', '--model', 'x'], 'engine uses no model.'],
    [['retrieval', '--record'], '--record works only with engine.'],
    [['engine', '--floor', '101'], '--floor must be a number from 0 to 100.'],
    [['engine', '--limit', '0'], '--limit must be a whole number from 1.'],
    [['engine', '--limit', 'x'], '--limit must be a number'],
    [['engine', '--colour'], 'Use --help to list the options.'],
    [['spider', join(folder, 'nowhere')], 'There is no folder'],
    [['bird', spider], 'has no folder dev_databases'],
    [['spider', spider, '--database', 'farm'], 'There are no questions about farm.'],
    [['engine'], 'The development data is missing'],
  ])('%j ends with status 2 and one line', async (args, words) => {
    const { status, out, err } = await evaluate(args)
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain(words)
    expect(err).toMatch(/^[^\n]+\n$/)
  })

  test('is avoided with --help', async () => {
    expect(await evaluate(['--help'])).toEqual({ status: 0, out: `${evalHelp}\n`, err: '' })
  })
})
