import { expect, test } from 'vitest'
import type { CheckedExample, Example } from '@parlance/contract'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { describeOneStore, describeStores } from '../../testing/test-store.ts'

const counting = { question: 'How many orders are there?', sql_query: 'SELECT COUNT(*) AS n FROM orders' }
const ownRegion = {
  row_security_rules: {
    rules: [
      {
        name: 'Own region',
        tables: {
          customers: { condition: 'region = :user.region', always_apply: true },
          orders: { inherit_parent_security: true, requires: 'customers', always_apply: true },
        },
      },
    ],
  },
}

const add = (app: AreaApp, who: SignedInUser, area_id: string, change: object = {}) =>
  app.api(who, 'POST', 'examples/written', { area_id, ...counting, ...change })
const added = async (...request: Parameters<typeof add>) => {
  const answer = await add(...request)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<CheckedExample>()
}
const list = async (app: AreaApp, who: SignedInUser, area: string, query = '') =>
  (await app.api(who, 'GET', `examples?area_id=${area}${query}`)).json<Example[]>()
const run = (app: AreaApp, who: SignedInUser, id: string) => app.api(who, 'POST', `examples/${id}/run`)
const usedFor = (app: AreaApp, areaId: string, question = counting.question) =>
  app.services.examples.examplesFor({ areaId, connectionId: app.databaseId, question, limit: 3 })

/** An area with the region rule whose owner sees only the north and is not an administrator. */
async function ownedArea(app: AreaApp) {
  const owner = await app.signIn('GENERAL', { attributes: JSON.stringify({ region: 'north' }) })
  const { area_id } = await app.newArea({ area_name: `Owned by ${owner.user.id}`, ...ownRegion })
  const moved = await app.api(app.admin, 'PUT', `business-areas/${area_id}/owner`, { user_id: owner.user.id })
  if (moved.statusCode !== 200) throw new Error(moved.body)
  return { owner, area_id }
}

describeOneStore('examples written by hand', (current) => {
  test('stores a question with SQL after it ran, approved, and shows its first rows', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea()
    const example = await added(app, app.admin, area_id)
    expect(example).toMatchObject({
      ...counting,
      area_id,
      database_config_id: app.databaseId,
      turn_id: null,
      status: 'approved',
      is_own: true,
      may_decide: true,
      problem: null,
      verified_at: example.created_at,
      result: { results: [[2]], row_count: 1, truncated: false },
    })
    expect((await usedFor(app, area_id)).map(({ id }) => id)).toEqual([example.id])
    const { result } = await added(app, app.admin, area_id, {
      question: 'Every pair of pairs',
      sql_query:
        'SELECT a.id FROM orders a, orders b, orders c, orders d, orders e, orders f, orders g, orders h ORDER BY 1',
    })
    expect(result).toMatchObject({ row_count: 100, truncated: true })
    expect(result?.results).toHaveLength(10)
    const audited = await app.context.store.db.selectFrom('audit_log').selectAll().execute()
    expect(audited.filter(({ action }) => action === 'example.create').map(({ target_id }) => target_id)).toContain(
      example.id,
    )
    expect(audited.filter(({ detail }) => detail.includes('"purpose":"example"'))).toHaveLength(2)
    await app.close()
  })

  test('stores nothing if the gate refuses the SQL or the database fails, and returns the reason', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea()
    const outcome = (sql_query: string) =>
      app.outcome(app.admin, 'POST', 'examples/written', { area_id, ...counting, sql_query })
    expect(await outcome('SELECT person FROM salaries')).toMatch(/^\d+ .*salaries/)
    expect(await outcome('DELETE FROM orders')).toMatch(/^4\d\d /)
    expect(await outcome('SELECT ABS(-9223372036854775807 - id) FROM orders')).toMatch(/^422 /)
    expect((await add(app, app.admin, area_id, { sql_query: ' ' })).statusCode).toBe(400)
    expect((await add(app, app.admin, area_id, { sql_query: `SELECT ${'1'.repeat(20_000)}` })).statusCode).toBe(400)
    expect(await list(app, app.admin, area_id)).toEqual([])
    await app.close()
  })

  test('R11 lets only editors of the area add, and only users who decide change and run', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea()
    const hidden = await app.newArea({ area_name: 'Hidden', visibility: 'private' })
    const eve = await app.signIn('GENERAL')
    expect((await add(app, eve, area_id)).statusCode).toBe(403)
    expect((await add(app, eve, hidden.area_id)).statusCode).toBe(404)
    const other = await app.newDatabase('other', ['orders (id integer primary key)'])
    expect((await add(app, app.admin, area_id, { database_config_id: other.id })).statusCode).toBe(400)
    const { id } = await added(app, app.admin, area_id)
    expect((await run(app, eve, id)).statusCode).toBe(404)
    expect((await app.api(eve, 'PUT', `examples/${id}`, counting)).statusCode).toBe(404)
    await app.close()
  })

  test('R16 R26 runs with the rules of the editor, and gives the same answer whatever hidden rows are', async () => {
    const app = await createAreaApp(current())
    const { owner, area_id } = await ownedArea(app)
    const sql_query = 'SELECT amount FROM orders ORDER BY amount'
    const example = await added(app, owner, area_id, { question: 'Which amounts?', sql_query })
    expect(example.result).toMatchObject({ results: [[50]], row_count: 1 })
    const before = (await run(app, owner, example.id)).json<CheckedExample>()
    app.alter('update orders set amount = 777777 where id = 2; insert into orders values (3, 2, 1, null)')
    const after = (await run(app, owner, example.id)).json<CheckedExample>()
    expect({ ...after, verified_at: null }).toEqual({ ...before, verified_at: null })
    await app.api(app.admin, 'POST', `examples/${example.id}/run`)
    expect(JSON.stringify(await list(app, owner, area_id, '&check=true'))).not.toMatch(/777777/)
    await app.close()
  })

  test('R22 records no failure that may come from rows that only the caller sees', async () => {
    const app = await createAreaApp(current())
    const { owner, area_id } = await ownedArea(app)
    const sql_query = 'SELECT ABS(CASE WHEN amount = 424242 THEN -9223372036854775806 - id ELSE 1 END) AS n FROM orders'
    const { id } = await added(app, owner, area_id, { sql_query })
    const { db } = app.context.store
    const attributes = JSON.stringify({ region: 'south' })
    await db.updateTable('users').set({ attributes }).where('id', '=', app.admin.user.id).execute()
    const before = await list(app, owner, area_id)
    expect((await run(app, app.admin, id)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await list(app, owner, area_id)).toEqual(before)
    await app.close()
  })

  test('runs an example again, records why it no longer runs, and uses it only while it runs', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea()
    const { id, verified_at } = await added(app, app.admin, area_id)
    app.alter('drop view big_orders; alter table orders rename to purchases')
    const failed = (await run(app, app.admin, id)).json<CheckedExample>()
    expect(failed).toMatchObject({ result: null, verified_at, problem: { message: expect.stringMatching(/orders/) } })
    const [shown] = await list(app, app.admin, area_id)
    expect(shown?.problem).toEqual(failed.problem)
    expect(await usedFor(app, area_id)).toEqual([])
    app.alter('alter table purchases rename to orders')
    expect((await run(app, app.admin, id)).json()).toMatchObject({ problem: null, result: { results: [[2]] } })
    expect(await usedFor(app, area_id)).toHaveLength(1)
    await app.close()
  })

  test('warns about examples that the gate now refuses, and only users who decide', async () => {
    const app = await createAreaApp(current())
    const { owner, area_id } = await ownedArea(app)
    const { id } = await added(app, owner, area_id)
    const { area_name, visibility } = (await app.api(owner, 'GET', `business-areas/${area_id}`)).json()
    const [fine] = await list(app, owner, area_id, '&check=true')
    expect(fine).toMatchObject({ id, problem: null })
    const saved = await app.api(app.admin, 'PUT', `business-areas/${area_id}`, {
      area_name,
      visibility,
      tables: [{ table_name: 'customers' }],
      row_security_rules: { rules: [] },
    })
    expect(saved.statusCode).toBe(200)
    const [warned] = await list(app, owner, area_id, '&check=true')
    expect(warned?.problem?.message).toContain('orders')
    expect((await list(app, owner, area_id))[0]?.problem).toBeNull()
    expect((await run(app, owner, id)).json()).toMatchObject({ result: null, problem: warned?.problem })
    await app.api(app.admin, 'PUT', `business-areas/${area_id}/owner`, { user_id: app.admin.user.id })
    expect(await list(app, owner, area_id, '&check=true')).toMatchObject([{ id, may_decide: false, problem: null }])
    await app.close()
  })

  test('changes question and SQL after the same check, and makes the editor its creator', async () => {
    const app = await createAreaApp(current())
    const { owner, area_id } = await ownedArea(app)
    const { id } = await added(app, owner, area_id)
    const put = (change: object) => app.api(app.admin, 'PUT', `examples/${id}`, { ...counting, ...change })
    expect((await put({ sql_query: 'SELECT person FROM salaries' })).statusCode).toBeGreaterThanOrEqual(400)
    expect(await list(app, owner, area_id)).toMatchObject([counting])
    const sql_query = "SELECT COUNT(*) AS n FROM customers WHERE name = 'Canary-South'"
    const changed = await put({ question: 'How many customers?', sql_query })
    expect(changed.json()).toMatchObject({ id, sql_query, status: 'approved', created_by: app.admin.user.id })
    await app.api(app.admin, 'PUT', `business-areas/${area_id}/owner`, { user_id: app.admin.user.id })
    expect(await list(app, owner, area_id)).toEqual([])
    await app.close()
  })
})

describeStores('examples written at the same time', (current) => {
  test('stores a question of an area once', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea()
    const other = await app.newArea({ area_name: 'Other' })
    const question = ` how many  ORDERS are there? `
    const answers = await Promise.all([add(app, app.admin, area_id), add(app, app.admin, area_id, { question })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([200, 409])
    await added(app, app.admin, other.area_id)
    const second = await added(app, app.admin, area_id, { question: 'Another one' })
    const repeated = await app.outcome(app.admin, 'PUT', `examples/${second.id}`, counting)
    expect(repeated).toBe('409 This question already has an example here. Edit that example instead.')
    await app.close()
  })

  test('refuses one of two changes that were made at the same time', async () => {
    const app = await createAreaApp(current())
    const { area_id } = await app.newArea()
    const { id } = await added(app, app.admin, area_id)
    const principal = await app.services.users.principalOf(app.admin.user)
    // Both calls read the example before the SQL of either has run. Otherwise the second could wait for a new connection.
    await Promise.all(Array.from({ length: 4 }, () => list(app, app.admin, area_id)))
    const change = (question: string) =>
      app.services.examples.update(principal, id, { ...counting, question }, AbortSignal.timeout(60_000))
    const [first, second] = await Promise.allSettled([change('First?'), change('Second?')])
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect([first, second]).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'conflict' }),
    })
    await app.close()
  })
})
