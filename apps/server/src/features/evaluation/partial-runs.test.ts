import type {
  Area,
  EvaluationBadges,
  EvaluationComparison,
  EvaluationQuestion,
  EvaluationQuestionPage,
  EvaluationRun,
  EvaluationSet,
} from '@parlance/contract'
import { evaluationLimits } from '@parlance/contract'
import { expect, test } from 'vitest'
import { createEvaluationApp } from '../../testing/evaluation-app.ts'
import type { EvaluationApp } from '../../testing/evaluation-app.ts'
import { describeOneStore } from '../../testing/test-store.ts'
import type { TestStore } from '../../testing/test-store.ts'

const asked = {
  'How many orders are there?': 'SELECT COUNT(*) FROM orders',
  'How many customers are there?': 'SELECT 3',
  'Who painted the Mona Lisa?': 'SELECT name FROM customers',
}

interface Setting {
  app: EvaluationApp
  area: Area
  set: EvaluationSet
  ids: string[]
}

async function openSetting(store: TestStore | null): Promise<Setting> {
  const app = await createEvaluationApp(store)
  const area = await app.newArea({ tables: [{ table_name: 'orders' }, { table_name: 'customers' }] })
  const set = await app.newSet(app.admin, area)
  for (const [question, sql] of Object.entries(asked)) await app.addQuestion(app.admin, set, question, sql)
  const { questions } = await app.eval<EvaluationQuestionPage>(app.admin, 'GET', area, `sets/${set.id}/questions`)
  return { app, area, set, ids: questions.map(({ id }) => id) }
}

describeOneStore('partial runs', (current) => {
  test('ask only the chosen questions, and change neither the last run nor the badge', async () => {
    const { app, area, set, ids } = await openSetting(current())
    const { admin } = app
    const whole = await app.run(admin, set)
    expect(whole).toMatchObject({ is_partial: false, total: 3 })
    await app.eval(admin, 'PUT', area, `sets/${set.id}/questions/${ids[1]}`, {
      expected_sql: 'SELECT COUNT(*) FROM customers',
    })
    await app.eval(admin, 'PUT', area, `sets/${set.id}`, { alerts: true })
    const partial = await app.run(admin, set, { question_ids: ids.slice(0, 2) })
    expect(partial).toMatchObject({ is_partial: true, number: 2, total: 2, done: 2, right: 2 })
    expect((await app.resultsOf(admin, set, partial)).map(({ question_id: id }) => id)).toEqual(ids.slice(0, 2))
    const shown = await app.eval<EvaluationSet>(admin, 'GET', area, `sets/${set.id}`)
    expect(shown.last_run?.id).toBe(whole.id)
    const badges = (await app.api(admin, 'GET', 'business-areas/evaluation-badges')).json<EvaluationBadges>().badges
    expect(badges).toMatchObject([{ run_id: whole.id, right: whole.right, total: 3 }])
    await app.close()
  })

  test('are compared with a whole run by the questions of both', async () => {
    const { app, area, set, ids } = await openSetting(current())
    const { admin } = app
    const whole = await app.run(admin, set)
    await app.eval(admin, 'PUT', area, `sets/${set.id}/questions/${ids[1]}`, {
      expected_sql: 'SELECT COUNT(*) FROM customers',
    })
    const partial = await app.run(admin, set, { question_ids: [ids[1] ?? ''] })
    const compare = (after: EvaluationRun, before: EvaluationRun) =>
      app.eval<EvaluationComparison>(admin, 'GET', area, `runs/${after.id}/comparison?before=${before.id}`)
    for (const [after, before, change] of [
      [partial, whole, 'fixed'],
      [whole, partial, 'broken'],
      [partial, partial, 'stayed_right'],
    ] as const) {
      const { total, counts, questions } = await compare(after, before)
      expect(total).toBe(1)
      expect(counts).toMatchObject({ [change]: 1, added: 0, removed: 0 })
      expect(questions.map(({ question_id: id }) => id)).toEqual([ids[1]])
    }
    await app.close()
  })

  test('never tell that fewer answers are right, and are not what a whole run is compared with', async () => {
    const { app, area, set, ids } = await openSetting(current())
    const { admin } = app
    await app.run(admin, set)
    for (const id of ids) {
      await app.eval(admin, 'PUT', area, `sets/${set.id}/questions/${id}`, {
        expected_sql: 'SELECT 12345',
        tags: ['odd'],
      })
    }
    const byTag = await app.run(admin, set, { tag: 'odd' })
    expect(byTag).toMatchObject({ is_partial: true, total: 3, right: 0 })
    expect(await app.eval<EvaluationSet>(admin, 'GET', area, `sets/${set.id}`)).toMatchObject({ notice: null })
    await app.run(admin, set)
    const { notice } = await app.eval<EvaluationSet>(admin, 'GET', area, `sets/${set.id}`)
    expect(notice).toMatchObject({ right: 0, right_before: 1, total: 3 })
    await app.close()
  })

  test('never push whole runs out of the list, and older ones of both kinds are deleted', async () => {
    const { app, area, set, ids } = await openSetting(current())
    const { admin, context } = app
    const { db } = context.store
    const whole = await app.run(admin, set)
    const last = await app.run(admin, set, { question_ids: ids.slice(0, 1) })
    const row = await db.selectFrom('evaluation_runs').selectAll().where('id', '=', last.id).executeTakeFirstOrThrow()
    for (let at = 1; at <= evaluationLimits.runs; at += 1) {
      await db
        .insertInto('evaluation_runs')
        .values({ ...row, id: `old-${at}`, number: 1000 + at })
        .execute()
    }
    await db.updateTable('evaluation_sets').set({ next_run: 2000 }).where('id', '=', set.id).execute()
    await app.run(admin, set, { question_ids: ids.slice(0, 1) })
    const { runs } = await app.eval<{ runs: EvaluationRun[] }>(admin, 'GET', area, `sets/${set.id}/runs?limit=70`)
    expect(runs.filter(({ is_partial }) => is_partial)).toHaveLength(evaluationLimits.partialRuns)
    expect(runs.at(-1)?.id).toBe(whole.id)
    await app.close()
  })
})

test('runs like another run ask as its user, if the caller may act as that user', async () => {
  const { app, area, set, ids } = await openSetting(null)
  const { admin } = app
  const user = await app.signIn('GENERAL', { email: 'ann@example.com' })
  const as = { run_as_user_id: user.user.id }
  const first = await app.run(admin, set, { ...as, model: { provider: 'builtin', model: 'builtin' } })
  const again = await app.run(admin, set, { question_ids: ids.slice(0, 1), like_run_id: first.id })
  expect(again).toMatchObject({ run_as_email: 'ann@example.com', is_partial: true, total: 1 })
  expect(await app.run(admin, set, { like_run_id: first.id, run_as_user_id: null })).toMatchObject({
    run_as_email: admin.user.email,
    is_partial: false,
  })
  const other = await app.newSet(admin, area, { name: 'Other' })
  const foreign = await app.eval(admin, 'POST', area, `sets/${other.id}/runs`, { like_run_id: first.id })
  expect(foreign).toMatchObject({ code: 'not_found' })
  await app.close()
})

test('runs of questions that no longer exist are refused, and leave out deleted ones', async () => {
  const { app, area, set, ids } = await openSetting(null)
  const { admin } = app
  const start = (question_ids: string[]) =>
    app.eval<EvaluationQuestion>(admin, 'POST', area, `sets/${set.id}/runs`, { question_ids })
  await app.eval(admin, 'DELETE', area, `sets/${set.id}/questions/${ids[0]}`)
  expect(await start([ids[0] ?? ''])).toMatchObject({ code: 'bad_request' })
  expect(await start([])).toMatchObject({ code: 'bad_request' })
  expect(await app.run(admin, set, { question_ids: ids })).toMatchObject({ total: 2, done: 2 })
  await app.close()
})
