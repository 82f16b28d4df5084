import { userPageSchema } from '@parlance/contract'
import type { UserPage } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { createSession } from '../../testing/owned-objects.ts'
import { describeStores } from '../../testing/test-store.ts'

async function search(app: AdministeredApp, query: Record<string, string> = {}): Promise<UserPage> {
  const answer = await app.call(app.admin, 'GET', `users/search?${new URLSearchParams(query).toString()}`)
  return userPageSchema.parse(answer.json())
}

const namesOf = ({ users }: UserPage) => users.map(({ username }) => username)

describeStores('the list of users', (current) => {
  test('pages, sorts, and searches users on the server', async () => {
    const app = await createAdministeredApp(current())
    await app.context.store.db
      .updateTable('users')
      .set({ username: 'aaa', email: 'admin@example.test' })
      .where('id', '=', app.admin.user.id)
      .execute()
    for (let number = 10; number < 40; number += 1) {
      const asked = { daily_query_count: number, daily_query_reset_at: '2999-01-01T00:00:00.000Z' }
      await app.signIn('GENERAL', {
        username: `User ${number}`,
        organization: number % 2 === 0 ? 'Even_Ltd' : 'Odd',
        ...asked,
      })
    }
    const first = await search(app, { page_size: '10' })
    expect([first.matching, first.total, namesOf(first).slice(0, 3)]).toEqual([31, 31, ['aaa', 'User 10', 'User 11']])
    expect(namesOf(await search(app, { page_size: '10', page: '4' }))).toEqual(['User 39'])
    expect(namesOf(await search(app, { page_size: '10', page: '9' }))).toEqual([])
    expect(namesOf(await search(app, { page_size: '2', sort: 'questions', order: 'desc' }))).toEqual([
      'User 39',
      'User 38',
    ])
    expect((await search(app, { search: 'uSeR 1' })).matching).toBe(10)
    expect((await search(app, { search: 'even_' })).matching).toBe(15)
    expect((await search(app, { search: 'n_L' })).matching).toBe(15)
    expect((await search(app, { search: '%' })).matching).toBe(0)
    expect((await search(app, { role: 'ADMIN' })).matching).toBe(1)
    const csv = await app.call(app.admin, 'GET', 'users/export?role=GENERAL')
    expect(csv.body.trim().split('\r\n')).toHaveLength(31)
    expect(csv.body).toContain('User 10,Even_Ltd,GENERAL,active,10,')
    for (const wrong of [{ page: '0' }, { page_size: '101' }, { sort: 'password_hash' }, { state: 'x' }, { more: '1' }])
      expect(
        (await app.call(app.admin, 'GET', `users/search?${new URLSearchParams(wrong as never).toString()}`)).statusCode,
      ).toBe(400)
    await app.app.close()
  })

  test('tells states apart, and who was active last', async () => {
    const app = await createAdministeredApp(current())
    const today = { daily_query_reset_at: '2999-01-01T00:00:00.000Z' }
    await app.signIn('GENERAL', { username: 'off', is_active: 0 })
    await app.signIn('GENERAL', { username: 'waiting', status: 'N', is_active: 0 })
    await app.signIn('GENERAL', { username: 'full', daily_query_limit: 5, daily_query_count: 5, ...today })
    await app.signIn('GENERAL', {
      username: 'rested',
      daily_query_limit: 5,
      daily_query_count: 5,
      daily_query_reset_at: '2020-01-01T00:00:00.000Z',
    })
    const asker = await app.signIn('GENERAL', { username: 'asker', last_login_at: '2020-01-01T00:00:00.000Z' })
    await createSession(app, asker.user.id)
    await app.call(app.admin, 'POST', 'users/invitations', { emails: ['new@example.test'] })
    const page = await search(app)
    expect(page.states).toEqual({ active: 4, inactive: 1, pending: 1, invited: 1, limit_reached: 1 })
    expect(namesOf(await search(app, { state: 'limit_reached' }))).toEqual(['full'])
    expect(namesOf(await search(app, { state: 'inactive' }))).toEqual(['off'])
    expect(namesOf(await search(app, { state: 'pending' }))).toEqual(['waiting'])
    expect((await search(app, { state: 'active' })).matching).toBe(4)
    const [invited] = (await search(app, { state: 'invited' })).users
    const deactivated = await search(app, { state: 'deactivated' })
    expect(deactivated.users.map(({ state }) => state).toSorted()).toEqual(['inactive', 'invited'])
    expect(namesOf(await search(app, { sort: 'waiting', page_size: '1' }))).toEqual(['waiting'])
    const user_ids = [asker.user.id, 'gone', app.admin.user.id].join(',')
    expect((await search(app, { user_ids, role: 'GENERAL' })).users).toMatchObject([{ user_id: asker.user.id }])
    expect(invited).toMatchObject({ email: 'new@example.test', state: 'invited', last_active_at: null })
    expect(invited?.invited_at).not.toBeNull()
    const [latest] = (await search(app, { sort: 'last_active', order: 'desc' })).users
    expect([latest?.username, latest?.last_active_at?.slice(0, 4)]).toEqual([
      'asker',
      String(app.context.now().getFullYear()),
    ])
    await app.app.close()
  })

  test('finds the users of an area or a database by the rules of its visibility', async () => {
    const app = await createAdministeredApp(current())
    const { context, services } = app
    const [granted, owner] = [
      await app.signIn('GENERAL', { username: 'granted' }),
      await app.signIn('GENERAL', { username: 'owner' }),
    ]
    await app.signIn('GENERAL', { username: 'other' })
    const { privateArea, privateConnection } = await import('../../testing/owned-objects.ts')
    const areaId = await privateArea(app, owner.user.id)
    const databaseId = await privateConnection(app, owner.user.id)
    const here = async (query: Record<string, string>) =>
      namesOf(await search(app, query)).filter((name) => ['granted', 'owner', 'other'].includes(name))
    expect([await here({ area_id: areaId }), await here({ database_id: databaseId })]).toEqual([['owner'], ['owner']])
    for (const table of ['areas', 'connections'] as const)
      await context.store.db.updateTable(table).set({ visibility: 'restricted' }).execute()
    const admin = await services.users.principalOf(app.admin.user)
    await services.areas.setAccess(admin, areaId, { userId: granted.user.id, hasAccess: true })
    await services.connections.access.grant(admin, databaseId, granted.user.email)
    expect([await here({ area_id: areaId }), await here({ database_id: databaseId })]).toEqual([
      ['granted', 'owner'],
      ['granted', 'owner'],
    ])
    expect((await search(app, { search: 'granted' })).users[0]).toMatchObject({
      granted_areas: 1,
      granted_databases: 1,
    })
    await context.store.db.updateTable('areas').set({ visibility: 'public' }).execute()
    expect(await here({ area_id: areaId })).toEqual(['granted', 'other', 'owner'])
    expect(await here({ area_id: 'gone' })).toEqual([])
    await app.app.close()
  })
})
