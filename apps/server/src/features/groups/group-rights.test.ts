import type { AreaAudience, GroupDetail, UserPage } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAreaApp } from '../../testing/area-app.ts'
import type { AreaApp } from '../../testing/area-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const rules = {
  row_security_rules: {
    rules: [{ name: 'Own region', tables: { customers: { condition: 'region = :user.region' } } }],
  },
}
const restricted = { visibility: 'restricted', tables: [{ table_name: 'customers' }], ...rules }

/** An app with an area of an application whose only database is restricted. */
async function createPlace(app: AreaApp) {
  const area = await app.newArea(restricted)
  await app.call(app.admin, 'PUT', `configurations/${app.databaseId}`, { visibility: 'restricted' })
  const newGroup = async (change: object) => {
    const answer = await app.api(app.admin, 'POST', 'groups', change)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<GroupDetail>().group_id
  }
  return {
    areaId: area.area_id,
    newGroup,
    /** The names of the customers that a user sees, or the code of the error. */
    seenBy: async (who: SignedInUser): Promise<unknown> => {
      const answer = await app.api(who, 'POST', 'query/full-results', {
        sql_query: 'select name from customers order by name',
        database_config_id: app.databaseId,
        business_area_id: area.area_id,
      })
      const { results, code } = answer.json<{ results?: { name: string }[]; code?: string }>()
      return results?.map((row) => Object.values(row)[0]) ?? code
    },
    members: (id: string, change: object) => app.outcome(app.admin, 'POST', `groups/${id}/members`, change),
    access: (id: string, change: { database?: boolean; area?: boolean }) =>
      app.outcome(app.admin, 'PUT', `groups/${id}/access`, {
        changes: [
          ...(change.database === undefined
            ? []
            : [{ type: 'database', id: app.databaseId, has_access: change.database }]),
          ...(change.area === undefined ? [] : [{ type: 'business_area', id: area.area_id, has_access: change.area }]),
        ],
      }),
  }
}

describeOneStore('the rights of a group', (current) => {
  test('apply from the next query on, and end with the membership, the grant, and the group', async () => {
    const app = await createAreaApp(current())
    const { newGroup, seenBy, members, access } = await createPlace(app)
    const user = await app.signIn('GENERAL')
    const group = await newGroup({ name: 'North', attributes: { region: 'north' }, user_ids: [user.user.id] })
    expect(await seenBy(user)).toBe('connection_not_found')
    expect(await access(group, { database: true })).toBe('200')
    expect(await seenBy(user)).toBe('area_not_found')
    await access(group, { area: true })
    expect(await seenBy(user)).toEqual(['Ann'])
    await app.api(app.admin, 'PATCH', `groups/${group}`, { attributes: { region: 'south' } })
    expect(await seenBy(user)).toEqual(['Canary-South'])
    await members(group, { remove: [user.user.id] })
    expect(await seenBy(user)).toBe('connection_not_found')
    await members(group, { add: [user.user.id] })
    await access(group, { area: false })
    expect(await seenBy(user)).toBe('area_not_found')
    await access(group, { area: true })
    expect(await seenBy(user)).toEqual(['Canary-South'])
    await app.api(app.admin, 'DELETE', `groups/${group}`)
    expect(await seenBy(user)).toBe('connection_not_found')
    await app.close()
  })

  test('give no value if two groups disagree, and the user’s own value wins', async () => {
    const app = await createAreaApp(current())
    const { areaId, newGroup, seenBy, access } = await createPlace(app)
    const [torn, own] = [await app.signIn('GENERAL'), await app.signIn('GENERAL', { attributes: '{"region":"north"}' })]
    const user_ids = [torn.user.id, own.user.id]
    const first = await newGroup({ name: 'Sales', attributes: { region: 'north' }, user_ids })
    await access(first, { database: true, area: true })
    expect(await seenBy(torn)).toEqual(['Ann'])
    const second = await newGroup({ name: 'Analysts', attributes: { region: 'south' }, user_ids })
    expect([await seenBy(torn), await seenBy(own)]).toEqual([[], ['Ann']])

    const values = [
      { group_id: second, group_name: 'Analysts', value: 'south' },
      { group_id: first, group_name: 'Sales', value: 'north' },
    ]
    const listed = (await app.api(app.admin, 'GET', 'groups')).json()
    expect(listed.groups.map((each: GroupDetail) => [each.name, each.conflict_count])).toEqual([
      ['Analysts', 1],
      ['Sales', 1],
    ])
    const users = [{ user_id: torn.user.id, email: torn.user.email }]
    expect((await app.api(app.admin, 'GET', `groups/${first}`)).json().conflicts).toEqual([
      { key: 'region', values, user_count: 1, users },
    ])
    expect((await app.api(app.admin, 'GET', `users/${torn.user.id}`)).json()).toMatchObject({
      attributes: {},
      effective_attributes: {},
      attribute_conflicts: [{ key: 'region', values }],
      groups: [
        { group_id: second, name: 'Analysts' },
        { group_id: first, name: 'Sales' },
      ],
    })
    const found = async (filter: string) => (await app.api(app.admin, 'GET', `users/search?${filter}`)).json<UserPage>()
    expect(await found('attributes=conflicting')).toMatchObject({
      matching: 1,
      conflicting: 1,
      users: [{ user_id: torn.user.id, value_sources: { attributes: {} } }],
    })
    expect((await found(`group_id=${first}`)).users.map(({ user_id }) => user_id).toSorted()).toEqual(
      user_ids.toSorted(),
    )
    const counted = await app.api(
      app.admin,
      'GET',
      `business-areas/user-attributes?application_id=${app.applicationId}`,
    )
    expect(counted.json().attributes).toEqual([{ key: 'region', users: 1 }])

    // The list of who will see what, also of a draft that takes the group's access away.
    const audience = async (access_change?: object): Promise<AreaAudience> =>
      (
        await app.api(app.admin, 'POST', 'business-areas/audience', {
          area_id: areaId,
          ...(access_change && { access: access_change }),
        })
      ).json()
    const shown = (await audience()).users.filter(({ user_id }) => user_ids.includes(user_id))
    expect(shown.map(({ user_id }) => user_id).toSorted()).toEqual(user_ids.toSorted())
    expect(JSON.stringify(shown.find(({ user_id }) => user_id === torn.user.id)?.tables)).toContain('region')
    const left = (await audience({ remove_groups: [first] })).users.filter(({ user_id }) => user_ids.includes(user_id))
    expect(left).toEqual([])
    expect((await audience({ remove_groups: [first], add_groups: [second] })).users).toHaveLength(
      (await audience()).users.length,
    )

    await app.api(app.admin, 'PATCH', `groups/${second}`, { attributes: {} })
    expect(await seenBy(torn)).toEqual(['Ann'])
    await app.close()
  })
})
