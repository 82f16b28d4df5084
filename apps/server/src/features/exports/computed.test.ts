import type { ToolResponse } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../../testing/asking-app.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

const statuses = 'SELECT status, COUNT(*) AS orders FROM orders GROUP BY status ORDER BY status'
const share = 'SELECT status, ROUND(100.0 * orders / (SELECT SUM(orders) FROM r1), 1) AS percent FROM r1'
const highest = 'SELECT MAX(percent) AS highest FROM r2'
const calls = (name: string, sql_query: string) => ({ toolCalls: [{ name, args: { sql_query } }] })

let model: ModelStandIn
let app: AskingApp
let ada: SignedInUser
const turnId = 'turn-computed-1'
let shown: ToolResponse[]

beforeAll(async () => {
  model = await startModelStandIn('openai-compatible', [])
  app = await createAskingApp({
    provider: 'openai-compatible',
    model: 'local',
    base_url: model.baseUrl,
    api_key: 'key',
  })
  ada = await app.signIn('ADMIN')
  model.script([
    calls('execute_sql_query', statuses),
    calls('compute_results', share),
    calls('compute_results', highest),
    { text: ['See the table.'] },
  ])
  const events = await app.ask(ada, await app.newSession(ada), 'Which share has each status?', turnId)
  shown = events.flatMap((event) =>
    (event.content?.parts ?? []).flatMap((part) =>
      'functionResponse' in part ? [part.functionResponse.response] : [],
    ),
  )
})
afterAll(async () => {
  await app.close()
  await model.close()
})

function run(payload: object, user = ada) {
  return app.post(user, '/api/v1/query/full-results', { turn_id: turnId, ...payload })
}

test('a computed result is computed again, also if it was computed from a computed one', async () => {
  expect(shown.map(({ step }) => step)).toEqual(['r1', 'r2', 'r3'])
  for (const { step, sql_query, results } of shown.slice(1)) {
    const answer = await run({ sql_query, step })
    expect(answer.json()).toMatchObject({ results, executed_sql: null })
  }
})

test('is exported as a file', async () => {
  const answer = await run({ sql_query: share, step: 'r2', format: 'csv' })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="query_results_/)
  expect(answer.body.split('\r\n')[0]).toBe('\uFEFFstatus,percent')
  expect(answer.body.trim().split('\r\n')).toHaveLength((shown[1]?.results?.length ?? 0) + 1)
})

test('reads the database again, with the rights of now', async () => {
  const log = () =>
    app.context.store.db.selectFrom('audit_log').select('detail').where('action', '=', 'query.run').execute()
  const before = (await log()).length
  await run({ sql_query: highest, step: 'r3' })
  const purposes = (await log()).slice(before).map(({ detail }) => (JSON.parse(detail) as { purpose: string }).purpose)
  expect(purposes).toEqual(['export', 'compute', 'compute'])
})

test('reads nothing but the results that it was computed from', async () => {
  for (const sql_query of ['SELECT * FROM orders', 'SELECT * FROM r1']) {
    expect((await run({ sql_query, step: 'r3' })).json()).toMatchObject({ code: 'query_refused' })
  }
})

test('refuses a result that the answer lacks, one that was not computed, and the answer of someone else', async () => {
  expect((await run({ sql_query: share, step: 'r9' })).json()).toMatchObject({ code: 'bad_request' })
  expect((await run({ sql_query: statuses, step: 'r1' })).json()).toMatchObject({ code: 'bad_request' })
  const bob = await app.signIn('ADMIN')
  expect((await run({ sql_query: share, step: 'r2' }, bob)).statusCode).toBe(404)
})
