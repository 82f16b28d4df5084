import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseTables, TableColumns } from '@parlance/contract'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'

const addresses = ['business-areas/database-tables', 'database-management/tables'] as const

let app: AreaApp
let general: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  general = await app.signIn('GENERAL')
})
afterAll(() => app.close())

async function tables(who: SignedInUser, address: string = addresses[0], id = app.databaseId): Promise<DatabaseTables> {
  return (await app.api(who, 'GET', `${address}?database_config_id=${id}`)).json()
}

const names = async (who: SignedInUser) => (await tables(who)).tables.map(({ table_name }) => table_name)

async function columns(who: SignedInUser, table: string): Promise<string[] | number> {
  const path = `database-management/tables/${encodeURIComponent(table)}/columns?database_config_id=${app.databaseId}`
  const answer = await app.api(who, 'GET', path)
  return answer.statusCode === 200 ? answer.json<TableColumns>().columns.map(({ name }) => name) : answer.statusCode
}

describe('an application without business areas', () => {
  test('BA-160 BA-176 BA-182 OP-41 returns the same list of tables, views and their count at both URLs', async () => {
    const [first, second] = await Promise.all(addresses.map((address) => tables(general, address)))
    expect(first).toEqual(second)
    expect(first?.total_count).toBe(4)
    expect(first?.tables).toContainEqual({
      table_name: 'big_orders',
      display_name: 'big_orders',
      object_type: 'VIEW',
      is_synonym: false,
      has_comment: false,
    })
    expect((await app.api(general, 'GET', addresses[0])).json()).toEqual(first)
  })

  test('BA-161 BA-183 returns the columns of a table and ignores case', async () => {
    const path = `database-management/tables/CUSTOMERS/columns?database_config_id=${app.databaseId}`
    const answer = (await app.api(general, 'GET', path)).json<TableColumns>()
    expect(answer.columns[0]).toEqual({ name: 'id', data_type: 'INTEGER', nullable: false, comment: null })
    expect(await columns(general, 'customers')).toEqual(['id', 'name', 'email', 'region'])
    expect(await columns(general, 'nothing')).toBe(404)
  })
})

describe('an application with business areas', () => {
  beforeAll(async () => {
    const hidden = { email: { mask_type: 'disallow' }, name: { mask_type: 'null' } }
    await app.newArea({
      area_name: 'Customers',
      tables: [{ table_name: 'customers' }],
      column_security_rules: { rules: [{ name: 'c', tables: { customers: hidden } }] },
    })
    await app.newArea({ area_name: 'Private', visibility: 'private', tables: [{ table_name: 'orders' }] })
    await app.newArea({ area_name: 'Resting', is_active: false, tables: [{ table_name: 'salaries' }] })
  })

  test('shows other users only the tables of the areas that they may use', async () => {
    expect(await names(general)).toEqual(['customers'])
    expect((await tables(general)).total_count).toBe(1)
    expect(await tables(general, addresses[1])).toEqual(await tables(general))
    expect(await columns(general, 'salaries')).toBe(404)
    expect(await columns(general, 'orders')).toBe(404)
  })

  test('hides a column that every area removes, and shows a masked one', async () => {
    expect(await columns(general, 'Customers')).toEqual(['id', 'name', 'region'])
  })

  test('R21 hides a column in every view if a rule removes it from the table below', async () => {
    const views = await createAreaApp(null)
    views.alter('create view contacts as select id, email from customers')
    const { area_id } = await views.newArea({
      tables: [{ table_name: 'customers' }, { table_name: 'contacts' }],
      column_security_rules: { rules: [{ name: 'c', tables: { customers: { email: { mask_type: 'disallow' } } } }] },
    })
    const reader = await views.signIn('GENERAL')
    const place = `database_config_id=${views.databaseId}`
    const listed = await views.api(reader, 'GET', `database-management/tables/contacts/columns?${place}`)
    expect(listed.json<TableColumns>().columns).toEqual([])
    for (const sql_query of ['SELECT emial FROM contacts', 'SELECT emial FROM customers', 'SELECT * FROM contacts']) {
      const payload = { sql_query, business_area_id: area_id, database_config_id: views.databaseId }
      const answer = await views.api(reader, 'POST', 'query/full-results', payload)
      expect([answer.statusCode, answer.body]).toEqual([422, expect.not.stringContaining('email')])
    }
    const payload = { sql_query: 'SELECT * FROM customers', business_area_id: area_id }
    const whole = await views.api(reader, 'POST', 'query/full-results', {
      ...payload,
      database_config_id: views.databaseId,
    })
    expect([whole.statusCode, whole.body]).toEqual([200, expect.not.stringContaining('email')])
    await views.close()
  })

  test('shows everything to administrators and owners of an area, because they write rules', async () => {
    const all = ['big_orders', 'customers', 'orders', 'salaries']
    expect((await names(app.admin)).toSorted()).toEqual(all)
    expect(await columns(app.admin, 'customers')).toContain('email')
    const owner = await app.signIn('GENERAL')
    expect(await names(owner)).toEqual(['customers'])
    const owned = await app.newArea({ area_name: 'Owned', visibility: 'private' })
    await app.api(app.admin, 'PUT', `business-areas/${owned.area_id}/owner`, { user_id: owner.user.id })
    expect((await names(owner)).toSorted()).toEqual(all)
  })

  test('shows a column that one of two areas shows', async () => {
    const granted = await app.signIn('GENERAL')
    const open = await app.newArea({
      area_name: 'Open',
      visibility: 'restricted',
      tables: [{ table_name: 'customers' }],
    })
    expect(await columns(granted, 'customers')).not.toContain('email')
    await app.api(app.admin, 'POST', `business-areas/${open.area_id}/access`, { user_id: granted.user.id })
    expect(await columns(granted, 'customers')).toContain('email')
  })

  test('shows all tables of a database in an application without areas', async () => {
    const other = await app.newDatabase('depot', ['parts (id integer)', 'bins (id integer)'])
    expect((await tables(general, addresses[0], other.id)).total_count).toBe(2)
  })

  test('CH-107 reports whether all tables may be asked at once, even to users who see none of the areas', async () => {
    const allowed = async (who: SignedInUser, id: string) => (await tables(who, addresses[1], id)).all_tables_allowed
    const small = await app.newDatabase('small', ['a (id integer)'])
    const many = Array.from({ length: 26 }, (_, at) => `t${at} (id integer)`)
    const large = await app.newDatabase('large', many)
    expect([await allowed(general, small.id), await allowed(general, large.id)]).toEqual([true, false])
    const hidden = { application_id: small.applicationId, visibility: 'private', tables: [{ table_name: 'a' }] }
    await app.newArea({ area_name: 'Hers alone', ...hidden })
    expect(await tables(general, addresses[1], small.id)).toEqual({
      tables: [],
      total_count: 0,
      all_tables_allowed: false,
    })
    expect(await allowed(app.admin, small.id)).toBe(false)
  })

  test('does not find another user’s private database', async () => {
    const form = { name: 'Hers', db_type: 'sqlite', database: app.file('hers.sqlite'), visibility: 'private' }
    const { id } = await app.createTested({ ...form, application_id: app.applicationId })
    for (const address of [...addresses, 'database-management/tables/people/columns']) {
      const answer = await app.api(general, 'GET', `${address}?database_config_id=${id}`)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'connection_not_found'])
    }
  })
})
