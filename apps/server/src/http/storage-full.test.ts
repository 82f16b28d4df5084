import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'

test('answers a full disk with 507 and what to do, and still serves stored data', async () => {
  const app = await createTestApp()
  const { headers } = await app.signIn('ADMIN')
  const { db } = app.context.store
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
  const create = (index: number) =>
    app.app.inject({
      method: 'POST',
      url: '/api/v1/database-management/applications',
      headers,
      payload: { name: `application ${index}`, description: 'x'.repeat(2000) },
    })
  const codes: string[] = []
  for (let index = 0; index < 5; index += 1) codes.push((await create(index)).json().code)
  expect(codes).toContain('storage_full')
  const answer = await create(99)
  expect([answer.statusCode, answer.json().detail]).toEqual([
    507,
    'The server is out of storage space. Free some space and try again.',
  ])
  expect((await app.app.inject({ url: '/api/v1/auth/me', headers })).statusCode).toBe(200)
  await app.close()
})
