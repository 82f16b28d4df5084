import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Edition } from '@parlance/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { installLicense } from '../../testing/install-license.ts'
import { createSecondServer, createTestApp, createTestAppOver } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'
import { conversationFolder } from '../connections/conversation-paths.ts'
import { deleteSessions } from './delete-sessions.ts'
import { createHistoryRetention } from './history-retention.ts'
import { newSession } from './session-service.ts'
import { insertSession } from './session-store.ts'
import { insertTurn } from './turn-store.ts'

const dayMs = 24 * 60 * 60 * 1000

afterEach(() => vi.useRealTimers())

/** Creates one user's conversations that were last used so many days ago, and returns their ids in this order. */
async function conversations(app: TestApp, ages: number[]): Promise<string[]> {
  const { context } = app
  const { user } = await app.signIn('GENERAL')
  const ids = ages.map(() => randomUUID())
  for (const [at, days] of ages.entries()) {
    const moment = new Date(context.now().getTime() - days * dayMs).toISOString()
    const key = { appName: 'nl_to_sql_agent', userId: user.id, tokenId: null }
    await insertSession(context.store.db, newSession(key, {}, { moment, id: ids[at] }))
  }
  return ids
}

async function remaining({ context }: TestApp): Promise<string[]> {
  return (await context.store.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
}

async function beginTurn({ context }: TestApp, sessionId: string): Promise<void> {
  const session = await context.store.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  await insertTurn(context.store.db, {
    id: randomUUID(),
    session_id: sessionId,
    user_id: session.user_id,
    number: 1,
    status: 'running',
    question: 'How many orders?',
    connection_id: null,
    area_id: null,
    memory: null,
    cancel_requested: 0,
    lease_owner: 'elsewhere:1:x',
    lease_until: new Date(context.now().getTime() + 20_000).toISOString(),
    created_at: context.now().toISOString(),
    ended_at: null,
    last_seq: 0,
  })
}

function fileOf({ context }: TestApp, sessionId: string): string {
  const folder = join(conversationFolder(context.config), sessionId)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.txt'), 'x')
  return folder
}

async function expired(app: TestApp) {
  return app.context.store.db.selectFrom('audit_log').selectAll().where('action', '=', 'session.expire').execute()
}

describeStores('OP-24 history is kept for as long as the edition allows', (current) => {
  test('keeps a conversation in which a question is being answered, and one that is used meanwhile', async () => {
    const app = await createTestAppOver(current(), { trial: false })
    const { store } = app.context
    const [running = '', used = '', old = ''] = await conversations(app, [400, 400, 400])
    await beginTurn(app, running)
    const until = new Date(app.context.now().getTime() - 365 * dayMs).toISOString()
    const files: string[] = []
    const deleted = await deleteSessions(
      store,
      { column: 'last_accessed', until, keepsRunning: true },
      {
        prepare: async () => {
          const last_accessed = app.context.now().toISOString()
          await store.db.updateTable('sessions').set({ last_accessed }).where('id', '=', used).execute()
        },
        removeFiles: async (ids) => void files.push(...ids),
      },
    )
    expect([deleted, files]).toEqual([1, [old]])
    expect((await remaining(app)).toSorted()).toEqual([running, used].toSorted())
    await app.app.close()
  })

  test('deletes each of many conversations once in two concurrent processes', async () => {
    const app = await createTestAppOver(current())
    await installLicense(app, { edition: 'personal' })
    const other = await createSecondServer(current())
    await conversations(app, [...Array.from({ length: 1100 }, () => 40), 0])
    const counts = await Promise.all([app, other].map((each) => each.services.chat.retention.run()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1100)
    expect(await remaining(app)).toHaveLength(1)
    await other.close()
    await app.app.close()
  })
})

describeOneStore('OP-24 what is kept', (current) => {
  test.each<[Edition, number]>([
    ['personal', 30],
    ['standard', 365],
    ['demo', 365],
  ])('in %s, deletes conversations and files last used more than %i days ago', async (edition, days) => {
    const app = await createTestAppOver(current(), { trial: false })
    await installLicense(app, { edition })
    const [old = '', atLimit = '', young = ''] = await conversations(app, [days + 0.01, days - 0.01, 0])
    const [goes, stays] = [fileOf(app, old), fileOf(app, young)]
    expect(await app.services.chat.retention.run()).toBe(1)
    expect((await remaining(app)).toSorted()).toEqual([atLimit, young].toSorted())
    expect([existsSync(goes), existsSync(stays)]).toEqual([false, true])
    expect(await expired(app)).toMatchObject([{ outcome: 'allowed', detail: `{"days":${days},"deleted":1}` }])
    expect(await app.services.chat.retention.run()).toBe(0)
    expect(await expired(app)).toHaveLength(1)
    await app.app.close()
  })

  test('keeps everything in enterprise, and after a license expires or is removed', async () => {
    const app = await createTestAppOver(current(), { trial: false })
    const ids = await conversations(app, [4000, 500, 31, 0])
    const run = () => app.services.chat.retention.run()
    expect(await run()).toBe(0)
    await installLicense(app, { edition: 'enterprise' })
    expect(await run()).toBe(0)
    await installLicense(app, { edition: 'personal' })
    app.advance(31 * dayMs)
    expect((await app.services.license.status()).is_valid).toBe(false)
    expect(await run()).toBe(0)
    await app.services.license.remove()
    expect(await run()).toBe(0)
    expect((await remaining(app)).toSorted()).toEqual(ids.toSorted())
    await app.app.close()
  })
})

test('OP-24 runs soon after a start and then once a day until it is closed, even after a failure', async () => {
  let runs = 0
  const historyDays = async () => {
    runs += 1
    if (runs === 1) throw new Error('no store now')
    return null
  }
  const app = await createTestApp()
  const retention = createHistoryRetention(app.context, {
    license: { historyDays },
    audit: app.services.audit,
    removeFiles: async () => undefined,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  retention.start()
  const counts: number[] = []
  for (const hours of [1, 23, 1, 24, 24]) {
    await vi.advanceTimersByTimeAsync(hours * 60 * 60 * 1000)
    counts.push(runs)
  }
  expect(counts).toEqual([1, 1, 2, 3, 4])
  expect(app.logged.filter((line) => line.includes('could not delete old conversations'))).toHaveLength(1)
  await retention.close()
  await vi.advanceTimersByTimeAsync(100 * dayMs)
  expect(runs).toBe(4)
  vi.useRealTimers()
  await app.close()
})
