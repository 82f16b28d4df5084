import { describe, expect, test } from 'vitest'
import { createManagedApp, nowhere } from '../../testing/managed-app.ts'
import { describeStores } from '../../testing/test-store.ts'

describeStores('access to a restricted database', (current) => {
  test('AC-363 AC-371 AC-372 AC-374 AC-397 AC-398 AC-399 OP-38 grants by email, lists and revokes', async () => {
    const app = await createManagedApp(current())
    const general = await app.signIn('GENERAL')
    const form = {
      name: 'Salaries',
      db_type: 'sqlite',
      database: app.file('salaries.sqlite'),
      visibility: 'restricted',
    }
    const { id, can_manage_access } = await app.createTested(form)
    expect(can_manage_access).toBe(true)
    const url = `configurations/${id}/access`
    const canUse = async () => (await app.call(general, 'GET', `configurations/${id}`)).statusCode
    expect(await canUse()).toBe(404)
    const granted = await app.call(app.admin, 'POST', url, { user_email: ` ${general.user.email.toUpperCase()} ` })
    expect(granted.json()).toMatchObject({
      id: general.user.id,
      config_id: id,
      user_id: general.user.id,
      user_email: general.user.email,
      user_name: general.user.username,
      is_active: true,
      message: `Access granted to ${general.user.email}`,
      pattern: 'Access granted to {email}',
      values: { email: general.user.email },
    })
    expect((await app.call(app.admin, 'GET', url)).json()).toMatchObject([
      { id: general.user.id, user_id: general.user.id, user_email: general.user.email },
    ])
    expect(await canUse()).toBe(200)
    expect((await app.call(general, 'POST', 'configurations/set-active', { config_id: id })).statusCode).toBe(200)
    expect((await app.call(general, 'GET', url)).statusCode).toBe(403)
    const revoked = await app.call(app.admin, 'DELETE', `${url}/${general.user.id}`)
    expect(revoked.json()).toMatchObject({ user_id: general.user.id, message: 'Access revoked successfully' })
    expect(await canUse()).toBe(404)
    expect((await app.call(general, 'GET', 'configurations/active')).body).toBe('null')
    expect((await app.call(app.admin, 'DELETE', `${url}/${general.user.id}`)).statusCode).toBe(404)
    await app.app.close()
  })

  test('grants once for repeated or concurrent calls, and never to unknown, pending, or deactivated accounts or the owner', async () => {
    const app = await createManagedApp(current())
    const general = await app.signIn('GENERAL')
    const { id } = await app.create({ ...nowhere, visibility: 'restricted' })
    const url = `configurations/${id}/access`
    const grant = (user_email: string) => app.call(app.admin, 'POST', url, { user_email })
    const answers = await Promise.all(Array.from({ length: 8 }, () => grant(general.user.email)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect((await app.call(app.admin, 'GET', url)).json()).toHaveLength(1)
    const pending = await app.signIn('GENERAL', { status: 'N', is_active: 0 })
    const deactivated = await app.signIn('GENERAL', { is_active: 0 })
    const refused = [
      await grant('nobody@example.test'),
      await grant(pending.user.email),
      await grant(deactivated.user.email),
      await grant(app.admin.user.email),
    ]
    expect(refused.map(({ statusCode, body }) => `${statusCode} ${JSON.parse(body).detail}`)).toEqual([
      '404 There is no account with the email nobody@example.test.',
      `409 The account ${pending.user.email} is not active. Activate it before you grant access.`,
      `409 The account ${deactivated.user.email} is not active. Activate it before you grant access.`,
      `409 ${app.admin.user.email} owns this connection and already has access.`,
    ])
    await app.app.close()
  })
})

describe('access', () => {
  test('R11 hides accounts that are not active from an owner who is not an administrator', async () => {
    const app = await createManagedApp(null)
    const { id } = await app.create({ ...nowhere, visibility: 'restricted' })
    const owner = await app.signIn('GENERAL')
    await app.context.store.db
      .updateTable('connections')
      .set({ owner_id: owner.user.id })
      .where('id', '=', id)
      .execute()
    const inactive = [
      await app.signIn('GENERAL', { status: 'N', is_active: 0 }),
      await app.signIn('GENERAL', { is_active: 0 }),
    ]
    for (const email of ['nobody@example.test', ...inactive.map(({ user }) => user.email)]) {
      const answer = await app.call(owner, 'POST', `configurations/${id}/access`, { user_email: email })
      expect([answer.statusCode, answer.json().detail]).toEqual([404, `There is no account with the email ${email}.`])
    }
    await app.close()
  })

  test('AC-370 refuses an empty email in the documents’ words', async () => {
    const app = await createManagedApp(null)
    const { id } = await app.create({ ...nowhere, visibility: 'restricted' })
    for (const payload of [{ user_email: '' }, { user_email: '   ' }, {}]) {
      const answer = await app.call(app.admin, 'POST', `configurations/${id}/access`, payload)
      expect([answer.statusCode, answer.json().detail]).toEqual([400, 'Please enter a valid email address'])
    }
    await app.close()
  })

  test('AC-309 AC-310 AC-361 AC-362 manages access only to restricted databases, and only for their owner and administrators', async () => {
    const app = await createManagedApp(null)
    const other = await app.signIn('ADMIN')
    const owner = await app.signIn('GENERAL')
    const guest = await app.signIn('GENERAL')
    const { id } = await app.create({ ...nowhere, visibility: 'private' })
    const url = `configurations/${id}/access`
    expect((await app.call(app.admin, 'GET', url)).json().detail).toBe(
      'You can only grant access to connections with restricted visibility.',
    )
    expect((await app.call(other, 'GET', url)).statusCode).toBe(404)
    await app.context.store.db
      .updateTable('connections')
      .set({ owner_id: owner.user.id, visibility: 'restricted' })
      .where('id', '=', id)
      .execute()
    const seen = (await app.call(owner, 'GET', `configurations/${id}`)).json()
    expect([seen.can_manage_access, seen.can_manage]).toEqual([true, false])
    expect((await app.call(owner, 'POST', url, { user_email: guest.user.email })).statusCode).toBe(200)
    expect((await app.call(other, 'GET', url)).json()).toHaveLength(1)
    expect((await app.call(other, 'POST', url, { user_email: other.user.email })).statusCode).toBe(200)
    expect((await app.call(guest, 'DELETE', `${url}/${guest.user.id}`)).statusCode).toBe(403)
    await app.close()
  })

  test('keeps a grant after a deactivation, and the list shows who is deactivated', async () => {
    const app = await createManagedApp(null)
    const general = await app.signIn('GENERAL')
    const { id } = await app.create({ ...nowhere, visibility: 'restricted' })
    const url = `configurations/${id}/access`
    await app.call(app.admin, 'POST', url, { user_email: general.user.email })
    await app.context.store.db.updateTable('users').set({ is_active: 0 }).where('id', '=', general.user.id).execute()
    expect((await app.call(app.admin, 'GET', url)).json()).toMatchObject([
      { user_id: general.user.id, is_active: false },
    ])
    expect((await app.call(general, 'GET', `configurations/${id}`)).json().code).toBe('account_inactive')
    expect((await app.call(app.admin, 'DELETE', `${url}/${general.user.id}`)).statusCode).toBe(200)
    await app.close()
  })
})
