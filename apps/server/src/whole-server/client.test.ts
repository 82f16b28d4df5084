import { createParlance, dataOf, ParlanceError, type TurnEvent } from '@parlance/client/source'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelStandIn } from '../testing/model-stand-ins/stand-in.ts'
import { createAskingApp, type AskingApp } from '../testing/asking-app.ts'

let app: AskingApp
let server: string
let token: string

beforeAll(async () => {
  app = await createAskingApp({ provider: 'builtin', model: 'builtin' })
  server = await app.app.listen({ host: '127.0.0.1', port: 0 })
  token = await tokenWith(['ask'])
})
afterAll(() => app.close())

async function tokenWith(scopes: string[]): Promise<string> {
  const ada = await app.signIn('GENERAL')
  const answer = await app.post(ada, '/api/v1/api-tokens', { name: 'Report', scopes })
  return answer.json<{ token: string }>().token
}

const question = 'How many orders are there per status?'

test('asks a question, and goes on in the same conversation', async () => {
  const parlance = createParlance({ server, token })
  const events: TurnEvent[] = []
  const answer = await parlance.ask(question, { onEvent: (event) => void events.push(event) })
  expect(answer).toMatchObject({
    text: expect.stringContaining('delivered'),
    sql: expect.stringMatching(/GROUP BY/i),
    // Only owners of the area and administrators see what rules added.
    executedSql: null,
    columns: [{ name: 'status' }, { name: 'order_count' }],
    rows: expect.arrayContaining([['delivered', expect.any(Number)]]),
    truncated: false,
    understood: { reading: expect.any(String), assumptions: [] },
    receipt: expect.arrayContaining([expect.stringContaining('orders')]),
  })
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
  const next = await parlance.ask('and by month?', { conversationId: answer.conversationId })
  expect(next.conversationId).toBe(answer.conversationId)
  expect(next.rows.length).toBeGreaterThan(answer.rows.length)
})

test('reads an earlier answer again', async () => {
  const parlance = createParlance({ server, token })
  const { conversationId: _, ...answer } = await parlance.ask(question)
  expect(await parlance.answer(answer.turnId)).toEqual(answer)
})

test('goes on after the last event if the connection breaks', async () => {
  let requests = 0
  const parlance = createParlance({
    server,
    token,
    fetch: async (request) => {
      const response = await fetch(request)
      if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) return response
      requests += 1
      return requests === 1 ? new Response(firstMessage(response), response) : response
    },
  })
  const seen: number[] = []
  const answer = await parlance.ask(question, { onEvent: ({ seq }) => void seen.push(seq) })
  expect(answer.rows).toContainEqual(['delivered', expect.any(Number)])
  expect(requests).toBe(2)
  expect(seen).toEqual(seen.map((_, at) => at + 1))
})

/** The body of a response whose connection breaks after its first event. */
function firstMessage({ body }: Response): ReadableStream {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  return new ReadableStream({
    start: async (controller) => {
      const { value = '' } = (await reader?.read()) ?? {}
      controller.enqueue(new TextEncoder().encode(value.slice(0, value.indexOf('\n\n') + 2)))
      controller.error(new TypeError('terminated'))
      await reader?.cancel()
    },
  })
}

test('says why a request was refused', async () => {
  const stranger = createParlance({ server, token: 'parlance_unknown' })
  await expect(stranger.ask(question)).rejects.toThrow(ParlanceError)
  await expect(stranger.ask(question)).rejects.toMatchObject({ status: 401, code: 'not_authenticated' })
  const reader = createParlance({ server, token: await tokenWith(['read_results']) })
  await expect(reader.ask(question)).rejects.toMatchObject({ status: 403, code: 'token_scope' })
  await expect(createParlance({ server, token }).ask(' ')).rejects.toMatchObject({ status: 400 })
})

test('runs SQL, and calls every operation by its URL', async () => {
  const parlance = createParlance({ server, token })
  const [connection] = dataOf(await parlance.api.GET('/api/v1/database-management/configurations'))
  const { columns, results, truncated } = await parlance.query('SELECT id FROM orders ORDER BY id', {
    connectionId: connection?.id,
    maxRows: 2,
  })
  expect({ columns, results, truncated }).toMatchObject({
    columns: [{ name: 'id', kind: 'integer' }],
    results: [[1], [2]],
    truncated: true,
  })
  await expect(parlance.query('DELETE FROM orders')).rejects.toMatchObject({ status: 422, code: 'query_refused' })
})

test('cancels the question on the server with the signal', async () => {
  const { services } = app
  const standIn = await startModelStandIn('openai-compatible', [{ until: new Promise(() => undefined) }])
  const slow = { provider: 'openai-compatible' as const, model: 'slow', base_url: standIn.baseUrl }
  await services.settings.chooseOrchestration(slow, services.models.list()[slow.provider], null)
  const parlance = createParlance({ server, token })
  const stop = new AbortController()
  let turnId = ''
  const asking = parlance.ask(question, {
    signal: stop.signal,
    onEvent: (event) => {
      turnId = event.turn_id
      stop.abort()
    },
  })
  await expect(asking).rejects.toThrow('aborted')
  await expect(parlance.answer(turnId)).rejects.toMatchObject({ code: 'cancelled' })
  await standIn.close()
})
