import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp } from '../testing/test-app.ts'
import type { SignedInUser, TestApp } from '../testing/test-app.ts'
import { buildHttp } from './build-http.ts'
import { route } from './route.ts'

let app: TestApp
let http: FastifyInstance
let url: string
let ada: SignedInUser
/** Ends the sign-in of the first watched request. */
let watched: Promise<() => void>
let forgotten: number
let handled: string[]
/** What the slow route waits for. */
let work: PromiseWithResolvers<void>
let begun: PromiseWithResolvers<void>

const answer = z.object({ done: z.boolean() })

const routes = [
  route({
    method: 'POST',
    url: '/api/v1/quick',
    summary: 'test',
    access: 'user',
    body: z.strictObject({}),
    response: answer,
    handler: async () => {
      handled.push('quick')
      return { done: true }
    },
  }),
  route({
    method: 'GET',
    url: '/api/v1/slow',
    summary: 'test',
    access: 'user',
    response: answer,
    handler: async ({ signal }) => {
      signal.addEventListener('abort', () => handled.push('told'))
      begun.resolve()
      await work.promise
      return { done: true }
    },
  }),
  route({
    method: 'POST',
    url: '/api/v1/leave',
    summary: 'test',
    access: 'user',
    endsOwnSignIn: true,
    response: answer,
    handler: async () => ({ done: true }),
  }),
]

beforeEach(async () => {
  app = await createTestApp({ trial: false })
  ada = await app.signIn('GENERAL')
  const first = Promise.withResolvers<() => void>()
  watched = first.promise
  forgotten = 0
  handled = []
  work = Promise.withResolvers()
  begun = Promise.withResolvers()
  http = await buildHttp({
    context: app.context,
    routes,
    authenticate: app.services.auth.authenticate,
    watchSignIn: (_signIn, onEnd) => {
      first.resolve(onEnd)
      return () => {
        forgotten += 1
      }
    },
    web: null,
    onClose: async () => undefined,
  })
  url = await http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await http.close()
  await app.close()
})

function begin(method: string, path: string, headers = {}): { sent: ClientRequest; status: Promise<number> } {
  const { promise: status, resolve, reject } = Promise.withResolvers<number>()
  const sent = request(`${url}/api/v1/${path}`, { method, headers: { ...ada.headers, ...headers } })
  sent.on('response', (response) => resolve(response.resume().statusCode ?? 0))
  sent.on('error', reject)
  return { sent, status }
}

// R12
test('refuses a request whose sign-in ends while the body arrives, and does nothing', async () => {
  const { sent, status } = begin('POST', 'quick', { 'content-type': 'application/json', 'content-length': 2 })
  sent.write('{')
  const end = await watched
  end()
  sent.end('}')
  expect(await status).toBe(401)
  expect(handled).toEqual([])
})

// R12
test('aborts the work of a request whose sign-in ends, and sends nothing of its result', async () => {
  const { sent, status } = begin('GET', 'slow')
  sent.end()
  await begun.promise
  const end = await watched
  end()
  work.resolve()
  expect(await status).toBe(401)
  expect(handled).toEqual(['told'])
})

test('stops watching after the response, and never watches a request that ends its own sign-in', async () => {
  for (const path of ['quick', 'leave']) {
    const sent = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { ...ada.headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([sent.status, await sent.json()]).toEqual([200, { done: true }])
  }
  await expect.poll(() => forgotten).toBe(1)
})
