import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupMembers, ManagedUser, SaveSignOnProvider } from '@parlance/contract'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { startHostileProvider } from '../../testing/hostile-provider.ts'
import type { HostileProvider } from '../../testing/hostile-provider.ts'
import { installLicense } from '../../testing/install-license.ts'
import {
  arrive,
  codeFrom,
  enter,
  leaveToTest,
  providerOf,
  refreshIn,
  saveSignOn,
  signOn,
} from '../../testing/signing-on.ts'

let app: AdministeredApp
let provider: HostileProvider

beforeAll(async () => {
  provider = await startHostileProvider()
  app = await createAdministeredApp(null)
})
beforeEach(() => configure())
afterAll(() => app.close())

async function configure(change: Partial<SaveSignOnProvider> = {}): Promise<void> {
  const saved = await saveSignOn(app, { providers: [providerOf(provider.issuer, change)] })
  expect(saved.statusCode).toBe(200)
}

/** Signs in with these claims. @returns the problem, or the user */
async function arriveAs(subject: string, claims: Record<string, unknown> = {}) {
  provider.behave(subject, claims)
  const { page, cookie } = await signOn(app)
  return { problem: new URL(page, 'http://x').searchParams.get('problem'), session: await enter(app, cookie), cookie }
}

const managed = async (id: string | undefined): Promise<ManagedUser> =>
  (await app.call(app.admin, 'GET', `users/${id}`)).json()

const actions = async (userId: string | undefined) =>
  (
    await app.context.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('user_id', '=', userId ?? '')
      .execute()
  ).map(({ action, outcome }) => `${action} ${outcome}`)

describe('a first sign-in', () => {
  test('creates an account, or waits for approval, or is refused, as the administrator chose', async () => {
    expect((await arriveAs('new1')).session?.user).toMatchObject({ email: 'new1@corp.test', role: 'GENERAL' })
    await configure({ account_creation: 'approval' })
    expect((await arriveAs('new2')).problem).toBe('pending')
    const waiting = await app.services.users.findByEmail('new2@corp.test')
    expect((await arriveAs('new2')).problem).toBe('pending')
    await app.call(app.admin, 'POST', `users/${waiting?.id}/approve`)
    expect((await arriveAs('new2')).session?.user).toMatchObject({ user_id: waiting?.id })
    await configure({ account_creation: 'none' })
    expect((await arriveAs('new3')).problem).toBe('no_account')
    expect(await app.services.users.findByEmail('new3@corp.test')).toBeNull()
  })

  test('connects an account with the same verified address, and keeps it if the address changes', async () => {
    const known = await app.signIn('GENERAL')
    const first = await arriveAs('known', { email: known.user.email.toUpperCase() })
    expect(first.session?.user).toMatchObject({ user_id: known.user.id })
    const later = await arriveAs('known', { email: 'married@corp.test', email_verified: false })
    expect(later.session?.user).toMatchObject({ user_id: known.user.id, email: known.user.email })
    expect(await actions(known.user.id)).toEqual(
      expect.arrayContaining(['user.connect-identity allowed', 'user.login allowed']),
    )
    expect((await arriveAs('impostor', { email: known.user.email })).problem).toBe('other_identity')
    const disconnected = await app.call(app.admin, 'DELETE', `users/${known.user.id}/identities`)
    expect(disconnected.statusCode).toBe(200)
    expect((await arriveAs('successor', { email: known.user.email })).session?.user.user_id).toBe(known.user.id)
  })

  test('takes the password and the tokens of an account whose address no one verified', async () => {
    const squatted = await app.signIn('GENERAL', { email: 'victim@corp.test', email_key: 'victim@corp.test' })
    const token = { name: 'mine', scopes: ['ask'], expires_in_days: 30 }
    await app.call(squatted, 'POST', 'api-tokens', token)
    expect((await arriveAs('victim')).session?.user.user_id).toBe(squatted.user.id)
    expect((await app.call(squatted, 'GET', 'auth/me')).statusCode).toBe(401)
    expect((await app.services.users.find(squatted.user.id))?.password_hash).toBe('')
    expect(await app.context.store.db.selectFrom('api_tokens').selectAll().execute()).toEqual([])
  })

  test('keeps the password of an account whose address was verified', async () => {
    const verified = await app.signIn('GENERAL')
    await app.context.store.db
      .insertInto('activations')
      .values({ user_id: verified.user.id, code_hash: '', expires_at: '', attempts: 0, activated_at: '2026-01-01' })
      .execute()
    expect((await arriveAs('verified', { email: verified.user.email })).session).not.toBeNull()
    expect((await app.services.users.find(verified.user.id))?.password_hash).not.toBe('')
    expect((await app.call(verified, 'GET', 'auth/me')).statusCode).toBe(200)
  })

  test('never connects an administrator by an address, only by a test while signed in', async () => {
    const boss = await app.signIn('ADMIN')
    expect((await arriveAs('boss', { email: boss.user.email })).problem).toBe('connect_first')
    provider.behave('boss', { email: 'other@corp.test' })
    const leaving = await leaveToTest(app, boss)
    await arrive(app, await codeFrom(leaving), leaving.cookie)
    expect((await arriveAs('boss', { email: 'other@corp.test' })).session?.user.user_id).toBe(boss.user.id)
    const second = await leaveToTest(app, app.admin)
    const answer = await arrive(app, await codeFrom(second), second.cookie)
    expect(refreshIn(answer)).toBe('')
    const { providers } = (await app.call(app.admin, 'GET', 'single-sign-on')).json()
    expect(providers[0].last_test.problem).toBe('identity_taken')
  })

  test('accepts an invitation, and lets no deactivated user in', async () => {
    const invited = await app.call(app.admin, 'POST', 'users/invitations', { emails: ['guest@corp.test'] })
    const [{ user_id: id }] = invited.json().invited
    expect((await arriveAs('guest')).session?.user).toMatchObject({ user_id: id, username: 'guest' })
    await app.call(app.admin, 'POST', `users/${id}/deactivate`)
    expect((await arriveAs('guest')).problem).toBe('inactive')
    const idle = await app.signIn('GENERAL', { is_active: 0 })
    expect((await arriveAs('idle', { email: idle.user.email })).problem).toBe('inactive')
    await app.call(app.admin, 'DELETE', `users/${id}`)
    expect((await arriveAs('guest')).session?.user.user_id).not.toBe(id)
  })

  test('of the same user in two windows makes one account', async () => {
    provider.behave('twice')
    const pages = await Promise.all([signOn(app), signOn(app)])
    expect(pages.map(({ page }) => page)).toEqual(['/signed-in?returnUrl=%2Fchat', '/signed-in?returnUrl=%2Fchat'])
  })

  test('checks the domain each time', async () => {
    expect((await arriveAs('mover')).session).not.toBeNull()
    await configure({ allowed_domains: ['other.test'] })
    expect((await arriveAs('mover')).problem).toBe('domain_not_allowed')
    expect((await arriveAs('mover', { email: 'mover@other.test', email_verified: undefined })).problem).toBe(
      'email_unverified',
    )
    await configure({ allowed_domains: ['other.test'], trusts_emails: true })
    const trusted = { email: 'mover@other.test', email_verified: undefined }
    expect((await arriveAs('mover', trusted)).session).not.toBeNull()
    expect((await arriveAs('mover', { ...trusted, email_verified: false })).problem).toBe('email_unverified')
  })
})

describe('claims', () => {
  test('replace earlier groups and attributes at each sign-in, and leave what was made by hand', async () => {
    const make = async (name: string) =>
      (await app.call(app.admin, 'POST', 'groups', { name })).json<{ group_id: string }>().group_id
    const [sales, press, club] = [await make('Sales'), await make('Press'), await make('Club')]
    await configure({
      groups_claim: 'realm.roles',
      groups: [
        { value: 's', group_id: sales },
        { value: 'p', group_id: press },
      ],
      attributes: { region: 'region', desk: 'desk' },
    })
    const first = await arriveAs('member', { realm: { roles: ['s', 'x'] }, region: 'EU', desk: ['1', '2'] })
    const id = first.session?.user.user_id
    await app.call(app.admin, 'POST', `groups/${club}/members`, { add: [id] })
    await app.call(app.admin, 'PATCH', `users/${id}`, { attributes: { desk: 'own' } })
    const namesOf = async () => (await managed(id)).groups.map(({ name }) => name)
    expect(await namesOf()).toEqual(['Club', 'Sales'])
    const membersOf = async (group: string) =>
      (await app.call(app.admin, 'GET', `groups/${group}/members`)).json<GroupMembers>().members
    expect(await membersOf(sales)).toMatchObject([{ user_id: id, is_by_hand: false, provider: 'Corp' }])
    expect(await membersOf(club)).toMatchObject([{ user_id: id, is_by_hand: true, provider: null }])
    const found = await app.call(app.admin, 'GET', 'users/search?search=member')
    expect(found.json().users).toMatchObject([{ user_id: id, is_connected: true }])
    expect((await managed(id)).effective_attributes).toEqual({ region: 'EU', desk: 'own' })
    expect((await managed(id)).value_sources.providers).toEqual({ region: 'Corp' })
    await arriveAs('member', { realm: { roles: ['p'] }, region: 'US', desk: '3' })
    expect(await namesOf()).toEqual(['Club', 'Press'])
    expect((await managed(id)).effective_attributes).toEqual({ region: 'US', desk: 'own' })
    await arriveAs('member')
    expect(await namesOf()).toEqual(['Club'])
    expect((await managed(id)).effective_attributes).toEqual({ desk: 'own' })
    expect(await actions(id)).toContain('user.apply-claims allowed')
    expect((await arriveAs('member', { realm: {}, _claim_names: { 'realm.roles': 'src1' } })).problem).toBe(
      'groups_missing',
    )
  })

  test('decide the role, but not that of the last or a break-glass administrator', async () => {
    await configure({ role_claim: 'roles', admin_values: ['boss'] })
    const first = await arriveAs('chief', { roles: ['boss'] })
    expect(first.session?.user.role).toBe('ADMIN')
    const second = await arriveAs('chief', { roles: 'clerk' })
    expect(second.session?.user.role).toBe('GENERAL')
    expect(await enter(app, first.cookie)).toBeNull()
    const leaving = await leaveToTest(app, app.admin)
    provider.behave('root', { roles: 'clerk' })
    await arrive(app, await codeFrom(leaving), leaving.cookie)
    await saveSignOn(app, { break_glass_user_ids: [app.admin.user.id] })
    expect((await arriveAs('root', { roles: 'clerk' })).session?.user.role).toBe('ADMIN')
    await saveSignOn(app, { break_glass_user_ids: [] })
  })
})

describe('the license', () => {
  test('closes single sign-on in other editions, and its limit of users lets no one else in', async () => {
    await installLicense(app, { edition: 'standard' })
    expect((await arriveAs('later')).problem).toBe('license')
    expect((await app.app.inject({ url: '/api/v1/auth/sign-in-options' })).json()).toEqual({
      passwords: true,
      providers: [],
    })
    expect((await saveSignOn(app, {})).json()).toMatchObject({ code: 'license_feature' })
    expect((await app.call(app.admin, 'POST', 'single-sign-on/providers/provider1/test-sign-in')).json()).toMatchObject(
      { code: 'license_feature' },
    )
    await installLicense(app, { edition: 'enterprise' })
    expect((await arriveAs('later')).session).not.toBeNull()
  })
})
