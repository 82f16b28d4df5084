import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { cookieOf, postAuth } from '../../testing/accounts.ts'
import { createAskingApp, runRequest } from '../../testing/asking-app.ts'
import type { AskingApp } from '../../testing/asking-app.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import { createSecondServer, createTestApp, testPassword } from '../../testing/test-app.ts'
import type { SignedInUser, TestApp } from '../../testing/test-app.ts'
import { casesOfStore, describeStores } from '../../testing/test-store.ts'
import type { StoreDialect, TestStore } from '../../testing/test-store.ts'
import { beginReset } from './reset-tokens.ts'
import { createSignInWatch } from './sign-in-watch.ts'
import { revokeSignIn } from './sign-ins.ts'

interface Place {
  /** Receives the changes. On PostgreSQL, it is not the server that has the open answers. */
  app: TestApp
  serving: AskingApp
  url: string
  admin: SignedInUser
}

interface Open extends Place {
  user: SignedInUser
  cookie: string
}

/** An answer that has begun and is not read further until `cut`, which waits for its connection to break. */
interface OpenAnswer {
  cut: () => Promise<void>
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function silentModel(): Promise<ModelStandIn> {
  const standIn = await startModelStandIn('openai-compatible', [{ text: ['There ', 'are '], stallAfter: 1 }])
  closers.push(() => standIn.close())
  return standIn
}

async function open(current: TestStore, dialect: StoreDialect): Promise<Place> {
  const standIn = await silentModel()
  const settings = { provider: 'openai-compatible', model: 'm', base_url: standIn.baseUrl } as const
  const serving = await createAskingApp(settings, {}, current)
  closers.push(() => serving.app.close())
  const app = dialect === 'sqlite' ? serving : await secondServer(current)
  const url = await serving.app.listen({ host: '127.0.0.1', port: 0 })
  return { app, serving, url, admin: await serving.signIn('ADMIN') }
}

/** Signs in another user in one browser. */
async function signInAt(place: Place): Promise<Open> {
  const { user } = await place.serving.signIn('GENERAL')
  const login = await postAuth(place.serving, 'login', { email: user.email, password: testPassword })
  const headers = { authorization: `Bearer ${login.json().access_token}` }
  return { ...place, user: { user, headers }, cookie: cookieOf(login) }
}

async function secondServer(current: TestStore): Promise<TestApp> {
  const app = await createSecondServer(current)
  closers.push(() => app.close())
  return app
}

async function begin(url: string, { headers }: SignedInUser, payload?: object): Promise<OpenAnswer> {
  const broken = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<IncomingMessage>()
  const asked = request(url, {
    method: payload === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  asked.on('error', begun.reject)
  asked.on('response', (response) => {
    if (response.statusCode !== 200) begun.reject(new Error(`status ${response.statusCode}`))
    response.once('data', () => begun.resolve(response.pause()))
    response.on('error', () => broken.resolve())
    response.on('end', () => broken.reject(new Error(`${url} came to its own end`)))
  })
  asked.end(payload === undefined ? undefined : JSON.stringify(payload))
  const response = await begun.promise
  return {
    cut: () => {
      response.resume()
      return broken.promise
    },
  }
}

const endless = { sql_query: 'SELECT a.id FROM order_items a, order_items b, order_items c', format: 'csv' }

/** Opens one answer of each kind: asking, following, all rows, a file. */
async function openAnswers({ serving, url, user }: Open): Promise<OpenAnswer[]> {
  const turnId = randomUUID()
  const asked = runRequest(user, await serving.newSession(user), 'How many orders?', turnId)
  return [
    await begin(`${url}/api/v1/custom_run_sse`, user, asked),
    await begin(`${url}/api/v1/turns/${turnId}/events`, user),
    await begin(`${url}/api/v1/query/full-results`, user, { sql_query: endless.sql_query }),
    await begin(`${url}/api/v1/query/full-results`, user, endless),
  ]
}

const ends: Record<string, (open: Open) => Promise<{ statusCode: number }>> = {
  logout: ({ app, user }) => postAuth(app, 'logout', {}, user.headers),
  'logout with only the cookie': ({ app, cookie }) => postAuth(app, 'logout', {}, { cookie }),
  'a changed password': ({ app, user }) =>
    postAuth(app, 'change-password', { current_password: testPassword, new_password: 'brand new 1' }, user.headers),
  'a reset password': async ({ app, user: { user } }) => {
    const token = await beginReset(app.context.store.db, user.id, app.context.now())
    return postAuth(app, 'reset-password', { email: user.email, token, new_password: 'brand new 1' })
  },
  deactivation: ({ app, user, admin }) =>
    app.app.inject({ method: 'POST', url: `/api/v1/users/${user.user.id}/deactivate`, headers: admin.headers }),
  'a changed role': ({ app, user, admin }) =>
    app.app.inject({
      method: 'PATCH',
      url: `/api/v1/users/${user.user.id}/role`,
      headers: admin.headers,
      payload: { role: 'ADMIN' },
    }),
}

describeStores('R12 open answers when their sign-in ends', (current, dialect) => {
  test(
    'cuts every answer after logout, a changed or reset password, a changed role, or deactivation, on any server',
    async () => {
      const place = await open(current(), dialect)
      for (const [name, end] of casesOfStore(Object.entries(ends), dialect)) {
        const opened = await signInAt(place)
        const answers = await openAnswers(opened)
        const done = await end(opened)
        expect([name, done.statusCode]).toEqual([name, 200])
        await Promise.all(answers.map(({ cut }) => cut()))
      }
    },
    // Shorter than three polling intervals of the store, so only the message can be this fast.
    40_000,
  )
})

describe('the end of a sign-in', () => {
  test('leaves open the answers of other sign-ins, including the same user’s', async () => {
    const app = await createTestApp()
    closers.push(() => app.close())
    const { user, headers } = await app.signIn('GENERAL')
    const second = await postAuth(app, 'login', { email: user.email, password: testPassword })
    const ended: string[] = []
    const [one, other] = await app.context.store.db.selectFrom('sign_ins').select('id').orderBy('created_at').execute()
    for (const id of [one?.id ?? '', other?.id ?? '']) {
      app.services.signInWatch.watch({ signInId: id, userId: user.id, kind: 'sign-in' }, () => ended.push(id))
    }
    await postAuth(app, 'logout', {}, headers)
    await expect.poll(() => ended).toEqual([one?.id])
    const { access_token } = second.json()
    await postAuth(app, 'logout', {}, { authorization: `Bearer ${access_token}` })
    await expect.poll(() => ended).toEqual([one?.id, other?.id])
  })

  test('finds the end of a sign-in in the store if no message announced it', async () => {
    const app = await createTestApp()
    closers.push(() => app.close())
    const { user } = await app.signIn('GENERAL')
    const { id } = await app.context.store.db.selectFrom('sign_ins').select('id').executeTakeFirstOrThrow()
    const watch = createSignInWatch(app.context, { checkMs: 5 })
    const ended = new Promise<string>((resolve) =>
      watch.watch({ signInId: id, userId: user.id, kind: 'sign-in' }, () => resolve('ended')),
    )
    await revokeSignIn(app.context.store.db, id, app.context.now())
    expect(await ended).toBe('ended')
    await watch.close()
  })
})
