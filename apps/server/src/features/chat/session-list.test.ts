import { randomUUID } from 'node:crypto'
import type { SessionList } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createAdministeredApp, type AdministeredApp } from '../../testing/administered-app.ts'
import { createSession, createTurn, privateConnection } from '../../testing/owned-objects.ts'
import { describeStores } from '../../testing/test-store.ts'

async function list(app: AdministeredApp, query = ''): Promise<SessionList> {
  return (await app.call(app.admin, 'GET', `admin/sessions?${query}`)).json()
}

/** Rates a turn, as its user does. */
async function rate(app: AdministeredApp, turnId: string, connectionId: string, status: 'pending' | 'wrong') {
  await app.context.store.db
    .insertInto('examples')
    .values({
      id: randomUUID(),
      area_id: null,
      connection_id: connectionId,
      turn_id: turnId,
      question_key: null,
      question: 'private',
      sql_query: 'select 1',
      reading: null,
      status,
      created_by: null,
      created_at: app.context.now().toISOString(),
      decided_by: null,
      decided_at: null,
      verified_at: null,
      problem: null,
      reason: null,
      comment: null,
    })
    .execute()
}

async function sessionOf(app: AdministeredApp, turnId: string): Promise<string> {
  const turns = app.context.store.db.selectFrom('turns').select('session_id')
  return (await turns.where('id', '=', turnId).executeTakeFirstOrThrow()).session_id
}

describeStores('the conversations of all users', (current) => {
  test('lists who asked, how often, and how it was rated, page by page, without a text or a private database', async () => {
    const app = await createAdministeredApp(current())
    const { user } = await app.signIn('GENERAL')
    const connectionId = await privateConnection(app, user.id)
    const [right, wrong, own] = [
      await createTurn(app, user.id),
      await createTurn(app, user.id),
      await createTurn(app, app.admin.user.id),
    ]
    await rate(app, right, connectionId, 'pending')
    await rate(app, wrong, connectionId, 'wrong')
    const { db } = app.context.store
    const wrongSession = await sessionOf(app, wrong)
    await db.updateTable('sessions').set({ connection_id: connectionId }).where('id', '=', wrongSession).execute()
    await createSession(app, user.id).then((id) =>
      db.updateTable('sessions').set({ next_turn: 1 }).where('id', '=', id).execute(),
    )

    const first = await list(app, 'limit=2')
    const second = await list(app, `limit=2&cursor=${first.next_cursor}`)
    const all = [...first.conversations, ...second.conversations]
    const turns = [right, wrong, own]
    const sessions = await Promise.all(turns.map((turn) => sessionOf(app, turn)))
    expect(all.map(({ session_id: id }) => id).toSorted()).toEqual(sessions.toSorted())
    expect(second.next_cursor).toBeNull()
    expect(JSON.stringify(all)).not.toContain('private')
    expect(all.find(({ session_id: id }) => id === wrongSession)).toMatchObject({
      user_email: user.email,
      is_own: false,
      connection_id: null,
      connection_name: null,
      questions: 1,
      answered: 1,
      failed: 0,
      right: 0,
      wrong: 1,
      costs: [],
    })
    const found = async (query: string) => (await list(app, query)).conversations.map(({ session_id: id }) => id)
    expect(await found('feedback=wrong')).toEqual([wrongSession])
    expect(await found(`session_id=${wrongSession}`)).toEqual([wrongSession])
    expect(await found(`session_id=${wrongSession}&user_id=${app.admin.user.id}`)).toEqual([])
    expect(await found(`user_id=${app.admin.user.id}`)).toEqual([sessions[2]])
    expect(await found('outcome=failed')).toEqual([])
    expect(await found('to=2020-01-01T00:00:00Z')).toEqual([])
    expect((await app.call(app.admin, 'GET', 'admin/sessions?cursor=nonsense')).statusCode).toBe(400)
    await app.app.close()
  })
})
