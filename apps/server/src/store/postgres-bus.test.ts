import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestPlace, openTestStore } from '../testing/test-store.ts'
import { openStore } from './open-store.ts'

test('the PostgreSQL bus reaches other processes, and comes back after its connection is lost', async (context) => {
  const place = await createTestPlace('postgresql')
  if ('skip' in place) return context.skip(place.skip)
  const opened = await openTestStore(place)
  const { store } = opened
  const other = await openStore(place)
  const heard: string[] = []
  other.bus.subscribe('turn_cancel', ({ turn }) => void heard.push(String(turn)))
  await publishUntil(
    () => store.bus.publish('turn_cancel', { turn: 'first' }),
    () => heard.includes('first'),
  )
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen %' and datname = current_database()`.execute(store.db)
  await publishUntil(
    () => store.bus.publish('turn_cancel', { turn: 'second' }),
    () => heard.includes('second'),
  )
  expect(new Set(heard)).toEqual(new Set(['first', 'second']))
  await other.close()
  await opened.close()
})

async function publishUntil(publish: () => Promise<void>, isHeard: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!isHeard() && Date.now() < deadline) {
    await publish()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
