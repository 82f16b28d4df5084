import { expect, test } from 'vitest'
import { createAdministeredApp } from '../../testing/administered-app.ts'
import type { AdministeredApp } from '../../testing/administered-app.ts'
import { createTurn, privateArea, privateConnection } from '../../testing/owned-objects.ts'
import { describeStores } from '../../testing/test-store.ts'

const ownerOf = async ({ context }: AdministeredApp, table: 'areas' | 'connections', id: string) =>
  (await context.store.db.selectFrom(table).select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id

describeStores('deleting a user', (current) => {
  test('gives areas and databases to another user, deletes conversations, and ends the sign-ins at once', async () => {
    const app = await createAdministeredApp(current())
    const [leaver, heir] = [await app.signIn('ADMIN'), await app.signIn('GENERAL')]
    const [area, connection] = [await privateArea(app, leaver.user.id), await privateConnection(app, leaver.user.id)]
    const turn = await createTurn(app, leaver.user.id)
    const path = `users/${leaver.user.id}`
    const owned = (await app.call(app.admin, 'GET', `${path}/possessions`)).json()
    expect(owned).toEqual({
      areas: [{ area_id: area, area_name: 'Secret plans' }],
      databases: [],
      private_databases: 1,
      evaluation_sets: 0,
      conversations: 1,
    })
    expect(await app.outcome(app.admin, 'DELETE', path)).toBe(
      `409 ${leaver.user.email} owns business areas or databases. Choose another user who gets them.`,
    )
    expect(await ownerOf(app, 'areas', area)).toBe(leaver.user.id)
    const answer = await app.call(app.admin, 'DELETE', `${path}?heir_id=${heir.user.id}`)
    expect(answer.json()).toMatchObject({ user_id: leaver.user.id, message: `${leaver.user.email} was deleted.` })
    expect([await ownerOf(app, 'areas', area), await ownerOf(app, 'connections', connection)]).toEqual([
      heir.user.id,
      heir.user.id,
    ])
    expect(await app.context.store.db.selectFrom('turns').select('id').where('id', '=', turn).execute()).toEqual([])
    expect((await app.call(leaver, 'GET', 'auth/me')).statusCode).toBe(401)
    const [record] = (await app.call(app.admin, 'GET', 'audit?action=user.delete&outcome=allowed')).json().records
    expect(record).toMatchObject({
      target_name: leaver.user.email,
      detail: { conversations: 1, areas: 1, databases: 1, heir: heir.user.email },
    })
    expect((await app.call(app.admin, 'GET', path)).statusCode).toBe(404)
    await app.app.close()
  })

  test('refuses one’s own account, an heir who cannot sign in, and an heir with a database of the same name', async () => {
    const app = await createAdministeredApp(current())
    const [leaver, off] = [await app.signIn('GENERAL'), await app.signIn('GENERAL', { is_active: 0 })]
    const [own, other] = [await privateConnection(app, leaver.user.id), await privateConnection(app, app.admin.user.id)]
    await app.context.store.db
      .updateTable('connections')
      .set({ name: 'Ledger' })
      .where('id', 'in', [own, other])
      .execute()
    const removal = (id: string, heir: string) => app.outcome(app.admin, 'DELETE', `users/${id}?heir_id=${heir}`)
    expect(await removal(app.admin.user.id, leaver.user.id)).toBe(
      '403 You cannot delete your own account. Ask another administrator to do it.',
    )
    expect(await removal(leaver.user.id, off.user.id)).toBe(
      '409 The user who gets the areas and databases is not active. Choose another one.',
    )
    expect(await removal(leaver.user.id, leaver.user.id)).toContain('Choose another user who gets them.')
    expect(await removal(leaver.user.id, app.admin.user.id)).toContain('already has a database of the same name')
    expect(await removal('gone', app.admin.user.id)).toBe('404 This user does not exist. Reload the list of users.')
    expect(await ownerOf(app, 'connections', own)).toBe(leaver.user.id)
    await app.app.close()
  })

  test('deletes several users in one request and skips those who own something without an heir', async () => {
    const app = await createAdministeredApp(current())
    const [plain, owner] = [await app.signIn('GENERAL'), await app.signIn('GENERAL')]
    await privateArea(app, owner.user.id)
    const user_ids = [plain.user.id, owner.user.id, app.admin.user.id]
    const answer = (await app.call(app.admin, 'POST', 'users/bulk', { action: { kind: 'delete' }, user_ids })).json()
    expect([answer.changed, answer.skipped]).toEqual([1, 2])
    const action = { kind: 'delete', heir_id: app.admin.user.id }
    expect(
      (await app.call(app.admin, 'POST', 'users/bulk', { action, user_ids: [owner.user.id] })).json().changed,
    ).toBe(1)
    expect((await app.call(app.admin, 'GET', 'users/search')).json().total).toBe(1)
    await app.app.close()
  })
})
