import type { TurnEvent } from '@parlance/contract'
import databaseTypes from '@parlance/contract/testing/database-types' with { type: 'json' }
import { getResponse, HttpResponse, http, type RequestHandler } from 'msw'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { makeDatabase, makeOverview, makeProviders, makeStatus, makeUser, makeUsage } from './factories.ts'

/** Most installations have no sign-in provider. */
const passwordsOnly = http.get('*/api/v1/auth/sign-in-options', () =>
  HttpResponse.json({ passwords: true, providers: [] }),
)

/** Answers the requests of a test file. */
export interface TestServer {
  /** Answers with these first, until the end of the test. */
  use(...handlers: RequestHandler[]): void
  /** Calls `listener` with each request that was answered, until the end of the test. */
  onAnswer(listener: Listener): void
}

type Listener = (request: Request, response: Response) => void | Promise<void>

/**
 * Replaces `fetch` for a test file with MSW's handlers. A request without a handler fails its test. MSW's own server
 * writes and parses each request as HTTP, which takes a tenth of the time of these tests.
 */
export function useTestServer(...handlers: RequestHandler[]): TestServer {
  const initial = [...handlers, passwordsOnly]
  let current = initial
  let listeners: Listener[] = []
  const unexpected: string[] = []
  const original = globalThis.fetch
  const answer = async (request: Request): Promise<Response> => {
    const response = await getResponse(current, request.clone())
    if (!response && !request.signal.aborted) unexpected.push(`${request.method} ${request.url}`)
    if (!response || response.type === 'error') throw new TypeError('Failed to fetch')
    for (const listener of listeners) void listener(request, response.clone())
    return untilAborted(response, request.signal)
  }
  beforeAll(() => {
    globalThis.fetch = (input, init) => {
      const request = new Request(input instanceof Request ? input : new URL(input, location.href), init)
      return Promise.race([aborted(request.signal), answer(request)])
    }
  })
  afterEach(() => {
    current = initial
    listeners = []
    for (const handler of initial) handler.isUsed = false
    const seen = unexpected.splice(0)
    if (seen.length > 0) throw new Error(`Unexpected requests: ${seen.join(', ')}`)
  })
  afterAll(() => {
    globalThis.fetch = original
  })
  return {
    use: (...added) => {
      current = [...added, ...current]
    },
    onAnswer: (listener) => {
      listeners.push(listener)
    },
  }
}

/** Rejects when the signal is aborted, as `fetch` does. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

/** Breaks the body of an open answer when the signal is aborted. */
function untilAborted(response: Response, signal: AbortSignal): Response {
  if (!response.body) return response
  const body = response.body.pipeThrough(new TransformStream(), { signal })
  return new Response(body, response)
}

const base = 'http://localhost:3000'

/** The URL of an API path as the browser in the tests sees it. */
export function at(path: string): string {
  return base + path
}

/** The endpoints that every signed-in page loads, with one user and the sample database. */
export function signedInHandlers({
  user = makeUser(),
  status = makeStatus(),
  databases = [makeDatabase()],
} = {}): RequestHandler[] {
  return [
    http.get(at('/api/v1/auth/me'), () => HttpResponse.json(user)),
    http.get(at('/api/v1/api-tokens'), () => HttpResponse.json([])),
    http.get(at('/api/v1/overview'), () => HttpResponse.json(makeOverview())),
    http.get(at('/api/v1/env-config/status'), () => HttpResponse.json(status)),
    http.get(at('/api/v1/model-budgets'), () => HttpResponse.json({ currency: 'USD', budgets: [] })),
    http.get(at('/api/v1/env-config/models/check'), () =>
      HttpResponse.json({ plan: { calls: 11, tokens: 26_700 }, orchestration: null, sql_model: null }),
    ),
    http.get(at('/api/v1/env-config/orchestration-models'), () => HttpResponse.json({ providers: makeProviders() })),
    http.get(at('/api/v1/database-management/configurations'), () => HttpResponse.json(databases)),
    http.get(at('/api/v1/database-management/types'), () => HttpResponse.json(databaseTypes)),
    http.get(at('/api/v1/database-management/tables'), () =>
      HttpResponse.json({
        tables: ['products', 'order_items'].map((name) => ({
          table_name: name,
          display_name: name,
          object_type: 'TABLE',
          is_synonym: false,
        })),
        total_count: 6,
      }),
    ),
    http.get(at('/api/v1/starter-questions'), () =>
      HttpResponse.json({ questions: ['How many orders are there?'], empty_reason: null }),
    ),
    http.get(at('/api/v1/database-management/use'), () => HttpResponse.json([])),
    http.get(at('/api/v1/business-areas/'), () => HttpResponse.json([])),
    http.get(at('/api/v1/business-areas/evaluation-badges'), () => HttpResponse.json({ badges: [] })),
    http.get(at('/api/v1/area-approvals'), () => HttpResponse.json({ approvals: [], total_count: 0 })),
    http.get(at('/api/v1/examples'), () => HttpResponse.json([])),
    http.get(at('/api/v1/examples/attention'), () => HttpResponse.json({ pending: 0, failing: 0, areas: [] })),
    http.get(at('/api/v1/license/usage'), () => HttpResponse.json(makeUsage())),
  ]
}

/** An error in the server's format. */
export function failure(status: number, detail: string, code = 'internal') {
  return HttpResponse.json({ detail, code, request_id: 'r1' }, { status })
}

/** An event stream of these events, with the marker that clients skip. */
export function eventStream(events: TurnEvent[]): Response {
  const body = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new HttpResponse(`${body}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}

/** An event stream that stays open: the test pushes events, and ends or breaks it. */
export function openStream() {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started
    },
  })
  return {
    response: () => new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } }),
    push: (...events: TurnEvent[]) => {
      for (const event of events) controller?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
    },
    end: () => controller?.close(),
    break: () => controller?.error(new Error('connection lost')),
  }
}
