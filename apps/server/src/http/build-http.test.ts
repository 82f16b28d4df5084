import { connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { message } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { createTestHttp } from '../testing/test-http.ts'
import type { TestHttp } from '../testing/test-http.ts'
import { route } from './route.ts'
import type { RouteDefinition } from './route.ts'

const files = '{n, plural, one {# file is} other {# files are}} too large.'

const routes: RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/v1/echo/',
    summary: 'test',
    access: 'public',
    body: z.strictObject({ name: z.string().min(1, 'Name is required'), size: z.number().optional() }).optional(),
    response: z.object({ name: z.string() }),
    handler: async ({ body }) => ({ name: body?.name ?? 'nobody', password: 'not for you' }),
  }),
  route({
    method: 'GET',
    url: '/api/v1/fail/:how',
    summary: 'test',
    access: 'public',
    params: z.strictObject({ how: z.string() }),
    response: z.object({ never: z.string() }),
    handler: async ({ params }) => {
      if (params.how === 'known') throw new AppError('not_found', { detail: message('There is no such thing.') })
      if (params.how === 'counted') throw new AppError('file_refused', { detail: message(files, { n: 2 }) })
      if (params.how === 'shape') return { wrong: 'shape' }
      if (params.how === 'thrown-text') throw 'a text' // oxlint-disable-line no-throw-literal, only-throw-error -- libraries do it
      throw Object.assign(new Error('connection to 10.0.0.7 as root failed'), { detail: 'Key (email)=(ann@x.test)' })
    },
  }),
  route({
    method: 'GET',
    url: '/api/v1/mine',
    summary: 'test',
    access: 'user',
    handler: async ({ principal }) => principal,
  }),
]

let server: TestHttp
const inject = (request: InjectOptions | string) => server.http.inject(request)

beforeAll(async () => {
  server = await createTestHttp(routes)
})
afterAll(() => server.close())

const post = (payload: string, type = 'application/json') =>
  inject({ method: 'POST', url: '/api/v1/echo', payload, headers: { 'content-type': type } })

let listening: Promise<string> | undefined

/** @returns everything that the server responds to raw bytes */
async function sendRaw(bytes: string): Promise<string> {
  listening ??= server.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(await listening)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}

describe('errors', () => {
  test.each([
    ['{"name": ', 400, 'invalid_json', 'The request body is not valid JSON. Check its syntax.'],
    [
      '{"name": "x", "__proto__": {"admin": true}}',
      400,
      'invalid_json',
      'The request body is not valid JSON. Check its syntax.',
    ],
    ['{"name": ""}', 400, 'bad_request', 'Name is required'],
    ['{"name": "x", "size": "big"}', 400, 'bad_request', 'The field “size” must be a number.'],
    ['{"name": "x", "role": "ADMIN"}', 400, 'bad_request', '“role” is not a known field. Remove it.'],
    ['[]', 400, 'bad_request', 'The request body must be a JSON object.'],
    [
      JSON.stringify({ name: 'x'.repeat(1024 * 1024) }),
      413,
      'payload_too_large',
      'The request is too large. Send less data.',
    ],
  ])('an error says what is wrong with the body (%#)', async (payload, status, code, detail) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code, detail, request_id: answer.headers['x-request-id'] })
  })

  test('an error about a field carries its pattern and values', async () => {
    expect((await post('{"name": "x", "size": "big"}')).json()).toMatchObject({
      pattern: 'The field “{field}” must be a number.',
      values: { field: 'size' },
    })
  })

  test('a body that is not JSON is refused with 415, and an empty body counts as absent', async () => {
    expect((await post('name=x', 'application/x-www-form-urlencoded')).json().code).toBe('unsupported_media_type')
    expect((await post('hello', 'text/plain')).statusCode).toBe(415)
    expect((await post('')).json()).toEqual({ name: 'nobody' })
  })

  test('a text with values comes with its pattern and values, so that the browser can translate it', async () => {
    expect((await inject('/api/v1/fail/counted')).json()).toMatchObject({
      detail: '2 files are too large.',
      pattern: files,
      values: { n: 2 },
    })
    expect((await inject('/api/v1/fail/known')).json()).not.toHaveProperty('pattern')
  })

  test('a known error keeps its text; an unknown one is logged with the request ID instead', async () => {
    const known = await inject('/api/v1/fail/known')
    expect([known.statusCode, known.json().detail]).toEqual([404, 'There is no such thing.'])
    for (const how of ['unknown', 'shape', 'thrown-text']) {
      const answer = await inject(`/api/v1/fail/${how}`)
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        code: 'internal',
        detail: 'Internal server error. Please try again later.',
        request_id: answer.headers['x-request-id'],
      })
      expect(
        server.logged.some(
          (line) => line.includes(String(answer.headers['x-request-id'])) && line.includes('"level":50'),
        ),
      ).toBe(true)
    }
    expect(server.logged.join('')).not.toContain('ann@x.test')
  })

  test('an unknown URL gets an error as JSON, with 405 if only the method is wrong', async () => {
    expect((await inject('/api/v1/nowhere')).json().code).toBe('endpoint_not_found')
    expect((await inject('/somewhere')).json().code).toBe('endpoint_not_found')
    const wrong = await inject({ method: 'DELETE', url: '/api/v1/echo' })
    expect([wrong.statusCode, wrong.json().code, wrong.headers['allow']]).toEqual([405, 'method_not_allowed', 'POST'])
  })

  test('a malformed URL is refused with 400', async () => {
    const answer = await inject('/api/v1/fail/%E0%A4%A')
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
    expect((await inject(`/api/v1/fail/${'x'.repeat(500)}`)).json()).toMatchObject({ code: expect.any(String) })
  })

  test('bytes that are not HTTP get an error of the same shape', async () => {
    const answer = await sendRaw('GARBAGE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'bad_request' })
  })

  const long = 'x'.repeat(20_000)
  test.each([
    [
      'a browser that asks for a page',
      `GET /visualize?${long} HTTP/1.1\r\nHost: x\r\nAccept: text/html,*/*;q=0.8\r\n\r\n`,
    ],
    ['a client that sends more than the server reads', `GET /visualize?${long.repeat(10)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('a URL that is too long gets a page if it comes from %s', async (_, request) => {
    const answer = await sendRaw(request)
    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*\r\ncontent-type: text\/html; charset=utf-8\r\n/)
    expect(answer).toContain('<h1>This address is too long</h1>')
  })

  test.each([
    ['a program', `GET /visualize?${long} HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\n\r\n`],
    ['a call of the API', `GET /api/v1/echo?${long.repeat(10)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('a URL that is too long gets JSON if it comes from %s', async (_, request) => {
    const answer = await sendRaw(request)
    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*\r\ncontent-type: application\/json\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'bad_request',
      detail: 'The URL or the headers are too long. Shorten them.',
    })
  })
})

describe('responses', () => {
  test('a response contains only the fields of its schema', async () => {
    expect((await post('{"name":"ann"}')).json()).toEqual({ name: 'ann' })
  })

  test('a URL works with and without a trailing slash', async () => {
    const answers = await Promise.all(
      ['/api/v1/echo', '/api/v1/echo/'].map((url) => inject({ method: 'POST', url, payload: { name: 'x' } })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('a response has the request ID of the proxy if that is harmless, otherwise a new one', async () => {
    const given = await inject({ url: '/api/v1/fail/known', headers: { 'x-request-id': 'proxy-12345678' } })
    expect(given.headers['x-request-id']).toBe('proxy-12345678')
    const hostile = await inject({
      url: '/api/v1/fail/known',
      headers: { 'x-request-id': '<script>alert(1)</script>' },
    })
    expect(hostile.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  test('a response has the security headers, and forbids caches to store it', async () => {
    const { headers } = await inject('/api/v1/fail/known')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
  })

  // R21
  test('the log contains no query strings', async () => {
    await inject('/api/v1/fail/known?question=secret-words')
    expect(server.logged.join('')).toContain('/api/v1/fail/known')
    expect(server.logged.join('')).not.toContain('secret-words')
  })

  test('a 401 response names the authentication scheme', async () => {
    const answer = await inject('/api/v1/mine')
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })
})

describe('OpenAPI', () => {
  test('describes every route by its schemas, at /api/docs', async () => {
    const document = (await inject('/api/docs/json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(['/api/v1/echo', '/api/v1/fail/{how}', '/api/v1/mine'])
    const { requestBody } = document.paths['/api/v1/echo'].post
    const { $ref } = requestBody.content['application/json'].schema
    expect(requestBody.required).toBe(false)
    expect(document.components.schemas[$ref.split('/').at(-1)]).toMatchObject({
      properties: { name: { type: 'string', minLength: 1 } },
    })
    const page = await inject('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self'; img-src 'self' data:/)
    expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    const [, script] = /src="(\/?[^"]*swagger-ui-bundle\.js)"/.exec(page.body) ?? []
    expect(
      (await inject(new URL(script ?? '', 'http://localhost/api/docs/').pathname)).headers['content-type'],
    ).toMatch(/javascript/)
    expect((await inject('/api/docs/static/nothing.js')).json()).toMatchObject({ code: 'endpoint_not_found' })
  })
})
