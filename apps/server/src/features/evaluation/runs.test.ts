import type { Area, EvaluationRun, EvaluationSet } from '@parlance/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createEvaluationApp } from '../../testing/evaluation-app.ts'
import type { EvaluationApp } from '../../testing/evaluation-app.ts'
import { startModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { ModelStandIn, RecordedRequest } from '../../testing/model-stand-ins/stand-in.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let app: EvaluationApp
let admin: SignedInUser
let area: Area
let standIn: ModelStandIn
let sets = 0

beforeAll(async () => {
  app = await createEvaluationApp(null)
  admin = app.admin
  area = await app.newArea()
  standIn = await startModelStandIn('openai-compatible', [])
  await chooseStandIn('test-model')
})
afterEach(() => app.advance(1))
afterAll(async () => {
  await app.close()
  await standIn.close()
})

async function chooseStandIn(model: string): Promise<void> {
  const { settings, models } = app.services
  const chosen = { provider: 'openai-compatible', model, base_url: standIn.baseUrl } as const
  await settings.chooseOrchestration(chosen, models.list()['openai-compatible'], null)
}

/** Replies to a question with this SQL, and then with a sentence. */
function answering(sqlFor: (request: RecordedRequest) => string) {
  return (request: RecordedRequest) => {
    if (request.text.includes('"role":"tool"')) return { text: ['See the table.'] }
    return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sqlFor(request) } }] }
  }
}

async function setOf(questions: string[], change: object = {}): Promise<EvaluationSet> {
  sets += 1
  const set = await app.newSet(admin, area, { name: `Set ${sets}`, ...change })
  for (const question of questions) await app.addQuestion(admin, set, question, 'SELECT COUNT(*) FROM orders')
  return set
}

const count = () => 'SELECT COUNT(*) AS n FROM orders'

test('records the calls, tokens, and cost of a model', async () => {
  standIn.script(answering(count))
  const set = await setOf(['How many?'], { prices: { prompt_per_million: 1000, completion_per_million: 10_000 } })
  const run = await app.run(admin, set)
  expect(run).toMatchObject({ right: 1, provider: 'openai-compatible', model: 'test-model' })
  expect(run).toMatchObject({ model_calls: 2, tokens: 240, cost: 0.6 })
  const [budgeted] = [await app.run(admin, set, { budget: { cost: 0.1 } })]
  expect(budgeted).toMatchObject({ status: 'finished', done: 1 })
})

test('counts the calls and tokens of a question that ends with an error, also of its first attempt', async () => {
  standIn.script((request) =>
    request.text.includes('"role":"tool"') ? { status: 400, message: 'no' } : answering(count)(request),
  )
  const set = await setOf(['Fails?'], { prices: { prompt_per_million: 1000, completion_per_million: 10_000 } })
  const run = await app.run(admin, set)
  expect(run).toMatchObject({ failed: 1, model_calls: 2, tokens: 240, cost: 0.6 })
})

test('counts a refused query as declined and a failing one as declined by the model, without its values', async () => {
  standIn.script(answering(() => "SELECT 'Canary-Word' FROM salaries"))
  const run = await app.run(admin, await setOf(['What are the salaries?']))
  expect(run).toMatchObject({ status: 'finished', right: 0 })
  const { db } = app.context.store
  const [row] = await db.selectFrom('evaluation_results').selectAll().where('run_id', '=', run.id).execute()
  expect(row).toMatchObject({ outcome: 'declined', actual_sql: null })
  expect(row?.reason).not.toContain('Canary')
})

test('ends a run with the reason when the key of the model stops working', async () => {
  standIn.script((request, index) =>
    index < 2 ? answering(count)(request) : { status: 401, message: 'no such key: Canary-Key' },
  )
  const run = await app.run(admin, await setOf(['One?', 'Two?', 'Three?']))
  expect(run).toMatchObject({ status: 'stopped', reason: { text: expect.stringContaining('API key') } })
  expect(run.done).toBeLessThan(3)
  expect(JSON.stringify(run)).not.toContain('Canary')
})

test('ends a run when its model is out of reach for five questions in a row', async () => {
  standIn.script([{ status: 500 }])
  const run = await app.run(admin, await setOf(Array.from({ length: 9 }, (_, index) => `Question ${index}?`)))
  expect(run).toMatchObject({ status: 'stopped', reason: { text: expect.any(String) } })
  expect(run.failed).toBeGreaterThan(2)
  expect(run.failed).toBeLessThan(9)
}, 60_000)

test('ends a run when another model is chosen meanwhile, because its answers would be mixed', async () => {
  standIn.script(answering(count))
  const set = await setOf(['One?'])
  const { db } = app.context.store
  standIn.script((request) => answering(count)(request))
  const run = await app.run(admin, set)
  expect(run.status).toBe('finished')
  const row = await db.selectFrom('evaluation_runs').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
  const { number, ...again } = row
  const left = { active_set_id: set.id, status: 'running', lease_owner: null, lease_until: null } as const
  await db
    .insertInto('evaluation_runs')
    .values({ ...again, ...left, id: 'left', number: number + 1, right: 0, ended_at: null })
    .execute()
  await chooseStandIn('other-model')
  app.services.evaluation.start()
  await app.services.evaluation.settled()
  await chooseStandIn('test-model')
  const ended = await app.eval<EvaluationRun>(admin, 'GET', area, 'runs/left')
  expect(ended).toMatchObject({ status: 'stopped', done: 0, reason: { text: expect.stringContaining('model') } })
})

test('cancels a run at its current questions, and keeps their outcomes', async () => {
  const asked = Promise.withResolvers<void>()
  standIn.script((request) => {
    if (!request.text.includes('Later?')) return answering(count)(request)
    asked.resolve()
    return { until: new Promise(() => undefined) }
  })
  const set = await setOf(['First?', 'Later?'])
  const started = await app.eval<EvaluationRun>(admin, 'POST', area, `sets/${set.id}/runs`, {})
  await asked.promise
  expect(await app.eval(admin, 'DELETE', area, `runs/${started.id}`)).toMatchObject({ code: 'conflict' })
  await app.eval(admin, 'POST', area, `runs/${started.id}/cancel`)
  await app.services.evaluation.settled()
  const run = await app.eval<EvaluationRun>(admin, 'GET', area, `runs/${started.id}`)
  expect(run).toMatchObject({ status: 'cancelled', wrong: 0, failed: 0 })
  expect(run.right).toBeLessThan(2)
  expect(await app.eval(admin, 'POST', area, `runs/${started.id}/cancel`)).toMatchObject({ code: 'conflict' })
  expect(await app.eval(admin, 'DELETE', area, `runs/${started.id}`)).toMatchObject({ success: true })
})

test('ends quietly when its set is deleted meanwhile', async () => {
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  standIn.script((request) => {
    asked.resolve()
    return { ...answering(count)(request), until: go.promise }
  })
  const set = await setOf(['Deleted?'])
  await app.eval<EvaluationRun>(admin, 'POST', area, `sets/${set.id}/runs`, {})
  await asked.promise
  await app.eval(admin, 'DELETE', area, `sets/${set.id}`)
  go.resolve()
  await app.services.evaluation.settled()
  const left = app.context.store.db.selectFrom('evaluation_runs').selectAll().where('set_id', '=', set.id)
  expect(await left.execute()).toEqual([])
})

test('gives a model the context of a question, such as the evidence of BIRD', async () => {
  standIn.script(answering(count))
  const set = await setOf([])
  const asked = { question: 'How many big ones?', context: 'Big means over 100.', expected_sql: 'SELECT 2' }
  await app.eval(admin, 'POST', area, `sets/${set.id}/questions`, asked)
  const before = standIn.requests.length
  expect(await app.run(admin, set)).toMatchObject({ right: 1 })
  expect(standIn.requests[before]?.text).toContain('Big means over 100.')
})

test('waits while the process works on a run of another set', async () => {
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  standIn.script((request) => {
    if (!request.text.includes('Wait?')) return answering(count)(request)
    asked.resolve()
    return { ...answering(count)(request), until: go.promise }
  })
  const [slow, other] = [await setOf(['Wait?']), await setOf(['Go?'])]
  const first = await app.eval<EvaluationRun>(admin, 'POST', area, `sets/${slow.id}/runs`, {})
  await asked.promise
  const second = await app.eval<EvaluationRun>(admin, 'POST', area, `sets/${other.id}/runs`, {})
  expect(second.status).toBe('waiting')
  go.resolve()
  await app.services.evaluation.settled()
  for (const { id } of [first, second]) {
    expect(await app.eval(admin, 'GET', area, `runs/${id}`)).toMatchObject({ status: 'finished', right: 1 })
  }
})

test('does not help a model with the verified example of the question', async () => {
  standIn.script(answering(count))
  const rows = ['How many orders are there in total?', 'How many orders are there in all?'].map((question, index) => ({
    id: `example-${index}`,
    area_id: area.area_id,
    connection_id: app.databaseId,
    turn_id: `turn-${index}`,
    question,
    sql_query: 'SELECT COUNT(*) FROM orders',
    reading: null,
    status: 'approved' as const,
    created_by: null,
    created_at: '2026-11-01T00:00:00.000Z',
    decided_by: null,
    decided_at: null,
  }))
  await app.context.store.db.insertInto('examples').values(rows).execute()
  const before = standIn.requests.length
  await app.run(admin, await setOf(['How many orders are there in total?']))
  const prompt = standIn.requests[before]?.text ?? ''
  expect(prompt).toContain('in all?')
  expect(prompt.split('in total?')).toHaveLength(2)
  await app.context.store.db.deleteFrom('examples').execute()
})

test('starts one run some minutes after a change, and tells the owner when fewer answers are right', async () => {
  standIn.script(answering(count))
  const set = await setOf(['How many?'], { runs_after_changes: true, alerts: true })
  const { evaluation, email, users } = app.services
  const principal = await users.principalOf(admin.user)
  const check = async () => {
    await evaluation.checkTriggers()
    await evaluation.settled()
    const runs = await evaluation.runs.list(principal, { areaId: area.area_id, setId: set.id }, 12)
    return runs.map(({ trigger }) => trigger)
  }
  await app.run(admin, set)
  expect(await check()).toEqual(['manual'])
  await chooseStandIn('worse-model')
  standIn.script(answering(() => 'SELECT 12345 AS n FROM orders LIMIT 1'))
  expect(await check()).toEqual(['manual'])
  app.advance(60_000)
  expect(await check()).toEqual(['manual'])
  app.advance(90_000)
  expect(await check()).toEqual(['model', 'manual'])
  const shown = await app.eval<EvaluationSet>(admin, 'GET', area, `sets/${set.id}`)
  expect(shown.notice).toMatchObject({ right: 0, right_before: 1, total: 1 })
  await email.settled()
  const mail = app.printed.join('\n')
  expect(mail).toContain(`Email to ${admin.user.email}`)
  expect(mail).toContain('got 0 of 1 answer right')
  expect(mail).toContain(`/business-areas/${area.area_id}/evaluation?run=`)
  // At most one run an hour.
  await chooseStandIn('test-model')
  app.advance(60_000)
  await check()
  app.advance(10 * 60_000)
  expect(await check()).toEqual(['model', 'manual'])
  app.advance(60 * 60_000)
  expect(await check()).toEqual(['model', 'model', 'manual'])
  app.advance(2 * 60 * 60_000)
  // A change of the area counts too.
  await app.context.store.db.updateTable('areas').set({ version: 99 }).where('id', '=', area.area_id).execute()
  await check()
  app.advance(3 * 60_000)
  expect((await check())[0]).toBe('area')
})
