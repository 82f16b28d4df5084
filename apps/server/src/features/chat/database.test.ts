import { describe, expect, test } from 'vitest'
import { createAskingApp, appName, runRequest } from '../../testing/asking-app.ts'
import type { AskingApp } from '../../testing/asking-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'

const configurations = '/api/v1/database-management/configurations'
const builtin = { provider: 'builtin', model: 'builtin' } as const

const sessionsOf = ({ user }: SignedInUser) => `/apps/${appName}/users/${user.id}/sessions`
const get = (app: AskingApp, { headers }: SignedInUser, url: string) => app.app.inject({ url, headers })

async function sampleId(app: AskingApp, who: SignedInUser): Promise<string> {
  return (await get(app, who, configurations)).json()[0].id
}

describeOneStore('a conversation’s database', (current) => {
  test('CH-207 CH-133 refuses an unknown database when the conversation begins and when it moves', async () => {
    const app = await createAskingApp(builtin, {}, current())
    const ada = await app.signIn('GENERAL')
    const refused = await app.post(ada, sessionsOf(ada), { state: { 'user:database_config_id': 'nowhere' } })
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      404,
      'connection_not_found',
      "Connection not found, or you don't have access to it.",
    ])
    const id = await app.newSession(ada, { 'user:database_config_id': await sampleId(app, ada) })
    const moved = await app.app.inject({
      method: 'PATCH',
      url: `${sessionsOf(ada)}/${id}`,
      headers: ada.headers,
      payload: { state_delta: { 'user:database_config_id': 'nowhere' } },
    })
    expect(moved.statusCode).toBe(404)
    const [listed] = (await get(app, ada, configurations)).json()
    expect(listed).toMatchObject({
      id: expect.any(String),
      name: 'Sample Shop',
      description: expect.any(String),
      db_type: 'sqlite',
      application: { id: expect.any(String), name: 'Sample Shop' },
      is_active: true,
      is_valid: true,
      is_owner: false,
    })
    await app.app.close()
  })

  test('CH-207 keeps the history of a removed database, says so in it, and refuses the next question in plain words', async () => {
    const app = await createAskingApp(builtin, {}, current())
    const admin = await app.signIn('ADMIN')
    const ada = await app.signIn('GENERAL')
    const id = await sampleId(app, ada)
    const sessionId = await app.newSession(ada, { 'user:database_config_id': id })
    await app.ask(ada, sessionId, 'How many orders are there?')
    await app.context.store.db.updateTable('connections').set({ is_valid: 0 }).execute()
    const removed = await app.app.inject({ method: 'DELETE', url: `${configurations}/${id}`, headers: admin.headers })
    expect(removed.statusCode).toBe(200)
    const session = (await get(app, ada, `${sessionsOf(ada)}/${sessionId}`)).json()
    expect(session).toMatchObject({ database_config_id: id, database_removed: true })
    expect(session.events.length).toBeGreaterThan(1)
    expect((await get(app, ada, sessionsOf(ada))).json()).toMatchObject([{ id: sessionId, database_removed: true }])
    const asked = await app.post(ada, '/run', runRequest(ada, sessionId, 'And how many customers?'))
    expect([asked.statusCode, asked.json().code, asked.json().detail]).toEqual([
      404,
      'connection_not_found',
      expect.stringMatching(/^The database of this conversation was removed or is no longer shared with you\./),
    ])
    expect((await get(app, ada, `${configurations}/active`)).body).toBe('null')
    await app.app.close()
  })
})

describe('switching the database', () => {
  test('CH-118 CH-125 CH-131 CH-229 answers with the new active database, and refuses an untested one for everyone', async () => {
    const app = await createAskingApp(builtin)
    const admin = await app.signIn('ADMIN')
    const ada = await app.signIn('GENERAL')
    const id = await sampleId(app, ada)
    for (const who of [admin, ada]) {
      const switched = await app.post(who, `${configurations}/set-active`, { config_id: id })
      expect(switched.json()).toMatchObject({ id, config_id: id, is_active: true, name: 'Sample Shop' })
    }
    await app.context.store.db.updateTable('connections').set({ is_valid: 0 }).execute()
    for (const who of [admin, ada]) {
      const refused = await app.post(who, `${configurations}/set-active`, { config_id: id })
      expect([refused.statusCode, refused.json().detail]).toEqual([
        400,
        'Database configuration must be tested before it can be activated.',
      ])
      expect((await get(app, who, `${configurations}/active`)).json()).toMatchObject({ id, is_valid: false })
      const asked = await app.post(who, '/run', runRequest(who, await app.newSession(who), 'How many orders?'))
      expect([asked.statusCode, asked.json().code, asked.json().detail]).toEqual([
        400,
        'connection_untested',
        'This database configuration has not been tested yet. Please go to Database Management to test the connection before using it.',
      ])
    }
    await app.close()
  })
})
