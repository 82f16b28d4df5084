import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type SignedInUser, type TestApp } from '../../testing/test-app.ts'

const url = '/api/v1/query/full-results'
let app: TestApp
let ada: SignedInUser

beforeAll(async () => {
  app = await createTestApp({ sample: true })
  ada = await app.signIn('ADMIN')
})
afterAll(() => app.close())

function run(payload: object) {
  return app.app.inject({ method: 'POST', url, headers: ada.headers, payload })
}

test('edited SQL runs with the rows that are wanted, and says how it reads and what was run', async () => {
  const sql = 'SELECT id FROM orders ORDER BY id'
  const answer = await run({ sql_query: sql, max_rows: 2 })
  expect(answer.json()).toMatchObject({
    query: sql,
    results: [[1], [2]],
    row_count: 2,
    truncated: true,
    display_sql: expect.stringContaining('FROM'),
    executed_sql: expect.stringContaining('LIMIT'),
    receipt: { tables: [{ table: 'orders' }] },
  })
})

test('a refusal names the place in the SQL where it is known', async () => {
  const refused = await run({ sql_query: 'SELECT id FROM orders WHERE id = :wanted' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ code: 'query_refused', position: 33 })
  expect((await run({ sql_query: 'DELETE FROM orders' })).json()).toMatchObject({ position: 0 })
  expect((await run({ sql_query: ' ' })).json()).not.toHaveProperty('position')
})

test.each([0, -1, 1.5, 'many'])('%j is no number of rows', async (rows) => {
  const answer = await run({ sql_query: 'SELECT 1', max_rows: rows })
  expect(answer.statusCode).toBe(400)
})

test('OP-23 everyone may read which formats the edition exports', async () => {
  const bob = await app.signIn('GENERAL')
  const answer = await app.app.inject({ method: 'GET', url: '/api/v1/query/export-formats', headers: bob.headers })
  expect(answer.json()).toEqual({ formats: ['csv', 'xlsx', 'json', 'ndjson', 'parquet'] })
})
