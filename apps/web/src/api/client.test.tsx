import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { onSignOut, readAccessToken, storeAccessToken } from '../lib/access-token.ts'
import { makeAnsweredTurn, readFromWire } from '../testing/factories.ts'
import { at, eventStream, failure, useTestServer } from '../testing/test-server.ts'
import { call, toRelative } from './client.ts'
import { readEvents, streamTurn } from './turns.ts'

const server = useTestServer()
const okSchema = z.object({ ok: z.boolean() })

beforeEach(() => {
  localStorage.clear()
  storeAccessToken('old')
})

function protectedPath(path: string) {
  return http.get(at(path), ({ request }) =>
    request.headers.get('authorization') === 'Bearer new'
      ? HttpResponse.json({ ok: true })
      : failure(401, 'expired', 'token_expired'),
  )
}

function refreshWith(respond: () => Response) {
  let count = 0
  server.use(
    http.post(at('/api/v1/auth/refresh'), () => {
      count += 1
      return respond()
    }),
  )
  return () => count
}

describe('token handling', () => {
  it('AC-076 sends the stored token with every call', async () => {
    server.use(
      http.get(at('/api/v1/x'), ({ request }) =>
        HttpResponse.json({ ok: request.headers.get('authorization') === 'Bearer old' }),
      ),
    )
    expect(await call('/api/v1/x', okSchema)).toEqual({ ok: true })
  })

  it('AC-076 AC-083 sends it with the refresh as well, and stays on the documented paths', async () => {
    const seen: string[] = []
    server.use(
      protectedPath('/api/v1/x'),
      http.post(at('/api/v1/auth/refresh'), ({ request }) => {
        seen.push(request.headers.get('authorization') ?? '')
        return HttpResponse.json({ access_token: 'new' })
      }),
    )
    await call('/api/v1/x', okSchema)
    expect(seen).toEqual(['Bearer old'])
  })

  it('AC-077 sends none on sign-in and registration', async () => {
    const respond = ({ request }: { request: Request }) =>
      HttpResponse.json({ ok: !request.headers.has('authorization') })
    server.use(http.post(at('/api/v1/auth/login'), respond), http.post(at('/api/v1/auth/register'), respond))
    expect(await call('/api/v1/auth/login', okSchema, { method: 'POST', body: {} })).toEqual({ ok: true })
    expect(await call('/api/v1/auth/register', okSchema, { method: 'POST', body: {} })).toEqual({ ok: true })
  })

  it("ends the previous user's page and repeats no call if a refresh returns another user's token", async () => {
    const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
    storeAccessToken(tokenOf('ada'))
    const seen: (string | null)[] = []
    server.use(
      http.get(at('/api/v1/x'), ({ request }) => {
        seen.push(request.headers.get('authorization'))
        return failure(401, 'expired', 'token_expired')
      }),
    )
    refreshWith(() => HttpResponse.json({ access_token: tokenOf('bea') }))
    const reasons: string[] = []
    const stop = onSignOut((reason) => reasons.push(reason))
    await expect(call('/api/v1/x', okSchema)).rejects.toMatchObject({ status: 401 })
    stop()
    expect(seen).toEqual([`Bearer ${tokenOf('ada')}`])
    expect(reasons).toEqual(['other-user'])
    expect(readAccessToken()).toBe(tokenOf('bea'))
  })

  it('AC-078 AC-079 shares one refresh between ten simultaneous 401s, and retries each call once', async () => {
    server.use(protectedPath('/api/v1/x'))
    const refreshes = refreshWith(() =>
      HttpResponse.json({ access_token: 'new', token_type: 'bearer', expires_in: 900 }),
    )
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('/api/v1/x', okSchema)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ ok: true })))
    expect(refreshes()).toBe(1)
    expect(readAccessToken()).toBe('new')
  })

  it('AC-078 AC-079 renews and retries an event stream in the same way', async () => {
    const events = makeAnsweredTurn('t1', 'q')
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/v1/custom_run_sse'), async ({ request }) => {
        bodies.push(await request.json())
        const isFresh = request.headers.get('authorization') === 'Bearer new'
        return isFresh ? eventStream(events) : failure(401, 'expired', 'token_expired')
      }),
    )
    const refreshes = refreshWith(() => HttpResponse.json({ access_token: 'new' }))
    const request = {
      appName: 'a',
      userId: 'u',
      sessionId: 's',
      newMessage: { role: 'user' as const, parts: [{ text: 'q' }] },
    }
    const seen = []
    for await (const event of streamTurn(request, new AbortController().signal)) seen.push(event)
    expect(seen).toEqual(readFromWire(events))
    expect(bodies).toEqual([request, request])
    expect(refreshes()).toBe(1)
  })

  it("passes on lines of the model's thinking, which are not events", async () => {
    const lines = ['{"thinking":"I count."}', '{"thinking":"\\u202EI add."}', '{"other":1}', 'broken']
    const body = lines.map((line) => `event: thinking\ndata: ${line}\n\n`).join('')
    const thoughts: string[] = []
    const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    expect(await Array.fromAsync(readEvents(response, (line) => thoughts.push(line)))).toEqual([])
    expect(thoughts).toEqual(['I count.', 'I add.', '', ''])
  })

  it('AC-079 retries once: passes on a second 401 without another refresh', async () => {
    let calls = 0
    server.use(
      http.get(at('/api/v1/x'), () => {
        calls += 1
        return failure(401, 'still no', 'not_authenticated')
      }),
    )
    const refreshes = refreshWith(() => HttpResponse.json({ access_token: 'new' }))
    await expect(call('/api/v1/x', okSchema)).rejects.toMatchObject({ status: 401, message: 'still no' })
    expect([calls, refreshes()]).toEqual([2, 1])
  })

  it('AC-078 does not retry a 401 of the refresh itself', async () => {
    const refreshes = refreshWith(() => failure(401, 'no', 'not_authenticated'))
    await expect(call('/api/v1/auth/refresh', okSchema, { method: 'POST' })).rejects.toMatchObject({ message: 'no' })
    expect(refreshes()).toBe(1)
  })

  it.each([400, 403, 404, 409, 422, 429, 500])('AC-017 OP-26 passes a %i on unchanged', async (status) => {
    let calls = 0
    server.use(
      http.get(at('/api/v1/x'), () => {
        calls += 1
        return failure(status, 'as it is')
      }),
    )
    await expect(call('/api/v1/x', okSchema)).rejects.toMatchObject({ status, message: 'as it is' })
    expect(calls).toBe(1)
    expect(readAccessToken()).toBe('old')
  })

  it('does not send one user’s call with the token of another who signed in meanwhile', async () => {
    const token = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
    storeAccessToken(token('ada'))
    const seen: (string | null)[] = []
    server.use(
      http.get(at('/api/v1/x'), ({ request }) => {
        seen.push(request.headers.get('authorization'))
        storeAccessToken(token('bea'))
        return failure(401, 'expired', 'token_expired')
      }),
    )
    await expect(call('/api/v1/x', okSchema)).rejects.toMatchObject({ status: 401 })
    expect(seen).toEqual([`Bearer ${token('ada')}`])
    expect(readAccessToken()).toBe(token('bea'))
  })

  it('AC-080 signs out after a 401 of the account check, without a refresh', async () => {
    server.use(http.get(at('/api/v1/auth/me'), () => failure(401, 'gone', 'not_authenticated')))
    await expect(call('/api/v1/auth/me', okSchema)).rejects.toMatchObject({ status: 401, message: 'gone' })
    expect(readAccessToken()).toBeNull()
  })

  it('AC-081 signs out when the refresh is refused, and passes on the error', async () => {
    server.use(protectedPath('/api/v1/x'))
    refreshWith(() => failure(401, 'no', 'not_authenticated'))
    const reasons: string[] = []
    const stop = onSignOut((reason) => reasons.push(reason))
    await expect(call('/api/v1/x', okSchema)).rejects.toMatchObject({ status: 401, message: 'expired' })
    stop()
    expect(readAccessToken()).toBeNull()
    expect(reasons).toEqual(['expired'])
  })

  it('stays signed in if the refresh only meets a server in trouble', async () => {
    server.use(protectedPath('/api/v1/x'))
    refreshWith(() => failure(503, 'stopping', 'unavailable'))
    await expect(call('/api/v1/x', okSchema)).rejects.toMatchObject({ status: 503 })
    expect(readAccessToken()).toBe('old')
  })

  it('renews an expired token before it is refused, so that a reload after a pause stays signed in', async () => {
    const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 60 }))
    storeAccessToken(`h.${claims}.s`)
    server.use(
      http.get(at('/api/v1/auth/me'), ({ request }) =>
        HttpResponse.json({ ok: request.headers.get('authorization') === 'Bearer new' }),
      ),
    )
    refreshWith(() => HttpResponse.json({ access_token: 'new' }))
    expect(await call('/api/v1/auth/me', okSchema)).toEqual({ ok: true })
  })
})

describe('errors', () => {
  const answer = (status: number, body: unknown) => {
    server.use(http.get(at('/api/v1/x'), () => HttpResponse.json(body as object, { status })))
    return call('/api/v1/x', okSchema).catch((error: unknown) => (error as Error).message)
  }

  it('CH-211 reads detail, message, error.message, then the status', async () => {
    expect(await answer(400, { detail: 'd', message: 'm', error: { message: 'e' } })).toBe('d')
    expect(await answer(400, { message: 'm', error: { message: 'e' } })).toBe('m')
    expect(await answer(400, { error: { message: 'e' } })).toBe('e')
    expect(await answer(418, {})).toMatch(/^Server error: 418/)
  })

  it('CH-215 CH-216 has messages for 404 and 500', async () => {
    expect(await answer(404, {})).toBe('The requested endpoint was not found.')
    expect(await answer(500, {})).toBe('Internal server error. Please try again later.')
  })

  it('CH-214 has a message for a server that does not respond', async () => {
    server.use(http.get(at('/api/v1/x'), () => HttpResponse.error()))
    await expect(call('/api/v1/x', okSchema)).rejects.toMatchObject({
      status: 0,
      message: 'Unable to connect to the server. Please check if the server is running.',
    })
  })
})

describe('addresses', () => {
  it('AC-082 removes a local development host', () => {
    expect(toRelative('http://localhost:8000/api/v1/x')).toBe('/api/v1/x')
    expect(toRelative('http://127.0.0.1:8000/api/v1/x')).toBe('/api/v1/x')
    expect(toRelative('http://localhost:80001/api')).toBe('http://localhost:80001/api')
    expect(toRelative('/api/v1/x')).toBe('/api/v1/x')
  })
})
