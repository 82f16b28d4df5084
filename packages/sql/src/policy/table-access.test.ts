import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnSecurityRules, RowTableRule } from '@parlance/contract'
import type { GatePrincipal, Policies } from '../contract.ts'
import { gate } from '../gate.ts'
import { parseSql } from '../parse/index.ts'
import { anyUser } from '../testing/request.ts'
import { catalogueOf } from '../testing/sqlite-database.ts'
import { readAccess } from './table-access.ts'
import type { RowAccess, TableAccess } from './table-access.ts'

let database: DatabaseSync
const now = '2026-06-15T10:20:30Z'

beforeAll(() => {
  database = new DatabaseSync(':memory:')
  database.function('parlance_hash', { deterministic: true }, (_salt, value) => value)
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, email TEXT, region TEXT, rep INTEGER);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, total REAL, placed TEXT);
    CREATE TABLE items (id INTEGER PRIMARY KEY, order_id INTEGER, product TEXT);
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT);
    CREATE VIEW people AS SELECT name, email FROM customers;
    INSERT INTO customers VALUES (1, 'Ann', 'a@a.org', 'west', 3), (2, 'Bob', 'b@b.org', 'O''Fallon', 4), (3, 'Cid', 'c@c.org', 'east', 3);
    INSERT INTO orders VALUES (1, 1, 10, '2026-01-01'), (2, 2, 20, '2026-07-01'), (3, 3, 30, '2026-02-01'), (4, 3, 40, '2027-01-01');
    INSERT INTO items VALUES (1, 1, 'pen'), (2, 2, 'ink'), (3, 3, 'pad'), (4, 4, 'cap');
  `)
})
afterAll(() => database.close())

function policiesOf(tables: Record<string, RowTableRule>, masks: ColumnSecurityRules['rules'] = []): Policies {
  return { rowRules: { rules: [{ name: 'Own rows', tables }] }, columnRules: { rules: masks }, hashSalt: 'salt' }
}

const inherits = (requires: string, join_condition: string): RowTableRule => ({
  inherit_parent_security: true,
  requires,
  join_condition,
})
const regional = policiesOf(
  {
    customers: { condition: 'region = :user.region' },
    orders: inherits('customers', 'orders.customer_id = customers.id'),
    items: inherits('orders', 'items.order_id = orders.id'),
  },
  [
    {
      name: 'Personal data',
      tables: {
        customers: { email: { mask_type: 'null' }, rep: { mask_type: 'disallow' }, name: { mask_type: 'hash' } },
      },
    },
  ],
)
const users: Record<string, Partial<GatePrincipal>> = {
  west: { attributes: { region: 'west' } },
  quoted: { attributes: { region: "O'Fallon" } },
  injected: { attributes: { region: "x' OR '1'='1" } },
  unset: { attributes: {} },
  empty: { attributes: { region: '' } },
}

async function accessOf(table: string, policies: Policies | null, user: Partial<GatePrincipal> = {}) {
  const principal = { ...anyUser, ...user }
  const access = await readAccess(
    { schema: null, table },
    { catalogue: catalogueOf(database), policies, principal, now },
    parseSql,
  )
  if (access === null) throw new Error(`no table ${table}`)
  return access
}

async function rowsOf(table: string, policies: Policies, user: Partial<GatePrincipal>, join = '') {
  const request = { dialect: 'sqlite' as const, catalogue: catalogueOf(database), allowedTables: null, policies, now }
  const sql = `SELECT count(*) FROM ${table} ${join}`
  const result = await gate({ ...request, sql, principal: { ...anyUser, ...user }, limits: { maxRows: 9 } }, parseSql)
  if (!result.allowed) return { count: 'refused', sql: '', unresolved: [] }
  const params = result.params.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  const [count] = Object.values(database.prepare(result.sql).get(...params) ?? {})
  return { count, sql: filled(result.sql, result.params), unresolved: result.receipt.parameters.unresolved }
}

/** The SQL with its values, as a summary shows them. */
function filled(sql: string, params: unknown[]): string {
  const values = params.values()
  return sql.replaceAll(/\?\d*/g, () => {
    const { value } = values.next()
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  })
}

function textOf({ text }: RowAccess): string {
  return text.map((part) => (typeof part === 'string' ? part : part.literal)).join('')
}

/** The part of the gate's SQL that enforces a rule. */
function enforcedText(row: RowAccess, access: TableAccess): string {
  return seesNothing(access) && row.parent === null ? 'WHERE (1 = 0)' : `(${textOf(row)})`
}

/** The rows that meet the displayed condition of the only rule. */
async function countOf(table: string, user: Partial<GatePrincipal>) {
  const access = await accessOf(table, regional, user)
  const [row] = access.rows
  if (row === undefined || seesNothing(access)) return 0
  return database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${textOf(row)}`).get()?.n
}

function seesNothing({ rows, isNever }: TableAccess): boolean {
  return isNever || rows.some(({ onlyWith, unset, unsuitable }) => !onlyWith && unset.length + unsuitable.length > 0)
}

describe('what the rules let a user see of a table', () => {
  test.each(Object.keys(users))('is what the gate enforces for the user %s', async (name) => {
    const user = users[name] ?? {}
    for (const table of ['customers', 'orders', 'items']) {
      const access = await accessOf(table, regional, user)
      const enforced = await rowsOf(table, regional, user)
      expect(access.rows.map(({ rule }) => rule)).toEqual(['Own rows'])
      expect(seesNothing(access)).toBe(!user.attributes?.region)
      expect(
        access.rows.map((row) => enforcedText(row, access)).filter((text) => !enforced.sql.includes(text)),
      ).toEqual([])
      expect(seesNothing(access) && enforced.count !== 0).toBe(false)
    }
    expect((await rowsOf('customers', regional, user)).count).toBe(await countOf('customers', user))
  })

  test('names the parent of an inherited rule, and its parameter without a value', async () => {
    const { rows } = await accessOf('items', regional, users.unset)
    expect(rows).toEqual([
      {
        rule: 'Own rows',
        text: ['items.order_id = orders.id'],
        parent: { schema: null, table: 'orders' },
        onlyWith: null,
        unset: ['user.region'],
        unsuitable: [],
        origins: [{ rule: 'Own rows', table: { schema: null, table: 'customers' } }],
      },
    ])
  })

  test('names every parameter without a value, as the receipt of a query does', async () => {
    const condition = 'region = :user.region AND rep = :user.rep AND name = :user.name'
    const policies = policiesOf({
      customers: { condition },
      orders: inherits('customers', 'orders.customer_id = customers.id AND total > :user.least'),
    })
    const user = { attributes: { name: 'Ann', rep: '' } }
    const [row] = (await accessOf('orders', policies, user)).rows
    expect(row?.unset).toEqual(['user.region', 'user.rep', 'user.least'])
    expect(row?.origins.map(({ table }) => table.table)).toEqual(['customers'])
    const { unresolved } = await rowsOf('orders', policies, user)
    expect(unresolved.toSorted()).toEqual(row?.unset.toSorted())
    expect(
      (await rowsOf('orders', policies, { attributes: { region: 'a', rep: '1', name: 'b', least: '1' } })).unresolved,
    ).toEqual([])
  })

  test('separates a value that does not fit the column from a missing one', async () => {
    const policies = policiesOf({ customers: { condition: 'rep = :current_dept_id AND region = :user.region' } })
    const { rows } = await accessOf('customers', policies, { deptId: 'sales', attributes: {} })
    expect(rows[0]).toMatchObject({ unset: ['user.region'], unsuitable: ['current_dept_id'] })
    expect((await accessOf('customers', policies, { deptId: '3', attributes: {} })).rows[0]?.text).toEqual([
      'rep = ',
      { parameter: 'current_dept_id', literal: '3' },
      ' AND region = ',
      { parameter: 'user.region', literal: null },
    ])
  })

  test('lists masked and hidden columns in the order of the table', async () => {
    const access = await accessOf('customers', regional, users.west)
    expect(access.masked.map(({ column, maskType }) => `${column} ${maskType}`)).toEqual(['name hash', 'email null'])
    expect(access.hidden).toEqual(['rep'])
  })

  test('finds conditions that no row can meet, also those of a parent table', async () => {
    const policies = policiesOf({
      customers: { condition: '1 = 2 AND region = :user.region' },
      orders: inherits('customers', 'orders.customer_id = customers.id'),
    })
    expect((await accessOf('customers', policies, users.west)).isNever).toBe(true)
    expect((await accessOf('orders', policies, users.west)).isNever).toBe(true)
    expect(await rowsOf('orders', policies, users.west ?? {})).toMatchObject({ count: 0 })
  })

  test('marks a rule that applies only to queries that also read another table', async () => {
    const policies = policiesOf({
      orders: { condition: 'total > 1000 AND 1 = 2', always_apply: false, requires: 'customers' },
    })
    const access = await accessOf('orders', policies)
    expect(access).toMatchObject({ isNever: false, rows: [{ onlyWith: 'customers' }] })
    expect(await rowsOf('orders', policies, {})).toMatchObject({ count: 4 })
    expect(await rowsOf('orders', policies, {}, 'JOIN customers ON true')).toMatchObject({ count: 0 })
  })

  test('reports tables that queries cannot read, as the gate refuses them', async () => {
    const wrong = policiesOf({ orders: { condition: 'nowhere = 1' } })
    expect((await accessOf('orders', wrong)).refusal).toMatchObject({ text: expect.stringContaining('column') })
    expect(await rowsOf('orders', wrong, {})).toMatchObject({ count: 'refused' })
    expect((await accessOf('people', regional)).refusal).toBe('closed-view')
    expect(await rowsOf('people', regional, users.west ?? {})).toMatchObject({ count: 'refused' })
  })

  test('shows every row of a table without rules', async () => {
    const open = { rows: [], masked: [], hidden: [], isNever: false, refusal: null }
    expect(await accessOf('products', regional, users.unset)).toEqual(open)
    expect(await accessOf('customers', null, users.unset)).toEqual(open)
  })
})
