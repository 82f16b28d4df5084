import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal } from '../../http/principal.ts'
import { testPrincipal } from '../../testing/file-turn.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { longQueriesPerPerson } from '../../door/running-limit.ts'
import type { StreamedResult } from './service.ts'

const sql = 'SELECT a.id FROM order_items a, order_items b'
let app: TestApp
let principal: Principal

beforeAll(async () => {
  app = await createTestApp({ sample: true })
  const { user } = await app.signIn('ADMIN')
  principal = { ...testPrincipal, userId: user.id, email: user.email, username: user.username, role: 'ADMIN' }
})
afterAll(() => app.close())

function begin(who = principal): Promise<StreamedResult> {
  return app.services.exports.fullResults(who, { sql_query: sql, format: 'csv' }, new AbortController().signal)
}

async function leave(result: StreamedResult): Promise<void> {
  const closed = once(result.body, 'close')
  result.body.destroy()
  await closed
}

test('R18 runs a few full results per user at a time, and the next one when one of them ends', async () => {
  const running = await Promise.all(Array.from({ length: longQueriesPerPerson }, () => begin()))
  let hasBegun = false
  const waiting = begin().finally(() => (hasBegun = true))
  const other = await app.signIn('ADMIN')
  await leave(await begin({ ...principal, userId: other.user.id }))
  expect(hasBegun).toBe(false)
  await Promise.all(running.map(leave))
  await leave(await waiting)
})

test('many small results at once wait for each other instead of being refused', async () => {
  const { signal } = new AbortController()
  const ask = async () =>
    text((await app.services.exports.fullResults(principal, { sql_query: 'SELECT 1' }, signal)).body)
  const bodies = await Promise.all(Array.from({ length: 20 }, ask))
  for (const body of bodies) expect(JSON.parse(body)).toMatchObject({ results: [[1]] })
})

test('takes no place for a refused query', async () => {
  for (let time = 0; time <= longQueriesPerPerson; time++) {
    const refused = app.services.exports.fullResults(
      principal,
      { sql_query: 'DELETE FROM orders' },
      new AbortController().signal,
    )
    await expect(refused).rejects.toMatchObject({ code: 'query_refused' })
  }
})

test('returns the database connection of a download that no one reads', async () => {
  const audited = async () =>
    (await app.context.store.db.selectFrom('audit_log').select('id').where('action', '=', 'query.run').execute()).length
  const before = await audited()
  for (let time = 0; time < 10; time++) await leave(await begin())
  await expect.poll(audited).toBe(before + 10)
})
