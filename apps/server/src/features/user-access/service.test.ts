import { expect, test } from 'vitest'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

type Visibility = 'private' | 'public' | 'restricted'

async function database(app: AdministeredApp, by: SignedInUser, name: string, visibility: Visibility): Promise<string> {
  const form = { name, db_type: 'postgresql', host: '127.0.0.1', port: 9, database: 'd', username: 'u', password: 'p' }
  const answer = await app.call(by, 'POST', 'database-management/configurations', { ...form, visibility })
  return answer.json().id
}

const change = (id: string, has_access: boolean, type = 'database') => ({ type, id, has_access })

describeOneStore('one user’s access', (current) => {
  test('AC-293 AC-295 AC-297 AC-309 OP-47 lists the restricted databases that the caller manages, and what was granted', async () => {
    const app = await createAdministeredApp(current())
    const [colleague, person] = [await app.signIn('ADMIN'), await app.signIn('GENERAL')]
    const own = await database(app, app.admin, 'Own', 'restricted')
    const theirs = await database(app, colleague, 'Theirs', 'restricted')
    await database(app, app.admin, 'Everyone', 'public')
    await database(app, colleague, 'Secret', 'private')
    await app.call(app.admin, 'POST', `database-management/configurations/${own}/access`, {
      user_email: person.user.email,
    })
    const access = (await app.call(app.admin, 'GET', `users/${person.user.id}/access`)).json()
    expect(access).toMatchObject({ user_id: person.user.id, business_areas: [] })
    expect(
      access.databases.map((each: object) =>
        Object.entries(each)
          .slice(0, 3)
          .map(([, value]) => value),
      ),
    ).toEqual([
      [own, own, 'Own'],
      [theirs, theirs, 'Theirs'],
    ])
    expect(access.databases.map((each: { has_access: boolean }) => each.has_access)).toEqual([true, false])
    const ofOwner = (await app.call(app.admin, 'GET', `users/${colleague.user.id}/access`)).json()
    expect(ofOwner.databases[1]).toMatchObject({ id: theirs, is_owner: true, has_access: true })
    expect(await app.outcome(app.admin, 'GET', 'users/nobody/access')).toBe(
      '404 This user does not exist. Reload the list of users.',
    )
    await app.app.close()
  })

  test('AC-298 AC-301 AC-302 AC-304 OP-07 applies each change independently, and names failures with their reasons', async () => {
    const app = await createAdministeredApp(current())
    const [colleague, person] = [await app.signIn('ADMIN'), await app.signIn('GENERAL')]
    const [one, two] = [
      await database(app, app.admin, 'One', 'restricted'),
      await database(app, app.admin, 'Two', 'restricted'),
    ]
    const shared = await database(app, app.admin, 'Everyone', 'public')
    const secret = await database(app, colleague, 'Secret', 'private')
    const put = async (id: string, changes: object[]) =>
      (await app.call(app.admin, 'PUT', `users/${id}/access`, { changes })).json()
    expect(await put(person.user.id, [change(one, true), change(two, false)])).toEqual({
      total: 2,
      succeeded: 2,
      message: null,
      failed: [],
    })
    const partly = await put(person.user.id, [
      change(one, false),
      change(two, true),
      change(shared, true),
      change(secret, true),
      change(secret, false),
      change('an-area', true, 'business_area'),
    ])
    expect(partly).toMatchObject({
      total: 6,
      succeeded: 2,
      message: 'Some changes could not be saved. 2 of 6 changes were successful.',
    })
    const failures = partly.failed.map((each: Record<string, string>) => [each.type, each.name, each.code])
    expect(failures).toEqual([
      ['database', shared, 'bad_request'],
      ['database', secret, 'connection_not_found'],
      ['database', secret, 'connection_not_found'],
      ['business_area', 'an-area', 'area_not_found'],
    ])
    const { databases } = (await app.call(app.admin, 'GET', `users/${person.user.id}/access`)).json()
    expect(databases.map((each: { has_access: boolean }) => each.has_access)).toEqual([false, true])
    const none = await put(person.user.id, [change('gone', true)])
    expect(none).toMatchObject({ succeeded: 0, message: 'Failed to save any changes.' })
    const inactive = await app.signIn('GENERAL', { is_active: 0 })
    expect((await put(inactive.user.id, [change(one, true)])).failed[0]).toMatchObject({
      name: 'One',
      code: 'conflict',
    })
    for (const payload of [
      { changes: [] },
      { changes: [{ id: one }] },
      { changes: [change(one, true, 'table')] },
      {},
    ]) {
      expect((await app.call(app.admin, 'PUT', `users/${person.user.id}/access`, payload)).statusCode).toBe(400)
    }
    await app.app.close()
  })
})
