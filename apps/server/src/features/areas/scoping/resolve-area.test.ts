import { expect, test } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { appName } from '../../../testing/asking-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'
import { describeOneStore } from '../../../testing/test-store.ts'

const canaries = /Canary|424242|bob@example/
const rules = {
  row_security_rules: {
    rules: [
      {
        name: 'North',
        tables: {
          customers: { condition: "region = 'north'" },
          orders: { inherit_parent_security: true, requires: 'customers' },
        },
      },
    ],
  },
}

/** SQL as a user who edits it would send it. */
const run = (app: AreaApp, who: SignedInUser, sql: string, area: string | null, rest: object = {}) =>
  app.api(who, 'POST', 'query/full-results', {
    sql_query: sql,
    database_config_id: app.databaseId,
    ...(area === null ? {} : { business_area_id: area }),
    ...rest,
  })

async function ask(
  app: AreaApp,
  who: SignedInUser,
  text: string,
  change: object = {},
  session: object = {},
): Promise<LightMyRequestResponse> {
  const { id } = (await begin(app, who, session)).json<{ id: string }>()
  return askIn(app, who, id, text, change)
}

/** Asks in an existing conversation. */
const askIn = (app: AreaApp, { headers, user }: SignedInUser, sessionId: string, text: string, change: object = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/api/v1/custom_run_sse',
    headers,
    payload: {
      appName,
      userId: user.id,
      sessionId,
      newMessage: { role: 'user', parts: [{ text }] },
      answerWith: 'builtin',
      ...change,
    },
  })

const sessionsOf = (who: SignedInUser) => `/apps/${appName}/users/${who.user.id}/sessions`

/** Starts a new conversation about the shop. */
const begin = (app: AreaApp, { headers, user }: SignedInUser, change: object) =>
  app.app.inject({
    method: 'POST',
    url: sessionsOf({ headers, user }),
    headers,
    payload: { state: { 'user:database_config_id': app.databaseId, ...change } },
  })

const refusal = (answer: LightMyRequestResponse): [number, string] => [answer.statusCode, answer.json().code]

describeOneStore('R10 R15 R16 runs every question inside an area that the user may use', (current) => {
  test('never returns a filtered row in full results, an export, a count or an order', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea(rules)
    const bodies: string[] = []
    for (const sql of [
      'SELECT * FROM customers',
      'SELECT * FROM CUSTOMERS c ORDER BY c.email',
      'SELECT max(amount) FROM orders',
      'SELECT o.* FROM orders o JOIN customers c ON c.id = o.customer_id',
      "SELECT name FROM customers WHERE region = 'south' OR 1 = 1",
      'WITH x AS (SELECT * FROM main.customers) SELECT * FROM x',
    ]) {
      for (const format of [{}, { format: 'csv' }]) {
        const answer = await run(app, who, sql, id, format)
        expect([sql, answer.statusCode]).toEqual([sql, 200])
        bodies.push(answer.body)
      }
    }
    const counted = await run(app, who, 'SELECT count(*) AS n FROM customers', id)
    expect(counted.json().results).toEqual([[1]])
    expect(bodies.filter((body) => canaries.test(body))).toEqual([])
    expect(bodies.some((body) => body.includes('Ann'))).toBe(true)
    const owner = await run(app, app.admin, 'SELECT * FROM customers', id)
    expect(owner.body).not.toMatch(canaries)
    await app.close()
  })

  test('never returns a filtered row in the chat', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea(rules)
    const bodies: string[] = []
    for (const text of ['Show all customers', 'What is the largest amount of orders?', 'List customers in the south']) {
      const answer = await ask(app, who, text, { businessAreaId: id })
      expect(answer.statusCode).toBe(200)
      bodies.push(answer.body)
    }
    expect(bodies.filter((body) => canaries.test(body))).toEqual([])
    expect(bodies.some((body) => body.includes('Ann'))).toBe(true)
    await app.close()
  })

  test('BA-001 reports a table outside of the area like one that does not exist, and never returns its rows', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea()
    const known = await run(app, who, 'SELECT * FROM salaries', id)
    const unknown = await run(app, who, 'SELECT * FROM nowhere', id)
    expect(refusal(known)).toEqual([422, 'query_refused'])
    expect(known.json().detail.replace('salaries', 'nowhere')).toBe(unknown.json().detail)
    const asked = await ask(app, who, 'Show all salaries', { businessAreaId: id })
    expect(asked.body).not.toMatch(canaries)
    await app.close()
  })

  test('refuses another user’s, a deleted, an inactive, another application’s, and no area on every path', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: secret } = await app.newArea({ visibility: 'private' })
    const { area_id: shared } = await app.newArea({ visibility: 'restricted' })
    const { area_id: inactive } = await app.newArea({ area_name: 'Paused', is_active: false })
    const { area_id: deleted } = await app.newArea()
    await app.api(app.admin, 'DELETE', `business-areas/${deleted}`)
    const { applicationId } = await app.newDatabase('elsewhere', ['customers (id integer, region text)'])
    const foreign = await app.newArea({ application_id: applicationId, tables: [{ table_name: 'customers' }] })
    const expected: [string | null, [number, string]][] = [
      [secret, [404, 'area_not_found']],
      [shared, [404, 'area_not_found']],
      [deleted, [404, 'area_not_found']],
      ['no-such-area', [404, 'area_not_found']],
      [inactive, [409, 'area_unavailable']],
      [foreign.area_id, [409, 'area_unavailable']],
      [null, [409, 'area_required']],
    ]
    for (const [area, outcome] of expected) {
      const businessAreaId = area
      expect(refusal(await run(app, who, 'SELECT * FROM customers', area))).toEqual(outcome)
      expect(refusal(await run(app, who, 'SELECT * FROM customers', area, { format: 'csv' }))).toEqual(outcome)
      expect(refusal(await ask(app, who, 'Show all customers', { businessAreaId }))).toEqual(outcome)
    }
    for (const [area, outcome] of expected.filter(([named]) => named !== null)) {
      expect(refusal(await begin(app, who, { 'user:business_area_id': area }))).toEqual(outcome)
    }
    const texts = await Promise.all([secret, 'no-such-area'].map((area) => run(app, who, 'SELECT 1', area)))
    expect(new Set(texts.map((answer) => answer.json().detail)).size).toBe(1)
    expect((await run(app, who, 'SELECT 1', inactive)).json().detail).toMatch(/^The business area Paused is inactive\./)
    await app.close()
  })

  test('moves a conversation only to an area and a database that fit each other, or leaves it unchanged', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: own } = await app.newArea({ area_name: 'Own' })
    const { area_id: other } = await app.newArea({ area_name: 'Other' })
    const { area_id: secret } = await app.newArea({ visibility: 'private' })
    const { area_id: shared } = await app.newArea({ visibility: 'restricted' })
    const { area_id: inactive } = await app.newArea({ area_name: 'Paused', is_active: false })
    const elsewhere = await app.newDatabase('elsewhere', ['customers (id integer, region text)'])
    const foreign = await app.newArea({
      application_id: elsewhere.applicationId,
      tables: [{ table_name: 'customers' }],
    })
    const { id } = (await begin(app, who, { 'user:business_area_id': own })).json<{ id: string }>()
    const url = `${sessionsOf(who)}/${id}`
    const patch = (state_delta: object) =>
      app.app.inject({ method: 'PATCH', url, headers: who.headers, payload: { state_delta } })
    const stored = () => app.context.store.db.selectFrom('sessions').selectAll().where('id', '=', id).execute()
    const before = await stored()
    const refused: [object, [number, string]][] = [
      [{ 'user:business_area_id': 'no-such-area' }, [404, 'area_not_found']],
      [{ 'user:business_area_id': secret }, [404, 'area_not_found']],
      [{ 'user:business_area_id': shared, 'app:session_name': 'Renamed' }, [404, 'area_not_found']],
      [{ 'user:business_area_id': inactive }, [409, 'area_unavailable']],
      [{ 'user:business_area_id': foreign.area_id }, [409, 'area_unavailable']],
      [{ 'user:database_config_id': elsewhere.id }, [409, 'area_unavailable']],
      [{ 'user:database_config_id': 'nowhere', 'user:business_area_id': other }, [404, 'connection_not_found']],
    ]
    for (const [delta, outcome] of refused) expect([delta, refusal(await patch(delta))]).toEqual([delta, outcome])
    expect(await stored()).toEqual(before)
    const both = { 'user:database_config_id': elsewhere.id, 'user:business_area_id': foreign.area_id }
    expect((await patch({ 'user:business_area_id': other })).json()).toMatchObject({ business_area_id: other })
    expect((await patch(both)).json()).toMatchObject({ business_area_id: foreign.area_id })
    // A client that sends the whole state to rename a conversation can still do so if its area is gone.
    await app.api(app.admin, 'DELETE', `business-areas/${foreign.area_id}`)
    expect((await patch({ ...both, 'app:session_name': 'Renamed' })).json()).toMatchObject({ session_name: 'Renamed' })
    expect((await patch({ 'user:business_area_id': null })).json()).toMatchObject({ business_area_id: null })
    expect(
      refusal(await begin(app, who, { 'user:database_config_id': null, 'user:business_area_id': secret })),
    ).toEqual([404, 'area_not_found'])
    await app.close()
  })

  test("OP-09 refuses an administrator in another user's private area, and says why", async () => {
    const app = await createAreaApp(current())
    const colleague = await app.signIn('ADMIN')
    const { area_id: id } = await app.newArea({ visibility: 'private' })
    const answer = await run(app, colleague, 'SELECT * FROM customers', id)
    expect(refusal(answer)).toEqual([409, 'area_unavailable'])
    expect(answer.json().detail).toBe('Only the owner of a private business area can ask questions in it.')
    await app.close()
  })

  test('uses the default without a named area, and ignores a default that cannot be used any more', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea(rules)
    const none = await run(app, who, 'SELECT * FROM customers', null)
    expect(none.json()).toMatchObject({
      code: 'area_required',
      detail: 'This database is organized into business areas. Choose one before you ask.',
    })
    await app.api(who, 'POST', `business-areas/${id}/set-default`)
    const answer = await run(app, who, 'SELECT * FROM customers', null)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toMatch(canaries)
    expect(refusal(await run(app, who, 'SELECT * FROM salaries', null))).toEqual([422, 'query_refused'])
    await app.api(app.admin, 'PUT', `business-areas/${id}`, { area_name: 'Sales', visibility: 'private' })
    const gone = await run(app, who, 'SELECT * FROM customers', null)
    expect(gone.json()).toMatchObject({
      code: 'area_required',
      detail: expect.stringContaining('none of them is shared with you. Please contact your administrator.'),
    })
    await app.close()
  })

  test('R16 reads access and rules at each question, so a revoked grant and a changed rule apply at once', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea({ visibility: 'restricted' })
    await app.api(app.admin, 'POST', `business-areas/${id}/access`, { user_id: who.user.id })
    const count = async () => (await run(app, who, 'SELECT count(*) AS n FROM customers', id)).json().results
    expect(await count()).toEqual([[2]])
    await app.api(app.admin, 'PUT', `business-areas/${id}`, { area_name: 'S', visibility: 'restricted', ...rules })
    expect(await count()).toEqual([[1]])
    const fewer = { tables: [{ table_name: 'orders' }], row_security_rules: {}, column_security_rules: {} }
    await app.api(app.admin, 'PUT', `business-areas/${id}`, { area_name: 'S', visibility: 'restricted', ...fewer })
    expect(refusal(await run(app, who, 'SELECT * FROM customers', id))).toEqual([422, 'query_refused'])
    await app.api(app.admin, 'DELETE', `business-areas/${id}/access/${who.user.id}`)
    expect(refusal(await run(app, who, 'SELECT * FROM orders', id))).toEqual([404, 'area_not_found'])
    await app.close()
  })

  test('keeps a conversation with a deleted area readable, and explains the deletion at its next question', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    const { area_id: id } = await app.newArea()
    const { id: session } = (await begin(app, who, { 'user:business_area_id': id })).json<{ id: string }>()
    const post = (text: string) => askIn(app, who, session, text)
    expect((await post('How many customers are there?')).statusCode).toBe(200)
    await app.api(app.admin, 'DELETE', `business-areas/${id}`)
    await app.newArea({ area_name: 'Another' })
    const asked = await post('And how many orders?')
    expect(refusal(asked)).toEqual([404, 'area_not_found'])
    expect(asked.json().detail).toMatch(/^The business area of this conversation was deleted or is no longer shared/)
    const read = await app.app.inject({ url: `${sessionsOf(who)}/${session}`, headers: who.headers })
    expect(read.json().events.length).toBeGreaterThan(1)
    await app.close()
  })

  test('refuses queries that need a missing table with that reason, and runs others', async () => {
    const app = await createAreaApp(current())
    const { area_id: id } = await app.newArea(rules)
    app.alter('drop view big_orders; drop table orders')
    const answer = await run(app, app.admin, 'SELECT * FROM "ORDERS"', id)
    expect(answer.json()).toMatchObject({
      code: 'query_refused',
      detail: 'The table orders is in this business area, but it no longer exists in this database.',
    })
    expect((await run(app, app.admin, 'SELECT count(*) AS n FROM customers', id)).json().results).toEqual([[1]])
    await app.close()
  })

  test('allows up to 25 tables in an application without areas, and only tables of areas in one that has them', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    expect((await run(app, who, 'SELECT * FROM salaries', null)).body).toMatch(canaries)
    await app.newArea({ visibility: 'private', is_active: false })
    expect(refusal(await run(app, who, 'SELECT * FROM salaries', null))).toEqual([409, 'area_required'])
    const wide = await app.newDatabase(
      'wide',
      Array.from({ length: 26 }, (_, at) => `t${at} (id integer)`),
    )
    const asked = await app.api(who, 'POST', 'query/full-results', {
      sql_query: 'SELECT * FROM t1',
      database_config_id: wide.id,
    })
    expect(asked.json()).toMatchObject({ code: 'area_required', detail: expect.stringContaining('26 tables') })
    await app.close()
  })

  test('does not count views toward the 25 tables, and answers questions about them', async () => {
    const app = await createAreaApp(current())
    const who = await app.signIn('GENERAL')
    app.alter(Array.from({ length: 30 }, (_, at) => `create view v${at} as select ${at} as n from customers`).join(';'))
    expect((await run(app, who, 'SELECT DISTINCT n FROM v29', null)).json().results).toEqual([[29]])
    const path = `business-areas/database-tables?database_config_id=${app.databaseId}`
    expect((await app.api(who, 'GET', path)).json()).toMatchObject({ total_count: 34, all_tables_allowed: true })
    await app.close()
  })
})
