import { expect, test } from 'vitest'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'
import { describeOneStore } from '../../../testing/test-store.ts'

const change = (id: string, has_access: boolean) => ({ type: 'business_area', id, has_access })

const accessOf = async (app: AreaApp, who: SignedInUser) =>
  (await app.api(app.admin, 'GET', `users/${who.user.id}/access`)).json().business_areas

/** What administrators see of groups with access if there are none. */
const noGroups = { group_count: 0, groups: [] }

describeOneStore('access to restricted areas', (current) => {
  test('AC-296 BA-120 BA-127 BA-179 BA-180 BA-181 grants by user ID, only once, and revokes', async () => {
    const app = await createAreaApp(current())
    const [ann, bob] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    const { area_id: id } = await app.newArea({ visibility: 'restricted' })
    const url = `business-areas/${id}/access`
    const entry = { user_id: ann.user.id, user_name: ann.user.username, email: ann.user.email }
    for (let times = 0; times < 2; times += 1) {
      const answer = await app.api(app.admin, 'POST', url, { user_id: ann.user.id })
      expect(answer.json()).toEqual({ access_list: [entry], ...noGroups })
    }
    expect((await app.api(app.admin, 'GET', url)).json()).toEqual({ access_list: [entry], ...noGroups })
    for (const [method, payload] of [['GET'], ['POST', { user_id: bob.user.id }]] as const) {
      expect(await app.outcome(ann, method, url, payload)).toBe(
        '403 Only the owner and administrators can manage access to this business area.',
      )
      expect(await app.outcome(bob, method, url, payload)).toMatch(/^404 Business area not found/)
    }
    expect((await app.api(app.admin, 'DELETE', `${url}/${ann.user.id}`)).json()).toEqual({
      access_list: [],
      ...noGroups,
    })
    expect(await app.outcome(app.admin, 'DELETE', `${url}/${ann.user.id}`)).toBe(
      '404 This user has no access to this business area.',
    )
    expect(await app.outcome(ann, 'GET', `business-areas/${id}`)).toMatch(/^404 /)
    await app.close()
  })

  test('R11 lets an owner who is not an administrator grant and revoke access without being able to look up accounts', async () => {
    const app = await createAreaApp(current())
    const [owner, ann] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    const inactive = await app.signIn('GENERAL', { is_active: 0 })
    const { area_id: id } = await app.newArea({ visibility: 'restricted' })
    const url = `business-areas/${id}/access`
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    for (const user_id of [inactive.user.id, 'nobody']) {
      expect(await app.outcome(owner, 'POST', url, { user_id })).toBe(
        '404 This user does not exist. Reload the list of users.',
      )
      expect(await app.outcome(owner, 'DELETE', `${url}/${user_id}`)).toBe(
        '404 This user has no access to this business area.',
      )
    }
    const granted = await app.api(owner, 'POST', url, { user_id: ann.user.id })
    expect(granted.json().access_list).toMatchObject([{ email: ann.user.email }])
    expect((await app.api(owner, 'DELETE', `${url}/${ann.user.id}`)).json()).toEqual({
      access_list: [],
      group_count: 0,
    })
    await app.close()
  })

  test('BA-125 refuses grants to the owner, to unknown users, to deactivated users, and in areas that are not restricted', async () => {
    const app = await createAreaApp(current())
    const inactive = await app.signIn('GENERAL', { is_active: 0 })
    const { area_id: id } = await app.newArea({ visibility: 'restricted' })
    const grant = (user_id: string) => app.outcome(app.admin, 'POST', `business-areas/${id}/access`, { user_id })
    expect(await grant(app.admin.user.id)).toBe(
      `409 ${app.admin.user.email} owns this business area and already has access.`,
    )
    expect(await grant('nobody')).toBe('404 This user does not exist. Reload the list of users.')
    expect(await grant(inactive.user.id)).toBe(
      `409 The account ${inactive.user.email} is not active. Activate it before granting access.`,
    )
    const { area_id: open } = await app.newArea({ visibility: 'public' })
    expect((await app.api(app.admin, 'GET', `business-areas/${open}/access`)).json()).toEqual({
      access_list: [],
      ...noGroups,
    })
    const user_id = (await app.signIn('GENERAL')).user.id
    expect(await app.outcome(app.admin, 'POST', `business-areas/${open}/access`, { user_id })).toBe(
      '400 You can manage access only for business areas with restricted visibility. Change the visibility first.',
    )
    await app.close()
  })

  test('BA-123 BA-162 takes candidates from the list of users, which only administrators can read', async () => {
    const app = await createAreaApp(current())
    const ann = await app.signIn('GENERAL')
    expect((await app.api(ann, 'GET', 'users/')).statusCode).toBe(403)
    const users = (await app.api(app.admin, 'GET', 'users/')).json<{ user_id: string }[]>()
    expect(users.find((each) => each.user_id === ann.user.id)).toMatchObject({
      user_id: ann.user.id,
      username: ann.user.username,
      email: ann.user.email,
      is_active: true,
      role: 'GENERAL',
    })
    await app.close()
  })

  test('keeps the grant of a deactivated user, who cannot use it, until the area is deleted', async () => {
    const app = await createAreaApp(current())
    const ann = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea({ visibility: 'restricted' })
    await app.api(app.admin, 'POST', `business-areas/${id}/access`, { user_id: ann.user.id })
    await app.api(app.admin, 'POST', `users/${ann.user.id}/deactivate`)
    expect((await app.api(ann, 'GET', `business-areas/${id}`)).statusCode).toBeGreaterThan(400)
    const { access_list } = (await app.api(app.admin, 'GET', `business-areas/${id}/access`)).json()
    expect(access_list).toHaveLength(1)
    await app.api(app.admin, 'DELETE', `business-areas/${id}`)
    expect(await app.context.store.db.selectFrom('area_access').selectAll().execute()).toEqual([])
    await app.close()
  })

  test('AC-294 AC-295 OP-06 lists the restricted areas that the caller manages with one user’s access to each', async () => {
    const app = await createAreaApp(current())
    const [ann, owner] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    const { area_id: one } = await app.newArea({ area_name: 'One', visibility: 'restricted' })
    const { area_id: two } = await app.newArea({ area_name: 'Two', visibility: 'restricted' })
    await app.newArea({ area_name: 'Everyone', visibility: 'public' })
    await app.newArea({ area_name: 'Secret', visibility: 'private' })
    await app.api(app.admin, 'PUT', `business-areas/${two}/owner`, { user_id: owner.user.id })
    await app.api(app.admin, 'POST', `business-areas/${one}/access`, { user_id: ann.user.id })
    const item = { description: 'What was sold', visibility: 'restricted', groups: [] }
    const first = { ...item, area_id: one, area_name: 'One', user_id: app.admin.user.id }
    const second = { ...item, area_id: two, area_name: 'Two', user_id: owner.user.id }
    expect(await accessOf(app, ann)).toEqual([
      { ...first, is_owner: false, has_access: true },
      { ...second, is_owner: false, has_access: false },
    ])
    expect(await accessOf(app, owner)).toEqual([
      { ...first, is_owner: false, has_access: false },
      { ...second, is_owner: true, has_access: true },
    ])
    await app.close()
  })

  test('AC-302 AC-311 OP-07 applies each change from the users screen independently', async () => {
    const app = await createAreaApp(current())
    const ann = await app.signIn('GENERAL')
    const { area_id: one } = await app.newArea({ area_name: 'One', visibility: 'restricted' })
    const { area_id: open } = await app.newArea({ area_name: 'Everyone', visibility: 'public' })
    const put = async (changes: object[]) =>
      (await app.api(app.admin, 'PUT', `users/${ann.user.id}/access`, { changes })).json()
    expect(await put([change(one, true)])).toMatchObject({ total: 1, succeeded: 1, message: null, failed: [] })
    const partly = await put([change(one, false), change(open, true), change('gone', true)])
    expect(partly).toMatchObject({
      succeeded: 1,
      message: 'Some changes could not be saved. 1 of 3 changes were successful.',
    })
    expect(partly.failed.map((each: { code: string }) => each.code)).toEqual(['bad_request', 'area_not_found'])
    expect(await accessOf(app, ann)).toMatchObject([{ area_id: one, has_access: false }])
    expect(await put([change(one, false)])).toMatchObject({ succeeded: 1 })
    const { records } = (await app.api(app.admin, 'GET', 'audit?limit=50')).json()
    const actions = records.map((each: { action: string }) => each.action)
    expect(actions.filter((action: string) => action.startsWith('area.'))).toEqual([
      'area.revoke',
      'area.grant',
      'area.create',
      'area.create',
    ])
    await app.close()
  })
})
