import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Area, AreaPreview, Cell } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { connectReal, testDataReason } from '../../../testing/real-database.ts'
import type { RealDatabase } from '../../../testing/real-database.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

/** Users see the customers of their department's support agent, and everything that belongs to those customers. */
const rowRules = {
  rules: [
    {
      name: 'Own customers',
      tables: {
        Customer: { condition: 'SupportRepId = :current_dept_id', always_apply: true },
        Invoice: {
          inherit_parent_security: true,
          always_apply: true,
          requires: 'Customer',
          join_condition: 'Invoice.CustomerId = Customer.CustomerId',
        },
        InvoiceLine: {
          inherit_parent_security: true,
          always_apply: true,
          requires: 'Invoice',
          join_condition: 'InvoiceLine.InvoiceId = Invoice.InvoiceId',
        },
      },
    },
  ],
}
const columnRules = {
  rules: [
    {
      name: 'Personal data',
      tables: {
        Customer: {
          Email: { mask_type: 'partial', pattern: '****@domain.com' },
          Phone: { mask_type: 'null' },
          Fax: { mask_type: 'disallow' },
          Address: { mask_type: 'disallow' },
        },
      },
    },
  ],
}
const areaTables = ['Customer', 'Invoice', 'InvoiceLine', 'Track']

let app: AreaApp
let real: RealDatabase | null
let area: Area
let third: SignedInUser
let fourth: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  real = await connectReal(app, 'chinook')
  third = await app.signIn('GENERAL', { dept_id: '3' })
  fourth = await app.signIn('GENERAL', { dept_id: '4' })
  if (real === null) return
  area = await app.newArea({
    area_name: 'Support',
    application_id: real.applicationId,
    tables: areaTables.map((table_name) => ({ table_name })),
    row_security_rules: rowRules,
    column_security_rules: columnRules,
  })
})
afterAll(() => app.close())

const post = (who: SignedInUser, payload: object, id = area.area_id) =>
  app.api(who, 'POST', `business-areas/${id}/preview`, payload)

async function preview(who: SignedInUser, payload: object): Promise<AreaPreview> {
  const answer = await post(who, payload)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

async function setVisibility(visibility: Area['visibility']): Promise<void> {
  const { area_name, row_security_rules, column_security_rules } = area
  const change = { area_name, visibility, row_security_rules, column_security_rules }
  expect(await app.outcome(app.admin, 'PUT', `business-areas/${area.area_id}`, change)).toMatch(/^200/)
}

async function restrictTo(users: SignedInUser[]): Promise<void> {
  await setVisibility('restricted')
  const url = `business-areas/${area.area_id}/access`
  for (const { user } of users) expect(await app.outcome(app.admin, 'POST', url, { user_id: user.id })).toMatch(/^200/)
}

describe('Preview as… shows what another user would get', () => {
  beforeEach((context) => {
    if (real === null) context.skip(testDataReason)
  })

  /** A copy of the database without the rows and values that this department may not see. */
  function filtered(dept: string | null): DatabaseSync {
    const path = `${real?.path}.${dept}.sqlite`
    copyFileSync(real?.path ?? '', path)
    const copy = new DatabaseSync(path)
    copy.exec('PRAGMA foreign_keys = OFF')
    const keep = dept === null ? '0' : `SupportRepId = ${dept}`
    copy.exec(`
      DELETE FROM Customer WHERE SupportRepId IS NULL OR NOT (${keep});
      DELETE FROM Invoice WHERE CustomerId NOT IN (SELECT CustomerId FROM Customer);
      DELETE FROM InvoiceLine WHERE InvoiceId NOT IN (SELECT InvoiceId FROM Invoice);
      UPDATE Customer SET Phone = NULL, Email = '****@' || substr(Email, instr(Email, '@') + 1);
      ALTER TABLE Customer DROP COLUMN Fax;
      ALTER TABLE Customer DROP COLUMN Address;
    `)
    return copy
  }

  function rowsOf(copy: DatabaseSync, sql: string): Cell[][] {
    const statement = copy.prepare(sql)
    statement.setReturnArrays(true)
    return statement.all() as unknown as Cell[][]
  }

  const queries = [
    'SELECT * FROM Customer ORDER BY CustomerId',
    'SELECT count(*), sum(Total) FROM Invoice',
    'SELECT c.Country, count(*) AS n, round(sum(i.Total), 2) FROM Customer c JOIN Invoice i USING (CustomerId) GROUP BY c.Country ORDER BY n DESC, c.Country',
    'SELECT t.Name, sum(l.Quantity) AS q FROM InvoiceLine l JOIN Track t ON t.TrackId = l.TrackId GROUP BY t.Name ORDER BY q DESC, t.Name LIMIT 20',
    "SELECT Email, Phone FROM Customer WHERE Email LIKE '%gmail%' ORDER BY CustomerId",
    'WITH big AS (SELECT CustomerId FROM Invoice GROUP BY CustomerId HAVING sum(Total) > 40) SELECT count(*) FROM big',
    'SELECT max(CustomerId) FROM Customer WHERE CustomerId NOT IN (SELECT CustomerId FROM Invoice WHERE Total > 13)',
  ]

  test.each(queries)('shows the same rows as a physically filtered copy: %s', async (sql) => {
    for (const [person, dept] of [
      [third, '3'],
      [fourth, '4'],
      [app.admin, null],
    ] as const) {
      const copy = filtered(dept)
      const seen = await preview(app.admin, { user_id: person.user.id, sql_query: sql })
      expect(seen.results).toEqual(rowsOf(copy, sql))
      copy.close()
    }
  })

  test('shows visible rows, masked and hidden columns, the receipt, and the executed SQL of a table', async () => {
    const seen = await preview(app.admin, { user_id: third.user.id, table_name: 'customer' })
    expect(seen).toMatchObject({
      user: { user_id: third.user.id, email: third.user.email, role: 'GENERAL' },
      may_use: true,
      database: { config_id: real?.id, name: 'chinook' },
      visible_rows: 21,
      hidden_columns: ['Address', 'Fax'],
      truncated: false,
    })
    expect(seen.results).toHaveLength(21)
    expect(seen.columns.map(({ name }) => name)).not.toContain('Fax')
    expect(seen.receipt.rowRules).toMatchObject([{ rule: 'Own customers' }])
    expect(seen.receipt.maskedOutputs.map(({ column }) => column)).toEqual(['Phone', 'Email'])
    expect(seen.executed_sql).toContain('SupportRepId')
    const many = await preview(app.admin, { user_id: third.user.id, table_name: 'Track' })
    expect(many).toMatchObject({ truncated: true, visible_rows: 3503, hidden_columns: [] })
    expect(many.results).toHaveLength(100)
  })

  test('reads a question with the built-in engine as that user', async () => {
    const seen = await preview(app.admin, { user_id: fourth.user.id, question: 'How many customers are there?' })
    expect(seen.results).toEqual([[20]])
    const unread = await post(app.admin, { user_id: fourth.user.id, question: 'zebra xylophone' })
    expect(unread.statusCode).toBe(400)
  })

  test('shows nothing to a user without the attribute', async () => {
    const nobody = await app.signIn('GENERAL')
    const seen = await preview(app.admin, { user_id: nobody.user.id, table_name: 'Invoice' })
    expect(seen).toMatchObject({ visible_rows: 0, results: [] })
  })

  test('reports that the user may not use the area, and still shows what its rules would give', async () => {
    const gone = await app.signIn('GENERAL', { dept_id: '5', is_active: 0 })
    expect(await preview(app.admin, { user_id: gone.user.id, table_name: 'Customer' })).toMatchObject({
      may_use: false,
      visible_rows: 18,
    })
    const closed = await app.newArea({
      area_name: 'Closed',
      application_id: real?.applicationId,
      tables: [{ table_name: 'Customer' }],
      row_security_rules: { rules: [{ name: 'own', tables: { Customer: rowRules.rules[0]?.tables.Customer } }] },
      visibility: 'private',
    })
    const answer = await post(app.admin, { user_id: third.user.id, table_name: 'Customer' }, closed.area_id)
    expect(answer.json<AreaPreview>()).toMatchObject({ may_use: false, visible_rows: 21 })
  })

  test('refuses other tables, hidden columns, and writes', async () => {
    const refused = async (payload: object) => {
      const answer = await post(app.admin, { user_id: third.user.id, ...payload })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    expect(await refused({ sql_query: 'SELECT * FROM Employee' })).toEqual([422, 'query_refused'])
    expect(await refused({ sql_query: 'SELECT Fax FROM Customer' })).toEqual([422, 'query_refused'])
    expect(await refused({ sql_query: 'DELETE FROM Customer' })).toEqual([422, 'query_refused'])
    expect(await refused({ table_name: 'Employee' })).toEqual([404, 'not_found'])
    expect(await refused({ table_name: 'sqlite_master' })).toEqual([404, 'not_found'])
    expect(await refused({ database_config_id: app.databaseId, table_name: 'Customer' })).toEqual([400, 'bad_request'])
    expect(await refused({})).toEqual([400, 'bad_request'])
    expect(await refused({ table_name: 'Customer', sql_query: 'SELECT 1' })).toEqual([400, 'bad_request'])
    expect(await refused({ user_id: 'nobody', table_name: 'Customer' })).toEqual([404, 'not_found'])
  })

  test('lets only the owner and administrators preview, and logs who looked and as whom', async () => {
    const owner = await app.signIn('GENERAL', { dept_id: '5' })
    const payload = { user_id: third.user.id, table_name: 'Customer' }
    expect(await app.outcome(owner, 'POST', `business-areas/${area.area_id}/preview`, payload)).toMatch(/^403 /)
    await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
    await restrictTo([third])
    expect((await preview(owner, payload)).visible_rows).toBe(21)
    const rows = await app.context.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'query.run')
      .where('user_id', '=', owner.user.id)
      .execute()
    expect(rows).toHaveLength(2)
    for (const { detail } of rows) {
      expect(JSON.parse(detail)).toMatchObject({ purpose: 'preview', acting_as: third.user.id, area: area.area_id })
    }
    const looked = await app.context.store.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'area.preview')
      .execute()
    expect(looked.at(-1)).toMatchObject({ user_id: owner.user.id, target_id: area.area_id, outcome: 'allowed' })
  })

  test('R11 lets an owner who is not an administrator preview only as themselves and as users on the access list', async () => {
    const owner = await app.signIn('GENERAL', { dept_id: '5' })
    await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
    await restrictTo([third])
    const answerFor = async (user_id: string) => {
      const answer = await post(owner, { user_id, table_name: 'Customer' })
      const { request_id: _, ...body } = answer.json()
      return { status: answer.statusCode, body }
    }
    const unknown = await answerFor('nobody')
    expect(unknown).toEqual({
      status: 404,
      body: { code: 'not_found', detail: 'This user does not exist. Reload the list of users.' },
    })
    expect(await answerFor(fourth.user.id)).toEqual(unknown)
    expect(await answerFor(app.admin.user.id)).toEqual(unknown)
    expect((await answerFor(third.user.id)).body.user).toEqual({
      user_id: third.user.id,
      username: third.user.username,
      email: third.user.email,
    })
    expect((await answerFor(owner.user.id)).body).toMatchObject({ visible_rows: 18, may_use: true })
    // The owner cannot read the access list of a public area, so its remaining grants identify no one.
    await setVisibility('public')
    expect(await answerFor(third.user.id)).toEqual(unknown)
  })

  test('gives an owner no database that they may not use themselves', async () => {
    const owner = await app.signIn('GENERAL')
    await app.call(app.admin, 'PUT', `configurations/${real?.id}`, { visibility: 'private' })
    await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
    const payload = { user_id: owner.user.id, table_name: 'Track' }
    expect((await post(owner, payload)).json()).toMatchObject({ code: 'no_database' })
    const named = await post(owner, { ...payload, database_config_id: real?.id })
    expect(named.json()).toMatchObject({ code: 'connection_not_found' })
    await app.call(app.admin, 'PUT', `configurations/${real?.id}`, { visibility: 'public' })
  })
})
