import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

test('runs edited SQL with the requested number of rows, and shows how it reads and what was run', async () => {
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

test('names the place in the SQL of a refusal if it is known', async () => {
  const refused = await run({ sql_query: 'SELECT id FROM orders WHERE id = :wanted' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ code: 'query_refused', position: 33 })
  expect((await run({ sql_query: 'DELETE FROM orders' })).json()).toMatchObject({ position: 0 })
  expect((await run({ sql_query: ' ' })).json()).not.toHaveProperty('position')
})

test.each([0, -1, 1.5, 'many'])('refuses %j as a number of rows', async (rows) => {
  const answer = await run({ sql_query: 'SELECT 1', max_rows: rows })
  expect(answer.statusCode).toBe(400)
})

test('OP-23 lets every user read which formats the edition exports', async () => {
  const bob = await app.signIn('GENERAL')
  const answer = await app.app.inject({ method: 'GET', url: '/api/v1/query/export-formats', headers: bob.headers })
  expect(answer.json()).toEqual({ formats: ['csv', 'xlsx', 'json', 'ndjson', 'parquet', 'custom'] })
})

test('R21 logs no cell and no word of the engine when a query fails during the download', async () => {
  const late = `CASE WHEN id = (SELECT MAX(id) FROM order_items) THEN 'canary-' || id ELSE '$' END`
  const sql_query = `SELECT id, json_extract('{}', ${late}) AS x FROM order_items ORDER BY id`
  const bob = await app.signIn('GENERAL')
  const ends: string[] = []
  for (const { headers } of [ada, bob]) {
    for (const format of [undefined, 'csv', 'parquet']) {
      const payload = { sql_query, format }
      const answer = app.app.inject({ method: 'POST', url, headers, payload })
      ends.push(
        await answer.then(
          ({ statusCode }) => `answered ${statusCode}`,
          () => 'broken off',
        ),
      )
    }
  }
  expect(ends).not.toContain('answered 200')
  const lines = app.logged.filter((line) => line.includes('query_failed'))
  expect(lines.length).toBeGreaterThan(0)
  expect(app.logged.join('\n')).not.toMatch(/canary|JSON path/)
})

describe('AC-433 a custom format', () => {
  const sql_query = `SELECT name, price / 100.0 AS price, NULL AS note FROM (SELECT 'Chair' AS name, 8550 AS price) AS p`

  test('writes a custom format as requested, with a matching file name', async () => {
    const custom = {
      delimiter: '\t',
      decimal: ',',
      header: false,
      null_text: '-',
      line_end: 'lf',
      byte_order_mark: false,
    }
    const answer = await run({ sql_query, format: 'custom', custom })
    expect(answer.body).toBe('Chair\t85,5\t-\n')
    expect(answer.headers['content-type']).toBe('text/tab-separated-values; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/filename="query_results_[\d_-]+\.tsv"/)
  })

  test('writes CSV by default', async () => {
    const [plain, custom] = [await run({ sql_query, format: 'csv' }), await run({ sql_query, format: 'custom' })]
    expect(custom.body).toBe(plain.body)
    const parted = await run({ sql_query, format: 'custom', custom: { delimiter: ';' } })
    expect(parted.body).toBe('\uFEFFname;price;note\r\nChair;85.5;\r\n')
  })

  test.each([
    { delimiter: '' },
    { delimiter: '"' },
    { decimal: 'x' },
    { null_text: '=cmd()' },
    { null_text: 'a\nb' },
    { null_text: 'x'.repeat(21) },
    { header: 'no' },
    { quote: "'" },
    [],
  ])('refuses %j as a custom format', async (custom) => {
    expect((await run({ sql_query, format: 'custom', custom })).statusCode).toBe(400)
  })
})
