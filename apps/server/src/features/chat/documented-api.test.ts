import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../../testing/asking-app.ts'
import {
  documentedApp,
  documentedClient,
  type DocumentedClient,
  type DocumentedEvent,
} from '../../testing/documented-client.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { ScriptedReply } from '../../testing/model-stand-ins/wire.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let standIn: ModelStandIn
let app: AskingApp
let url: string
let ada: SignedInUser
let client: DocumentedClient
let sessions: string

beforeAll(async () => {
  standIn = await startModelStandIn('openai-compatible', [])
  app = await createAskingApp({ provider: 'openai-compatible', model: 'test-model', base_url: standIn.baseUrl })
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})
beforeEach(async () => {
  ada = await app.signIn('GENERAL')
  client = clientOf(ada)
  sessions = `/apps/${documentedApp}/users/${ada.user.id}/sessions`
})

function clientOf(user: SignedInUser): DocumentedClient {
  return documentedClient(url, { userId: user.user.id, token: user.headers.authorization })
}

function query(sql: string): ScriptedReply {
  return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql, reading: 'As asked' } }] }
}

const answers = [query('SELECT COUNT(*) AS orders FROM orders'), { text: ['See the table.'] }]
const question = { text: 'How many orders?' }

async function databaseId(): Promise<string> {
  const { json } = await client.call('GET', '/api/v1/database-management/configurations/active')
  return String((json as { config_id: string }).config_id)
}

const partsOf = (events: DocumentedEvent[]) => events.flatMap((event) => event.content?.parts ?? [])
const textOf = (event: DocumentedEvent | undefined) =>
  (event?.content?.parts ?? []).map((part) => part.text ?? '').join('')

describe('sessions as documented', () => {
  test('CH-196 CH-096 begins a session with its state and answers with its id and state', async () => {
    const id = await databaseId()
    const begun = await client.createSession({
      'user:id': ada.user.id,
      'user:business_area_id': null,
      'user:database_config_id': id,
      'app:session_name': 'Mine',
      'app:created_at': '2026-01-01T00:00:00Z',
      'app:last_accessed': '2026-01-01T00:00:00Z',
      'app:recent_messages': [],
      'app:last_message_time': '2026-01-01T00:00:00Z',
    })
    expect(begun.state).toMatchObject({
      'user:id': ada.user.id,
      'user:database_config_id': id,
      'user:business_area_id': null,
      'app:session_name': 'Mine',
      'app:created_at': expect.stringMatching(/Z$/),
      'app:last_accessed': expect.stringMatching(/Z$/),
      'app:recent_messages': [],
      'app:last_message_time': '2026-01-01T00:00:00Z',
    })
  })

  test('CH-197 CH-198 CH-199 CH-095 lists, reads and deletes sessions, with or without a slash at the end', async () => {
    const { id } = await client.createSession({ 'app:session_name': 'Mine' })
    for (const end of ['', '/']) {
      const list = (await client.call('GET', sessions + end)).json as Record<string, unknown>[]
      expect(list).toMatchObject([{ session_id: id, id, session_name: 'Mine', last_message: null }])
      for (const key of ['created_at', 'last_accessed', 'business_area_id', 'database_config_id']) {
        expect(list[0]).toHaveProperty(key)
      }
      expect((await client.call('GET', `${sessions}/${id}${end}`)).json).toMatchObject({ id, events: [] })
    }
    expect((await client.call('DELETE', `${sessions}/${id}/`)).status).toBe(200)
    expect((await client.call('GET', `${sessions}/${id}`)).status).toBe(404)
    expect((await client.call('DELETE', `${sessions}/${id}`)).status).toBe(404)
    expect((await client.call('GET', sessions)).json).toEqual([])
  })

  test('CH-207 OP-56 changes the name with a state delta', async () => {
    const { id } = await client.createSession({})
    const changed = await client.call('PATCH', `${sessions}/${id}`, { state_delta: { 'app:session_name': 'New name' } })
    expect(changed.json).toMatchObject({ session_name: 'New name', state: { 'app:session_name': 'New name' } })
  })

  test('CH-097 stores the last ten recent messages, and accepts no more', async () => {
    const { id } = await client.createSession({})
    const messages = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ role: 'user', content: `m${index}` }))
    const patch = (count: number) =>
      client.call('PATCH', `${sessions}/${id}`, { state_delta: { 'app:recent_messages': messages(count) } })
    expect((await patch(10)).json).toMatchObject({ state: { 'app:recent_messages': messages(10) } })
    expect((await patch(11)).status).toBe(400)
  })

  test('CH-078 CH-080 uses the question’s first 50 characters as a preview, and lists the last used session first', async () => {
    const first = await client.createSession({})
    app.advance(1000)
    const second = await client.createSession({})
    app.advance(1000)
    standIn.script(answers)
    const long = `How many orders ${'x'.repeat(60)}?`
    await client.run(first.id, [{ text: long }])
    const list = (await client.call('GET', sessions)).json as { session_id: string; last_message: string | null }[]
    expect(list.map(({ session_id }) => session_id)).toEqual([first.id, second.id])
    expect(list[0]?.last_message).toBe(`${long.slice(0, 50)}…`)
  })

  test('CH-200 CH-092 clears all with an empty body, and answers with action and deleted_count', async () => {
    await client.createSession({})
    await client.createSession({})
    for (const [deleted_count, path] of [
      [2, '/api/v1/sessions/clear-all'],
      [0, '/api/v1/sessions/clear-all/'],
    ] as const) {
      const answer = await client.call('POST', path)
      expect(answer.json).toEqual({ action: 'deleted', deleted_count })
      expect(['deleted', 'frontend_delete']).toContain((answer.json as { action: string }).action)
    }
  })

  test('R11 hides sessions of other users, whatever the path says', async () => {
    const { id } = await client.createSession({})
    const eve = await app.signIn('ADMIN')
    for (const path of [sessions, `${sessions}/${id}`, `/apps/${documentedApp}/users/${eve.user.id}/sessions/${id}`]) {
      expect((await clientOf(eve).call('GET', path)).status).toBe(404)
    }
  })

  test('refuses a session call without a sign-in or without a user ID', async () => {
    const anonymous = documentedClient(url, { userId: ada.user.id, token: 'none' })
    expect((await anonymous.call('GET', sessions)).status).toBe(401)
    for (const missing of ['undefined', 'null', '%20']) {
      expect((await client.call('GET', `/apps/${documentedApp}/users/${missing}/sessions`)).status).toBe(404)
    }
  })
})

describe('running as documented', () => {
  test('CH-201 CH-202 CH-046 CH-047 streams data lines with JSON from the question to its final event', async () => {
    const { id } = await client.createSession({})
    for (const path of ['/api/v1/custom_run_sse', '/api/v1/custom_run_sse/', '/run_sse']) {
      standIn.script(answers)
      const body = client.message(id, [question], { businessAreaId: null, databaseConfigId: await databaseId() })
      const { type, lines, events } = await client.stream(path, body)
      expect(type).toContain('text/event-stream')
      expect(lines.length).toBe(events.length)
      expect(events.every((event) => !Number.isNaN(Date.parse(event.timestamp ?? '')))).toBe(true)
      const parts = partsOf(events)
      const call = parts.find((part) => part.functionCall)?.functionCall
      expect(call).toMatchObject({ name: 'execute_sql_query', args: expect.any(Object) })
      const response = parts.find((part) => part.functionResponse)?.functionResponse
      expect(response).toMatchObject({ name: 'execute_sql_query', response: { success: true, row_count: 1 } })
      expect(events.at(-1)).toMatchObject({ final: true, type: 'final', usage_metadata: expect.any(Object) })
      expect(textOf(events.at(-1))).toBe('See the table.')
    }
  })

  test('CH-042 includes the SQL and its rows in the reply', async () => {
    const { id } = await client.createSession({})
    standIn.script(answers)
    const events = (await client.run(id, [question])).json as DocumentedEvent[]
    const response = partsOf(events).find((part) => part.functionResponse)?.functionResponse?.response
    expect(response).toMatchObject({
      sql_query: expect.stringContaining('COUNT'),
      results: [[expect.any(Number)]],
      executed: true,
    })
  })

  test('CH-075 CH-076 uses the default session for a client that names neither app nor session', async () => {
    standIn.script([...answers, ...answers])
    const body = { userId: ada.user.id, newMessage: { role: 'user', parts: [question] } }
    expect((await client.call('POST', '/run', body)).status).toBe(200)
    expect((await client.run('default-session', [question])).status).toBe(200)
    const list = (await client.call('GET', sessions)).json as { id: string }[]
    expect(list).toHaveLength(1)
    const { json } = await client.call('GET', `${sessions}/default-session`)
    expect(json).toMatchObject({ id: list[0]?.id, appName: 'nl_to_sql_agent' })
    const eve = await app.signIn('GENERAL')
    expect((await clientOf(eve).call('GET', `${sessions}/default-session`)).status).toBe(404)
    const own = `/apps/${documentedApp}/users/${eve.user.id}/sessions`
    expect((await clientOf(eve).call('GET', `${own}/default-session`)).status).toBe(404)
  })

  test('CH-205 reports cancelling an idle session or another user’s one differently from success', async () => {
    const { id } = await client.createSession({})
    expect((await client.call('POST', `/api/v1/custom_cancel/${id}/`)).status).toBe(404)
    expect((await client.call('POST', '/api/v1/custom_cancel/unknown')).status).toBe(404)
  })

  test("CH-209 CH-210 ends the stream with the documented words at a provider's quota, as does /run", async () => {
    const { id } = await client.createSession({})
    standIn.script([{ status: 429 }, { status: 429 }])
    const { events } = await client.stream('/run_sse', client.message(id, [question]))
    const quota =
      'API quota exceeded. You have reached your daily limit. Please try again tomorrow or upgrade your plan.'
    expect(events.at(-1)).toMatchObject({ type: 'error', final: true, error: quota, detail: quota })
    expect(((await client.run(id, [question])).json as DocumentedEvent[]).at(-1)?.error).toBe(quota)
  })

  test('CH-211 answers detail for every kind of refused call', async () => {
    const { id } = await client.createSession({})
    const refused = [
      await client.run(id, [{ text: ' ' }]),
      await client.run('unknown', [question]),
      await client.run(id, []),
      await client.call('POST', '/run', { nonsense: true }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 404, 400, 400])
    for (const { json } of refused) expect(json).toMatchObject({ detail: expect.stringMatching(/\w/) })
  })

  test('resumes after a break from the last event number, as a browser sends it', async () => {
    const { id } = await client.createSession({})
    standIn.script(answers)
    const { events } = await client.stream('/run_sse', client.message(id, [question], { turnId: 'turn-of-the-test-1' }))
    const path = '/api/v1/turns/turn-of-the-test-1/events'
    const rest = async (suffix: string, headers: Record<string, string>) => {
      const { bytes } = await client.call('GET', path + suffix, undefined, headers)
      return String(bytes)
        .split('\n')
        .filter((line) => line.startsWith('data:')).length
    }
    expect(await rest('', { 'last-event-id': '2' })).toBe(events.length - 2)
    expect(await rest('?after=3', { 'last-event-id': '2' })).toBe(events.length - 3)
    expect(await rest('', { 'last-event-id': 'nonsense' })).toBe(events.length)
  })
})

describe('other calls as documented', () => {
  test('CH-206 returns the query and the results in full results', async () => {
    const sql_query = 'SELECT id FROM orders ORDER BY id'
    for (const path of ['/api/v1/query/full-results', '/api/v1/query/full-results/']) {
      const { json } = await client.call('POST', path, { sql_query })
      expect(json).toMatchObject({ query: sql_query, truncated: false })
      expect((json as { results: unknown[] }).results.length).toBeGreaterThan(1000)
    }
  })

  test('CH-163 offers the visualization URL to every signed-in user', async () => {
    const { json } = await client.call('GET', '/api/v1/env-config/visualization')
    expect(json).toMatchObject({ server_url: '/visualize' })
  })

  test('CH-195 returns table_name and total_count in the table list', async () => {
    const { json } = await client.call(
      'GET',
      `/api/v1/database-management/tables?database_config_id=${await databaseId()}`,
    )
    const list = json as { tables: { table_name: string }[]; total_count: number }
    expect(list.total_count).toBe(list.tables.length)
    expect(list.tables.map(({ table_name }) => table_name)).toContain('orders')
  })
})
