import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestPlace, openTestStore } from '../testing/test-store.ts'

test('a transaction fails if its PostgreSQL connection ends between two statements, and the server goes on', async (context) => {
  const place = await createTestPlace('postgresql')
  if ('skip' in place) return context.skip(place.skip)
  const made = await openTestStore(place)
  const { store } = made
  const failed = store.transaction(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 10000)`.execute(store.db)
    // By the server's second answer, the news that it ended the other connection has arrived.
    await sql`select 1`.execute(store.db)
    await sql`select 1`.execute(transaction)
  })
  await expect(failed).rejects.toThrow(/connection|terminat/i)
  expect((await sql<{ one: number }>`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }])
  await made.close()
})
