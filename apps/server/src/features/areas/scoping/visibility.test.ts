import { expect, test } from 'vitest'
import type { Area, AreaListItem } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'
import { describeOneStore } from '../../../testing/test-store.ts'

const notFound = "404 Business area not found, or you don't have access to it."
const basics = { area_name: 'Changed', visibility: 'public' }

const seenBy = async (app: AreaApp, who: SignedInUser): Promise<string[]> =>
  (await app.api(who, 'GET', 'business-areas/')).json<AreaListItem[]>().map(({ area_name }) => area_name)

describeOneStore('who may see and change a business area', (current) => {
  test('OP-03 BA-115 BA-116 BA-117 shows private, public and restricted areas in lists and by URL', async () => {
    const app = await createAreaApp(current())
    const [granted, other, colleague] = [
      await app.signIn('GENERAL'),
      await app.signIn('GENERAL'),
      await app.signIn('ADMIN'),
    ]
    const made: Record<string, Area> = {}
    for (const visibility of ['private', 'public', 'restricted']) {
      made[visibility] = await app.newArea({ area_name: visibility, visibility })
    }
    const restricted = `business-areas/${made['restricted']?.area_id}`
    await app.api(app.admin, 'POST', `${restricted}/access`, { user_id: granted.user.id })
    expect(await seenBy(app, other)).toEqual(['public'])
    expect(await seenBy(app, granted)).toEqual(['public', 'restricted'])
    expect(await seenBy(app, colleague)).toEqual(['private', 'public', 'restricted'])
    for (const [who, visible] of [
      [other, ['public']],
      [granted, ['public', 'restricted']],
      [colleague, ['private', 'public', 'restricted']],
    ] as const) {
      for (const [visibility, { area_id }] of Object.entries(made)) {
        const expected = (visible as readonly string[]).includes(visibility) ? '200' : notFound
        expect(await app.outcome(who, 'GET', `business-areas/${area_id}`)).toBe(expected)
      }
    }
    const { current_business_areas: counted } = (await app.api(other, 'GET', 'business-areas/edition-limits')).json()
    expect(counted).toBe(1)
    await app.close()
  })

  test('BA-003 BA-004 BA-005 OP-04 OP-09 lets an ADMIN create and edit every area, and other users only view what they may see', async () => {
    const app = await createAreaApp(current())
    const [viewer, colleague] = [await app.signIn('GENERAL'), await app.signIn('ADMIN')]
    expect(await app.outcome(viewer, 'POST', 'business-areas/', app.form())).toBe(
      '403 Only administrators can do this.',
    )
    const { area_id: id } = await app.newArea()
    const refused = '403 Only the owner or administrators can change this business area.'
    expect(await app.outcome(viewer, 'PUT', `business-areas/${id}`, basics)).toBe(refused)
    expect(await app.outcome(viewer, 'PUT', `business-areas/${id}/tables`, [{ table_name: 'orders' }])).toBe(refused)
    expect(await app.outcome(viewer, 'PUT', `business-areas/${id}/joins`, [])).toBe(refused)
    expect(await app.outcome(viewer, 'DELETE', `business-areas/${id}`)).toBe(refused)
    expect(await app.outcome(colleague, 'PUT', `business-areas/${id}`, { ...basics, visibility: 'private' })).toBe(
      '200',
    )
    const seen = (await app.api(colleague, 'GET', `business-areas/${id}`)).json<Area>()
    expect(seen).toMatchObject({ is_owner: false, can_edit: true, visibility: 'private', user_id: app.admin.user.id })
    expect(await app.outcome(viewer, 'PUT', `business-areas/${id}`, basics)).toBe(notFound)
    expect(await app.outcome(colleague, 'DELETE', `business-areas/${id}`)).toBe('200')
    await app.close()
  })

  test('OP-04 OP-05 lets an ADMIN transfer an area to a new owner, who edits, revokes and deletes without being an administrator', async () => {
    const app = await createAreaApp(current())
    const [owner, friend, inactive] = [
      await app.signIn('GENERAL'),
      await app.signIn('GENERAL'),
      await app.signIn('GENERAL', { is_active: 0 }),
    ]
    const { area_id: id } = await app.newArea({ visibility: 'restricted' })
    const transfer = (who: SignedInUser, user_id: string) =>
      app.outcome(who, 'PUT', `business-areas/${id}/owner`, { user_id })
    expect(await transfer(owner, owner.user.id)).toBe('403 Only administrators can do this.')
    expect(await transfer(app.admin, 'nobody')).toBe('404 This user does not exist. Reload the list of users.')
    expect(await transfer(app.admin, inactive.user.id)).toBe('409 This account is not active. Activate it first.')
    await app.api(app.admin, 'POST', `business-areas/${id}/access`, { user_id: friend.user.id })
    expect(await transfer(app.admin, owner.user.id)).toBe('200')
    const area = (await app.api(owner, 'GET', `business-areas/${id}`)).json<Area>()
    expect(area).toMatchObject({ is_owner: true, can_edit: true, can_manage_access: true, owner_name: null })
    const renamed = await app.api(owner, 'PUT', `business-areas/${id}`, { ...basics, visibility: 'restricted' })
    expect(renamed.json()).toMatchObject({ area_name: 'Changed', ai_instructions: 'Amounts are in cents.' })
    expect(await app.outcome(owner, 'DELETE', `business-areas/${id}/access/${friend.user.id}`)).toBe('200')
    expect(await app.outcome(owner, 'GET', 'users/')).toMatch(/^403 /)
    const elsewhere = await app.newDatabase('hidden', ['orders (id integer)', 'customers (id integer)'])
    await app.call(app.admin, 'PUT', `configurations/${elsewhere.id}`, { visibility: 'private' })
    const move = { ...basics, application_id: elsewhere.applicationId }
    expect(await app.outcome(owner, 'PUT', `business-areas/${id}`, move)).toMatch(/^404 Application not found/)
    expect(await app.outcome(owner, 'DELETE', `business-areas/${id}`)).toBe('200')
    await app.close()
  })

  test('OP-10 shows all owner names to admins, and those of others’ public and restricted areas to everyone else', async () => {
    const app = await createAreaApp(current())
    const owner = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea({ visibility: 'private' })
    await app.api(app.admin, 'PUT', `business-areas/${id}/owner`, { user_id: owner.user.id })
    const name = owner.user.email.split('@')[0]
    const ownerName = async (who: SignedInUser) =>
      (await app.api(who, 'GET', `business-areas/${id}`)).json<Area>().owner_name
    expect(await ownerName(app.admin)).toBe(name)
    expect(await ownerName(owner)).toBeNull()
    await app.api(owner, 'PUT', `business-areas/${id}`, basics)
    expect(await ownerName(owner)).toBeNull()
    expect(await ownerName(await app.signIn('GENERAL'))).toBe(name)
    await app.close()
  })

  test('shows the rules only to editors of the area, and only their existence to others', async () => {
    const app = await createAreaApp(current())
    const row_security_rules = { rules: [{ name: 'North', tables: { customers: { condition: "region = 'north'" } } }] }
    const column_security_rules = {
      rules: [{ name: 'Mail', tables: { customers: { email: { mask_type: 'null' } } } }],
    }
    const { area_id: id } = await app.newArea({ row_security_rules, column_security_rules })
    const has = { has_row_security: true, has_column_security: true }
    const general = await app.api(await app.signIn('GENERAL'), 'GET', `business-areas/${id}`)
    expect(general.json()).toMatchObject({ ...has, row_security_rules: {}, column_security_rules: {} })
    expect(general.body).not.toContain('north')
    const editor = await app.api(await app.signIn('ADMIN'), 'GET', `business-areas/${id}`)
    expect(editor.json()).toMatchObject({ ...has, row_security_rules, column_security_rules })
    await app.close()
  })

  test('refuses another user’s private area as a default', async () => {
    const app = await createAreaApp(current())
    const colleague = await app.signIn('ADMIN')
    const { area_id: id } = await app.newArea({ visibility: 'private' })
    const refused = '403 Only the owner of a private business area can ask questions in it.'
    expect(await app.outcome(colleague, 'POST', `business-areas/${id}/set-default`)).toBe(refused)
    const put = { area_name: 'Sales', visibility: 'private', is_default: true }
    expect(await app.outcome(colleague, 'PUT', `business-areas/${id}`, put)).toBe(refused)
    expect(await app.outcome(app.admin, 'POST', `business-areas/${id}/set-default`)).toBe('200')
    await app.close()
  })
})
