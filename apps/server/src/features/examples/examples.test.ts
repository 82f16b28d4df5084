import type { Example } from '@parlance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAskingApp, type AskingApp } from '../../testing/asking-app.ts'
import { startModelStandIn, type ModelStandIn } from '../../testing/model-stand-ins/stand-in.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { readingWithout, withoutValues } from './without-values.ts'

let standIn: ModelStandIn
let app: AskingApp
let ada: SignedInUser
let admin: SignedInUser

beforeAll(async () => {
  standIn = await startModelStandIn('openai-compatible', [])
  app = await createAskingApp({ provider: 'openai-compatible', model: 'test-model', base_url: standIn.baseUrl })
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})
beforeEach(async () => {
  ada = await app.signIn('GENERAL')
  admin = await app.signIn('ADMIN')
})

const url = '/api/v1/examples'

function call(user: SignedInUser, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  return app.app.inject({ method, url: path, headers: user.headers, payload })
}

/** @returns the turn's id */
async function asked(user: SignedInUser, question: string, sql: string): Promise<string> {
  standIn.script([
    { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: sql, reading: 'As asked' } }] },
    { text: ['See the table.'] },
  ])
  const [first] = await app.ask(user, await app.newSession(user), question)
  return first?.turn_id ?? ''
}

async function marked(
  user: SignedInUser,
  question = 'How many orders are there?',
  sql = 'SELECT COUNT(*) AS n FROM orders',
) {
  const answer = await call(user, 'POST', url, { turn_id: await asked(user, question, sql) })
  return answer.json<Example>()
}

describe('verified answers', () => {
  test('uses verified answers for similar questions only after approval', async () => {
    const example = await marked(
      ada,
      'How many shipped orders are there per country?',
      'SELECT country, COUNT(*) AS n FROM customers GROUP BY country',
    )
    expect(example).toMatchObject({
      status: 'pending',
      is_own: true,
      may_decide: false,
      area_id: null,
      decided_at: null,
    })
    const wanted = {
      areaId: null,
      connectionId: example.database_config_id,
      question: 'Count shipped orders by country',
      limit: 3,
    }
    expect(await app.services.examples.examplesFor(wanted)).toEqual([])
    const approved = await call(admin, 'POST', `${url}/${example.id}/approve`)
    expect(approved.json()).toMatchObject({
      status: 'approved',
      may_decide: true,
      is_own: false,
      decided_at: expect.any(String),
    })
    expect(await app.services.examples.examplesFor(wanted)).toEqual([
      {
        id: example.id,
        question: example.question,
        sql: example.sql_query,
        reading: 'As asked',
        askedOn: example.created_at.slice(0, 10),
      },
    ])
    expect(await app.services.examples.examplesFor({ ...wanted, question: 'Who is the tallest employee?' })).toEqual([])
    await call(admin, 'POST', `${url}/${example.id}/reject`)
    expect(await app.services.examples.examplesFor(wanted)).toEqual([])
  })

  test('approves a verified answer at once if its maker may decide', async () => {
    expect(await marked(admin)).toMatchObject({ status: 'approved', is_own: true, may_decide: true })
  })

  test('lists verified answers only for their maker and for users who may decide', async () => {
    const { id } = await marked(ada)
    const listed = async (user: SignedInUser, query = '') =>
      (await call(user, 'GET', url + query)).json<Example[]>().map((example) => example.id)
    expect(await listed(ada)).toEqual([id])
    expect(await listed(admin)).toContain(id)
    expect(await listed(admin, '?status=approved')).not.toContain(id)
    expect(await listed(ada, '?area_id=other')).toEqual([])
    expect(await listed(await app.signIn('GENERAL'))).toEqual([])
  })

  test('R11 lets only users who may decide do so, and lets the maker delete only a waiting answer', async () => {
    const { id } = await marked(ada)
    const eve = await app.signIn('GENERAL')
    for (const [user, status] of [
      [eve, 404],
      [ada, 403],
    ] as const) {
      for (const verb of ['approve', 'reject']) {
        expect((await call(user, 'POST', `${url}/${id}/${verb}`)).statusCode).toBe(status)
      }
    }
    expect((await call(eve, 'DELETE', `${url}/${id}`)).statusCode).toBe(404)
    await call(admin, 'POST', `${url}/${id}/approve`)
    expect((await call(ada, 'DELETE', `${url}/${id}`)).statusCode).toBe(403)
    expect((await call(admin, 'DELETE', `${url}/${id}`)).json()).toEqual({ success: true, id })
    const mine = await marked(ada)
    expect((await call(ada, 'DELETE', `${url}/${mine.id}`)).statusCode).toBe(200)
  })

  test('reports wrong answers to users who may decide, ignores them for questions, and lets their maker withdraw them', async () => {
    const question = 'How many shipped orders are there?'
    const turn_id = await asked(ada, question, "SELECT COUNT(*) AS n FROM orders WHERE status = 'Berlin'")
    const reported = await call(ada, 'POST', url, { turn_id, verdict: 'wrong' })
    const example = reported.json<Example>()
    expect(example).toMatchObject({ status: 'wrong', question, is_own: true, may_decide: false, decided_at: null })
    expect(example.sql_query).not.toContain('Berlin')
    expect((await call(ada, 'POST', url, { turn_id })).statusCode).toBe(409)
    expect((await call(await app.signIn('GENERAL'), 'DELETE', `${url}/${example.id}`)).statusCode).toBe(404)
    const listed = (await call(admin, 'GET', `${url}?status=wrong`)).json<Example[]>()
    expect(listed.map(({ id }) => id)).toEqual([example.id])
    expect((await call(admin, 'POST', `${url}/${example.id}/approve`)).statusCode).toBe(409)
    const wanted = { areaId: null, connectionId: example.database_config_id, question, limit: 3 }
    expect((await app.services.examples.examplesFor(wanted)).map(({ id }) => id)).not.toContain(example.id)
    expect((await call(ada, 'DELETE', `${url}/${example.id}`)).statusCode).toBe(200)
    expect((await call(ada, 'POST', url, { turn_id })).json()).toMatchObject({ status: 'pending' })
    // Even an administrator's report of a wrong answer is never treated as an approval.
    const own = await asked(admin, question, 'SELECT COUNT(*) AS n FROM orders')
    expect((await call(admin, 'POST', url, { turn_id: own, verdict: 'wrong' })).json()).toMatchObject({
      status: 'wrong',
    })
    expect((await call(admin, 'POST', url, { turn_id: own, verdict: 'perhaps' })).statusCode).toBe(400)
  })

  test("creates a verified answer once, from the user's own answer with a query", async () => {
    const turn_id = await asked(ada, 'How many orders?', 'SELECT COUNT(*) AS n FROM orders')
    expect((await call(admin, 'POST', url, { turn_id })).statusCode).toBe(404)
    expect((await call(ada, 'POST', url, { turn_id })).statusCode).toBe(200)
    expect((await call(ada, 'POST', url, { turn_id })).statusCode).toBe(409)
    standIn.script([{ text: ['Which year do you mean?'] }])
    const [first] = await app.ask(ada, await app.newSession(ada), 'How many?')
    expect((await call(ada, 'POST', url, { turn_id: first?.turn_id })).statusCode).toBe(400)
  })

  test('stores no value in an example that the question does not name, so that none reaches another user', async () => {
    const sql = "SELECT COUNT(*) AS n FROM customers WHERE country = 'Germany' AND city = 'Berlin' AND id <> 4711"
    const { sql_query } = await marked(ada, 'How many customers from germany?', sql)
    expect(sql_query).toContain("'Germany'")
    expect(sql_query).not.toMatch(/Berlin|4711/)
  })

  test('R16 lets only users who may use an area now create, list and decide its examples', async () => {
    const eve = await app.signIn('GENERAL')
    const call = (user: SignedInUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      app.app.inject({ method, url: `/api/v1/${path}`, headers: user.headers, payload })
    const [database] = (await call(admin, 'GET', 'database-management/configurations')).json()
    const area = { area_name: 'Orders', visibility: 'restricted', tables: [{ table_name: 'orders' }] }
    const made = await call(admin, 'POST', 'business-areas/', { ...area, application_id: database.application.id })
    const { area_id } = made.json<{ area_id: string }>()
    const access = `business-areas/${area_id}/access`
    await call(admin, 'POST', access, { user_id: ada.user.id })
    const askedThere = async () => {
      standIn.script([
        { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: 'SELECT COUNT(*) AS n FROM orders' } }] },
        { text: ['See the table.'] },
      ])
      const session = await app.newSession(ada, { 'user:business_area_id': area_id })
      return (await app.ask(ada, session, 'How many orders are there?'))[0]?.turn_id
    }
    const [first, second] = [await askedThere(), await askedThere()]
    const example = (await call(ada, 'POST', 'examples', { turn_id: first })).json<Example>()
    expect(example).toMatchObject({ area_id, status: 'pending' })
    const listed = async (user: SignedInUser) =>
      (await call(user, 'GET', 'examples')).json<Example[]>().map(({ id }) => id)
    expect(await listed(ada)).toEqual([example.id])
    await call(admin, 'DELETE', `${access}/${ada.user.id}`)
    for (const verdict of ['right', 'wrong']) {
      const refused = await call(ada, 'POST', 'examples', { turn_id: second, verdict })
      expect([refused.statusCode, refused.json().code]).toEqual([404, 'area_not_found'])
    }
    expect(await listed(ada)).toEqual([])
    expect((await call(ada, 'POST', `examples/${example.id}/approve`)).statusCode).toBe(404)
    expect(await listed(admin)).toContain(example.id)
    // The owner of an area decides while they may use the database.
    await call(admin, 'PUT', `business-areas/${area_id}/owner`, { user_id: eve.user.id })
    expect(await listed(eve)).toEqual([example.id])
    const { db } = app.context.store
    await db.updateTable('connections').set({ visibility: 'private' }).where('id', '=', database.id).execute()
    expect(await listed(eve)).toEqual([])
    expect((await call(eve, 'POST', `examples/${example.id}/approve`)).statusCode).toBe(404)
    await db.updateTable('connections').set({ visibility: 'public' }).where('id', '=', database.id).execute()
    expect((await call(ada, 'DELETE', `examples/${example.id}`)).statusCode).toBe(200)
    await call(admin, 'DELETE', `business-areas/${area_id}`)
  })

  test('lets a question be reworded to make sense without its conversation', async () => {
    const turn_id = await asked(ada, 'And by month?', 'SELECT COUNT(*) AS n FROM orders')
    const answer = await call(ada, 'POST', url, { turn_id, question: 'How many orders by month?' })
    expect(answer.json()).toMatchObject({ question: 'How many orders by month?' })
  })

  test('deletes examples with their database', async () => {
    const example = await marked(ada)
    await app.context.store.db.deleteFrom('connections').where('id', '=', example.database_config_id).execute()
    expect((await call(ada, 'GET', url)).json()).toEqual([])
  })
})

describe('R21 a query without values', () => {
  test.each([
    ["SELECT * FROM t WHERE a = 'Smith'", 'all', 'sqlite', "SELECT * FROM t WHERE a = '?'"],
    ["SELECT * FROM t WHERE a LIKE '%smith%'", 'rows of Smith', 'sqlite', "SELECT * FROM t WHERE a LIKE '%smith%'"],
    ["SELECT * FROM t WHERE a = 'Smiths'", 'rows of the Smith family', 'sqlite', "SELECT * FROM t WHERE a = '?'"],
    ["SELECT * FROM t WHERE a = 'US'", 'all customers', 'sqlite', "SELECT * FROM t WHERE a = '?'"],
    ["SELECT * FROM t WHERE a = 'US'", 'all customers (US)', 'sqlite', "SELECT * FROM t WHERE a = 'US'"],
    ["SELECT * FROM t WHERE a = 'order'", 'all orders', 'sqlite', "SELECT * FROM t WHERE a = 'order'"],
    ["SELECT * FROM t WHERE a = '北京'", '北京的客户', 'sqlite', "SELECT * FROM t WHERE a = '北京'"],
    [
      "SELECT strftime('%Y-%m', d) FROM t WHERE d >= '2026-01-01' AND d <= '2026-02-28'",
      'by month',
      'sqlite',
      "SELECT strftime('%Y-%m', d) FROM t WHERE d >= '2026-01-01' AND d <= '2026-02-28'",
    ],
    ["SELECT a FROM t WHERE born = '1987-03-14'", 'all', 'sqlite', "SELECT a FROM t WHERE born = '?'"],
    [
      "SELECT a FROM t WHERE born = '1987-03-14'",
      'born 1987-03-14?',
      'sqlite',
      "SELECT a FROM t WHERE born = '1987-03-14'",
    ],
    [
      "SELECT date('now', 'start of month', '-1 month')",
      'last month',
      'sqlite',
      "SELECT date('now', 'start of month', '-1 month')",
    ],
    ["SELECT 'it''s' AS x", 'none', 'postgresql', "SELECT '?' AS x"],
    [
      'SELECT "Full Name" FROM t WHERE n > 12345 LIMIT 10',
      'names',
      'postgresql',
      'SELECT "Full Name" FROM t WHERE n > 0 LIMIT 10',
    ],
    ['SELECT a FROM t WHERE id = 42', 'all', 'sqlite', 'SELECT a FROM t WHERE id = 0'],
    ['SELECT a FROM t WHERE 42 = id', 'all', 'sqlite', 'SELECT a FROM t WHERE 0 = id'],
    ['SELECT a FROM t WHERE id IN (41, 42)', 'all of them', 'sqlite', 'SELECT a FROM t WHERE id IN (0, 0)'],
    ['SELECT a FROM t WHERE id = 42', 'of 42', 'sqlite', 'SELECT a FROM t WHERE id = 42'],
    ['SELECT a FROM t WHERE n BETWEEN 18 AND 30', 'young', 'sqlite', 'SELECT a FROM t WHERE n BETWEEN 0 AND 0'],
    ['SELECT ROUND(100.0 * a / b, 2) FROM t', 'share', 'sqlite', 'SELECT ROUND(100.0 * a / b, 2) FROM t'],
    ['SELECT a FROM t WHERE n = 4711', 'of 2024, 71 and 11', 'sqlite', 'SELECT a FROM t WHERE n = 0'],
    ['SELECT a FROM t WHERE n = 4711', 'more than 4,711', 'sqlite', 'SELECT a FROM t WHERE n = 4711'],
    ['SELECT a FROM t WHERE b = "Smith" AND y = 2026', 'all', 'mysql', "SELECT a FROM t WHERE b = '?' AND y = 2026"],
    ['SELECT a FROM t -- of Smith\nWHERE b = 1 /* Smith */', 'all', 'sqlite', 'SELECT a FROM t  \nWHERE b = 1  '],
    ['SELECT a FROM t WHERE b = $$Smith$$', 'all', 'postgresql', "SELECT a FROM t WHERE b = '?'"],
    ["SELECT a FROM t WHERE b = E'O\\'Smith'", 'all', 'postgresql', "SELECT a FROM t WHERE b = '?'"],
    ["SELECT a FROM t WHERE b = N'Smith'", 'all', 'tsql', "SELECT a FROM t WHERE b = '?'"],
    ["SELECT a FROM t WHERE b = x'536d697468'", 'all', 'sqlite', "SELECT a FROM t WHERE b = '?'"],
    ["SELECT q'{a'b Smith}' || q'{c'd}' FROM t", 'all', 'oracle', "SELECT '?' || '?' FROM t"],
    ["SELECT a FROM t WHERE b = '''Smith'''", 'all', 'bigquery', "SELECT a FROM t WHERE b = '?'"],
    [
      `SELECT COUNT(*) AS smith_orders FROM t WHERE b = 'Smith' ORDER BY smith_orders`,
      'all',
      'sqlite',
      "SELECT COUNT(*) AS column_1 FROM t WHERE b = '?' ORDER BY column_1",
    ],
    [`SELECT a AS "Of Smith" FROM t WHERE b = 'Smith'`, 'all', 'sqlite', "SELECT a AS column_1 FROM t WHERE b = '?'"],
  ] as const)('removes values that the question does not name: %s after %s', (sql, question, dialect, expected) => {
    expect(withoutValues(sql, question, dialect)?.sql).toBe(expected)
  })

  test.each([
    ['Customers of Berlin by status', null],
    ['Customers whose city is "Berlin"', null],
    ['Customers from berlin', null],
    ['Customers with more than 40 orders', null],
    ['Customers of Ann', null],
    ['The customers from Germany', 'The customers from Germany'],
    ['Customers by status', 'Customers by status'],
  ])('shares only a reading without other values: %s', (reading, expected) => {
    const safe = withoutValues("SELECT a FROM t WHERE b = 'Berlin' AND c = 'Germany'", 'Who is from Germany?', 'sqlite')
    expect(safe && readingWithout(reading, 'Who is from Germany?', safe)).toBe(expected)
  })

  test('reports which values it removed', () => {
    const found = withoutValues("SELECT a FROM t WHERE b = 'Smith' AND c = 'Jones' AND d > 12", 'of Jones', 'sqlite')
    expect(found?.removed).toEqual(['smith', '12'])
  })

  test.each([
    ["SELECT 'open", 'sqlite'],
    ['SELECT /* open', 'postgresql'],
  ] as const)('returns null if values cannot be recognized: %s', (sql, dialect) => {
    expect(withoutValues(sql, 'all', dialect)).toBeNull()
  })
})
