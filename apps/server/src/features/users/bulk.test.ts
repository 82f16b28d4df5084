import { expect, test } from 'vitest'
import type { BulkUsersResponse } from '@parlance/contract'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { describeStores } from '../../testing/test-store.ts'

async function change(app: AdministeredApp, payload: object): Promise<BulkUsersResponse> {
  const answer = await app.call(app.admin, 'POST', 'users/bulk', payload)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const resultsOf = ({ outcomes }: BulkUsersResponse) =>
  Object.fromEntries(outcomes.map(({ email, result, detail }) => [email.split('@')[0], detail ?? result]))

describeStores('changes of several users', (current) => {
  test('change each user in one request, and say why a user was skipped', async () => {
    const app = await createAdministeredApp(current())
    const on = await app.signIn('GENERAL', { email: 'on@example.test', email_key: 'on@example.test' })
    const off = await app.signIn('GENERAL', { email: 'off@example.test', email_key: 'off@example.test', is_active: 0 })
    const waiting = await app.signIn('GENERAL', {
      email: 'waiting@example.test',
      email_key: 'waiting@example.test',
      status: 'N',
      is_active: 0,
    })
    const self = app.admin.user.email.split('@')[0]!
    const user_ids = [on, off, waiting, app.admin].map(({ user }) => user.id)
    const deactivated = await change(app, { action: { kind: 'deactivate' }, user_ids: [...user_ids, 'gone'] })
    expect(resultsOf(deactivated)).toEqual({
      on: 'changed',
      off: 'unchanged',
      waiting: 'unchanged',
      [self]: 'You cannot change your own role or deactivate your own account.',
    })
    expect([deactivated.changed, deactivated.unchanged, deactivated.skipped]).toEqual([1, 2, 1])
    expect((await app.call(on, 'GET', 'auth/me')).statusCode).toBe(403)
    expect(resultsOf(await change(app, { action: { kind: 'activate' }, user_ids }))).toEqual({
      on: 'changed',
      off: 'changed',
      waiting: 'This account is waiting for approval. Approve or reject it first.',
      [self]: 'unchanged',
    })
    const limited = await change(app, {
      action: { kind: 'set-daily-limit', daily_query_limit: 7 },
      filter: { role: 'GENERAL' },
    })
    expect(limited.changed).toBe(3)
    expect((await app.call(app.admin, 'GET', `users/${off.user.id}`)).json().daily_query_limit).toBe(7)
    expect(resultsOf(await change(app, { action: { kind: 'approve' }, user_ids }))).toMatchObject({
      on: 'unchanged',
      waiting: 'changed',
    })
    expect(resultsOf(await change(app, { action: { kind: 'decline' }, user_ids: [on.user.id] }))).toEqual({
      on: 'This account is already approved. Deactivate it instead.',
    })
    expect(
      resultsOf(await change(app, { action: { kind: 'change-role', role: 'ADMIN' }, user_ids: [on.user.id] })),
    ).toEqual({ on: 'changed' })
    const group = (await app.call(app.admin, 'POST', 'groups', { name: 'Sales' })).json()
    const joining = { kind: 'add-to-group', group_id: group.group_id }
    expect((await change(app, { action: joining, user_ids: [off.user.id, waiting.user.id] })).changed).toBe(2)
    expect((await change(app, { action: joining, user_ids: [off.user.id] })).unchanged).toBe(1)
    expect((await change(app, { action: { ...joining, group_id: 'gone' }, user_ids: [off.user.id] })).skipped).toBe(1)
    const actions = (await app.call(app.admin, 'GET', 'audit'))
      .json()
      .records.map(({ action }: { action: string }) => action)
    expect(actions).not.toContain('user.change-many')
    expect(actions.filter((action: string) => action === 'user.activate')).toHaveLength(2)
    await app.app.close()
  })

  test('never remove the last administrator, and refuse requests that name no users or too much', async () => {
    const app = await createAdministeredApp(current())
    const other = await app.signIn('ADMIN')
    await app.context.store.db.updateTable('users').set({ is_active: 1 }).execute()
    const answer = await change(app, { action: { kind: 'change-role', role: 'GENERAL' }, filter: {} })
    expect([answer.changed, answer.skipped]).toEqual([1, 1])
    expect((await app.call(other, 'POST', 'users/bulk', { action: { kind: 'activate' }, filter: {} })).statusCode).toBe(
      401,
    )
    for (const wrong of [
      { action: { kind: 'activate' } },
      { action: { kind: 'activate' }, user_ids: [] },
      { action: { kind: 'activate' }, user_ids: ['a'], filter: {} },
      { action: { kind: 'set-daily-limit', daily_query_limit: -1 }, user_ids: ['a'] },
      { action: { kind: 'drop' }, user_ids: ['a'] },
    ])
      expect((await app.call(app.admin, 'POST', 'users/bulk', wrong)).statusCode).toBe(400)
    await app.app.close()
  })
})
