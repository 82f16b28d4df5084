import { roleSchema } from '@parlance/contract'
import { expect, test } from 'vitest'
import { crowd } from '../../../../../packages/contract/src/testing/test-sample.ts'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'

const pending = { status: 'N', is_active: 0 } as const

async function auditOf(app: AdministeredApp, action: string) {
  return (await app.call(app.admin, 'GET', `audit?action=${action}`)).json().records
}

describeOneStore('user administration', (current) => {
  test('AC-253 AC-239 AC-255 OP-53 shows waiting users to an administrator, who approves them with a role, and emails them', async () => {
    const app = await createAdministeredApp(current())
    const waiting = await app.signIn('GENERAL', pending)
    const list = await app.call(app.admin, 'GET', 'users/')
    expect(list.json()).toHaveLength(2)
    expect(list.body).not.toContain('password')
    const approve = (payload?: unknown) => app.call(app.admin, 'POST', `users/${waiting.user.id}/approve`, payload)
    const outcome = (payload: unknown) => app.outcome(app.admin, 'POST', `users/${waiting.user.id}/approve`, payload)
    expect(await outcome({ role: 'KING' })).toBe('400 Role is required.')
    expect(await outcome({ role: 'ADMIN', more: 1 })).toMatch(/^400 /)
    expect((await approve({ role: 'ADMIN' })).json()).toMatchObject({ status: 'A', is_active: true, role: 'ADMIN' })
    expect((await approve({ role: 'GENERAL' })).json()).toMatchObject({ role: 'ADMIN' })
    const byDefault = await app.signIn('GENERAL', pending)
    expect((await app.call(app.admin, 'POST', `users/${byDefault.user.id}/approve`)).json().role).toBe('GENERAL')
    expect(await app.outcome(app.admin, 'POST', 'users/nobody/approve', {})).toBe(
      '404 This user does not exist. Reload the list of users.',
    )
    expect((await app.call(waiting, 'GET', 'auth/me')).json()).toMatchObject({ role: 'ADMIN' })
    await app.services.email.settled()
    const mails = app.printed.filter((line) => line.includes('account is approved'))
    expect(mails).toHaveLength(2)
    expect(mails.filter((line) => line.includes(waiting.user.email))).toHaveLength(1)
    await app.app.close()
  })

  test('AC-229 AC-230 AC-231 AC-232 AC-233 AC-234 AC-235 AC-254 OP-78 returns one user with all documented fields and their defaults', async () => {
    const app = await createAdministeredApp(current())
    const { user } = await app.signIn('GENERAL', { ...pending, username: '', organization: '' })
    const answer = (await app.call(app.admin, 'GET', `users/${user.id}`)).json()
    expect(answer).toEqual({
      user_id: user.id,
      email: user.email,
      username: user.email,
      user_name: user.email,
      organization: 'Unknown',
      role: 'GENERAL',
      status: 'N',
      is_active: false,
      is_premium: true,
      tenant_id: null,
      tenant_name: null,
      dept_id: null,
      attributes: {},
      groups: [],
      effective_daily_query_limit: null,
      effective_monthly_query_limit: null,
      effective_attributes: {},
      attribute_conflicts: [],
      value_sources: { daily_query_limit: [], monthly_query_limit: [], attributes: {}, providers: {} },
      daily_query_limit: null,
      monthly_query_limit: null,
      daily_query_count: 0,
      monthly_query_count: 0,
      daily_query_reset_at: null,
      monthly_query_reset_at: null,
      created_at: user.created_at,
      updated_at: user.created_at,
      last_login_at: null,
    })
    expect(await app.outcome(app.admin, 'GET', 'users/nobody')).toBe(
      '404 This user does not exist. Reload the list of users.',
    )
    await app.app.close()
  })

  test('AC-001 accepts only two roles, ADMIN and GENERAL', async () => {
    const app = await createAdministeredApp(current())
    const { user } = await app.signIn('GENERAL')
    const roleOf = async () => (await app.call(app.admin, 'GET', `users/${user.id}`)).json().role
    for (const role of ['ADMIN', 'GENERAL'])
      expect((await app.call(app.admin, 'PATCH', `users/${user.id}/role`, { role })).json().role).toBe(role)
    for (const role of ['admin', 'OWNER', '', null, 1, ['ADMIN']]) {
      for (const path of [`users/${user.id}`, `users/${user.id}/role`])
        expect((await app.call(app.admin, 'PATCH', path, { role })).statusCode).toBe(400)
    }
    expect(await roleOf()).toBe('GENERAL')
    expect(roleSchema.options).toEqual(['ADMIN', 'GENERAL'])
    await app.app.close()
  })

  test('OP-76 treats an organization as a label that separates no users, unlike a tenant', async () => {
    const app = await createAdministeredApp(current())
    const other = await app.signIn('GENERAL', { organization: 'Another Ltd' })
    const list = (await app.call(app.admin, 'GET', 'users/')).json()
    expect(list.map(({ organization }: { organization: string }) => organization)).toEqual(['Example', 'Another Ltd'])
    expect((await app.call(other, 'GET', 'auth/me')).json()).toMatchObject({
      organization: 'Another Ltd',
      tenant_name: null,
    })
    expect((await app.services.users.principalByEmail(other.user.email))?.tenantId).toBeNull()
    await app.app.close()
  })

  test('AC-241 AC-256 deletes a registration when it is rejected, if it still waits', async () => {
    const app = await createAdministeredApp(current())
    const waiting = await app.signIn('GENERAL', pending)
    const approved = await app.signIn('GENERAL')
    const reject = (id: string) => app.call(app.admin, 'POST', `users/${id}/reject`)
    expect((await reject(waiting.user.id)).json()).toMatchObject({
      user_id: waiting.user.id,
      email: waiting.user.email,
    })
    expect((await app.call(app.admin, 'GET', `users/${waiting.user.id}`)).statusCode).toBe(404)
    expect((await reject(waiting.user.id)).statusCode).toBe(404)
    for (const id of [approved.user.id, app.admin.user.id]) {
      expect((await reject(id)).json()).toMatchObject({ code: 'conflict' })
    }
    expect((await app.call(app.admin, 'GET', 'users/')).json()).toHaveLength(2)
    expect((await auditOf(app, 'user.reject')).map((each: { outcome: string }) => each.outcome).toSorted()).toEqual([
      'allowed',
      'denied',
      'failed',
      'failed',
    ])
    await app.app.close()
  })

  test('AC-250 AC-251 AC-257 AC-258 AC-259 changes role and activity, and either ends the sign-ins', async () => {
    const app = await createAdministeredApp(current())
    const other = await app.signIn('GENERAL')
    const path = `users/${other.user.id}`
    expect((await app.call(app.admin, 'PATCH', `${path}/role`, { role: 'ADMIN' })).json().role).toBe('ADMIN')
    expect((await app.call(other, 'GET', 'auth/me')).statusCode).toBe(401)
    expect(await app.outcome(app.admin, 'PATCH', `${path}/role`, {})).toBe('400 Role is required.')
    expect((await app.call(app.admin, 'POST', `${path}/deactivate`)).json().is_active).toBe(false)
    expect((await app.call(app.admin, 'POST', `${path}/deactivate`)).json().is_active).toBe(false)
    expect((await app.call(app.admin, 'POST', `${path}/activate`)).json().is_active).toBe(true)
    const patched = await app.call(app.admin, 'PATCH', path, { role: 'GENERAL', is_active: false })
    expect(patched.json()).toMatchObject({ role: 'GENERAL', is_active: false })
    expect((await auditOf(app, 'user.deactivate'))[1]).toMatchObject({
      user_email: app.admin.user.email,
      target_kind: 'user',
      target_id: other.user.id,
      target_name: other.user.email,
      detail: { fields: 'is_active', is_active: 0 },
      address: '127.0.0.1',
    })
    await app.app.close()
  })

  test("AC-283 refuses changes to one's own role or activity, and requires approving or rejecting a waiting account first", async () => {
    const app = await createAdministeredApp(current())
    const own = `users/${app.admin.user.id}`
    const text = '403 You cannot change your own role or deactivate your own account.'
    expect(await app.outcome(app.admin, 'PATCH', `${own}/role`, { role: 'GENERAL' })).toBe(text)
    expect(await app.outcome(app.admin, 'POST', `${own}/deactivate`)).toBe(text)
    expect(await app.outcome(app.admin, 'PATCH', own, { is_active: false, daily_query_limit: 5 })).toBe(text)
    expect((await app.call(app.admin, 'GET', own)).json()).toMatchObject({ daily_query_limit: null, is_active: true })
    // The dialog may send unchanged values.
    expect((await app.call(app.admin, 'PATCH', own, { role: 'ADMIN', daily_query_limit: 5 })).statusCode).toBe(200)
    const waiting = await app.signIn('GENERAL', pending)
    for (const change of [{ role: 'ADMIN' }, { is_active: true }]) {
      expect(await app.outcome(app.admin, 'PATCH', `users/${waiting.user.id}`, change)).toBe(
        '409 This account is waiting for approval. Approve or reject it first.',
      )
    }
    await app.app.close()
  })

  test('AC-277 AC-278 AC-279 OP-77 checks limits and attributes, saves all or none, and applies them to the principal at once', async () => {
    const app = await createAdministeredApp(current())
    const other = await app.signIn('GENERAL')
    const path = `users/${other.user.id}`
    const before = (await app.call(app.admin, 'GET', path)).json()
    const long = 'x'.repeat(10_000)
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
    const refused: [object, string][] = [
      [{ daily_query_limit: -1 }, 'Daily limit must be zero or higher.'],
      [{ daily_query_limit: '5' }, 'Daily limit must be zero or higher.'],
      [{ monthly_query_limit: -0.5 }, 'Monthly limit must be zero or higher.'],
      [{ monthly_query_limit: 1e300 }, 'Monthly limit must be'],
      [{ daily_query_limit: 2_000_000_001 }, 'Daily limit must be 2000000000 or less.'],
      [{ tenant_id: long }, 'Tenant ID must be at most 200 characters.'],
      [
        { tenant_name: `a${String.fromCodePoint(0)}b` },
        'The field “tenant_name” contains a control character. Remove it.',
      ],
      [{ dept_id: 7 }, 'dept_id'],
      [{ attributes: { 'a b': 'c' } }, ''],
      [{ attributes: { region: long } }, 'An attribute value must be at most 1000 characters.'],
      [
        { attributes: { region: String.fromCodePoint(0) } },
        'The field “attributes.region” contains a control character. Remove it.',
      ],
      [{ attributes: many }, 'A user can have at most 50 attributes.'],
      [{ attributes: { region: { $ne: null } } }, 'attributes'],
      [{ status: 'A' }, ''],
      [{ password_hash: 'x' }, ''],
      [[], ''],
    ]
    for (const [change, detail] of refused) {
      const withMore = Array.isArray(change) ? change : { daily_query_limit: 3, ...change }
      const outcome = await app.outcome(app.admin, 'PATCH', path, withMore)
      expect(outcome).toMatch(/^400 /)
      expect(outcome).toContain(detail)
    }
    expect((await app.call(app.admin, 'GET', path)).json()).toEqual(before)
    const html = `<img src=x onerror="alert(1)">'; DROP TABLE users --`
    const changed = await app.call(app.admin, 'PATCH', path, {
      daily_query_limit: 0,
      monthly_query_limit: null,
      tenant_id: ' acme ',
      tenant_name: 'Acme',
      dept_id: '',
      attributes: { region: html, empty: '' },
    })
    expect(changed.json()).toMatchObject({
      daily_query_limit: 0,
      monthly_query_limit: null,
      tenant_id: 'acme',
      dept_id: null,
      attributes: { region: html },
    })
    expect((await app.services.users.principalByEmail(other.user.email))?.attributes).toEqual({ region: html })
    expect((await app.call(other, 'GET', 'auth/me')).json().tenant_name).toBe('Acme')
    // R21: the audit log names the fields, but never a user's attributes.
    const [record] = await auditOf(app, 'user.update')
    expect(record.detail).toEqual({
      fields: 'daily_query_limit, tenant_id, tenant_name, attributes',
      daily_query_limit: 0,
    })
    await app.app.close()
  })
})

describeStores('user administration under concurrent changes', (current) => {
  test('leaves one of two administrators who demote or deactivate each other at once, every time', async () => {
    const app = await createAdministeredApp(current())
    await app.context.store.db.updateTable('users').set({ role: 'GENERAL' }).execute()
    for (const verb of ['role', 'deactivate', 'role', 'deactivate'] as const) {
      const [one, two] = [await app.signIn('ADMIN'), await app.signIn('ADMIN')]
      const cut = (by: typeof one, whom: typeof one) =>
        verb === 'role'
          ? app.call(by, 'PATCH', `users/${whom.user.id}/role`, { role: 'GENERAL' })
          : app.call(by, 'POST', `users/${whom.user.id}/deactivate`)
      const answers = await Promise.all([cut(one, two), cut(two, one)])
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(answers.map(({ statusCode }) => statusCode).every((status) => [200, 401, 403].includes(status))).toBe(true)
      const admins = app.context.store.db.selectFrom('users').selectAll().where('role', '=', 'ADMIN')
      const [left, ...more] = await admins.where('is_active', '=', 1).execute()
      expect([left === undefined, more.length]).toEqual([false, 0])
      await app.context.store.db.updateTable('users').set({ role: 'GENERAL' }).execute()
    }
    await app.app.close()
  })

  test(`lets exactly as many of ${crowd} concurrent approvals through as the edition allows`, async () => {
    const app = await createAdministeredApp(current(), { trial: false })
    // Without a license, the limits of the personal edition apply: one active user, the administrator.
    const waiting = await Promise.all(Array.from({ length: 3 }, () => app.signIn('GENERAL', pending)))
    const refusals = await Promise.all(
      waiting.map(({ user }) => app.outcome(app.admin, 'POST', `users/${user.id}/approve`)),
    )
    expect(new Set(refusals)).toEqual(
      new Set(['403 The personal edition allows 1 active user. Deactivate a user, or upgrade your license.']),
    )
    await app.services.license.ensureTrial()
    await limitUsersTo(app, 11)
    const more = await Promise.all(Array.from({ length: crowd - waiting.length }, () => app.signIn('GENERAL', pending)))
    const answers = await Promise.all(
      [...waiting, ...more].map(({ user }) => app.call(app.admin, 'POST', `users/${user.id}/approve`)),
    )
    const counts = Map.groupBy(answers, ({ statusCode }) => statusCode)
    expect([counts.get(200)?.length, counts.get(403)?.length]).toEqual([10, crowd - 10])
    const off = await app.signIn('GENERAL', { is_active: 0 })
    expect((await app.call(app.admin, 'POST', `users/${off.user.id}/activate`)).json().code).toBe('license_limit')
    await app.app.close()
  })

  test('refuses the older of two concurrent forms for one user, and writes nothing of it', async () => {
    const app = await createAdministeredApp(current())
    const { user } = await app.signIn('GENERAL')
    const path = `users/${user.id}`
    const { updated_at: seen } = (await app.call(app.admin, 'GET', path)).json()
    const first = await app.call(app.admin, 'PATCH', path, { daily_query_limit: 5, expected_updated_at: seen })
    expect(first.json().updated_at).not.toBe(seen)
    const second = await app.call(app.admin, 'PATCH', path, {
      daily_query_limit: 9,
      tenant_id: 'acme',
      expected_updated_at: seen,
    })
    expect([second.statusCode, second.json().code]).toEqual([409, 'conflict'])
    expect((await app.call(app.admin, 'GET', path)).json()).toMatchObject({ daily_query_limit: 5, tenant_id: null })
    const fresh = { monthly_query_limit: 9, expected_updated_at: first.json().updated_at }
    const both = await Promise.all([1, 2].map(() => app.call(app.admin, 'PATCH', path, fresh)))
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    await app.app.close()
  })

  test('AC-252 refuses a request in flight from an administrator who was demoted', async () => {
    const app = await createAdministeredApp(current())
    const { user } = await app.signIn('GENERAL', pending)
    const principal = await app.services.users.principalOf(app.admin.user)
    await app.context.store.db
      .updateTable('users')
      .set({ role: 'GENERAL' })
      .where('id', '=', principal.userId)
      .execute()
    const attempts = [
      app.services.userAdministration.approve(principal, user.id, { role: 'ADMIN', ownAddress: '' }),
      app.services.userAdministration.reject(principal, user.id),
      app.services.userAdministration.update(principal, user.id, { daily_query_limit: 1 }),
    ]
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'admin_only' })
    await app.app.close()
  })
})

/** Replaces the license with one by this installation's issuer. */
async function limitUsersTo(app: AdministeredApp, max_users: number): Promise<void> {
  const { signLicense } = await import('../license/license-token.ts')
  const now = app.context.now()
  const token = await signLicense(
    {
      id: 'limited',
      edition: 'standard',
      domain: '*',
      customerName: 'Example',
      issuedAt: now,
      validFrom: now,
      expiresAt: new Date(now.getTime() + 60 * 60 * 1000),
      features: { max_users, max_databases: 10, business_areas: true, api_access: true, support: 'priority email' },
    },
    app.context.keys.licensePrivateKey,
  )
  await app.context.store.db.updateTable('licenses').set({ token }).execute()
}
