import { expect, test } from 'vitest'
import { createTestAppOver } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'

describeStores('user administration', (current) => {
  test('AC-253 AC-255 an administrator sees who waits and lets them in with a role', async () => {
    const app = await createTestAppOver(current())
    const admin = await app.signIn('ADMIN')
    const waiting = await app.signIn('GENERAL', { status: 'N', is_active: 0 })
    const list = await app.app.inject({ url: '/api/v1/users/', headers: admin.headers })
    expect(list.json()).toHaveLength(2)
    expect(list.json()[1]).toMatchObject({
      email: waiting.user.email,
      status: 'N',
      daily_query_limit: null,
      daily_query_count: 0,
    })
    expect(list.body).not.toContain('password')
    const approve = (payload: object) =>
      app.app.inject({
        method: 'POST',
        url: `/api/v1/users/${waiting.user.id}/approve`,
        headers: admin.headers,
        payload,
      })
    expect((await approve({ role: 'KING' })).statusCode).toBe(400)
    expect((await approve({ role: 'ADMIN' })).json()).toMatchObject({ status: 'A', is_active: true, role: 'ADMIN' })
    expect((await approve({ role: 'GENERAL' })).json()).toMatchObject({ role: 'ADMIN' })
    const missing = await app.app.inject({
      method: 'POST',
      url: '/api/v1/users/nobody/approve',
      headers: admin.headers,
      payload: {},
    })
    expect(missing.statusCode).toBe(404)
    expect((await app.app.inject({ url: '/api/v1/auth/me', headers: waiting.headers })).json()).toMatchObject({
      role: 'ADMIN',
    })
    await app.app.close()
  })
})
