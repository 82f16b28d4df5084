import { describe, expect, test } from 'vitest'
import { account, auditedActions, cookieOf, me, postAuth, refresh } from '../../testing/accounts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** Returns the app and the refresh cookie of a sign-in. */
async function signedIn(): Promise<{ app: TestApp; cookie: string }> {
  const app = await createTestApp()
  await postAuth(app, 'register', account)
  const login = await postAuth(app, 'login', { email: account.email, password: account.password })
  return { app, cookie: cookieOf(login) }
}

describe('refresh tokens', () => {
  test('ends the whole family when a used token comes back after ten seconds', async () => {
    const { app, cookie } = await signedIn()
    const renewed = await refresh(app, cookie)
    app.advance(10_500)
    expect((await refresh(app, cookie)).statusCode).toBe(401)
    expect((await refresh(app, cookieOf(renewed))).statusCode).toBe(401)
    expect((await me(app, renewed.json().access_token)).statusCode).toBe(401)
    expect(await auditedActions(app)).toContain('user.refresh-reused denied')
    await app.close()
  })

  test('ends it even within ten seconds if the next token was used', async () => {
    const { app, cookie } = await signedIn()
    const second = await refresh(app, cookie)
    const third = await refresh(app, cookieOf(second))
    expect(third.statusCode).toBe(200)
    expect((await refresh(app, cookie)).statusCode).toBe(401)
    expect((await refresh(app, cookieOf(third))).statusCode).toBe(401)
    await app.close()
  })

  test('ends both tabs at a sign-out within the grace period', async () => {
    const { app, cookie } = await signedIn()
    const renewed = await refresh(app, cookie)
    await app.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie: cookieOf(renewed) } })
    expect((await refresh(app, cookie)).statusCode).toBe(401)
    expect((await refresh(app, cookieOf(renewed))).statusCode).toBe(401)
    await app.close()
  })

  test('ends a token after thirty unused days', async () => {
    const { app, cookie } = await signedIn()
    app.advance(30 * 24 * 60 * 60 * 1000)
    expect((await refresh(app, cookie)).statusCode).toBe(401)
    await app.close()
  })
})
