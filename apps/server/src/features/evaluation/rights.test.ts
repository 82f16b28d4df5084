import type {
  Area,
  AreaFile,
  EvaluationQuestion,
  EvaluationQuestionPage,
  EvaluationResultDetail,
  EvaluationRun,
  EvaluationSet,
  RerunEvaluation,
} from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvaluationApp } from '../../testing/evaluation-app.ts'
import type { EvaluationApp } from '../../testing/evaluation-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let app: EvaluationApp
let admin: SignedInUser
/** Owns the area and sees only the north. */
let owner: SignedInUser
/** On the access list; sees only the south. */
let south: SignedInUser
let area: Area

const regionOf = (region: string) => ({ attributes: JSON.stringify({ region }) })

beforeAll(async () => {
  app = await createEvaluationApp(null)
  admin = await app.signIn('ADMIN', regionOf('south'))
  owner = await app.signIn('GENERAL', regionOf('north'))
  south = await app.signIn('GENERAL', regionOf('south'))
  area = await app.newArea({
    visibility: 'restricted',
    row_security_rules: {
      rules: [{ name: 'Own region', tables: { customers: { condition: 'region = :user.region' } } }],
    },
  })
  await app.api(admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
  for (const { user } of [south]) {
    await app.api(admin, 'POST', `business-areas/${area.area_id}/access`, { user_id: user.id })
  }
})
afterAll(() => app.close())

async function setOf(who: SignedInUser, name: string, sql: string): Promise<EvaluationSet> {
  const set = await app.newSet(who, area, { name })
  const made = await app.addQuestion(who, set, 'Who are the customers?', sql)
  expect(made.detail).toBeUndefined()
  return set
}

const rerunOf = async (who: SignedInUser, run: EvaluationRun, questionId = ''): Promise<RerunEvaluation> =>
  app.eval(who, 'POST', area, `runs/${run.id}/results/${questionId}/rerun`)

describe('R11 who sees an evaluation', () => {
  test('shows sets and runs only to users who can edit the area', async () => {
    const set = await setOf(owner, 'Private', 'SELECT name FROM customers')
    const run = await app.run(owner, set)
    const paths = ['sets', `sets/${set.id}`, `sets/${set.id}/questions`, `sets/${set.id}/runs`, `runs/${run.id}`]
    for (const path of [...paths, `runs/${run.id}/results`]) {
      expect(await app.eval(south, 'GET', area, path)).toMatchObject({ code: 'forbidden' })
      expect((await app.eval(admin, 'GET', area, path)).code).toBeUndefined()
    }
    expect((await app.api(south, 'GET', 'business-areas/evaluation-badges')).json()).toEqual({ badges: [] })
    // The set and the run of another area are unknown.
    const other = await app.newArea({ area_name: 'Other' })
    for (const path of paths.slice(1)) {
      expect(await app.eval(admin, 'GET', other, path)).toMatchObject({ code: 'not_found' })
    }
  })

  test('lets an owner run as themselves and as users on the access list, and an administrator as anyone', async () => {
    const set = await setOf(owner, 'As others', 'SELECT name FROM customers')
    const start = (who: SignedInUser, as: SignedInUser) =>
      app.eval(who, 'POST', area, `sets/${set.id}/runs`, { run_as_user_id: as.user.id })
    expect(await start(owner, admin)).toMatchObject({ code: 'not_found' })
    expect(await app.run(owner, set, { run_as_user_id: south.user.id })).toMatchObject({ right: 1 })
    expect(await app.run(admin, set, { run_as_user_id: owner.user.id })).toMatchObject({ right: 1 })
    const stranger = await app.signIn('GENERAL', regionOf('north'))
    expect(await start(admin, stranger)).toMatchObject({ code: 'area_unavailable' })
  })

  test('ends a run with the reason when its user loses access or its starter is deactivated', async () => {
    const set = await setOf(owner, 'Lost access', 'SELECT name FROM customers')
    const guest = await app.signIn('GENERAL', regionOf('south'))
    const access = `business-areas/${area.area_id}/access`
    await app.api(admin, 'POST', access, { user_id: guest.user.id })
    await app.eval(owner, 'PUT', area, `sets/${set.id}`, { run_as_user_id: guest.user.id })
    await app.api(admin, 'DELETE', `${access}/${guest.user.id}`)
    expect(await app.eval(owner, 'POST', area, `sets/${set.id}/runs`, {})).toMatchObject({ code: 'not_found' })
    const { runs } = app.services.evaluation
    const boss = await app.signIn('ADMIN', regionOf('south'))
    const { users } = app.services
    const place = { areaId: area.area_id, setId: set.id }
    await app.context.store.db.updateTable('users').set({ is_active: 0 }).where('id', '=', boss.user.id).execute()
    const request = { run_as_user_id: boss.user.id, only_approved: false }
    await expect(runs.start(await users.principalOf(boss.user), place, request)).rejects.toMatchObject({
      code: 'account_inactive',
    })
  })
})

describe('R26 two people with different rights', () => {
  test('each sees the rows of a result that their own rules allow, also in a run as someone else', async () => {
    const set = await setOf(owner, 'Two worlds', 'SELECT name FROM customers')
    const run = await app.run(owner, set, { run_as_user_id: south.user.id })
    const [result] = await app.resultsOf(owner, set, run)
    const asOwner = await rerunOf(owner, run, result?.question_id)
    const asAdmin = await rerunOf(admin, run, result?.question_id)
    expect(JSON.stringify(asOwner)).not.toContain('Canary-South')
    expect(asOwner.expected.results).toEqual([['Ann']])
    expect(asOwner.is_as_in_run).toBe(false)
    expect(asAdmin.expected.results).toEqual([['Canary-South']])
    expect(asAdmin.is_as_in_run).toBe(true)
  })

  test('hides from an owner how many rows someone else sees whom the owner may not preview', async () => {
    const set = await setOf(owner, 'Counts', 'SELECT region FROM customers')
    const run = await app.run(admin, set)
    const path = (id = '') => `runs/${run.id}/results/${id}`
    const [asOwner] = await app.resultsOf(owner, set, run)
    const [asAdmin] = await app.resultsOf(admin, set, run)
    expect(asOwner).toMatchObject({
      outcome: 'wrong',
      reason: { text: 'The answer differs from the expected result.' },
    })
    expect(asAdmin?.reason?.values).toBeDefined()
    const detail = await app.eval<EvaluationResultDetail>(owner, 'GET', area, path(asOwner?.question_id))
    expect(detail).toMatchObject({ expected_rows: null, actual_rows: null, differing_values: null })
    expect(await app.eval(admin, 'GET', area, path(asAdmin?.question_id))).toMatchObject({ actual_rows: 1 })
  })

  test('changing rows that a viewer may not see changes nothing of what the viewer reads', async () => {
    const set = await setOf(owner, 'Hidden rows', 'SELECT name FROM customers')
    const run = await app.run(owner, set)
    const [result] = await app.resultsOf(owner, set, run)
    const read = async () => {
      const { ran_at: _, ...again } = await rerunOf(owner, run, result?.question_id)
      const time = (side: RerunEvaluation['actual']) => ({ ...side, database_ms: 0 })
      return { ...again, expected: time(again.expected), actual: time(again.actual) }
    }
    const before = await read()
    app.alter("update customers set name = 'Canary-Moved' where id = 2")
    const after = await read()
    app.alter("update customers set name = 'Canary-South' where id = 2")
    expect(after).toEqual(before)
  })

  test('hides values in SQL from users other than its author, and does not run such SQL for them', async () => {
    const hidden = "SELECT name, 'Canary-Literal' AS x FROM customers"
    const set = await setOf(admin, 'Literals', hidden)
    const page = await app.eval<EvaluationQuestionPage>(owner, 'GET', area, `sets/${set.id}/questions`)
    expect(page.questions[0]).toMatchObject({ is_shortened: true, is_own: false })
    const run = await app.run(admin, set)
    const [result] = await app.resultsOf(owner, set, run)
    const path = `runs/${run.id}/results/${result?.question_id}`
    const detail = await app.eval<EvaluationResultDetail>(owner, 'GET', area, path)
    const again = await rerunOf(owner, run, result?.question_id)
    const file = (await app.api(admin, 'GET', `business-areas/${area.area_id}/export`)).json<AreaFile>()
    for (const seen of [page, detail, again, file]) expect(JSON.stringify(seen)).not.toContain('Canary')
    expect(again.expected).toMatchObject({ results: [], error: { text: expect.stringContaining('not allowed') } })
    expect(again.is_as_in_run).toBeNull()
    expect(await app.eval<EvaluationResultDetail>(admin, 'GET', area, path)).toMatchObject({ expected_sql: hidden })
    // Another question would show whether the SQL has a value.
    const guess = { question: 'Who are the customers like Canary-Literal?' }
    const url = `sets/${set.id}/questions/${page.questions[0]?.id}`
    expect(await app.eval(owner, 'PUT', area, url, guess)).toMatchObject({ code: 'forbidden' })
  })

  test('shows expected rows only to their author, and their numbers to others', async () => {
    const set = await app.newSet(admin, area, { name: 'Rows' })
    const made = await app.eval<EvaluationQuestion>(admin, 'POST', area, `sets/${set.id}/questions`, {
      question: 'Who are the customers?',
      expected_rows: { columns: ['name'], rows: [['Canary-South']] },
    })
    expect(made).toMatchObject({ expects: 'rows', expected_rows: { rows: [['Canary-South']] } })
    const page = await app.eval<EvaluationQuestionPage>(owner, 'GET', area, `sets/${set.id}/questions`)
    expect(page.questions[0]).toMatchObject({ expected_rows: null, expected_row_count: 1, expected_column_count: 1 })
    const run = await app.run(admin, set)
    expect(run.right).toBe(1)
    const again = await rerunOf(owner, run, made.id)
    expect(JSON.stringify([page, again])).not.toContain('Canary')
    expect(again).toMatchObject({ difference: null, expected: { results: [], error: { text: expect.any(String) } } })
    expect((await rerunOf(admin, run, made.id)).expected.results).toEqual([['Canary-South']])
  })

  test('a fixed date cannot reach rows that a rule opens on another day', async () => {
    const dated = await app.newArea({
      area_name: 'Dated',
      row_security_rules: {
        rules: [{ name: 'Later', tables: { customers: { condition: ":current_date >= '2099-01-01'" } } }],
      },
    })
    const set = await app.newSet(admin, dated, { today: '2199-01-01' })
    const question = await app.addQuestion(
      admin,
      set,
      'How many customers are there?',
      'SELECT COUNT(*) FROM customers',
    )
    const run = await app.run(admin, set)
    const path = `runs/${run.id}/results/${question.id}/rerun`
    const again = await app.eval<RerunEvaluation>(admin, 'POST', dated, path)
    expect(again.expected.results).toEqual([[0]])
  })

  test('moves question sets with the file of an area, without the values that the question does not name', async () => {
    const set = await app.newSet(admin, area, { name: 'To move' })
    await app.addQuestion(admin, set, 'Customers of the north?', "SELECT name FROM customers WHERE region = 'north'")
    await app.addQuestion(admin, set, 'Bob?', "SELECT email FROM customers WHERE name = 'Canary-South'")
    const file = (await app.api(admin, 'GET', `business-areas/${area.area_id}/export`)).json<AreaFile>()
    const moved = file.evaluation?.find(({ name }) => name === 'To move')
    expect(moved?.questions).toEqual([
      {
        question: 'Customers of the north?',
        tags: [],
        expected_sql: "SELECT name FROM customers WHERE region = 'north'",
      },
      { question: 'Bob?', tags: [] },
    ])
    const imported = await app.api(admin, 'POST', 'business-areas/import', {
      application_id: app.applicationId,
      area_name: 'Moved',
      file,
    })
    const made = imported.json<Area>()
    const { sets } = await app.eval<{ sets: EvaluationSet[] }>(admin, 'GET', made, 'sets')
    expect(sets.find(({ name }) => name === 'To move')).toMatchObject({ question_count: 2, incomplete_count: 1 })
    const { evaluation: _, ...old } = file
    const again = { application_id: app.applicationId, area_name: 'Old file', file: old }
    expect((await app.api(admin, 'POST', 'business-areas/import', again)).statusCode).toBe(200)
  })
})
