import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { startIdentityProvider } from '../../testing/identity-provider.ts'
import type { IdentityProvider } from '../../testing/identity-provider.ts'
import { arrive, enter, leave, leaveToTest, providerOf, refreshIn, saveSignOn } from '../../testing/signing-on.ts'

let app: AdministeredApp
let provider: IdentityProvider
let group: string

beforeAll(async () => {
  app = await createAdministeredApp(null)
  const own = `http://localhost:${app.context.config.port}`
  provider = await startIdentityProvider(own, `${own}/auth/oidc/provider1/callback`)
  group = (await app.call(app.admin, 'POST', 'groups', { name: 'Sales' })).json<{ group_id: string }>().group_id
  await saveSignOn(app, {
    providers: [
      providerOf(provider.issuer, {
        scopes: ['groups'],
        groups_claim: 'groups',
        groups: [{ value: 'sales-eu', group_id: group }],
        attributes: { region: 'region' },
      }),
    ],
  })
})
afterAll(() => app.close())

const person = (email: string, more: object = {}) => ({ email, email_verified: true, name: 'Ann Archer', ...more })

test('lets a new user in at a real provider with groups and attributes, refuses the code again, and signs out there', async () => {
  provider.people.set('ann', person('ann@corp.test', { groups: ['sales-eu', 'other'], region: 'EU' }))
  const leaving = await leave(app, '/chat')
  const back = await provider.signIn(leaving.url, 'ann')
  const query = Object.fromEntries(back.searchParams)
  const answer = await arrive(app, query, leaving.cookie)
  expect(answer.headers.location).toBe('/signed-in?returnUrl=%2Fchat')
  expect((await arrive(app, query, leaving.cookie)).headers.location).toBe('/login?problem=expired')
  const again = await leave(app)
  const state = again.url.searchParams.get('state') ?? ''
  expect((await arrive(app, { ...query, state }, again.cookie)).headers.location).toBe('/login?problem=invalid')

  const ann = await enter(app, refreshIn(answer))
  const managed = await app.call(app.admin, 'GET', `users/${ann?.user.user_id}`)
  expect(managed.json()).toMatchObject({
    email: 'ann@corp.test',
    username: 'Ann Archer',
    role: 'GENERAL',
    groups: [{ group_id: group, name: 'Sales' }],
    effective_attributes: { region: 'EU' },
    attributes: {},
  })

  const out = await app.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: ann?.headers })
  const { provider_url: url } = out.json<{ provider_url: string }>()
  expect(String(await provider.signOut(new URL(url)))).toBe(`http://localhost:${app.context.config.port}/login`)
})

test('connects the account of an administrator by a test sign-in, which shows what the provider sends', async () => {
  provider.people.set('boss', person('boss@corp.test', { groups: 'sales-eu' }))
  const leaving = await leaveToTest(app, app.admin)
  const back = await provider.signIn(leaving.url, 'boss')
  const answer = await arrive(app, Object.fromEntries(back.searchParams), leaving.cookie)
  expect(answer.headers.location).toBe('/settings/sign-in?tested=provider1')
  expect(refreshIn(answer)).toBe('')
  const [{ last_test: shown }] = (await app.call(app.admin, 'GET', 'single-sign-on')).json().providers
  expect(shown).toMatchObject({ email: 'boss@corp.test', problem: null, groups: ['Sales'], role: null })
  expect(shown.claims).toContainEqual({ name: 'groups', value: 'sales-eu' })
})
