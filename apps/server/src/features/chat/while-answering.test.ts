import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Session, TurnEvent } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storePath } from '../../store/open-store.ts'
import { appName, createAskingApp, type AskingApp } from '../../testing/asking-app.ts'
import { textOf } from '../../testing/file-turn.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { ScriptedReply } from '../../testing/model-stand-ins/wire.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let standIn: ModelStandIn
let app: AskingApp
let ada: SignedInUser
let admin: SignedInUser
let sessionId: string
let databaseId: string

beforeAll(async () => {
  standIn = await startModelStandIn('openai-compatible', [])
  app = await createAskingApp({ provider: 'openai-compatible', model: 'test-model', base_url: standIn.baseUrl })
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})
beforeEach(async () => {
  ada = await app.signIn('GENERAL')
  admin = await app.signIn('ADMIN')
  const path = join(app.context.config.dataDir, 'sample', 'sample-shop.sqlite')
  databaseId = await app.services.connections.create({
    name: `shop ${ada.user.id}`,
    description: null,
    kind: 'sqlite',
    config: { database: path },
    applicationId: null,
    visibility: 'public',
    ownerId: admin.user.id,
  })
  await app.services.connections.test(databaseId)
  sessionId = await app.newSession(ada, { 'user:database_config_id': databaseId })
})

const url = '/api/v1/database-management/configurations'

function query(sql: string): ScriptedReply {
  return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql, reading: 'As asked' } }] }
}

async function reload(): Promise<Session> {
  const path = `/apps/${appName}/users/${ada.user.id}/sessions/${sessionId}`
  return (await app.app.inject({ method: 'GET', url: path, headers: ada.headers })).json<Session>()
}

/** Waits until the turn's query was sent to the database. */
async function untilRunning(): Promise<void> {
  while (!(await reload()).events.some((event) => JSON.stringify(event.content ?? '').includes('functionCall')))
    continue
}

/** Changes the store from outside at the moment when the model answers. */
function changeStore(sql: string, ...values: string[]): void {
  const store = new DatabaseSync(storePath(app.context.config.dataDir))
  store.prepare(sql).run(...values)
  store.close()
}

const responses = (events: TurnEvent[]) =>
  events.flatMap((event) =>
    (event.content?.parts ?? []).flatMap((part) =>
      'functionResponse' in part ? [part.functionResponse.response] : [],
    ),
  )

describe('while a question is answered', () => {
  test("stops the query when the turn's database is deleted, says why in the turn, and keeps the question", async () => {
    const heavy = Array.from({ length: 6 }, (_, index) => `order_items i${index}`).join(', ')
    standIn.script([query(`SELECT COUNT(*) AS c FROM ${heavy}`), { text: ['The database is not there any more.'] }])
    const asking = app.ask(ada, sessionId, 'Everything times everything')
    await untilRunning()
    const removed = await app.app.inject({ method: 'DELETE', url: `${url}/${databaseId}`, headers: admin.headers })
    expect(removed.statusCode).toBe(200)
    const events = await asking
    expect(events.at(-1)?.final).toBe(true)
    // In the middle of the query, or just before it.
    expect(JSON.stringify(events)).toMatch(/removed while this was running|connection_not_found/)
    const session = await reload()
    expect(textOf(session.events[0])).toBe('Everything times everything')
    expect(session).toMatchObject({ running_turn_id: null, database_removed: true })
  })

  test("runs no more queries when the turn's database becomes untested, and ends the turn", async () => {
    standIn.script((_request, index) => {
      if (index > 0) return { text: ['It cannot be asked now.'] }
      changeStore('UPDATE connections SET is_valid = 0 WHERE id = ?', databaseId)
      return query('SELECT COUNT(*) AS n FROM orders')
    })
    const events = await app.ask(ada, sessionId, 'How many orders?')
    expect(events.at(-1)?.final).toBe(true)
    expect(responses(events).some((response) => response.success && response.executed)).toBe(false)
    expect(JSON.stringify(events)).toContain('must be tested')
    standIn.script([query('SELECT 1 AS a')])
    const next = await app.post(ada, '/run', {
      appName,
      userId: ada.user.id,
      sessionId,
      newMessage: { role: 'user', parts: [{ text: 'And now?' }] },
    })
    expect(next.json()).toMatchObject({
      code: 'connection_untested',
      detail: expect.stringContaining('has not been tested yet'),
    })
  })

  test("R16 uses the user's new values in the rules for the next query", async () => {
    standIn.script((_request, index) => {
      if (index > 1) return { text: ['See the table.'] }
      changeStore(
        `UPDATE users SET dept_id = ?, attributes = '{"region":"new"}' WHERE id = ?`,
        `dept-${index}`,
        ada.user.id,
      )
      return query(`SELECT :current_dept_id AS dept, :user.region AS region, ${index} AS step`)
    })
    const events = await app.ask(ada, sessionId, 'Where do I work?')
    expect(responses(events).map(({ results }) => results)).toEqual([[['dept-0', 'new', 0]], [['dept-1', 'new', 1]]])
  })

  test('R16 runs no more queries for an account that another process deactivated', async () => {
    standIn.script((_request, index) => {
      if (index > 0) return { text: ['No more.'] }
      changeStore('UPDATE users SET is_active = 0 WHERE id = ?', ada.user.id)
      return query('SELECT COUNT(*) AS n FROM orders')
    })
    const events = await app.ask(ada, sessionId, 'How many orders?')
    expect(responses(events).some((response) => response.success && response.executed)).toBe(false)
    expect(events.at(-1)).toMatchObject({ final: true })
  })

  test("continues with the turn's own database when the user selects another one", async () => {
    standIn.script((_request, index) => {
      if (index > 0) return { text: ['See the table.'] }
      changeStore(
        'INSERT INTO active_connections (user_id, connection_id, updated_at) SELECT ?, id, created_at FROM connections WHERE origin IS NOT NULL',
        ada.user.id,
      )
      return query('SELECT COUNT(*) AS n FROM orders')
    })
    const events = await app.ask(ada, sessionId, 'How many orders?')
    expect(responses(events)[0]).toMatchObject({ success: true, row_count: 1 })
    const turn = await app.context.store.db
      .selectFrom('turns')
      .select('connection_id')
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    expect(turn).toEqual({ connection_id: databaseId })
  })

  test('informs followers when the conversation is deleted, and leaves nothing of it', async () => {
    const heavy = Array.from({ length: 6 }, (_, index) => `order_items i${index}`).join(', ')
    standIn.script([query(`SELECT COUNT(*) AS c FROM ${heavy}`), { text: ['No more.'] }])
    const asking = app.ask(ada, sessionId, 'Everything times everything')
    await untilRunning()
    const path = `/apps/${appName}/users/${ada.user.id}/sessions/${sessionId}`
    expect((await app.app.inject({ method: 'DELETE', url: path, headers: ada.headers })).statusCode).toBe(200)
    expect((await asking).at(-1)).toMatchObject({ type: 'cancelled', final: true })
    expect(
      await app.context.store.db.selectFrom('turns').select('id').where('session_id', '=', sessionId).execute(),
    ).toEqual([])
  })
})
