import { defaultAppName } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { account, cookieOf, postAuth, refresh } from '../../testing/accounts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { beginReset } from './reset-tokens.ts'

interface Session {
  app: TestApp
  userId: string
  token: string
  cookie: string
  /** Headers of a different administrator. */
  admin: Record<string, string>
}

async function signedIn(): Promise<Session> {
  const app = await createTestApp()
  await postAuth(app, 'register', account)
  const login = await postAuth(app, 'login', { email: account.email, password: account.password })
  const { access_token: token, user } = login.json()
  const { headers } = await app.signIn('ADMIN')
  return { app, userId: user.user_id, token, cookie: cookieOf(login), admin: headers }
}

/** One entry of each kind: plain, event streams, exports, the sign-in calls themselves. */
const entries = [
  { method: 'GET', url: '/api/v1/auth/me' },
  { method: 'POST', url: '/api/v1/auth/change-password' },
  { method: 'GET', url: '/api/v1/users/' },
  { method: 'GET', url: `/apps/${defaultAppName}/users/USER/sessions` },
  { method: 'POST', url: '/api/v1/custom_run_sse' },
  { method: 'POST', url: '/run_sse' },
  { method: 'POST', url: '/run' },
  { method: 'GET', url: '/api/v1/turns/some-turn/events?after=0' },
  { method: 'POST', url: '/api/v1/query/full-results' },
] as const

async function answersOf({ app, userId, token }: Session): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answers = await Promise.all(
    entries.map(({ method, url }) =>
      app.app.inject({
        method,
        url: url.replace('USER', userId),
        headers,
        payload: method === 'POST' ? {} : undefined,
      }),
    ),
  )
  return answers.map(({ statusCode, headers: { 'content-type': type }, body }) =>
    String(type).startsWith('application/json')
      ? `${statusCode} ${JSON.parse(body).code ?? ''}`
      : `${statusCode} ${type}`,
  )
}

const revocations: Record<string, (session: Session) => Promise<string>> = {
  logout: async ({ app, token }) => {
    await postAuth(app, 'logout', {}, { authorization: `Bearer ${token}` })
    return '401 not_authenticated'
  },
  'logout with only the cookie': async ({ app, cookie }) => {
    await postAuth(app, 'logout', {}, { cookie })
    return '401 not_authenticated'
  },
  'a changed password': async ({ app, token }) => {
    const body = { current_password: account.password, new_password: 'brand new 1' }
    await postAuth(app, 'change-password', body, { authorization: `Bearer ${token}` })
    return '401 not_authenticated'
  },
  'a reset password': async ({ app, userId }) => {
    const reset = await beginReset(app.context.store.db, userId, app.context.now())
    await postAuth(app, 'reset-password', { email: account.email, token: reset, new_password: 'brand new 1' })
    return '401 not_authenticated'
  },
  'a changed role': async ({ app, userId, admin }) => {
    const change = { method: 'PATCH', headers: admin, payload: { role: 'GENERAL' } } as const
    await app.app.inject({ ...change, url: `/api/v1/users/${userId}/role` })
    return '401 not_authenticated'
  },
  deactivation: async ({ app, userId, admin }) => {
    await app.app.inject({ method: 'POST', url: `/api/v1/users/${userId}/deactivate`, headers: admin })
    return '403 account_inactive'
  },
  'deactivation and activation again': async ({ app, userId, admin }) => {
    for (const change of ['deactivate', 'activate']) {
      await app.app.inject({ method: 'POST', url: `/api/v1/users/${userId}/${change}`, headers: admin })
    }
    return '401 not_authenticated'
  },
  'an account that is gone': async ({ app, userId }) => {
    await app.context.store.db.deleteFrom('users').where('id', '=', userId).execute()
    return '401 not_authenticated'
  },
}

describe('R12 a valid token after an event that ends it', () => {
  test('accepts a valid token everywhere before it ends, so that the refusals below mean something', async () => {
    const session = await signedIn()
    const answers = await answersOf(session)
    expect(answers.filter((answer) => /^40[13]/.test(answer))).toEqual([])
    await session.app.close()
  })

  test.each(Object.keys(revocations))(
    'refuses a valid token on every entry after %s, and its cookie renews nothing',
    async (name) => {
      const session = await signedIn()
      const expected = await revocations[name]?.(session)
      expect(await answersOf(session)).toEqual(entries.map(() => expected))
      expect((await refresh(session.app, session.cookie)).statusCode).toBeGreaterThanOrEqual(401)
      await session.app.close()
    },
  )

  test('ignores a token in the URL, in a cookie or with another scheme', async () => {
    const { app, token } = await signedIn()
    const answers = await Promise.all([
      app.app.inject({ url: `/api/v1/auth/me?access_token=${token}&token=${token}` }),
      app.app.inject({
        url: '/api/v1/auth/me',
        headers: { cookie: `access_token=${token}; parlance_refresh=${token}` },
      }),
      app.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Basic ${token}` } }),
      app.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}, Bearer x` } }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
    await app.close()
  })

  test('accepts a token with clocks of two servers up to five seconds apart', async () => {
    const { app, token } = await signedIn()
    const statusAfter = async (milliseconds: number) => {
      app.advance(milliseconds)
      const answer = await app.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } })
      return `${answer.statusCode} ${answer.json().code ?? ''}`
    }
    expect(await statusAfter(15 * 60 * 1000 + 2000)).toBe('200 ')
    expect(await statusAfter(5000)).toBe('401 token_expired')
    await app.close()
  })

  test('accepts no token of a sign-in with the old password while the password is changed', async () => {
    const { app, token } = await signedIn()
    const body = { current_password: account.password, new_password: 'brand new 1' }
    const logins = Array.from({ length: 4 }, () =>
      postAuth(app, 'login', { email: account.email, password: account.password }),
    )
    const [, ...answers] = await Promise.all([
      postAuth(app, 'change-password', body, { authorization: `Bearer ${token}` }),
      ...logins,
    ])
    const tokens = answers.flatMap((answer) => (answer.statusCode === 200 ? [String(answer.json().access_token)] : []))
    for (const early of tokens) {
      const answer = await app.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${early}` } })
      expect(answer.statusCode).toBe(401)
    }
    expect(answers.length).toBe(4)
    await app.close()
  })
})
