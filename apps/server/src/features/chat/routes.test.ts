import { randomUUID } from 'node:crypto'
import type { Session, ToolResponse, TurnEvent } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appName, createAskingApp, readEvents, runRequest, type AskingApp } from '../../testing/asking-app.ts'
import { textOf } from '../../testing/file-turn.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { ScriptedReply } from '../../testing/model-stand-ins/wire.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let standIn: ModelStandIn
let app: AskingApp
let ada: SignedInUser
let eve: SignedInUser
let sessionId: string

beforeAll(async () => {
  standIn = await startModelStandIn('openai-compatible', [])
  app = await createAskingApp({ provider: 'openai-compatible', model: 'test-model', base_url: standIn.baseUrl })
  ada = await app.signIn('GENERAL')
  eve = await app.signIn('ADMIN')
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})
beforeEach(async () => {
  sessionId = await app.newSession(ada)
})

function query(sql: string): ScriptedReply {
  return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql, reading: 'As asked' } }] }
}

function responseOf(events: TurnEvent[]): ToolResponse | undefined {
  for (const event of events) {
    for (const part of event.content?.parts ?? []) if ('functionResponse' in part) return part.functionResponse.response
  }
}

const countOrders = query('SELECT COUNT(*) AS orders FROM orders')
const seeTable: ScriptedReply = { text: ['See the table.'] }

function get(user: SignedInUser, url: string) {
  return app.app.inject({ method: 'GET', url, headers: user.headers })
}

function sessionUrl(user: SignedInUser, id: string): string {
  return `/apps/${appName}/users/${user.user.id}/sessions/${id}`
}

describe('a question over HTTP', () => {
  test('streams numbered events to the final one after running the whole turn on the sample database', async () => {
    standIn.script([query('DROP TABLE orders'), countOrders, seeTable])
    const events = await app.ask(ada, sessionId, 'How many orders?')
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({ type: 'final', final: true })
    const responses = events.flatMap((event) => responseOf([event]) ?? [])
    expect(responses.map((response) => response.success)).toEqual([false, true])
    expect(Number(responses[1]?.results?.[0]?.[0])).toBeGreaterThan(1000)
    const audit = await app.context.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'query.run')
      .execute()
    const asked = audit.filter((row) => !String(row.detail).includes('"purpose":"values"'))
    expect(asked.map((row) => row.outcome).toSorted()).toEqual(['allowed', 'denied'])
    expect(JSON.stringify(audit)).not.toMatch(/SELECT|DROP/)
  })

  test('CH-203 answers /run with all events at once', async () => {
    standIn.script([countOrders, seeTable])
    const answer = await app.post(ada, '/run', runRequest(ada, sessionId, 'How many orders?'))
    expect(answer.statusCode).toBe(200)
    const events = answer.json<TurnEvent[]>()
    expect(textOf(events.at(-1))).toBe('See the table.')
  })

  test("streams a model's thinking only to a client that wants it, and never stores it", async () => {
    const thinking: ScriptedReply = { text: ['<think>I count the orders. ', 'Then', '</think>', 'See the table.'] }
    for (const [url, isWanted] of [
      ['/api/v1/custom_run_sse?thinking=true', true],
      ['/api/v1/custom_run_sse', false],
      ['/run', false],
    ] as const) {
      standIn.script([countOrders, thinking])
      const answer = await app.post(ada, url, runRequest(ada, sessionId, 'How many orders?'))
      expect(answer.statusCode).toBe(200)
      expect(answer.body.includes('event: thinking\ndata: {"thinking":"I count the orders."}\n\n')).toBe(isWanted)
      expect(answer.body.includes('I count')).toBe(isWanted)
    }
    expect((await get(ada, sessionUrl(ada, sessionId))).body).not.toContain('I count')
  })

  test('answers the same turn posted again with the same answer at no cost', async () => {
    standIn.script([countOrders, seeTable])
    const turnId = randomUUID()
    const first = await app.ask(ada, sessionId, 'How many orders?', turnId)
    const calls = standIn.requests.length
    expect(await app.ask(ada, sessionId, 'How many orders?', turnId)).toEqual(first)
    expect(standIn.requests).toHaveLength(calls)
  })

  test('replays events after a number', async () => {
    standIn.script([countOrders, seeTable])
    const events = await app.ask(ada, sessionId, 'How many orders?')
    const rest = readEvents((await get(ada, `/api/v1/turns/${events[0]?.turn_id}/events?after=2`)).body)
    expect(rest).toEqual(events.slice(2))
  })

  test('returns the conversation after a reload, named after its first question', async () => {
    standIn.script([countOrders, seeTable])
    await app.ask(ada, sessionId, 'How many orders?')
    const session = (await get(ada, sessionUrl(ada, sessionId))).json<Session>()
    expect(session).toMatchObject({ session_name: 'How many orders?', running_turn_id: null })
    expect(session.events.at(-1)).toMatchObject({ type: 'final' })
  })

  test('stops a query that is running in the database on cancel', async () => {
    const heavy = Array.from({ length: 6 }, (_, index) => `order_items i${index}`).join(', ')
    standIn.script([query(`SELECT COUNT(*) AS c FROM ${heavy}`), seeTable])
    const asking = app.ask(ada, sessionId, 'Everything times everything')
    await untilRunning(sessionId)
    const cancelled = await app.post(ada, `/api/v1/custom_cancel/${sessionId}`, {})
    expect(cancelled.json()).toMatchObject({ success: true, message: 'Operation cancelled by user' })
    expect((await asking).at(-1)).toMatchObject({ type: 'cancelled' })
    standIn.script([countOrders, seeTable])
    expect((await app.ask(ada, sessionId, 'And now?')).at(-1)).toMatchObject({ type: 'final' })
  })

  /** Waits until the turn's query was sent to the database. */
  async function untilRunning(id: string): Promise<void> {
    for (;;) {
      const session = (await get(ada, sessionUrl(ada, id))).json<Session>()
      if (session.events.some((event) => JSON.stringify(event.content ?? '').includes('functionCall'))) return
    }
  }

  test('explains a failing model in the stream and after a reload', async () => {
    standIn.script([{ status: 429 }])
    const events = await app.ask(ada, sessionId, 'How many orders?')
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'quota_exceeded' })
    expect(events.at(-1)?.detail).toContain('API quota exceeded')
  })

  test('offers the built-in engine instead, which answers if the user chooses it', async () => {
    standIn.script([{ status: 500 }])
    const events = await app.ask(ada, sessionId, 'How many orders are there?')
    expect(events.at(-1)?.actions).toMatchObject([
      { label: 'Answer with the built-in engine', action: 'answer_with_builtin' },
    ])
    const calls = standIn.requests.length
    const request = { ...runRequest(ada, sessionId, 'How many orders are there?'), answerWith: 'builtin' }
    const answer = readEvents((await app.post(ada, '/api/v1/custom_run_sse', request)).body)
    expect(answer.at(-1)).toMatchObject({ type: 'final' })
    expect(standIn.requests).toHaveLength(calls)
  })
})

describe('bad input', () => {
  test.each([
    ['', 400, 'question_empty'],
    ['   ', 400, 'question_empty'],
    ['x'.repeat(20_001), 413, 'question_too_long'],
    ['x'.repeat(1_100_000), 413, 'question_too_long'],
  ])('refuses a question of %# before anything runs', async (text, status, code) => {
    const answer = await app.post(ada, '/api/v1/custom_run_sse', runRequest(ada, sessionId, text))
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, detail: expect.any(String), request_id: expect.any(String) })
  })

  test('distinguishes an unknown session, an unknown turn, an unknown database and nothing to cancel', async () => {
    const unknown = await app.post(ada, '/run', runRequest(ada, 'nope', 'Hi'))
    expect(unknown.json()).toMatchObject({ code: 'session_not_found' })
    expect((await get(ada, '/api/v1/turns/nope/events')).json()).toMatchObject({ code: 'turn_not_found' })
    const request = { ...runRequest(ada, sessionId, 'Hi'), databaseConfigId: 'nope' }
    expect((await app.post(ada, '/run', request)).json()).toMatchObject({ code: 'connection_not_found' })
    expect((await app.post(ada, `/api/v1/custom_cancel/${sessionId}`, {})).statusCode).toBe(404)
  })

  test('refuses a body that is not a run request', async () => {
    const answer = await app.post(ada, '/run', { ...runRequest(ada, sessionId, 'Hi'), evil: true })
    expect(answer.statusCode).toBe(400)
  })
})

describe('R11 conversations of other users', () => {
  test("answers 404 for another user's conversation, its turns and its cancel, whatever the role", async () => {
    standIn.script([countOrders, seeTable])
    const events = await app.ask(ada, sessionId, 'How many orders?')
    const answers = [
      await get(eve, sessionUrl(ada, sessionId)),
      await get(eve, sessionUrl(eve, sessionId)),
      await get(eve, `/apps/${appName}/users/${ada.user.id}/sessions`),
      await get(eve, `/api/v1/turns/${events[0]?.turn_id}/events`),
      await app.post(eve, `/api/v1/custom_cancel/${sessionId}`, {}),
      await app.post(eve, '/run', runRequest(ada, sessionId, 'Hi')),
      await app.post(eve, '/api/v1/query/full-results', { sql_query: 'SELECT 1 AS a', session_id: sessionId }),
      await app.app.inject({ method: 'DELETE', url: sessionUrl(ada, sessionId), headers: eve.headers }),
    ]
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 404))
    const anonymous = await app.app.inject({ method: 'GET', url: sessionUrl(ada, sessionId) })
    expect(anonymous.statusCode).toBe(401)
  })
})

describe('conversations', () => {
  test('CH-008 lists conversations newest first, renames, and clears them', async () => {
    const user = await app.signIn('GENERAL')
    const [first, second] = [await app.newSession(user), await app.newSession(user, { 'app:session_name': 'Two' })]
    const listUrl = `/apps/${appName}/users/${user.user.id}/sessions`
    const patch = (name: string) =>
      app.app.inject({
        method: 'PATCH',
        url: sessionUrl(user, first),
        headers: user.headers,
        payload: { state_delta: { 'app:session_name': name } },
      })
    app.advance(1000)
    expect((await patch('One')).json()).toMatchObject({ session_name: 'One', state: { 'app:session_name': 'One' } })
    expect((await patch('  ')).statusCode).toBe(400)
    const list = (await get(user, listUrl)).json<Session[]>()
    expect(list.map((session) => [session.session_id, session.session_name])).toEqual([
      [first, 'One'],
      [second, 'Two'],
    ])
    const cleared = await app.app.inject({ method: 'POST', url: '/api/v1/sessions/clear-all', headers: user.headers })
    expect(cleared.json()).toEqual({ action: 'deleted', deleted_count: 2 })
    expect((await get(user, listUrl)).json()).toEqual([])
  })
})

describe('all rows', () => {
  const sql = 'SELECT id FROM order_items ORDER BY id'

  test('returns all rows as the documented answer, more than the screen’s thousand', async () => {
    const answer = await app.post(ada, '/api/v1/query/full-results', { sql_query: sql, session_id: sessionId })
    const body = answer.json<{ query: string; results: unknown[][]; row_count: number; truncated: boolean }>()
    expect(body).toMatchObject({ query: sql, truncated: false })
    expect(body.results.length).toBeGreaterThan(1000)
    expect(body.row_count).toBe(body.results.length)
  })

  test('returns all rows as CSV with a file name', async () => {
    const answer = await app.post(ada, '/api/v1/query/full-results', { sql_query: sql, format: 'csv' })
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.headers['content-disposition']).toMatch(/query_results_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv/)
    expect(answer.body.startsWith('\uFEFFid\r\n1\r\n2\r\n')).toBe(true)
  })

  test.each([
    ['xlsx', 'PK', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['parquet', 'PAR1', 'application/vnd.apache.parquet'],
  ])('OP-23 returns all rows as %s with a file name', async (format, signature, type) => {
    const answer = await app.post(ada, '/api/v1/query/full-results', { sql_query: sql, format })
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers['content-disposition']).toContain(`.${format}"`)
    expect(answer.rawPayload.subarray(0, signature.length).toString()).toBe(signature)
  })

  test('returns all rows as one object per line', async () => {
    const answer = await app.post(ada, '/api/v1/query/full-results', { sql_query: sql, format: 'ndjson' })
    expect(answer.body.split('\n')[0]).toBe('{"id":1}')
  })

  test.each([
    [{ sql_query: 'DELETE FROM orders' }, 422, 'query_refused'],
    [{ sql_query: '  ' }, 400, 'bad_request'],
  ])('refuses all rows for %j', async (payload, status, code) => {
    const answer = await app.post(ada, '/api/v1/query/full-results', payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
  })
})
