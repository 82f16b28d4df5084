import { afterEach, expect, test } from 'vitest'
import { createAskingApp, readEvents, runRequest } from '../../testing/asking-app.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import { createSecondServer } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'
import type { TestStore } from '../../testing/test-store.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function secondServer(current: TestStore): Promise<TestApp> {
  const app = await createSecondServer(current)
  closers.push(() => app.close())
  return app
}

describeStores('Settings, session management', (current, dialect) => {
  test('AC-211 AC-212 stops running answers at a reset, on any server, and leaves nothing of them', async () => {
    const asked = Promise.withResolvers<void>()
    const standIn = await startModelStandIn('openai-compatible', () => {
      asked.resolve()
      return { text: ['There ', 'are '], stallAfter: 1 }
    })
    closers.push(() => standIn.close())
    const model = { provider: 'openai-compatible', model: 'm', base_url: standIn.baseUrl } as const
    const answering = await createAskingApp(model, {}, current())
    closers.push(() => answering.app.close())
    const resetting = dialect === 'sqlite' ? answering : await secondServer(current())
    const [admin, ada] = [await answering.signIn('ADMIN'), await answering.signIn('GENERAL')]
    const sessionId = await answering.newSession(ada)
    const asking = answering.post(ada, '/api/v1/custom_run_sse', runRequest(ada, sessionId, 'How many orders?'))
    await asked.promise

    const url = '/api/v1/admin/sessions/reset?filter=all'
    const reset = await resetting.app.inject({ method: 'DELETE', url, headers: admin.headers })
    expect(reset.json()).toEqual({ message: 'Deleted 1 conversation.', deleted_count: 1 })
    await standIn.clientClosed
    expect(readEvents((await asking).body).at(-1)).toMatchObject({ type: 'cancelled', final: true })
    const { db } = answering.context.store
    for (const table of ['sessions', 'turns', 'turn_events'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    const [record] = await db.selectFrom('audit_log').selectAll().where('action', '=', 'session.reset').execute()
    expect(record).toMatchObject({ user_id: admin.user.id, outcome: 'allowed', detail: '{"filter":"all","deleted":1}' })
  })
})
