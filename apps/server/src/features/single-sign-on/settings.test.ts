import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { postAuth } from '../../testing/accounts.ts'
import { hostileClient, startHostileProvider } from '../../testing/hostile-provider.ts'
import type { HostileProvider } from '../../testing/hostile-provider.ts'
import { arrive, codeFrom, enter, leaveToTest, providerOf, saveSignOn, signOn } from '../../testing/signing-on.ts'
import { testPassword } from '../../testing/test-app.ts'

let app: AdministeredApp
let provider: HostileProvider

beforeAll(async () => {
  provider = await startHostileProvider()
  app = await createAdministeredApp(null)
})
beforeEach(async () => {
  provider.behave('ann')
  await saveSignOn(app, {
    is_only: false,
    break_glass_user_ids: [],
    sign_in_hours: 24,
    providers: [providerOf(provider.issuer)],
  })
})
afterAll(() => app.close())

async function testAs(subject: string): Promise<void> {
  provider.behave(subject)
  const leaving = await leaveToTest(app, app.admin)
  await arrive(app, await codeFrom(leaving), leaving.cookie)
}

const login = (email: string) => postAuth(app, 'login', { email, password: testPassword })

test('never returns the client secret, and stores it encrypted', async () => {
  const read = await app.call(app.admin, 'GET', 'single-sign-on')
  expect(read.body).not.toContain(hostileClient.secret)
  expect(read.json().providers[0]).toMatchObject({
    has_client_secret: true,
    callback_url: `http://localhost:${app.context.config.port}/auth/oidc/provider1/callback`,
  })
  const rows = await app.context.store.db.selectFrom('sign_on_providers').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(hostileClient.secret)
})

test('sends a stored client secret to no other issuer', async () => {
  const { client_secret: _, ...moved } = providerOf('https://elsewhere.test')
  expect((await saveSignOn(app, { providers: [moved] })).json().detail).toMatch(/Enter the client secret again/)
})

test('refuses a form that is older than the configuration', async () => {
  const { version } = (await app.call(app.admin, 'GET', 'single-sign-on')).json()
  app.advance(1000)
  expect((await saveSignOn(app, { sign_in_hours: 8 })).statusCode).toBe(200)
  expect((await saveSignOn(app, { sign_in_hours: 9, expected_version: version })).statusCode).toBe(409)
})

test('closes passwords only after a test sign-in, and never for everyone', async () => {
  const only = { is_only: true, break_glass_user_ids: [app.admin.user.id] }
  expect((await saveSignOn(app, only)).json().detail).toMatch(/only after a successful test sign-in/)
  await testAs('admin')
  expect((await saveSignOn(app, { ...only, break_glass_user_ids: [] })).json().detail).toMatch(
    /at least one break-glass/,
  )
  const user = await app.signIn('GENERAL')
  expect((await saveSignOn(app, { ...only, break_glass_user_ids: [user.user.id] })).json().detail).toMatch(
    /must be an active administrator/,
  )
  const changed = providerOf(provider.issuer, { scopes: ['groups'] })
  expect((await saveSignOn(app, { ...only, providers: [changed] })).statusCode).toBe(400)
  await saveSignOn(app, { providers: [changed] })
  await testAs('admin')
  expect((await saveSignOn(app, only)).statusCode).toBe(200)
})

test('leaves passwords to break-glass administrators, and ends the sign-ins of others', async () => {
  const user = await app.signIn('GENERAL')
  const other = await app.signIn('ADMIN')
  const before = String((await login(user.user.email)).headers['set-cookie']).split(';')[0] ?? ''
  await testAs('admin')
  expect((await saveSignOn(app, { is_only: true, break_glass_user_ids: [app.admin.user.id] })).statusCode).toBe(200)
  for (const { user: one } of [user, other]) {
    expect((await login(one.email)).json()).toMatchObject({ code: 'password_closed' })
  }
  expect((await postAuth(app, 'login', { email: user.user.email, password: 'wrong-1' })).json()).toMatchObject({
    code: 'invalid_credentials',
  })
  expect((await login(app.admin.user.email)).statusCode).toBe(200)
  expect(await enter(app, before)).toBeNull()
  const registration = { email: 'new@corp.test', username: 'new', password: 'secret-1', organization: 'Corp' }
  expect((await postAuth(app, 'register', registration)).json()).toMatchObject({ code: 'password_closed' })
  expect(
    (await app.call(app.admin, 'POST', `users/${user.user.id}/reset-link`, { delivery: 'copy' })).json(),
  ).toMatchObject({
    code: 'password_closed',
  })
  const change = { current_password: testPassword, new_password: 'brand new 1' }
  expect((await postAuth(app, 'change-password', change, user.headers)).json()).toMatchObject({
    code: 'password_closed',
  })
  const invited = await app.call(app.admin, 'POST', 'users/invitations', { emails: ['guest2@corp.test'] })
  const token = new URL(invited.json().invited[0].link).searchParams.get('token')
  const accepting = { token, username: 'guest', password: 'brand new 1' }
  expect((await postAuth(app, 'accept-invitation', accepting)).json()).toMatchObject({ code: 'password_closed' })
  expect(await app.outcome(other, 'PATCH', `users/${app.admin.user.id}`, { is_active: false })).toMatch(
    /last break-glass administrator/,
  )
  expect((await app.app.inject({ url: '/api/v1/auth/sign-in-options' })).json()).toEqual({
    passwords: false,
    providers: [{ id: 'provider1', name: 'Corp' }],
  })
})

test('asks the provider again after the hours of a sign-in', async () => {
  await saveSignOn(app, { sign_in_hours: 2 })
  const { cookie } = await signOn(app)
  app.advance(60 * 60_000)
  const kept = await app.app.inject({ method: 'POST', url: '/api/v1/auth/refresh', headers: { cookie } })
  expect(kept.statusCode).toBe(200)
  app.advance(61 * 60_000)
  const next = `parlance_refresh=${kept.cookies[0]?.value}`
  expect(await enter(app, next)).toBeNull()
  app.advance(-121 * 60_000)
})

test('ends the sign-ins of a provider that is turned off or deleted, and what it gave', async () => {
  await saveSignOn(app, { providers: [providerOf(provider.issuer, { attributes: { region: 'region' } })] })
  provider.behave('ann', { region: 'EU' })
  const first = await signOn(app)
  await saveSignOn(app, { providers: [providerOf(provider.issuer, { is_enabled: false })] })
  expect(await enter(app, first.cookie)).toBeNull()
  expect((await signOn(app)).page).toBe('/login?problem=unavailable')
  await saveSignOn(app, { providers: [] })
  const { db } = app.context.store
  for (const table of ['identities', 'identity_attributes', 'identity_memberships'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
