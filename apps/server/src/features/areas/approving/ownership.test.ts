import { linkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Area, AreaApprovals, ProtectionMatrix } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import { describeOneStore } from '../../../testing/test-store.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

const rowRule = (table: string, condition: string) => ({
  rules: [{ name: 'Rows', tables: { [table]: { condition } } }],
})
const mask = (table: string, column: string, mask_type = 'disallow') => ({
  rules: [{ name: 'Mask', tables: { [table]: { [column]: { mask_type } } } }],
})
/** Shows one of the two customers, without the email address. */
const guarded = {
  row_security_rules: rowRule('customers', "region = 'north'"),
  column_security_rules: mask('customers', 'email'),
}

let app: AreaApp
afterEach(() => app.close())

interface World {
  owner: SignedInUser
  reader: SignedInUser
  /** An area that administrators gave to the owner. */
  own: Area
}

/** An owner who isn't an administrator, with an area of the orders, and an administrator's rules on the customers. */
async function world(change: object = {}): Promise<World & { theirs: Area }> {
  const owner = await app.signIn('GENERAL')
  const reader = await app.signIn('GENERAL')
  const own = await app.newArea({ area_name: 'Own', tables: [{ table_name: 'orders' }], ...change })
  await app.api(app.admin, 'PUT', `business-areas/${own.area_id}/owner`, { user_id: owner.user.id })
  const theirs = await app.newArea({ area_name: 'Customers', tables: [{ table_name: 'customers' }], ...guarded })
  return { owner, reader, own, theirs }
}

async function rows(who: SignedInUser, areaId: string | null, sql: string, databaseId = app.databaseId) {
  const payload = { sql_query: sql, database_config_id: databaseId, ...(areaId && { business_area_id: areaId }) }
  const answer = await app.api(who, 'POST', 'query/full-results', payload)
  return answer.statusCode === 200 ? answer.json<{ results: unknown[][] }>().results : answer.statusCode
}

async function saveTables(who: SignedInUser, { area_id }: Area, names: string[]) {
  const tables = names.map((table_name) => ({ table_name }))
  return app.api(who, 'PUT', `business-areas/${area_id}/tables`, tables)
}

async function save(who: SignedInUser, area: Area, change: object) {
  const { area_name, description, visibility } = area
  const basics = { area_name, description, visibility, is_default: false }
  return app.api(who, 'PUT', `business-areas/${area.area_id}`, { ...basics, ...change })
}

const approvals = async () => (await app.api(app.admin, 'GET', 'area-approvals')).json<AreaApprovals>().approvals

async function decide(decision: 'approve' | 'decline', id: string): Promise<number> {
  return (await app.api(app.admin, 'POST', `area-approvals/${id}/${decision}`)).statusCode
}

async function approveAll(): Promise<void> {
  for (const { id } of await approvals()) expect(await decide('approve', id)).toBe(200)
}

const protect = (table_name: string, isProtected = true, who = app.admin) =>
  app.api(who, 'PUT', `database-management/${app.databaseId}/protection`, { table_name, protected: isProtected })

const countCustomers = 'SELECT count(*) AS n FROM customers'

describeOneStore('R24 ownership does not bypass rules', (current) => {
  test('R24 lets an owner read a protected table in an area only after an administrator approves it with one click', async () => {
    app = await createAreaApp(current())
    const { owner, reader, own } = await world()
    const answer = await saveTables(owner, own, ['orders', 'customers', 'salaries'])
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      { status: 'pending_approval', pending_approval: { parts: ['tables'], summary: ['Add customers.'] } },
    ])
    expect(answer.json<Area>().tables.map(({ table_name }) => table_name)).toEqual(['orders', 'salaries'])
    expect(await rows(owner, own.area_id, countCustomers)).toBe(422)
    expect(await rows(owner, own.area_id, 'SELECT count(*) AS n FROM salaries')).toEqual([[1]])
    const [waiting, ...more] = await approvals()
    expect(more).toEqual([])
    expect(waiting).toMatchObject({
      kind: 'change',
      area_name: 'Own',
      tables: ['customers'],
      requested_by: owner.user.email,
    })
    expect(waiting?.effects).toEqual([
      'Everyone who can use the database can read the following.',
      'customers: all rows, no masked columns.',
    ])
    expect(waiting?.effect_messages?.[1]).toEqual({
      text: '{table}: all rows, no masked columns.',
      values: { table: 'customers' },
    })
    expect(await decide('approve', waiting!.id)).toBe(200)
    expect(await rows(reader, own.area_id, countCustomers)).toEqual([[2]])
    expect(await approvals()).toEqual([])
    expect(await decide('approve', waiting!.id)).toBe(404)
  })

  test("R24 keeps a table under an administrator's rules protected when the area is deleted, loosened, or moved", async () => {
    app = await createAreaApp(current())
    const { owner, own, theirs } = await world()
    expect((await save(app.admin, theirs, { row_security_rules: {}, column_security_rules: {} })).statusCode).toBe(200)
    expect((await saveTables(owner, own, ['orders', 'customers'])).statusCode).toBe(202)
    expect((await app.api(app.admin, 'DELETE', `business-areas/${theirs.area_id}`)).statusCode).toBe(200)
    expect(await rows(owner, own.area_id, countCustomers)).toBe(422)
    const [waiting] = await approvals()
    expect(await decide('decline', waiting!.id)).toBe(200)
    expect(await rows(owner, own.area_id, countCustomers)).toBe(422)
    expect((await protect('customers', false)).json()).toMatchObject({ protected: false })
    expect((await saveTables(owner, own, ['orders', 'customers'])).statusCode).toBe(200)
    expect(await rows(owner, own.area_id, countCustomers)).toEqual([[2]])
  })

  test('R24 closes unapproved tables for everyone when they become protected later', async () => {
    app = await createAreaApp(current())
    const { owner, reader, own } = await world()
    expect((await saveTables(owner, own, ['orders', 'salaries'])).statusCode).toBe(200)
    expect(await rows(reader, own.area_id, 'SELECT * FROM salaries')).toHaveLength(1)
    expect((await protect('SALARIES')).json()).toMatchObject({
      table_name: 'salaries',
      protected: true,
      effects: ['Own stops showing salaries until an administrator approves it.'],
      effect_messages: [{ values: { n: 1, areas: 'Own', table: 'salaries' } }],
    })
    for (const who of [owner, reader, app.admin])
      expect(await rows(who, own.area_id, 'SELECT * FROM salaries')).toBe(422)
    expect((await app.api(owner, 'GET', `business-areas/${own.area_id}`)).json<Area>().waiting_tables).toEqual([
      'salaries',
    ])
    expect((await approvals()).map(({ kind, tables }) => [kind, tables])).toEqual([['exposure', ['salaries']]])
    await approveAll()
    expect(await rows(reader, own.area_id, 'SELECT * FROM salaries')).toHaveLength(1)
  })
})

test('R24 lets an owner narrow what was approved, and makes everything else wait', async () => {
  app = await createAreaApp(null)
  const { owner, reader, own } = await world()
  await saveTables(owner, own, ['orders', 'customers'])
  await approveAll()
  const saved = async (change: object) => (await save(owner, own, change)).statusCode
  const narrow = rowRule('customers', "region = 'south'")
  expect(await saved({ row_security_rules: narrow })).toBe(200)
  expect(await rows(reader, own.area_id, countCustomers)).toEqual([[1]])
  expect(
    await saved({ row_security_rules: narrow, column_security_rules: mask('customers', 'email', 'partial') }),
  ).toBe(200)
  expect(await saved({ row_security_rules: {}, column_security_rules: {} })).toBe(200)
  expect(await rows(reader, own.area_id, countCustomers)).toEqual([[2]])
  expect(await saved({ visibility: 'private' })).toBe(200)
  expect(await rows(reader, own.area_id, countCustomers)).toBe(404)
  expect(await saved({ visibility: 'public' })).toBe(200)
  expect((await saveTables(owner, own, ['orders'])).statusCode).toBe(200)
  expect(await approvals()).toEqual([])
})

test("R24 keeps an administrator's rules in force while an owner asks for looser ones", async () => {
  app = await createAreaApp(null)
  const { owner, reader } = await world()
  const area = await app.newArea({
    area_name: 'Guarded',
    tables: [{ table_name: 'customers' }, { table_name: 'orders' }],
    ...guarded,
  })
  await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
  const attempts = [
    { row_security_rules: {} },
    { row_security_rules: rowRule('customers', "region IN ('north', 'south')") },
    { column_security_rules: {} },
    { column_security_rules: mask('customers', 'email', 'partial') },
    // A condition on a hidden column would answer questions about it.
    {
      row_security_rules: {
        rules: [...guarded.row_security_rules.rules, ...rowRule('customers', "email LIKE 'a%'").rules],
      },
    },
    {
      row_security_rules: {
        rules: [
          ...guarded.row_security_rules.rules,
          ...rowRule('orders', 'amount IN (SELECT length(email) FROM customers)').rules,
        ],
      },
    },
    {
      column_security_rules: {
        rules: [
          ...guarded.column_security_rules.rules,
          { name: 'Shown', tables: { customers: { name: { mask_type: 'custom', sql: 'email' } } } },
        ],
      },
    },
  ]
  for (const change of attempts) {
    const answer = await save(owner, area, { ...guarded, ...change })
    expect([change, answer.statusCode]).toEqual([change, 202])
    expect(answer.json()).toMatchObject(guarded)
    expect(await rows(reader, area.area_id, countCustomers)).toEqual([[1]])
    expect(await rows(reader, area.area_id, 'SELECT email FROM customers')).toBe(422)
    await app.api(owner, 'DELETE', `business-areas/${area.area_id}/pending-approval`)
  }
  expect((await save(owner, area, { ...guarded, row_security_rules: {} })).statusCode).toBe(202)
  await approveAll()
  expect(await rows(reader, area.area_id, countCustomers)).toEqual([[2]])
})

test('R24 makes access that an owner grants wait, and approves only what the administrator saw', async () => {
  app = await createAreaApp(null)
  const { owner, reader } = await world()
  const area = await app.newArea({
    area_name: 'Few',
    visibility: 'restricted',
    tables: [{ table_name: 'customers' }],
    ...guarded,
  })
  await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
  const grant = (who: SignedInUser, user: SignedInUser) =>
    app.api(who, 'POST', `business-areas/${area.area_id}/access`, { user_id: user.user.id })
  const answer = await grant(owner, reader)
  expect([answer.statusCode, answer.json()]).toEqual([
    202,
    { access_list: [], group_count: 0, status: 'pending_approval' },
  ])
  expect(await rows(reader, area.area_id, countCustomers)).toBe(404)
  const [seen] = await approvals()
  expect((await save(owner, area, { ...guarded, visibility: 'public' })).statusCode).toBe(202)
  expect(await decide('approve', seen!.id)).toBe(404)
  await app.api(owner, 'DELETE', `business-areas/${area.area_id}/pending-approval`)
  await grant(owner, reader)
  await approveAll()
  expect(await rows(reader, area.area_id, countCustomers)).toEqual([[1]])
  expect((await app.api(owner, 'DELETE', `business-areas/${area.area_id}/access/${reader.user.id}`)).statusCode).toBe(
    200,
  )
  expect(await rows(reader, area.area_id, countCustomers)).toBe(404)
})

test('R24 withholds a newly protected table from people with older access until an administrator approves', async () => {
  app = await createAreaApp(null)
  const { owner, reader } = await world()
  const area = await app.newArea({ area_name: 'Few', visibility: 'restricted', tables: [{ table_name: 'salaries' }] })
  await app.api(app.admin, 'PUT', `business-areas/${area.area_id}/owner`, { user_id: owner.user.id })
  const grant = await app.api(owner, 'POST', `business-areas/${area.area_id}/access`, { user_id: reader.user.id })
  expect(grant.statusCode).toBe(200)
  await protect('salaries')
  expect(await rows(owner, area.area_id, 'SELECT * FROM salaries')).toHaveLength(1)
  expect(await rows(reader, area.area_id, 'SELECT * FROM salaries')).toBe(422)
  await approveAll()
  expect(await rows(reader, area.area_id, 'SELECT * FROM salaries')).toHaveLength(1)
})

test('R24 protects a table behind another connection, another application, and another name of its file', async () => {
  app = await createAreaApp(null)
  const { reader } = await world()
  const path = join(app.context.config.dataDir, 'shop.sqlite')
  linkSync(path, join(app.context.config.dataDir, 'other.sqlite'))
  const other = (await app.call(app.admin, 'POST', 'applications', { name: 'Other' })).json<{ id: string }>().id
  for (const database of [path, join(app.context.config.dataDir, 'other.sqlite')]) {
    const form = { name: database, db_type: 'sqlite', database, application_id: other, visibility: 'public' }
    const { id } = await app.createTested(form)
    expect(await rows(reader, null, countCustomers, id)).toBe(422)
    expect(await rows(reader, null, 'SELECT count(*) AS n FROM orders', id)).toEqual([[2]])
    expect(await rows(app.admin, null, countCustomers, id)).toEqual([[2]])
    const listed = await app.api(reader, 'GET', `database-management/tables?database_config_id=${id}`)
    expect(listed.json<{ tables: { table_name: string }[] }>().tables.map(({ table_name }) => table_name)).toEqual([
      'orders',
      'salaries',
      'big_orders',
    ])
  }
  const matrix = await app.api(app.admin, 'GET', `database-management/${app.databaseId}/protection`)
  expect(matrix.json<ProtectionMatrix>().same_database).toHaveLength(2)
})

test('R24 protects a view together with the table that it reads', async () => {
  app = await createAreaApp(null)
  const { owner, own } = await world()
  app.alter('create view people as select * from customers; create view all_people as select * from people')
  await app.api(app.admin, 'POST', `database-management/${app.databaseId}/refresh?wait=true`)
  for (const view of ['people', 'all_people']) {
    expect((await saveTables(owner, own, ['orders', view])).statusCode).toBe(202)
    expect(await rows(owner, own.area_id, `SELECT * FROM ${view}`)).toBe(422)
  }
})

test('R24 opens no protected table automatically in an imported area or one that moves to another application', async () => {
  app = await createAreaApp(null)
  const { reader, theirs } = await world()
  const file = (await app.api(app.admin, 'GET', `business-areas/${theirs.area_id}/export`)).json<{ area: object }>()
  const open = { ...file, area: { ...file.area, area_name: 'Copy', row_security_rules: {}, column_security_rules: {} } }
  const payload = { application_id: app.applicationId, file: open }
  const imported = await app.api(app.admin, 'POST', 'business-areas/import', payload)
  const copy = imported.json<Area>()
  expect(await rows(reader, copy.area_id, countCustomers)).toBe(422)
  expect(copy.waiting_tables).toEqual(['customers'])
  await approveAll()
  expect(await rows(reader, copy.area_id, countCustomers)).toEqual([[2]])

  const elsewhere = await app.newDatabase('Elsewhere', ['customers (id integer primary key, email text)'])
  const moving = await app.newArea({
    area_name: 'Moving',
    application_id: elsewhere.applicationId,
    tables: [{ table_name: 'customers' }],
  })
  expect((await save(app.admin, moving, { application_id: app.applicationId })).statusCode).toBe(200)
  expect(await rows(reader, moving.area_id, 'SELECT email FROM customers')).toBe(422)
})

test('R24 protects a table only in the area when an owner adds rules, and everywhere when an administrator does', async () => {
  app = await createAreaApp(null)
  const { owner, reader, own } = await world()
  expect((await save(owner, own, { row_security_rules: rowRule('orders', 'amount < 100') })).statusCode).toBe(200)
  const free = await app.newArea({ area_name: 'Free', tables: [{ table_name: 'orders' }] })
  expect(await rows(reader, free.area_id, 'SELECT * FROM orders')).toHaveLength(2)
  expect((await protect('orders', true, owner)).statusCode).toBe(403)
  const matrix = (
    await app.api(app.admin, 'GET', `database-management/${app.databaseId}/protection?q=ORD`)
  ).json<ProtectionMatrix>()
  // A search also finds tables that no area shows.
  expect(matrix.tables.map(({ table_name }) => table_name)).toEqual(['big_orders', 'orders'])
  const [orders] = matrix.tables.filter(({ table_name }) => table_name === 'orders')
  expect(orders).toMatchObject({ protection: null })
  expect(orders?.areas).toContainEqual({
    area_id: own.area_id,
    state: 'open',
    row_rules: ['Rows'],
    masks: [],
    can_protect: true,
  })
  await protect('orders')
  // An administrator saved both areas with this table. The owner has only narrowed it since then.
  expect(await rows(reader, own.area_id, 'SELECT * FROM orders')).toHaveLength(1)
  expect(await rows(reader, free.area_id, 'SELECT * FROM orders')).toHaveLength(2)
  const added = await app.signIn('GENERAL')
  await app.api(app.admin, 'PUT', `business-areas/${own.area_id}/owner`, { user_id: added.user.id })
  expect(await rows(added, own.area_id, 'SELECT * FROM orders')).toHaveLength(1)
})
