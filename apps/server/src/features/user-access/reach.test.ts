import { expect, test } from 'vitest'
import { createAreaApp } from '../../testing/area-app.ts'
import { privateConnection } from '../../testing/owned-objects.ts'
import { describeOneStore } from '../../testing/test-store.ts'

describeOneStore('what a user can reach', (current) => {
  test('lists their databases, areas, attributes, and limits, only counts private databases, and is recorded', async () => {
    const app = await createAreaApp(current())
    const { user } = await app.signIn('GENERAL', {
      attributes: JSON.stringify({ region: 'north' }),
      daily_query_limit: 5,
    })
    const open = await app.newArea({ area_name: 'Open', visibility: 'public' })
    await app.newArea({ area_name: 'Closed', visibility: 'restricted' })
    await privateConnection(app, user.id)
    const reach = (await app.api(app.admin, 'GET', `users/${user.id}/reach`)).json()
    expect(reach).toMatchObject({
      email: user.email,
      can_sign_in: true,
      attributes: { region: 'north' },
      daily_query_limit: 5,
      private_databases: 1,
    })
    const place = { config_id: app.databaseId, name: 'Shop database' }
    expect(reach.areas).toEqual([
      { area_id: open.area_id, area_name: 'Open', visibility: 'public', databases: [place] },
    ])
    expect(reach.databases).toContainEqual({ ...place, visibility: 'public' })
    const { records } = (await app.api(app.admin, 'GET', 'audit?action=user.review-access')).json()
    expect(records).toMatchObject([{ target_name: user.email, outcome: 'allowed' }])
    expect((await app.api(app.admin, 'GET', 'users/gone/reach')).statusCode).toBe(404)
    await app.close()
  })
})
