import { createHmac } from 'node:crypto'
import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { account, accountOf, cookieOf, me, postAuth as post, refresh } from '../../testing/accounts.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const second = accountOf('bob')

describe('signing in', () => {
  test('sets an httpOnly, SameSite=Strict refresh cookie only for the sign-in calls and stores its hash', async () => {
    const app = await ready()
    const login = await post(app, 'login', { email: account.email, password: account.password })
    const header = String(login.headers['set-cookie'])
    expect(header).toMatch(/HttpOnly/)
    expect(header).toMatch(/SameSite=Strict/)
    expect(header).toMatch(/Path=\/api\/v1\/auth/)
    const token = cookieOf(login).split('=')[1] ?? ''
    const rows = await app.context.store.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(login.body).not.toContain(token)
    await app.close()
  })

  test('AC-030 AC-032 answers an unknown email and a wrong password alike', async () => {
    const app = await ready()
    const unknown = await post(app, 'login', { email: 'no@example.test', password: 'wrong-1' })
    const wrong = await post(app, 'login', { email: account.email, password: 'wrong-1' })
    expect([unknown.statusCode, wrong.statusCode]).toEqual([401, 401])
    const { request_id: _one, ...first } = unknown.json()
    const { request_id: _two, ...other } = wrong.json()
    expect(first).toEqual(other)
    expect(first).toEqual({ code: 'invalid_credentials', detail: 'The email or password is incorrect.' })
    await app.close()
  })

  test.each([
    [{ email: '', password: 'secret-1' }, 'Email is required'],
    [{ email: 'nobody', password: 'secret-1' }, 'Please enter a valid email'],
    [{ email: 'a@b.test', password: '' }, 'Password is required'],
    [{ email: 'a@b.test', password: '12345' }, 'Password must be at least 6 characters'],
    [{ email: 'a@b.test', password: 'secret-1', admin: true }, '“admin” is not a known field. Remove it.'],
  ])('AC-025 AC-026 AC-027 AC-028 refuses %o: %s', async (payload, detail) => {
    const app = await ready()
    const answer = await post(app, 'login', payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'bad_request', detail })
    await app.close()
  })

  test('OP-55 ends the access token and the refresh token on logout', async () => {
    const app = await ready()
    const login = await post(app, 'login', { email: account.email, password: account.password })
    const token = login.json().access_token
    await post(app, 'logout', {}, { authorization: `Bearer ${token}` })
    expect((await me(app, token)).statusCode).toBe(401)
    expect((await refresh(app, cookieOf(login))).statusCode).toBe(401)
    await app.close()
  })

  test('AC-163 ends every other sign-in when the password changes, and keeps this browser signed in', async () => {
    const app = await ready()
    const other = await post(app, 'login', { email: account.email, password: account.password })
    const login = await post(app, 'login', { email: account.email, password: account.password })
    const headers = { authorization: `Bearer ${login.json().access_token}` }
    const wrong = await post(
      app,
      'change-password',
      { current_password: 'wrong', new_password: 'brand new 1' },
      headers,
    )
    expect(wrong.statusCode).toBe(400)
    const changed = await post(
      app,
      'change-password',
      { current_password: account.password, new_password: 'brand new 1' },
      headers,
    )
    expect(changed.statusCode).toBe(200)
    expect((await me(app, changed.json().access_token)).statusCode).toBe(200)
    expect((await me(app, other.json().access_token)).statusCode).toBe(401)
    expect((await refresh(app, cookieOf(other))).statusCode).toBe(401)
    expect((await refresh(app, cookieOf(changed))).statusCode).toBe(200)
    const old = await post(app, 'login', { email: account.email, password: account.password })
    expect(old.statusCode).toBe(401)
    await app.close()
  })

  test('records who, from where, and the outcome of each event in the audit log', async () => {
    const app = await ready()
    await post(app, 'register', second)
    await post(app, 'login', { email: second.email, password: second.password })
    await post(app, 'login', { email: account.email, password: 'wrong-1' })
    await post(app, 'login', { email: 'nobody@example.test', password: 'wrong-1' })
    const login = await post(app, 'login', { email: account.email, password: account.password })
    const headers = { authorization: `Bearer ${login.json().access_token}` }
    const change = { current_password: account.password, new_password: 'brand new 1' }
    await post(app, 'change-password', { ...change, current_password: 'wrong-1' }, headers)
    const changed = await post(app, 'change-password', change, headers)
    await post(app, 'logout', {}, { cookie: cookieOf(changed) })
    const { db } = app.context.store
    const users = await db.selectFrom('users').selectAll().execute()
    const nameOf = (id: string | null) => users.find((user) => user.id === id)?.username ?? 'nobody'
    const rows = await db.selectFrom('audit_log').selectAll().execute()
    expect(rows.map((row) => `${nameOf(row.user_id)} ${row.action} ${row.outcome}`)).toEqual([
      'ann user.register allowed',
      'bob bob user.register allowed',
      'bob bob user.login denied',
      'ann user.login denied',
      'nobody user.login denied',
      'ann user.login allowed',
      'ann user.change-password denied',
      'ann user.change-password allowed',
      'ann user.logout allowed',
    ])
    expect(rows.map(({ detail }) => detail).slice(2, 4)).toEqual([
      '{"reason":"account_pending"}',
      '{"reason":"invalid_credentials"}',
    ])
    expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
    await app.close()
  })

  test('limits attempts on one account and says how long to wait', async () => {
    const app = await ready({ rateLimitScale: 1 })
    const attempt = () => post(app, 'login', { email: account.email, password: 'wrong-1' })
    const answers = []
    for (let index = 0; index < 11; index += 1) answers.push(await attempt())
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    expect(answers.at(-1)?.json()).toMatchObject({ code: 'rate_limited' })
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    await app.close()
  })
})

describe('R12 access tokens', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  async function validToken(app: TestApp): Promise<{ token: string; payload: Record<string, unknown> }> {
    const login = await post(app, 'login', { email: account.email, password: account.password })
    const token = String(login.json().access_token)
    return { token, payload: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) }
  }

  function sign(app: TestApp, header: object, payload: object): string {
    const text = `${encode(header)}.${encode(payload)}`
    const signature = createHmac('sha256', app.context.keys.tokenSecret.reveal()).update(text).digest('base64url')
    return `${text}.${signature}`
  }

  test('accepts a valid token, so that the refusals below mean something', async () => {
    const app = await ready()
    const { payload } = await validToken(app)
    expect((await me(app, sign(app, { alg: 'HS256', typ: 'JWT' }, payload))).statusCode).toBe(200)
    await app.close()
  })

  test('refuses a token that is tampered with, alg none, without end, for another audience, or by another issuer or key alike', async () => {
    const app = await ready()
    const { token, payload } = await validToken(app)
    const header = { alg: 'HS256', typ: 'JWT' }
    const { exp: _exp, ...endless } = payload
    const forged = [
      `${token.slice(0, -3)}AAA`,
      `${encode({ alg: 'none' })}.${encode(payload)}.`,
      `${encode({ alg: 'none' })}.${encode(payload)}.${token.split('.')[2]}`,
      `${token.split('.')[0]}.${encode({ ...payload, sub: 'someone-else' })}.${token.split('.')[2]}`,
      sign(app, header, { ...payload, aud: 'another-installation' }),
      sign(app, header, { ...payload, iss: 'another' }),
      sign(app, header, { ...payload, sub: 'nobody' }),
      sign(app, header, { ...payload, sid: 'no-such-sign-in' }),
      sign(app, header, endless),
      sign(app, { alg: 'HS512' }, payload),
      sign(app, { alg: 'RS256' }, payload),
      sign(app, { ...header, crit: ['exp'] }, payload),
      sign(app, header, { ...payload, nbf: Number(payload['iat']) + 60 }),
      ...(await byOwnKeys(payload)),
      'not-a-token',
    ]
    for (const bad of forged) {
      const answer = await me(app, bad)
      expect([answer.statusCode, answer.json().code, bad]).toEqual([401, 'not_authenticated', bad])
    }
    await app.close()
  })

  test('reports that a token has expired, so that the browser can refresh it', async () => {
    const app = await ready()
    const { token } = await validToken(app)
    app.advance(15 * 60 * 1000 + 6000)
    const answer = await me(app, token)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'token_expired'])
    await app.close()
  })

  test('refuses a valid token of a deactivated or pending account', async () => {
    const app = await ready()
    const inactive = await app.signIn('ADMIN', { is_active: 0 })
    const pending = await app.signIn('GENERAL', { status: 'N' })
    const answers = await Promise.all(
      [inactive, pending].map(({ headers }) => app.app.inject({ method: 'GET', url: '/api/v1/auth/me', headers })),
    )
    expect(answers.map((answer) => answer.json().code)).toEqual(['account_inactive', 'account_pending'])
    await app.close()
  })

  test('R21 writes neither passwords nor tokens to the log or the audit log', async () => {
    const app = await ready()
    const { token } = await validToken(app)
    await me(app, token)
    await app.app.inject({ method: 'GET', url: `/api/v1/auth/me?token=${token}` })
    await post(app, 'login', { email: account.email, password: 'wrong password 99' })
    const audit = JSON.stringify(await app.context.store.db.selectFrom('audit_log').selectAll().execute())
    const written = app.logged.join('\n') + audit
    expect(app.logged.length).toBeGreaterThan(0)
    for (const secret of [token, account.password, 'wrong password 99', testPassword])
      expect(written).not.toContain(secret)
    await app.close()
  })
})

/** Signed by an attacker's key: once with the public key in the token's header, once with it as a shared secret. */
async function byOwnKeys(payload: JWTPayload): Promise<string[]> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const asSecret = new TextEncoder().encode(await exportSPKI(publicKey))
  return Promise.all([
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', jwk }).sign(privateKey),
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256', jwk }).sign(asSecret),
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: '../../dev/null' }).sign(new Uint8Array(32)),
  ])
}

async function ready(config: { rateLimitScale?: number } = {}): Promise<TestApp> {
  const app = await createTestApp({ config })
  await post(app, 'register', account)
  return app
}
