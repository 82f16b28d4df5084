import { expect, test } from 'vitest'
import { describeStores, type TestStore } from '../../testing/test-store.ts'
import { finalEvent } from '../../testing/turn-setup.ts'
import { EventWriter } from './event-writer.ts'
import { createGroupWriter } from './group-writer.ts'
import { findTurn, insertTurn, listEvents } from './turn-store.ts'

async function writerFor({ store }: TestStore, owner = 'me'): Promise<EventWriter> {
  const moment = new Date().toISOString()
  const user = {
    id: 'u1',
    email: 'u1',
    email_key: 'u1',
    username: 'u1',
    organization: 'x',
    password_hash: 'x',
  } as const
  const state = { role: 'GENERAL', status: 'A', is_active: 1, attributes: '{}', created_at: moment } as const
  await store.db
    .insertInto('users')
    .values({ ...user, ...state, daily_query_count: 0, monthly_query_count: 0 })
    .execute()
  const session = { id: 's1', app_name: 'a', user_id: 'u1', name: 'n', state: '{}', created_at: moment } as const
  await store.db
    .insertInto('sessions')
    .values({ ...session, last_accessed: moment, next_turn: 2 })
    .execute()
  await insertTurn(store.db, {
    id: 't1',
    session_id: 's1',
    user_id: 'u1',
    number: 1,
    status: 'running',
    question: 'q',
    lease_owner: 'me',
    lease_until: moment,
    created_at: moment,
    last_seq: 0,
    cancel_requested: 0,
  })
  const writer = createGroupWriter(store)
  const options = { store, writer, turnId: 't1', owner, lastSeq: 0, now: () => new Date() }
  return new EventWriter({ ...options, onFailure: () => undefined })
}

describeStores('the event writer', (current) => {
  test('shows the last event only together with the status and the memory', async () => {
    const { store } = current()
    const writer = await writerFor(current())
    const memory = { question: 'q', sql: null, reading: null, answer: 'done', state: null }
    const statuses: string[] = []
    store.bus.subscribe('turn_event', () => {
      void (async () => {
        const events = await listEvents(store.db, 't1', 0)
        if (events.at(-1)?.final) statuses.push((await findTurn(store.db, 't1'))?.status ?? 'gone')
      })()
    })
    for (let step = 1; step <= 20; step++) writer.emit({ kind: 'progress', message: `step ${step}` })
    writer.emit(finalEvent)
    await writer.finish({ status: 'final', memory })
    const events = await listEvents(store.db, 't1', 0)
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
    expect(await findTurn(store.db, 't1')).toMatchObject({
      status: 'final',
      last_seq: 21,
      memory: JSON.stringify(memory),
    })
    await expect.poll(() => statuses.length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set(['final']))
  })

  test('joins pieces of text into few events, in order with the events between them', async () => {
    const { store } = current()
    const writer = await writerFor(current())
    const piece = (text: string) => writer.emit({ kind: 'text', text })
    for (const text of ['a', 'b', 'c']) piece(text)
    writer.emit({ kind: 'progress', message: 'between' })
    for (const text of ['d', 'e']) piece(text)
    writer.emit(finalEvent)
    await writer.finish({ status: 'final', memory: null })
    const events = await listEvents(store.db, 't1', 0)
    expect(events.map((event) => event.content?.parts ?? event.message)).toEqual([
      [{ text: 'abc' }],
      'between',
      [{ text: 'de' }],
      [{ text: 'done' }],
    ])
  })

  test('writes nothing without the lease, and nothing after the last event', async () => {
    const { store } = current()
    const writer = await writerFor(current(), 'somebody else')
    writer.emit({ kind: 'progress', message: 'x' })
    await expect(writer.finish({ status: 'final', memory: null })).rejects.toThrow(
      'no longer answered by this server process',
    )
    expect(await listEvents(store.db, 't1', 0)).toEqual([])
    expect(await findTurn(store.db, 't1')).toMatchObject({ status: 'running', last_seq: 0 })
  })
})
