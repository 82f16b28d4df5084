import { expect, test } from 'vitest'
import { allRoutes } from '../app.ts'
import { account, cookieOf, postAuth } from '../testing/accounts.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'

interface Asked {
  app: TestApp
  cookie: string
  call: string
}

async function signedIn(config: { publicUrl?: string; trustProxy?: boolean }, call: string): Promise<Asked> {
  const app = await createTestApp({ config })
  await postAuth(app, 'register', account)
  const { email, password } = account
  return { app, call, cookie: cookieOf(await postAuth(app, 'login', { email, password })) }
}

const publicUrl = 'https://ask.example.com/parlance'
const atHome = { host: 'ask.example.com' }
const behindProxy = { host: '127.0.0.1:8000', 'x-forwarded-host': 'ask.example.com' }

type Case = [name: string, headers: Record<string, string>, config: { publicUrl?: string; trustProxy?: boolean }]

const accepted: Case[] = [
  ['no origin, as curl sends it', atHome, {}],
  ['the host of the request', { ...atHome, origin: 'https://ask.example.com' }, {}],
  [
    'the host of the request with the default port',
    { host: 'ask.example.com:443', origin: 'https://ask.example.com' },
    {},
  ],
  ['the host of the request in capitals', { host: 'ASK.example.com', origin: 'https://ask.example.com' }, {}],
  ['a port of its own', { host: 'localhost:8000', origin: 'http://localhost:8000' }, {}],
  ['an IPv6 address', { host: '[::1]:8000', origin: 'http://[::1]:8000' }, {}],
  ['the configured address', { host: '127.0.0.1:8000', origin: 'https://ask.example.com' }, { publicUrl }],
  [
    'a local address beside the configured one',
    { host: 'localhost:8000', origin: 'http://localhost:8000' },
    { publicUrl },
  ],
  ['the host that a trusted proxy names', { ...behindProxy, origin: 'https://ask.example.com' }, { trustProxy: true }],
]
const refused: Case[] = [
  ['another site', { ...atHome, origin: 'https://evil.example' }, {}],
  ['another site where an address is configured', { ...atHome, origin: 'https://evil.example' }, { publicUrl }],
  ['another host of the same site', { ...atHome, origin: 'https://blog.example.com' }, { publicUrl }],
  ['another port', { host: 'localhost:8000', origin: 'http://localhost:3000' }, {}],
  ['a name that begins with the own one', { ...atHome, origin: 'https://ask.example.com.evil.example' }, {}],
  ['the own name before an @', { ...atHome, origin: 'https://ask.example.com@evil.example' }, {}],
  ['a page without an origin', { ...atHome, origin: 'null' }, { publicUrl }],
  ['a file', { ...atHome, origin: 'file://' }, {}],
  ['no address at all', { ...atHome, origin: 'ask.example.com' }, {}],
  ['an empty one', { ...atHome, origin: '' }, {}],
  ['the host that an untrusted client names', { ...behindProxy, origin: 'https://ask.example.com' }, {}],
]

for (const call of ['refresh', 'logout']) {
  test.each(accepted)(
    `R11 ${call} accepts a request from its own pages and from clients: %s`,
    async (_, headers, config) => {
      const { app, cookie } = await signedIn(config, call)
      expect((await postAuth(app, call, {}, { ...headers, cookie })).statusCode).toBe(200)
      await app.close()
    },
  )

  test.each(refused)(
    `R11 ${call} refuses a page of another origin and changes nothing: %s`,
    async (_, headers, config) => {
      const { app, cookie } = await signedIn(config, call)
      const answer = await postAuth(app, call, {}, { ...headers, cookie })
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect((await postAuth(app, 'refresh', {}, { cookie })).statusCode).toBe(200)
      await app.close()
    },
  )
}

// R11
test('routes that read or set the sign-in cookie, and the one for MCP clients, accept only their own pages', async () => {
  const app = await createTestApp()
  const guarded = allRoutes(app.services, app.context).filter(({ ownOriginOnly }) => ownOriginOnly === true)
  expect(guarded.map(({ method, url }) => `${method} ${url}`)).toEqual([
    ...['login', 'refresh', 'logout', 'change-password', 'accept-invitation'].map(
      (call) => `POST /api/v1/auth/${call}`,
    ),
    'POST /mcp',
  ])
  await app.close()
})
