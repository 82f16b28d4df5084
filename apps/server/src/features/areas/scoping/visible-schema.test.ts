import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TurnEvent } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { readEvents, runRequest } from '../../../testing/asking-app.ts'
import { startModelStandIn } from '../../../testing/model-stand-ins/stand-in.ts'
import type { ModelStandIn } from '../../../testing/model-stand-ins/stand-in.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

let app: AreaApp
let standIn: ModelStandIn
let ann: SignedInUser

const shown = { visits: { condition: 'region = :user.region', always_apply: true } }
const hidden = { customers: { id: { mask_type: 'disallow' }, email: { mask_type: 'disallow' } } }

beforeAll(async () => {
  standIn = await startModelStandIn('openai-compatible', [])
  app = await createAreaApp(null)
  const { settings, models } = app.services
  await settings.chooseOrchestration(
    { provider: 'openai-compatible', model: 'test-model', base_url: standIn.baseUrl },
    models.list()['openai-compatible'],
    null,
  )
  ann = await app.signIn('GENERAL', { attributes: JSON.stringify({ region: 'north' }) })
  app.alter(`
    create table canary_staff (id integer primary key, name text);
    insert into canary_staff values (1, 'x');
    create table visits (
      id integer primary key, customer_id integer references customers (id),
      staff_id integer references canary_staff (id), region text
    );
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 777)
    insert into visits select i, 1, 1, iif(i % 7 = 0, 'north', 'south') from n;
    analyze;`)
  await app.newArea({
    area_name: 'Visits',
    tables: [{ table_name: 'visits' }, { table_name: 'customers' }],
    joins: [
      {
        join_type: 'INNER',
        left_table: 'visits',
        right_table: 'customers',
        join_condition: 'visits.region = customers.region AND customers.email IS NOT NULL',
      },
    ],
    row_security_rules: { rules: [{ name: 'Own region', tables: shown }] },
    column_security_rules: { rules: [{ name: 'Contacts', tables: hidden }] },
  })
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})

async function ask(
  who: SignedInUser,
  text: string,
  tools: [string, Record<string, unknown>][],
  state: object = { 'user:database_config_id': app.databaseId },
): Promise<TurnEvent[]> {
  standIn.script([...tools.map(([name, args]) => ({ toolCalls: [{ name, args }] })), { text: ['See the table.'] }])
  const url = `/apps/nl_to_sql_agent/users/${who.user.id}/sessions`
  const session = await app.app.inject({ method: 'POST', url, headers: who.headers, payload: { state } })
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/v1/custom_run_sse',
    headers: who.headers,
    payload: runRequest(who, session.json<{ id: string }>().id, text),
  })
  return readEvents(answer.body)
}

describe('R10 reveals nothing outside an area to models or users', () => {
  let everything: string

  beforeAll(async () => {
    const events = await ask(ann, 'How many visits of customers are there?', [
      ['get_table_info', { table_name: 'visits' }],
      ['get_database_schema', { words: 'visits customers staff' }],
      ['execute_sql_query', { sql_query: 'SELECT COUNT(*) AS n FROM visits' }],
    ])
    everything = JSON.stringify([events, standIn.requests.map(({ text }) => text)])
  })

  test('counts the rows that the rules leave, and names what may be named', () => {
    expect(everything).toContain('visits(id int PK')
    expect(everything).toContain('"results":[[111]]')
  })

  test('hides a table outside of the area that a foreign key refers to', () => {
    expect(everything).not.toContain('canary_staff')
  })

  test('hides a column that the rules remove and a foreign key refers to', () => {
    expect(everything).not.toContain('-> customers.id')
  })

  test('hides a column that the rules remove in the condition of a join', () => {
    expect(everything).not.toContain('email')
  })

  test('hides the row count of a table with a row rule', () => {
    expect(everything).not.toMatch(/777 rows/)
  })
})

test('R16 leaves examples of hidden content out of every prompt', async () => {
  const area = await app.newArea({
    area_name: 'Orders',
    tables: [{ table_name: 'orders' }, { table_name: 'customers' }],
  })
  const state = { 'user:database_config_id': app.databaseId, 'user:business_area_id': area.area_id }
  const question = 'Which mail has each order?'
  const sql = 'SELECT orders.id, customers.email FROM orders JOIN customers ON customers.id = orders.customer_id'
  const events = await ask(app.admin, question, [['execute_sql_query', { sql_query: sql }]], state)
  const made = await app.api(app.admin, 'POST', 'examples', { turn_id: events[0]?.turn_id })
  expect(made.json()).toMatchObject({ status: 'approved' })
  const prompts = async () => {
    const before = standIn.requests.length
    await ask(ann, 'Which mail has an order?', [], state)
    return standIn.requests
      .slice(before)
      .map(({ text }) => text)
      .join()
  }
  expect(await prompts()).toContain('customers.email')
  const tightened = await app.api(app.admin, 'PUT', `business-areas/${area.area_id}`, {
    area_name: 'Orders',
    visibility: 'public',
    column_security_rules: {
      rules: [{ name: 'Contacts', tables: { customers: { email: { mask_type: 'disallow' } } } }],
    },
  })
  expect(tightened.statusCode).toBe(200)
  expect(await prompts()).not.toContain('email')
})

test('R16 leaves examples that no longer run out of every prompt', async () => {
  app.alter('create table tours (id integer primary key)')
  await app.api(app.admin, 'POST', `database-management/configurations/${app.databaseId}/catalogue`, {})
  const { area_id } = await app.newArea({
    area_name: 'Tours',
    tables: [{ table_name: 'tours' }, { table_name: 'customers' }],
  })
  const state = { 'user:database_config_id': app.databaseId, 'user:business_area_id': area_id }
  const written = {
    area_id,
    question: 'How many tours are there?',
    sql_query: 'SELECT COUNT(*) AS departures FROM tours',
  }
  expect((await app.api(app.admin, 'POST', 'examples/written', written)).statusCode).toBe(200)
  const prompt = async () => {
    const before = standIn.requests.length
    await ask(ann, 'How many tours?', [], state)
    return standIn.requests[before]?.text
  }
  expect(await prompt()).toContain('departures')
  app.alter('drop table tours')
  await app.api(app.admin, 'POST', `database-management/configurations/${app.databaseId}/catalogue`, {})
  expect(await prompt()).not.toContain('departures')
})
