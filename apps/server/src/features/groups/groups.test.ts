import type { GroupDetail, ListedUser } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAreaApp } from '../../testing/area-app.ts'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'
import { countQuestion } from '../chat/query-quota.ts'

async function newGroup(app: AdministeredApp, request: object): Promise<GroupDetail> {
  const answer = await app.call(app.admin, 'POST', 'groups', request)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

describeOneStore('groups', (current) => {
  test('have a name that is unique in any case, and refuse the older of two forms', async () => {
    const app = await createAdministeredApp(current())
    const made = await newGroup(app, { name: ' Analysts ', description: 'Reporting', daily_query_limit: 50 })
    expect(made).toMatchObject({
      name: 'Analysts',
      source: 'manual',
      domains: [],
      member_count: 0,
      databases: [],
      business_areas: [],
      attributes: {},
      monthly_query_limit: null,
      conflict_count: 0,
      conflicts: [],
    })
    expect(await app.outcome(app.admin, 'POST', 'groups', { name: 'ANALYSTS' })).toBe(
      '409 A group named ANALYSTS already exists. Choose another name.',
    )
    const sales = await newGroup(app, { name: 'Sales' })
    const path = `groups/${sales.group_id}`
    expect(await app.outcome(app.admin, 'PATCH', path, { name: 'analysts' })).toBe(
      '409 A group named analysts already exists. Choose another name.',
    )
    const change = { description: '100% of the field', expected_updated_at: sales.updated_at }
    expect((await app.call(app.admin, 'PATCH', path, change)).json().updated_at).not.toBe(sales.updated_at)
    expect(await app.outcome(app.admin, 'PATCH', path, change)).toMatch(/^409/)
    expect(await app.outcome(app.admin, 'DELETE', `${path}?expected_updated_at=${sales.updated_at}`)).toMatch(/^409/)
    const found = async (search: string) =>
      (await app.call(app.admin, 'GET', `groups?search=${encodeURIComponent(search)}`)).json()
    expect(await found('LYST')).toMatchObject({ total: 1, groups: [{ name: 'Analysts' }] })
    expect(await found('0% of')).toMatchObject({ total: 1, groups: [{ name: 'Sales' }] })
    expect(await found('%')).toMatchObject({ total: 1 })
    expect((await app.call(app.admin, 'GET', 'groups?limit=1&offset=1')).json()).toMatchObject({
      total: 2,
      groups: [{ name: 'Sales' }],
    })
    expect(await app.outcome(app.admin, 'GET', 'groups/none')).toBe(
      '404 This group does not exist. Reload the list of groups.',
    )
    await app.app.close()
  })

  test('record each change with what was before and after, but no value of an attribute', async () => {
    const app = await createAdministeredApp(current())
    const { user } = await app.signIn('GENERAL')
    const { group_id: id } = await newGroup(app, { name: 'One', attributes: { region: 'secret' } })
    await app.call(app.admin, 'PATCH', `groups/${id}`, {
      name: 'Two',
      attributes: { team: 'secret' },
      daily_query_limit: 5,
    })
    const nothing = { name: 'Two' }
    await app.call(app.admin, 'PATCH', `groups/${id}`, nothing)
    await app.call(app.admin, 'POST', `groups/${id}/members`, { add: [user.id, user.id] })
    await app.call(app.admin, 'POST', `groups/${id}/members`, { add: [user.id] })
    await app.call(app.admin, 'POST', `groups/${id}/members`, { remove: [user.id] })
    await app.call(app.admin, 'DELETE', `groups/${id}`)
    const { records } = (await app.call(app.admin, 'GET', 'audit?limit=100')).json()
    const ours = records.filter((each: { action: string }) => each.action.startsWith('group.')).toReversed()
    expect(JSON.stringify(ours)).not.toContain('secret')
    const shown = (each: { action: string; detail: object; changes: object[] }) =>
      each.changes.length > 0 ? [each.action, each.changes] : [each.action, each.detail]
    expect(ours.map(shown)).toMatchObject([
      ['group.create', { name: 'One', source: 'manual', users: 0 }],
      [
        'group.update',
        [
          { field: 'name', before: 'One', after: 'Two' },
          { field: 'daily_query_limit', before: null, after: 5 },
          { field: 'attributes', is_hidden: true, before: null, after: null },
        ],
      ],
      ['group.add-members', { users: 1, people: user.id }],
      ['group.remove-members', { users: 1, people: user.id }],
      ['group.delete', { name: 'Two', users: 0 }],
    ])
    await app.app.close()
  })

  test('get everyone whose verified email address has one of their domains, also later', async () => {
    const app = await createAdministeredApp(current())
    const join = async (email: string, activated_at: string | null) => {
      const { user } = await app.signIn('GENERAL', { email, email_key: email })
      const code = { code_hash: '', expires_at: '', attempts: 0 }
      if (activated_at !== '') {
        await app.context.store.db
          .insertInto('activations')
          .values({ user_id: user.id, ...code, activated_at })
          .execute()
      }
      return user
    }
    const verified = '2026-01-01T00:00:00.000Z'
    const first = await join('ann@xn--mnchen-3ya.example', verified)
    await join('eve@xn--mnchen-3ya.example', null)
    await join('eve@notmünchen.example', verified)
    await join('never@xn--mnchen-3ya.example', '')
    const { group_id: id, ...group } = await newGroup(app, {
      name: 'Munich',
      source: 'domain',
      domains: ['MÜNCHEN.example'],
    })
    expect(group).toMatchObject({ domains: ['xn--mnchen-3ya.example'], member_count: 1 })
    const later = await join('bob@xn--mnchen-3ya.example', verified)
    const members = async (search = '') =>
      (await app.call(app.admin, 'GET', `groups/${id}/members?search=${search}`)).json()
    expect((await members()).members.map((each: { user_id: string }) => each.user_id)).toEqual([first.id, later.id])
    expect(await members('BOB')).toMatchObject({ total: 1, members: [{ user_id: later.id, is_active: true }] })

    expect(await app.outcome(app.admin, 'POST', `groups/${id}/members`, { add: [first.id] })).toBe(
      '409 The members of this group come from email domains. Change its domains instead.',
    )
    const post = (change: object) => app.outcome(app.admin, 'POST', 'groups', { name: 'Other', ...change })
    expect(await post({ source: 'domain' })).toBe('400 Enter at least one email domain.')
    expect(await post({ domains: ['example.com'] })).toBe('400 A group that is filled by hand has no email domains.')
    expect(await post({ source: 'domain', domains: ['@example.com'] })).toContain(
      'Enter a domain such as example.com, without the @.',
    )
    expect(await post({ user_ids: ['nobody'] })).toBe(
      '404 Some of these users no longer exist. Reload the list of users.',
    )
    // Nothing is left of the group that could not be created completely.
    expect((await app.call(app.admin, 'GET', 'groups')).json().total).toBe(1)
    expect((await app.call(app.admin, 'PATCH', `groups/${id}`, { source: 'manual' })).json()).toMatchObject({
      domains: [],
      member_count: 0,
    })
    await app.app.close()
  })

  test('give their highest limit to members who have no limit of their own', async () => {
    const app = await createAdministeredApp(current())
    const [member, own] = [await app.signIn('GENERAL'), await app.signIn('GENERAL', { daily_query_limit: 1 })]
    const user_ids = [member.user.id, own.user.id]
    await newGroup(app, { name: 'Many', daily_query_limit: 2, user_ids })
    await newGroup(app, { name: 'Few', daily_query_limit: 0, monthly_query_limit: 9, user_ids })
    const ask = (id: string) =>
      app.context.store.transaction((transaction) => countQuestion(transaction, id, app.context.now()))
    await ask(member.user.id)
    await ask(member.user.id)
    await expect(ask(member.user.id)).rejects.toMatchObject({ code: 'quota_exceeded' })
    await ask(own.user.id)
    await expect(ask(own.user.id)).rejects.toMatchObject({ code: 'quota_exceeded' })
    const limited = (await app.call(app.admin, 'GET', 'users/search?state=limit_reached')).json()
    expect(limited.users.map((each: { user_id: string }) => each.user_id).toSorted()).toEqual(user_ids.toSorted())
    expect((await app.call(app.admin, 'GET', `users/${member.user.id}`)).json()).toMatchObject({
      daily_query_limit: null,
      effective_daily_query_limit: 2,
      effective_monthly_query_limit: 9,
      value_sources: { daily_query_limit: ['Many'], monthly_query_limit: ['Few'], attributes: {}, providers: {} },
    })
    await app.app.close()
  })

  test('say what their members would lose', async () => {
    const app = await createAreaApp(current())
    const [member, named] = [await app.signIn('GENERAL'), await app.signIn('GENERAL', { attributes: '{"region":"x"}' })]
    const area = await app.newArea({ visibility: 'restricted' })
    await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'restricted' })
    await app.api(app.admin, 'POST', `business-areas/${area.area_id}/access`, { user_id: named.user.id })
    const user_ids = [member.user.id, named.user.id, app.admin.user.id]
    const made = await app.api(app.admin, 'POST', 'groups', {
      name: 'One',
      attributes: { region: 'north' },
      daily_query_limit: 3,
      user_ids,
    })
    const id = made.json<GroupDetail>().group_id
    const changes = [
      { type: 'database', id: app.databaseId, has_access: true },
      { type: 'business_area', id: area.area_id, has_access: true },
    ]
    expect((await app.api(app.admin, 'PUT', `groups/${id}/access`, { changes })).json()).toMatchObject({
      databases: [{ id: app.databaseId, name: 'Shop database' }],
      business_areas: [{ id: area.area_id, name: 'Sales' }],
    })
    expect((await app.api(app.admin, 'GET', `groups/${id}/deletion`)).json()).toEqual({
      member_count: 3,
      databases: [{ name: 'Shop database', user_count: 2 }],
      business_areas: [{ name: 'Sales', user_count: 1 }],
      attributes: [{ name: 'region', user_count: 2 }],
      limit_user_count: 3,
    })
    const reaching = async (filter: string) =>
      (await app.api(app.admin, 'GET', `users/search?${filter}`)).json<{ users: ListedUser[] }>().users
    const found = (await reaching(`area_id=${area.area_id}`)).find(({ user_id: each }) => each === member.user.id)
    expect(found).toMatchObject({ granted_areas: 1, granted_databases: 1, groups: [{ group_id: id, name: 'One' }] })
    expect(await reaching(`database_id=${app.databaseId}`)).toHaveLength(3)
    expect((await app.api(app.admin, 'GET', `users/${member.user.id}/reach`)).json()).toMatchObject({
      attributes: { region: 'north' },
      daily_query_limit: 3,
      databases: [{ config_id: app.databaseId }],
      areas: [{ area_id: area.area_id }],
    })
    const other = await app.api(app.admin, 'POST', 'groups', { name: 'Other', user_ids })
    await app.api(app.admin, 'PUT', `database-management/configurations/${app.databaseId}/groups`, {
      add: [other.json<GroupDetail>().group_id],
    })
    expect((await app.api(app.admin, 'GET', `groups/${id}/deletion`)).json().databases).toEqual([])

    // An area that doesn't exist keeps the database from changing, too.
    const unknown = [
      { ...changes[0], has_access: false },
      { type: 'business_area', id: 'none', has_access: true },
    ]
    expect(await app.outcome(app.admin, 'PUT', `groups/${id}/access`, { changes: unknown })).toMatch(/^404/)
    const groups = (
      await app.api(app.admin, 'GET', `database-management/configurations/${app.databaseId}/groups`)
    ).json()
    expect(groups.groups.map((each: { name: string; member_count: number }) => [each.name, each.member_count])).toEqual(
      [
        ['One', 3],
        ['Other', 3],
      ],
    )
    expect((await app.api(app.admin, 'GET', `users/${member.user.id}/access`)).json()).toMatchObject({
      databases: [{ has_access: false, groups: ['One', 'Other'] }],
      business_areas: [{ has_access: false, groups: ['One'] }],
    })
    await app.close()
  })

  test('are known only to administrators', async () => {
    const app = await createAreaApp(current())
    const owner = await app.signIn('GENERAL')
    const area = await app.newArea({ visibility: 'restricted' })
    const made = await app.api(app.admin, 'POST', 'groups', { name: 'Hidden' })
    const id = made.json<GroupDetail>().group_id
    const path = `business-areas/${area.area_id}`
    await app.api(app.admin, 'PUT', `groups/${id}/access`, {
      changes: [{ type: 'business_area', id: area.area_id, has_access: true }],
    })
    await app.api(app.admin, 'PUT', `${path}/owner`, { user_id: owner.user.id })
    expect((await app.api(owner, 'GET', `${path}/access`)).json()).toEqual({ access_list: [], group_count: 1 })
    expect((await app.api(app.admin, 'GET', `${path}/access`)).json().groups).toEqual([
      { group_id: id, name: 'Hidden', member_count: 0 },
    ])
    const refusal = '403 Only administrators can give or take the access of groups.'
    const edit = { area_name: 'Sales', visibility: 'restricted', access: { remove_groups: [id] } }
    expect(await app.outcome(owner, 'PUT', path, edit)).toBe(refusal)
    const draft = { area_id: area.area_id, access: { add_groups: [id] } }
    expect(await app.outcome(owner, 'POST', 'business-areas/audience', draft)).toBe(refusal)
    expect((await app.api(app.admin, 'PUT', path, edit)).statusCode).toBe(200)
    expect((await app.api(owner, 'GET', `${path}/access`)).json().group_count).toBe(0)
    await app.close()
  })
})
