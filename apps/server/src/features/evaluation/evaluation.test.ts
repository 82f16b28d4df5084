import type {
  AddExamplesResponse,
  Area,
  EvaluationComparison,
  EvaluationQuestion,
  EvaluationQuestionPage,
  EvaluationResultDetail,
  EvaluationRun,
  EvaluationSet,
  ImportEvaluationResponse,
  RerunEvaluation,
} from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvaluationApp } from '../../testing/evaluation-app.ts'
import type { EvaluationApp } from '../../testing/evaluation-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeStores } from '../../testing/test-store.ts'

describe('question sets and runs', () => {
  let app: EvaluationApp
  let admin: SignedInUser
  let area: Area

  beforeAll(async () => {
    app = await createEvaluationApp(null)
    admin = app.admin
    area = await app.newArea({ tables: [{ table_name: 'orders' }, { table_name: 'customers' }] })
  })
  afterAll(() => app.close())

  async function filled(name: string, questions: Record<string, string>): Promise<EvaluationSet> {
    const set = await app.newSet(admin, area, { name })
    for (const [question, sql] of Object.entries(questions)) {
      expect(await app.addQuestion(admin, set, question, sql)).toMatchObject({ is_approved: false, is_own: true })
    }
    return set
  }

  test('asks every question, and records right, wrong, and declined answers with their figures', async () => {
    const set = await filled('Outcomes', {
      'How many orders are there?': 'SELECT COUNT(*) FROM orders',
      'How many customers are there?': 'SELECT 3',
      'Who painted the Mona Lisa?': 'SELECT name FROM customers',
    })
    const run = await app.run(admin, set)
    expect(run).toMatchObject({ status: 'finished', total: 3, done: 3, right: 1, wrong: 1, declined: 1, failed: 0 })
    expect(run).toMatchObject({
      number: 1,
      trigger: 'manual',
      provider: 'builtin',
      tokens: 0,
      cost: null,
      reason: null,
    })
    const [right, wrong, declined] = await app.resultsOf(admin, set, run)
    expect(right).toMatchObject({ outcome: 'right', columns: 'same', reason: null })
    expect(wrong).toMatchObject({
      outcome: 'wrong',
      columns: null,
      reason: { text: expect.stringContaining('differ') },
    })
    expect(declined).toMatchObject({ outcome: 'declined', reason: { text: expect.any(String) } })
    const detail = await app.eval<EvaluationResultDetail>(
      admin,
      'GET',
      area,
      `runs/${run.id}/results/${wrong?.question_id}`,
    )
    expect(detail).toMatchObject({ expected_sql: 'SELECT 3', is_shortened: false, differing_values: 1 })
    expect(detail).toMatchObject({ actual_sql: expect.stringContaining('customers'), actual_rows: 1 })
  })

  test('creates no conversation and uses no quota of the user', async () => {
    const set = await filled('Quiet', { 'How many orders are there?': 'SELECT COUNT(*) FROM orders' })
    const user = await app.signIn('ADMIN', { daily_query_limit: 1, daily_query_count: 1 })
    expect((await app.run(user, set)).right).toBe(1)
    const { db } = app.context.store
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('turns').selectAll().execute()).toEqual([])
  })

  test('R20 stores no row and no value of the database', async () => {
    const set = await filled('Nothing stored', {
      'Who are the customers?': 'SELECT name FROM customers',
      'What is the email of each customer?': 'SELECT email FROM customers LIMIT 1',
    })
    const run = await app.run(admin, set)
    const { db } = app.context.store
    const rows = await db.selectFrom('evaluation_results').selectAll().where('run_id', '=', run.id).execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/Ann|Canary|example\.test/)
  })

  test('compares two runs question by question', async () => {
    const set = await filled('Compared', {
      'How many orders are there?': 'SELECT COUNT(*) FROM orders',
      'How many customers are there?': 'SELECT 99',
    })
    const first = await app.run(admin, set)
    const page = await app.eval<EvaluationQuestionPage>(admin, 'GET', area, `sets/${set.id}/questions`)
    const [orders, customers] = page.questions
    const change = (id: string | undefined, sql: string) =>
      app.eval<EvaluationQuestion>(admin, 'PUT', area, `sets/${set.id}/questions/${id}`, { expected_sql: sql })
    await change(orders?.id, 'SELECT 77')
    await change(customers?.id, 'SELECT COUNT(*) FROM customers')
    const second = await app.run(admin, set)
    const compared = await app.eval<EvaluationComparison>(
      admin,
      'GET',
      area,
      `runs/${second.id}/comparison?before=${first.id}&show=changed`,
    )
    expect(compared.questions.map(({ change }) => change)).toEqual(['broken', 'fixed'])
    expect(compared.counts).toMatchObject({ fixed: 1, broken: 1, stayed_right: 0 })
    const found = await app.eval<EvaluationComparison>(
      admin,
      'GET',
      area,
      `runs/${second.id}/comparison?before=${first.id}&show=all&search=CUSTOMERS`,
    )
    expect(found.questions.map(({ question }) => question)).toEqual(['How many customers are there?'])
    expect(found).toMatchObject({ total: 1, counts: { fixed: 1, broken: 1 } })
    const { badges } = (await app.api(admin, 'GET', 'business-areas/evaluation-badges')).json()
    expect(badges).toEqual([expect.objectContaining({ area_id: area.area_id, run_id: second.id, right: 1, total: 2 })])
  })

  test('runs both queries again as the viewer, and says whether the rows are those of the run', async () => {
    const set = await filled('Again', { 'How many orders are there?': 'SELECT COUNT(*) FROM orders' })
    const run = await app.run(admin, set)
    const [result] = await app.resultsOf(admin, set, run)
    const path = `runs/${run.id}/results/${result?.question_id}/rerun`
    const again = await app.eval<RerunEvaluation>(admin, 'POST', area, path)
    expect(again).toMatchObject({ is_as_in_run: true, difference: { is_equal: true } })
    expect(again.actual.results).toEqual(again.expected.results)
    app.alter("insert into orders values (3, 1, 7, 'c')")
    const later = await app.eval<RerunEvaluation>(admin, 'POST', area, path)
    app.alter('delete from orders where id = 3')
    expect(later).toMatchObject({ is_as_in_run: false, difference: { is_equal: true } })
  })

  test('refuses SQL that the gate refuses, a known question, and a second run at the same time', async () => {
    const set = await filled('Refused', { 'How many orders are there?': 'SELECT COUNT(*) FROM orders' })
    const refused = await app.addQuestion(admin, set, 'Delete them', 'DELETE FROM orders')
    expect(refused).toMatchObject({ code: 'query_refused' })
    expect(await app.addQuestion(admin, set, 'Salaries?', 'SELECT * FROM salaries')).toMatchObject({
      code: 'query_refused',
    })
    expect(await app.addQuestion(admin, set, '  how many ORDERS are there? ', 'SELECT 1')).toMatchObject({
      code: 'conflict',
    })
    const [one, other] = await Promise.all([
      app.eval<EvaluationRun>(admin, 'POST', area, `sets/${set.id}/runs`, {}),
      app.eval<EvaluationRun>(admin, 'POST', area, `sets/${set.id}/runs`, {}),
    ])
    expect([one, other].filter(({ code }) => code === 'conflict')).toHaveLength(1)
    await app.services.evaluation.settled()
    expect((await app.run(admin, set)).number).toBe(2)
  })

  test('ends a run at its limit of questions', async () => {
    const set = await filled('Limited', {
      'How many orders are there?': 'SELECT COUNT(*) FROM orders',
      'How many customers are there?': 'SELECT COUNT(*) FROM customers',
    })
    const run = await app.run(admin, set, { budget: { questions: 1 } })
    expect(run).toMatchObject({ status: 'stopped', done: 1, reason: { text: expect.stringContaining('limit') } })
  })

  test('adds the questions of a CSV file only if all of them are good', async () => {
    const set = await filled('From CSV', {})
    const upload = (text: string, more: object = {}) =>
      app.eval<ImportEvaluationResponse>(admin, 'POST', area, `sets/${set.id}/import`, { format: 'csv', text, ...more })
    const bad = await upload('question,expected_sql\nHow many?,SELECT COUNT(*) FROM orders\nAll?,DROP TABLE orders\n')
    expect(bad).toMatchObject({ added: 0, found: 2, error_count: 1, errors: [{ line: 3, question: 'All?' }] })
    const good = 'question,expected_sql,expected_rows,tags\nHow many?,SELECT COUNT(*) FROM orders,,a;b\nRows?,,[[1]],\n'
    expect(await upload(good, { dry_run: true })).toMatchObject({ added: 0, found: 2, error_count: 0 })
    expect(await upload(good)).toMatchObject({ added: 2, known: 0 })
    expect(await upload(good)).toMatchObject({ added: 0, known: 2 })
    expect(await upload('nothing')).toMatchObject({ added: 0, error_count: 1 })
    const page = await app.eval<EvaluationQuestionPage>(admin, 'GET', area, `sets/${set.id}/questions`)
    expect(page).toMatchObject({
      total: 2,
      tags: [
        { tag: 'a', count: 1 },
        { tag: 'b', count: 1 },
      ],
    })
    expect(page.questions[1]).toMatchObject({ expects: 'rows', expected_row_count: 1, source: 'csv' })
    const { db } = app.context.store
    const stored = await db.selectFrom('evaluation_questions').select('expected_rows').execute()
    expect(stored.some(({ expected_rows }) => expected_rows?.includes('[[1]]'))).toBe(false)
  })

  test('checks a file for an area without a set, and creates none', async () => {
    const bare = await app.newArea({ area_name: 'Bare', tables: [{ table_name: 'orders' }] })
    const check = (text: string) =>
      app.eval<ImportEvaluationResponse>(admin, 'POST', bare, 'check-file', { format: 'csv', text })
    const good = 'question,expected_sql\nHow many?,SELECT COUNT(*) FROM orders\n'
    expect(await check(good)).toMatchObject({ added: 0, found: 1, known: 0, error_count: 0 })
    const hidden = await check(`${good}All?,SELECT * FROM salaries\n`)
    expect(hidden).toMatchObject({ found: 2, error_count: 1, errors: [{ line: 3, question: 'All?' }] })
    expect((await app.eval<{ sets: EvaluationSet[] }>(admin, 'GET', bare, 'sets')).sets).toEqual([])
  })

  test('adds the questions of one database of a Spider or BIRD file', async () => {
    const set = await filled('From benchmarks', {})
    const upload = (format: string, entries: object[], db_id?: string) =>
      app.eval<ImportEvaluationResponse>(admin, 'POST', area, `sets/${set.id}/import`, {
        format,
        text: JSON.stringify(entries),
        ...(db_id === undefined ? {} : { db_id }),
      })
    const spider = [
      { db_id: 'shop', question: 'How many orders?', query: 'SELECT count(*) FROM orders', query_toks: [] },
      { db_id: 'concert', question: 'How many singers?', query: 'SELECT count(*) FROM singer', query_toks: [] },
    ]
    const databases = [
      { db_id: 'shop', questions: 1 },
      { db_id: 'concert', questions: 1 },
    ]
    expect(await upload('spider', spider)).toMatchObject({ added: 0, error_count: 1, databases })
    expect(await upload('spider', spider, 'shop')).toMatchObject({ added: 1, found: 1, databases })
    expect(await upload('spider', spider, 'concert')).toMatchObject({ added: 0, error_count: 1 })
    const bird = { question_id: 7, db_id: 'shop', question: 'How many big orders?', evidence: 'Big means over 100.' }
    const asked = { ...bird, SQL: 'SELECT COUNT(*) FROM orders WHERE amount > 100', difficulty: 'simple' }
    expect(await upload('bird', [asked], 'shop')).toMatchObject({ added: 1 })
    const page = await app.eval<EvaluationQuestionPage>(admin, 'GET', area, `sets/${set.id}/questions?tag=simple`)
    expect(page.questions).toMatchObject([{ context: 'Big means over 100.', source: 'bird' }])
  })

  test('approves questions, and withdraws the approval when what they expect changes', async () => {
    const set = await filled('Approved', { 'How many orders are there?': 'SELECT COUNT(*) FROM orders' })
    const url = `sets/${set.id}/questions`
    expect(await app.eval(admin, 'POST', area, `${url}/approve`, {})).toEqual({ changed: 1 })
    const [question] = (await app.eval<EvaluationQuestionPage>(admin, 'GET', area, `${url}?state=approved`)).questions
    expect(question).toMatchObject({ is_approved: true, approved_by_name: admin.user.username })
    const tagged = await app.eval<EvaluationQuestion>(admin, 'PUT', area, `${url}/${question?.id}`, { tags: ['x'] })
    expect(tagged).toMatchObject({ is_approved: true, tags: ['x'] })
    const changed = { expected_sql: 'SELECT 2 AS n' }
    expect(await app.eval(admin, 'PUT', area, `${url}/${question?.id}`, changed)).toMatchObject({ is_approved: false })
    const stale = { tags: [], expected_updated_at: question?.updated_at }
    expect(await app.eval(admin, 'PUT', area, `${url}/${question?.id}`, stale)).toMatchObject({ code: 'conflict' })
  })

  test('adds the approved examples of the area once', async () => {
    const set = await filled('From examples', {})
    const path = `sets/${set.id}/add-examples`
    expect(await app.eval<AddExamplesResponse>(admin, 'POST', area, path)).toEqual({ added: 0, known: 0, refused: 0 })
    const example = {
      id: 'example-1',
      area_id: area.area_id,
      connection_id: app.databaseId,
      turn_id: 'turn-1',
      reading: null,
      question: 'How many orders?',
      sql_query: 'SELECT COUNT(*) FROM orders',
      status: 'approved' as const,
      created_by: admin.user.id,
      created_at: '2026-11-01T00:00:00.000Z',
      decided_by: null,
      decided_at: null,
    }
    const shortened = { ...example, id: 'example-2', turn_id: 'turn-2', question: 'Of whom?' }
    const { db } = app.context.store
    const withoutValue = { ...shortened, sql_query: "SELECT * FROM orders WHERE rep = '?'" }
    await db.insertInto('examples').values([example, withoutValue]).execute()
    expect(await app.eval<AddExamplesResponse>(admin, 'POST', area, path)).toEqual({ added: 1, known: 0, refused: 1 })
    expect(await app.eval<AddExamplesResponse>(admin, 'POST', area, path)).toEqual({ added: 0, known: 1, refused: 1 })
  })

  test('fixes the date of relative questions and of :today', async () => {
    const set = await app.newSet(admin, area, { name: 'Dated', today: '2020-02-29' })
    const question = await app.addQuestion(admin, set, 'Which day is it?', 'SELECT :today AS day')
    expect(question.depends_on_today).toBe(true)
    const run = await app.run(admin, set)
    expect(run.today).toBe('2020-02-29')
    const [result] = await app.resultsOf(admin, set, run)
    const again = await app.eval<RerunEvaluation>(
      admin,
      'POST',
      area,
      `runs/${run.id}/results/${result?.question_id}/rerun`,
    )
    expect(again.expected.results).toEqual([['2020-02-29']])
  })
})

describeStores('the store of evaluations', (current) => {
  test('keeps one run per set at a time, and every outcome once', async () => {
    const app = await createEvaluationApp(current())
    const area = await app.newArea({ tables: [{ table_name: 'orders' }] })
    const set = await app.newSet(app.admin, area)
    for (let n = 0; n < 5; n += 1)
      await app.addQuestion(app.admin, set, `How many orders ${n}?`, 'SELECT COUNT(*) FROM orders')
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => app.eval<EvaluationRun>(app.admin, 'POST', area, `sets/${set.id}/runs`, {})),
    )
    expect(starts.filter(({ code }) => code === undefined)).toHaveLength(1)
    await app.services.evaluation.settled()
    const { runs } = await app.eval<{ runs: EvaluationRun[] }>(app.admin, 'GET', area, `sets/${set.id}/runs`)
    expect(runs).toMatchObject([{ status: 'finished', total: 5, done: 5, number: 1 }])
    expect(await app.resultsOf(app.admin, set, runs[0]!)).toHaveLength(5)
    expect(await app.eval(app.admin, 'POST', area, `sets/${set.id}/questions/approve`, {})).toEqual({ changed: 5 })
    expect(await app.eval(app.admin, 'DELETE', area, `sets/${set.id}`)).toEqual({ success: true, id: set.id })
    const { db } = app.context.store
    for (const table of ['evaluation_questions', 'evaluation_runs', 'evaluation_results'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    await app.app.close()
  })
})

describe('limits', () => {
  test('stores and lists ten thousand questions, and refuses one more', async () => {
    const app = await createEvaluationApp(null)
    const area = await app.newArea({ tables: [{ table_name: 'orders' }] })
    const set = await app.newSet(app.admin, area)
    const lines = Array.from({ length: 10_000 }, (_, index) => `Question ${index}?,[[${index}]]`)
    const text = ['question,expected_rows', ...lines].join('\n')
    const url = `sets/${set.id}`
    const file = { format: 'csv', text }
    const added = await app.eval<ImportEvaluationResponse>(app.admin, 'POST', area, `${url}/import`, file)
    expect(added).toMatchObject({ added: 10_000 })
    const page = await app.eval<EvaluationQuestionPage>(
      app.admin,
      'GET',
      area,
      `${url}/questions?offset=9990&limit=5&search=question`,
    )
    expect(page.total).toBe(10_000)
    expect(page.questions.map(({ question }) => question)[0]).toBe('Question 9990?')
    expect(await app.addQuestion(app.admin, set, 'One more?', 'SELECT COUNT(*) FROM orders')).toMatchObject({
      code: 'bad_request',
    })
    await app.close()
  })
})
