import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelService } from '../models/service.ts'
import { askModel, calls, runs, says } from '../testing/asking-model.ts'
import { createFileWorld, textOf, type FileWorld } from '../testing/file-turn.ts'
import { error, text, type LocalAnswer, type LocalRequest } from '../testing/model-stand-ins/local-servers.ts'
import { startLocalStandIn } from '../testing/model-stand-ins/local-stand-in.ts'
import type { TurnMemory } from './contract.ts'
import { createModelResponder } from './model-responder.ts'

let world: FileWorld

beforeAll(async () => {
  world = await createFileWorld()
})
afterAll(() => world.close())

const failing = runs('SELECT missing FROM orders')
const count = runs('SELECT COUNT(*) AS orders FROM orders')
const chart = calls('draw_chart', { result: 'r1', type: 'bar', x: 'name', y: ['total'] })
const found = says('Here is what was found.')
const unchecked = 'No query was run to answer this, so nothing here was checked against your data.'
const noColumn = 'There is no column missing here.'
const failed = `Could not find a working query in 1 attempt. Last error: ${noColumn}`

type Replies = Exclude<Parameters<typeof askModel>[2], (...args: never[]) => unknown>

async function answerTo(script: Replies, history: TurnMemory[] = []): Promise<string> {
  return (await askModel(world, 'How are the orders?', script, { history })).answer
}

describe('a text without a query', () => {
  test('is marked', async () => {
    const answer = await answerTo([says('The best customer is Ernst Handel.')])
    expect(answer).toBe(`The best customer is Ernst Handel.\n\n${unchecked}`)
  })

  test.each([
    ['looked up values', calls('look_up_values', { table: 'customers', column: 'name' })],
    ['listed tables', calls('list_tables')],
    ['proved SQL', calls('validate_sql_query', { sql_query: 'SELECT id FROM orders' })],
  ])('is marked after a model only %s', async (_name, call) => {
    expect(await answerTo([call, says('Ana is the best.')])).toBe(`Ana is the best.\n\n${unchecked}`)
  })

  test('is marked in a question to the user, unless it only asks', async () => {
    const claim = 'The best customer is Ernst Handel. Which year do you mean?'
    expect(await answerTo([calls('ask_user', { question: claim })])).toBe(`${claim}\n\n${unchecked}`)
    expect(await answerTo([calls('ask_user', { question: 'Which year do you mean?' })])).toBe('Which year do you mean?')
  })

  test('is refused as a question to the user that asks nothing', async () => {
    const { answer, responses } = await askModel(world, 'Who is the best?', [
      calls('ask_user', { question: 'The best customer is Ernst Handel.' }),
      count,
      says('There are {r1.orders} orders.'),
    ])
    expect(responses[0]).toMatchObject({ success: false })
    expect(answer).toBe('There are 4 orders.')
  })
})

describe('after a failed query', () => {
  test.each([
    'Here is what was found.',
    'Here is what was found. It went well without problems.',
    'No orders were found.',
    'There are no matching rows in the table.',
    'Ernst Handel is the only customer in the table.',
    'Es gibt keine Zeilen in der Tabelle.',
  ])('a model may not say: %s', async (claim) => {
    expect(await answerTo([failing, says(claim)])).toBe(failed)
  })

  test.each([
    'The database has no column with that name.',
    'Die Tabelle hat keine solche Spalte.',
    'Which year do you mean?',
  ])('a model may say what is missing: %s', async (missing) => {
    const answer = await answerTo([failing, says(`Here is what was found. ${missing}`)])
    expect(answer).toBe(`${missing}\n\nNo query was answered. Last error: ${noColumn}`)
  })

  test('a question to the user keeps only its questions', async () => {
    const asked = 'Here is what was found. Which year do you mean?'
    expect(await answerTo([failing, calls('ask_user', { question: asked })])).toBe('Which year do you mean?')
  })

  test.each([
    ['a chart', chart],
    ['a computation', calls('compute_results', { sql_query: 'SELECT * FROM r1' })],
    ['a sample', calls('sample_rows', { table: 'orders' })],
  ])('%s does not make it an answer', async (_name, call) => {
    expect(await answerTo([failing, call, found])).toMatch(/^Could not find a working query in [12] attempts?\. /)
  })

  test('an empty text gives the reason', async () => {
    const answer = await answerTo([runs('SELECT * FROM orders WHERE id = :which'), says('')])
    expect(answer).toMatch(/^Could not find a working query in 1 attempt\. Last error: No value was given for :which\./)
  })

  test('earlier results are shown with the failure', async () => {
    const note = `The last query failed, so this uses only the results before it. Error: ${noColumn}`
    expect(await answerTo([count, failing, found])).toBe(`orders: 4.\n\n${note}`)
    const compute = calls('compute_results', { sql_query: 'SELECT missing FROM r1' })
    expect(await answerTo([count, compute, says('There are {r1.orders} orders.')])).toBe(
      `There are 4 orders.\n\n${note}`,
    )
  })

  test('a corrected query answers without a note', async () => {
    expect(await answerTo([failing, count, says('There are {r1.orders} orders.')])).toBe('There are 4 orders.')
    expect(await answerTo([count, failing, count, says('There are {r2.orders} orders.')])).toBe('There are 4 orders.')
  })
})

test('a chart without rows is not an answer', async () => {
  const answer = await answerTo([chart, says('Here is the chart.'), says('Here is the chart.')])
  expect(answer).toBe('No query was run. Last error: There is no result "r1". No query has run yet.')
  expect(await answerTo([chart, says('Here is the chart.'), count, says('There are {r1.orders} orders.')])).toBe(
    'There are 4 orders.',
  )
})

test('a result without rows is nothing that was found', async () => {
  const none = runs('SELECT id FROM orders WHERE id = 99')
  expect(await answerTo([none, found, found])).toBe('No rows match.')
  expect(await answerTo([none, says('No order has this number.')])).toBe('No order has this number.')
})

describe('a number of an earlier answer', () => {
  const answer = '20 rows were found.'
  const history: TurnMemory[] = [
    { question: 'Customers?', sql: 'SELECT id FROM customers', reading: null, answer, state: null },
  ]

  test('is not a finding of this turn', async () => {
    expect(await answerTo([says(answer)], history)).toBe(`${answer}\n\n${unchecked}`)
    expect(await answerTo([failing, says(answer)], history)).toBe(failed)
    expect(await answerTo([count, says(answer)], history)).toBe('orders: 4.')
    expect(await answerTo([chart, says(answer), says(answer)], history)).toMatch(/^No query was run\. Last error: /)
    expect(await answerTo([calls('sample_rows', { table: 'orders' }), says(answer)], history)).toMatch(
      /^The result has 4 rows\. /,
    )
    const asked = calls('ask_user', { question: `${answer} Which ones?` })
    expect(await answerTo([asked], history)).toBe(`${answer} Which ones?\n\n${unchecked}`)
    expect(await answerTo([failing, asked], history)).toBe('Which ones?')
  })
})

describe.each(['schema', 'text'] as const)('a model that is asked for %s instead of tools', (form) => {
  /** Replies in turn to requests in this form, and refuses others. */
  async function ask(...replies: { sql?: string; words?: string }[]): Promise<string> {
    const standIn = await startLocalStandIn((request) => refusalOf(request) ?? written(replies.shift() ?? {}))
    try {
      const choice = { provider: 'openai-compatible', model: 'local', apiKey: null, baseUrl: standIn.baseUrl } as const
      const handle = await createModelService().create(choice)
      const { events } = await world.ask('Orders?', createModelResponder(handle, { temperature: 0, maxTokens: null }))
      return textOf(events.at(-1))
    } finally {
      await standIn.close()
    }
  }

  function refusalOf(request: LocalRequest): LocalAnswer | null {
    if (request.tools) return error(400, { error: { message: 'model does not support tools' } })
    const isRefused = form === 'text' && request.response_format !== undefined
    return isRefused ? error(400, { error: { message: 'response_format is not supported' } }) : null
  }

  function written({ sql, words = '' }: { sql?: string; words?: string }): LocalAnswer {
    if (form === 'text') return text(sql === undefined ? words : `\`\`\`sql\n${sql}\n\`\`\``)
    const action =
      sql === undefined
        ? { action: 'answer', arguments: { text: words } }
        : { action: 'execute_sql_query', arguments: { sql_query: sql } }
    return text(JSON.stringify(action))
  }

  test('may state nothing without a query either', async () => {
    const words = 'The best customer is Ernst Handel.'
    expect(await ask({ words })).toBe(`${words}\n\n${unchecked}`)
  })

  test('may not say that something was found after a failed query', async () => {
    const sql = 'SELECT missing FROM orders'
    expect(await ask({ sql }, { words: 'Here is what was found.' })).toBe(failed)
    const words = 'The database has no column with that name.'
    expect(await ask({ sql }, { words })).toBe(`${words}\n\nNo query was answered. Last error: ${noColumn}`)
  })
})
