import { randomUUID } from 'node:crypto'
import type { Area, CorrectedExample, EvaluationQuestionPage, EvaluationSet, Example } from '@parlance/contract'
import { expect, test } from 'vitest'
import type { TurnMemory } from '../../agent/contract.ts'
import { appName, runRequest } from '../../testing/asking-app.ts'
import { createEvaluationApp } from '../../testing/evaluation-app.ts'
import type { EvaluationApp } from '../../testing/evaluation-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'

const asked = 'How many orders are there?'
const corrected = { question: asked, sql_query: 'SELECT COUNT(DISTINCT customer_id) AS n FROM orders' }
const ownRegion = {
  rules: [
    {
      name: 'Own region',
      tables: {
        customers: { condition: 'region = :user.region', always_apply: true },
        orders: { inherit_parent_security: true, requires: 'customers', always_apply: true },
      },
    },
  ],
}

/** @returns the turn of an answer, with the SQL of its memory replaced if there is one */
async function answered(app: EvaluationApp, who: SignedInUser, area: Area, sql?: string): Promise<string> {
  const state = { 'user:business_area_id': area.area_id, 'user:database_config_id': app.databaseId }
  const session = await app.app.inject({
    method: 'POST',
    url: `/apps/${appName}/users/${who.user.id}/sessions`,
    headers: who.headers,
    payload: { state },
  })
  const turnId = randomUUID()
  const payload = runRequest(who, session.json<{ id: string }>().id, asked, turnId)
  await app.app.inject({ method: 'POST', url: '/api/v1/custom_run_sse', headers: who.headers, payload })
  if (sql === undefined) return turnId
  const { db } = app.context.store
  const { memory } = await db.selectFrom('turns').select('memory').where('id', '=', turnId).executeTakeFirstOrThrow()
  const changed = JSON.stringify({ ...(JSON.parse(memory ?? '{}') as TurnMemory), sql })
  await db.updateTable('turns').set({ memory: changed }).where('id', '=', turnId).execute()
  return turnId
}

async function rated(app: EvaluationApp, who: SignedInUser, turnId: string, rating: object = {}): Promise<Example> {
  const answer = await app.api(who, 'POST', 'examples', { turn_id: turnId, ...rating })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Example>()
}

const wrong = { verdict: 'wrong', reason: 'wrong_period', comment: 'should be the fiscal year' }
const approve = (app: EvaluationApp, id: string) => app.api(app.admin, 'POST', `examples/${id}/approve`)
const correct = (app: EvaluationApp, who: SignedInUser, id: string, change: object = {}) =>
  app.api(who, 'POST', `examples/${id}/correct`, { ...corrected, ...change })

async function setsOf(app: EvaluationApp, area: Area): Promise<EvaluationSet[]> {
  return (await app.eval<{ sets: EvaluationSet[] }>(app.admin, 'GET', area, 'sets')).sets
}

async function questionsOf(app: EvaluationApp, area: Area) {
  const [set] = await setsOf(app, area)
  if (set === undefined) return []
  return (await app.eval<EvaluationQuestionPage>(app.admin, 'GET', area, `sets/${set.id}/questions`)).questions
}

const actions = async (app: EvaluationApp) =>
  (await app.context.store.db.selectFrom('audit_log').select('action').execute()).map(({ action }) => action)

describeStores('answers in question sets', (current) => {
  test('adds an approved answer to the question set of its area once, with all its values for its author', async () => {
    const app = await createEvaluationApp(current())
    const ada = await app.signIn('GENERAL')
    const area = await app.newArea()
    const sql = "SELECT COUNT(*) AS n FROM orders WHERE rep = 'a'"
    const example = await rated(app, ada, await answered(app, ada, area, sql))
    expect(example).toMatchObject({ status: 'pending', reason: null, comment: null })
    expect(await setsOf(app, area)).toEqual([])
    await approve(app, example.id)
    const [set] = await setsOf(app, area)
    expect(set).toMatchObject({ name: 'Answers from Shop database', adds_answers: true, question_count: 1 })
    const [question] = await questionsOf(app, area)
    expect(question).toMatchObject({ question: asked, source: 'right_answer', is_approved: true, is_own: false })
    expect(question).toMatchObject({ author_name: ada.user.username, is_shortened: true })
    expect(question?.expected_sql).not.toContain("'a'")
    const { db } = app.context.store
    expect(await db.selectFrom('evaluation_questions').select(['expected_sql', 'author_id']).execute()).toEqual([
      { expected_sql: sql, author_id: ada.user.id },
    ])
    await app.api(app.admin, 'POST', `examples/${example.id}/reject`)
    await approve(app, example.id)
    await rated(app, app.admin, await answered(app, app.admin, area))
    expect(await questionsOf(app, area)).toHaveLength(1)
    expect((await actions(app)).filter((action) => action === 'evaluation.add-question')).toHaveLength(1)
    await app.close()
  })

  test('turns a corrected answer into an approved question, and a verified example if that is wanted', async () => {
    const app = await createEvaluationApp(current())
    const ada = await app.signIn('GENERAL')
    const area = await app.newArea()
    const report = await rated(app, ada, await answered(app, ada, area), wrong)
    expect(report).toMatchObject({ status: 'wrong', reason: 'wrong_period', comment: 'should be the fiscal year' })
    const answers = await Promise.all([
      correct(app, app.admin, report.id, { as_example: true }),
      correct(app, app.admin, report.id, { as_example: true }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
    const done = answers.find(({ statusCode }) => statusCode === 200)?.json<CorrectedExample>()
    expect(done).toMatchObject({ id: report.id, status: 'wrong', decided_at: expect.any(String) })
    expect(done).toMatchObject({
      result: { results: [[2]] },
      added_question: { set_name: 'Answers from Shop database' },
    })
    const questions = await questionsOf(app, area)
    expect(questions).toMatchObject([
      {
        id: done?.added_question.id,
        expected_sql: corrected.sql_query,
        tags: ['wrong period'],
        source: 'wrong_answer',
      },
    ])
    expect(questions[0]).toMatchObject({
      question: asked,
      is_approved: true,
      is_own: true,
      author_name: app.admin.user.username,
    })
    const used = { areaId: area.area_id, connectionId: app.databaseId, question: asked, limit: 3 }
    expect(await app.services.examples.examplesFor(used)).toMatchObject([{ sql: corrected.sql_query }])
    expect((await correct(app, app.admin, report.id)).statusCode).toBe(409)
    expect((await app.api(ada, 'DELETE', `examples/${report.id}`)).statusCode).toBe(403)
    expect(await actions(app)).toContain('example.correct')
    await app.close()
  })
})

describeOneStore('who may add answers to question sets', (current) => {
  test('leaves approved answers out of question sets that do not want them, and still adds corrections', async () => {
    const app = await createEvaluationApp(current())
    const area = await app.newArea()
    const set = await app.newSet(app.admin, area, { adds_answers: false })
    expect(set.adds_answers).toBe(false)
    const turnId = await answered(app, app.admin, area)
    expect(await rated(app, app.admin, turnId)).toMatchObject({ status: 'approved' })
    expect(await questionsOf(app, area)).toEqual([])
    const report = await rated(app, app.admin, await answered(app, app.admin, area), { verdict: 'wrong' })
    expect((await correct(app, app.admin, report.id)).json()).toMatchObject({ added_question: { set_id: set.id } })
    expect(await questionsOf(app, area)).toMatchObject([{ tags: [] }])
    await app.close()
  })

  test('approves an answer also if its user may no longer ask it, or its SQL is refused, and adds no question', async () => {
    const app = await createEvaluationApp(current())
    const ada = await app.signIn('GENERAL')
    const area = await app.newArea()
    const refused = await rated(app, ada, await answered(app, ada, area, 'SELECT person FROM salaries'))
    const ofInactive = await rated(app, ada, await answered(app, ada, area))
    expect((await approve(app, refused.id)).json()).toMatchObject({ status: 'approved' })
    await app.context.store.db.updateTable('users').set({ is_active: 0 }).where('id', '=', ada.user.id).execute()
    expect((await approve(app, ofInactive.id)).json()).toMatchObject({ status: 'approved' })
    expect(await setsOf(app, area)).toEqual([])
    await app.close()
  })

  test('accepts a reason only for a wrong answer, and stores no empty comment', async () => {
    const app = await createEvaluationApp(current())
    const area = await app.newArea()
    const turn_id = await answered(app, app.admin, area)
    const send = (rating: object) => app.api(app.admin, 'POST', 'examples', { turn_id, ...rating })
    expect((await send({ reason: 'wrong_table' })).json()).toMatchObject({ code: 'bad_request' })
    expect((await send({ ...wrong, reason: 'boring' })).statusCode).toBe(400)
    expect((await send({ ...wrong, comment: 'x'.repeat(501) })).statusCode).toBe(400)
    expect((await send({ ...wrong, comment: '  ' })).json()).toMatchObject({ reason: 'wrong_period', comment: null })
    await app.close()
  })

  test('stores nothing of a correction that is refused, is known with other SQL, or lacks a value', async () => {
    const app = await createEvaluationApp(current())
    const area = await app.newArea()
    const set = await app.newSet(app.admin, area)
    await app.addQuestion(app.admin, set, asked, 'SELECT 7')
    const sql = "SELECT COUNT(*) AS n FROM orders WHERE rep = 'b'"
    const report = await rated(app, app.admin, await answered(app, app.admin, area, sql), wrong)
    const outcome = async (change: object = {}) => (await correct(app, app.admin, report.id, change)).json<object>()
    expect(await outcome({ sql_query: 'SELECT * FROM salaries' })).toMatchObject({ code: 'query_refused' })
    expect(await outcome({ sql_query: report.sql_query })).toMatchObject({ code: 'bad_request' })
    expect(await outcome({ as_example: true })).toMatchObject({ code: 'conflict' })
    const [open, ...others] = (await app.api(app.admin, 'GET', `examples?area_id=${area.area_id}`)).json<Example[]>()
    expect([open?.decided_at, others]).toEqual([null, []])
    expect(await outcome({ sql_query: 'SELECT 7' })).toMatchObject({ added_question: { set_id: set.id } })
    expect(await questionsOf(app, area)).toMatchObject([{ source: 'hand' }])
    await app.close()
  })

  test('R11 lets only users who decide correct an answer of an area', async () => {
    const app = await createEvaluationApp(current())
    const ada = await app.signIn('GENERAL')
    const area = await app.newArea()
    const report = await rated(app, ada, await answered(app, ada, area), wrong)
    expect((await correct(app, ada, report.id)).statusCode).toBe(403)
    expect((await correct(app, await app.signIn('GENERAL'), report.id)).statusCode).toBe(404)
    await app.context.store.db.updateTable('examples').set({ area_id: null }).where('id', '=', report.id).execute()
    expect((await correct(app, app.admin, report.id)).statusCode).toBe(409)
    expect(await setsOf(app, area)).toEqual([])
    await app.close()
  })

  test('R16 R26 corrects with the rules of the owner, and gives the same answer whatever hidden rows are', async () => {
    const app = await createEvaluationApp(current())
    const owner = await app.signIn('GENERAL', { attributes: JSON.stringify({ region: 'north' }) })
    const area = await app.newArea({ row_security_rules: ownRegion })
    await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
    const sql_query = 'SELECT amount FROM orders ORDER BY amount'
    const results: unknown[] = []
    for (const change of ['select 1', 'update orders set amount = 777777 where id = 2']) {
      app.alter(change)
      const report = await rated(app, owner, await answered(app, owner, area), wrong)
      const { result } = (await correct(app, owner, report.id, { sql_query })).json<CorrectedExample>()
      results.push(result)
    }
    expect(results[0]).toMatchObject({ results: [[50]], row_count: 1 })
    expect(results[1]).toEqual(results[0])
    await app.close()
  })
})
