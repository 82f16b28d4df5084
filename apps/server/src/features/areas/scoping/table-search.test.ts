import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedTables } from '@parlance/contract'
import type { Catalogue, CatalogueTable, FoundTable } from '@parlance/contract'
import type { Policies } from '@parlance/sql'
import { createAreaApp } from '../../../testing/area-app.ts'
import type { AreaApp } from '../../../testing/area-app.ts'
import type { SignedInUser } from '../../../testing/test-app.ts'
import { joinedTables, searchCatalogue, tableIndexOf } from './table-search.ts'
import { visibleParts } from './visible-parts.ts'

interface Answer {
  table_names: string[]
  tables: FoundTable[]
}

async function search(app: AreaApp, who: SignedInUser, query: string, id = app.databaseId): Promise<Answer> {
  const path = `business-areas/database-tables/search?database_config_id=${id}&query=${encodeURIComponent(query)}`
  return (await app.api(who, 'GET', path)).json()
}

async function joined(app: AreaApp, who: SignedInUser, tables: string[]): Promise<string[]> {
  const payload = { database_config_id: app.databaseId, tables }
  const answer = await app.api(who, 'POST', 'business-areas/database-tables/joined', payload)
  return answer.json<{ tables: string[] }>().tables
}

describe('searching an application without areas', () => {
  let app: AreaApp
  let general: SignedInUser

  beforeAll(async () => {
    app = await createAreaApp(null)
    general = await app.signIn('GENERAL')
  })
  afterAll(() => app.close())

  test('describes the tables that words, abbreviations, columns, and typos find', async () => {
    app.alter('analyze')
    expect(await search(app, general, 'CUST')).toEqual({
      table_names: ['customers', 'orders', 'big_orders'],
      tables: [
        { ...described('customers', 4), row_estimate: 2 },
        { ...described('orders', 4), row_estimate: 2, matched_columns: ['customer_id'] },
        { ...described('big_orders', 4), matched_columns: ['customer_id'] },
      ],
    })
    const names = async (query: string) => (await search(app, general, query)).table_names
    expect(await names('ordr')).toEqual(['orders', 'big_orders'])
    expect(await names('email')).toEqual(['customers'])
    expect(await names('zebra')).toEqual([])
  })

  test('lists tables that foreign keys join in either direction', async () => {
    expect(await joined(app, general, ['CUSTOMERS', 'unknown'])).toEqual(['orders'])
    expect(await joined(app, general, ['orders'])).toEqual(['customers'])
    expect(await joined(app, general, ['orders', 'customers'])).toEqual([])
    expect(await joined(app, general, [])).toEqual([])
  })

  test('reports the comment and the number of rows of a table with its columns', async () => {
    const path = `database-management/tables/orders/columns?database_config_id=${app.databaseId}`
    expect((await app.api(general, 'GET', path)).json()).toMatchObject({ comment: null, row_estimate: 2 })
  })

  test('refuses an empty search', async () => {
    const path = `business-areas/database-tables/search?database_config_id=${app.databaseId}&query=%20`
    expect((await app.api(general, 'GET', path)).statusCode).toBe(400)
  })
})

describe('searching an application with areas', () => {
  test('R26 finds only what the user’s areas show, whatever else is in the database', async () => {
    const app = await createAreaApp(null)
    const general = await app.signIn('GENERAL')
    const rules = {
      row_security_rules: {
        rules: [{ name: 'r', tables: { orders: { condition: "rep = 'a'", always_apply: true } } }],
      },
      column_security_rules: {
        rules: [
          { name: 'c', tables: { customers: { email: { mask_type: 'disallow' }, id: { mask_type: 'disallow' } } } },
        ],
      },
    }
    const tables = [{ table_name: 'customers' }, { table_name: 'orders' }]
    await app.newArea({ ...rules, tables })
    const everything = async (who: SignedInUser) => [
      ...(await Promise.all(
        ['customer', 'email', 'salary', 'amount', 'payroll', 'ordr'].map((query) => search(app, who, query)),
      )),
      await joined(app, who, ['orders', 'salaries']),
      await joined(app, who, ['customers']),
    ]
    app.alter('analyze')
    const before = await everything(general)
    expect(before.flatMap((answer) => ('table_names' in answer ? answer.table_names : answer))).toEqual([
      'customers',
      'orders',
      'orders',
      'orders',
    ])
    expect(JSON.stringify(before)).not.toMatch(/email|salaries/)
    const [{ tables: [, orders] } = { tables: [] }] = before as Answer[]
    expect(orders).toEqual({ ...described('orders', 4), matched_columns: ['customer_id'] })
    app.alter(`
      alter table customers rename column email to payroll_email;
      drop table salaries;
      create table payroll (id integer primary key, customer_id integer references customers (id), amount integer);
      create table orders_archive (id integer references orders (id), customer text);
      analyze;`)
    const hidden = { payroll_email: { mask_type: 'disallow' }, id: { mask_type: 'disallow' } }
    const [area] = (await app.api(app.admin, 'GET', 'business-areas/')).json<{ area_id: string }[]>()
    const changed = await app.api(app.admin, 'PUT', `business-areas/${area?.area_id}`, {
      area_name: 'Sales',
      visibility: 'public',
      column_security_rules: { rules: [{ name: 'c', tables: { customers: hidden } }] },
    })
    expect(changed.statusCode).toBe(200)
    expect(await everything(general)).toEqual(before)
    expect((await search(app, app.admin, 'payroll')).table_names).toEqual(['payroll', 'customers'])
    expect(await joined(app, app.admin, ['customers'])).toEqual(['orders', 'payroll'])
    await app.close()
  })

  test('R24 does not find protected tables in an application without areas', async () => {
    const app = await createAreaApp(null)
    const general = await app.signIn('GENERAL')
    const { area_id } = await app.newArea({
      tables: [{ table_name: 'orders' }],
      row_security_rules: {
        rules: [{ name: 'r', tables: { orders: { condition: "rep = 'a'", always_apply: true } } }],
      },
    })
    await app.api(app.admin, 'DELETE', `business-areas/${area_id}`)
    expect((await search(app, general, 'order')).table_names).toEqual([])
    expect(await joined(app, general, ['customers'])).toEqual([])
    expect((await search(app, app.admin, 'order')).table_names).toEqual(['orders', 'big_orders'])
    await app.close()
  })
})

describe('the parts that several areas show', () => {
  const hiding = (column: string): Policies => ({
    rowRules: null,
    columnRules: { rules: [{ name: 'c', tables: { staff: { [column]: { mask_type: 'disallow' } } } }] },
    hashSalt: 'salt',
  })
  const scope = (policies: Policies | null) => ({
    allowedTables: [{ schema: 'hr', table: 'staff' }],
    policies,
    missing: [],
  })

  test('R26 finds no table by the comment of a hidden column or of a hidden table', async () => {
    const visible = await visibleParts(catalogue, [scope(hiding('pay'))])
    const names = (query: string, within: Catalogue = visible) => searchCatalogue(within, query, catalogue).table_names
    expect([names('salary'), names('confidential'), names('warehouse')]).toEqual([[], [], []])
    expect([names('salary', catalogue), names('confidential', catalogue)]).toEqual([['hr.staff'], ['hr.secrets']])
    expect(searchCatalogue(visible, 'colleague', catalogue)).toEqual({
      table_names: ['hr.staff'],
      tables: [{ ...described('hr.staff', 2), schema: 'hr', comment: 'Colleagues', row_estimate: 12 }],
    })
    expect(joinedTables(visible, ['staff'], catalogue)).toEqual([])
    expect(joinedTables(catalogue, ['staff'], catalogue)).toEqual(['hr.secrets'])
  })

  test('are spelled as in areas: without the default schema', () => {
    const near = { ...catalogue, defaultSchema: 'hr' }
    expect(searchCatalogue(near, 'staff', near).table_names).toEqual(['staff'])
    expect(joinedTables(near, ['staff'], near)).toEqual(['secrets'])
  })

  test('include a column that one of two areas shows, and are cached', async () => {
    const scopes = [scope(hiding('pay')), scope(hiding('name'))]
    const visible = await visibleParts(catalogue, scopes)
    expect(visible.tables.map(({ columns }) => columns.map(({ name }) => name))).toEqual([['id', 'name', 'pay']])
    expect(await visibleParts(catalogue, scopes)).toBe(visible)
    expect(tableIndexOf(visible)).toBe(tableIndexOf(visible))
    expect((await visibleParts(catalogue, [])).tables).toEqual([])
  })

  test('R25 names every match among 10,000 tables but describes only the first ones', () => {
    const tables = Array.from({ length: 10_000 }, (_, at) => table(`table_${at}`, ['id'], ''))
    const large = { ...catalogue, tables }
    const found = searchCatalogue(large, 'table', large)
    expect([found.table_names.length, found.tables.length]).toEqual([10_000, describedTables])
  })
})

function described(name: string, columns: number): FoundTable {
  const nothing = { schema: null, comment: null, row_estimate: null, matched_columns: [] }
  return { table_name: name, ...nothing, column_count: columns }
}

function table(name: string, columns: string[], comment: string): CatalogueTable {
  return {
    schema: 'hr',
    name,
    objectType: 'TABLE',
    comment,
    columns: columns.map((column) => ({
      name: column,
      dataType: 'TEXT',
      kind: 'text',
      nullable: true,
      comment: column === 'pay' ? 'Salary' : null,
    })),
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: 12,
    definition: null,
  }
}

const key = { columns: ['id'], referencedSchema: null, referencedTable: 'STAFF', referencedColumns: ['id'] }
const catalogue: Catalogue = {
  dialect: 'postgresql',
  defaultSchema: 'public',
  tables: [
    table('staff', ['id', 'name', 'pay'], 'Colleagues'),
    { ...table('secrets', ['id'], 'Confidential'), foreignKeys: [key] },
  ],
}
