import type { CheckedExample, DecidedExamples, Example, ExamplesAttention } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'

let app: AreaApp
let owner: SignedInUser
/** An area of the owner, and one of the administrator. */
let own: string
let other: string

beforeAll(async () => {
  app = await createAreaApp(null)
  owner = await app.signIn('GENERAL')
  own = (await app.newArea()).area_id
  other = (await app.newArea({ area_name: 'Other' })).area_id
  await app.api(app.admin, 'PUT', `business-areas/${own}/owner`, { user_id: owner.user.id })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.context.store.db.deleteFrom('examples').execute()
})

async function add(area_id: string, question: string, status: 'pending' | 'approved' | 'wrong' = 'pending') {
  const payload = { area_id, question, sql_query: 'SELECT COUNT(*) AS n FROM orders' }
  const made = await app.api(app.admin, 'POST', 'examples/written', payload)
  if (made.statusCode !== 200) throw new Error(made.body)
  const { id } = made.json<CheckedExample>()
  await app.context.store.db.updateTable('examples').set({ status, decided_at: null }).where('id', '=', id).execute()
  return id
}

const attention = async (who: SignedInUser) =>
  (await app.api(who, 'GET', 'examples/attention')).json<ExamplesAttention>()
const decide = (who: SignedInUser, decision: string, ...ids: string[]) =>
  app.api(who, 'POST', 'examples/decide', { ids, decision })

test('counts what waits and what no longer runs, only where the caller decides', async () => {
  await add(own, 'First?')
  const failing = await add(own, 'Second?', 'approved')
  await add(other, 'Third?')
  const problem = JSON.stringify({ text: 'There is no table orders.' })
  await app.context.store.db.updateTable('examples').set({ problem }).where('id', '=', failing).execute()
  const areas = [{ area_id: own, pending: 1, failing: 1 }]
  expect(await attention(owner)).toEqual({ pending: 1, failing: 1, areas })
  expect(await attention(app.admin)).toMatchObject({ pending: 2, failing: 1 })
  expect(await attention(await app.signIn('GENERAL'))).toEqual({ pending: 0, failing: 0, areas: [] })
})

test('decides about several examples, and reports those that it could not decide', async () => {
  const [first, second] = [await add(own, 'First?'), await add(own, 'Second?')]
  const [foreign, report] = [await add(other, 'Third?'), await add(own, 'Fourth?', 'wrong')]
  const answer = await decide(owner, 'approve', first, second, second, foreign, report, 'missing')
  const { decided, failed } = answer.json<DecidedExamples>()
  expect(decided.map(({ id, status }) => [id, status])).toEqual([
    [first, 'approved'],
    [second, 'approved'],
  ])
  expect(failed.map(({ id }) => id)).toEqual([foreign, report, 'missing'])
  expect(failed[0]?.message).toBe(failed[2]?.message)
  const audited = await app.context.store.db
    .selectFrom('audit_log')
    .select('target_id')
    .where('action', '=', 'example.approve')
    .where('user_id', '=', owner.user.id)
    .execute()
  expect(new Set(audited.map(({ target_id: id }) => id))).toEqual(new Set([first, second]))
  expect((await decide(owner, 'approve')).statusCode).toBe(400)
  const [rejected] = (await decide(owner, 'reject', first)).json<DecidedExamples>().decided
  expect(rejected?.status).toBe('rejected')
})

test('lists similar approved examples of the same area, only for those who decide', async () => {
  const waiting = await add(own, 'Revenue by month?')
  const similar = await add(own, 'Revenue by quarter?', 'approved')
  await add(own, 'Tallest employee?', 'approved')
  await add(other, 'Revenue by week?', 'approved')
  const listed = await app.api(owner, 'GET', `examples/${waiting}/similar`)
  expect(listed.json<Example[]>().map(({ id }) => id)).toEqual([similar])
  expect((await app.api(await app.signIn('GENERAL'), 'GET', `examples/${waiting}/similar`)).statusCode).toBe(404)
})

test('an owner finds the waiting examples of their areas, however many others there are', async () => {
  const waiting = await add(own, 'First?')
  const { db } = app.context.store
  const row = await db.selectFrom('examples').selectAll().where('id', '=', waiting).executeTakeFirstOrThrow()
  const many = Array.from({ length: 1_100 }, (_, at) => {
    return { ...row, id: `many-${at}`, question_key: `many-${at}`, area_id: other, created_at: '2999-01-01' }
  })
  for (let at = 0; at < many.length; at += 100)
    await db
      .insertInto('examples')
      .values(many.slice(at, at + 100))
      .execute()
  const listed = (await app.api(owner, 'GET', 'examples?status=pending')).json<Example[]>()
  expect(listed.map(({ id }) => id)).toEqual([waiting])
})
