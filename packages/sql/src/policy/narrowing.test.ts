import { sqlDialects } from '@parlance/contract'
import type { Catalogue, SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { ColumnMask, Policies, RowTableRule } from '../contract.ts'
import { shopCatalogue } from '../testing/request.ts'
import { tablesThatMayShowMore } from './narrowing.ts'
import { protectedTables } from './protection.ts'

const masked: Policies = {
  rowRules: { rules: [{ name: 'Own', tables: { users: { condition: 'city = :user.region' } } }] },
  columnRules: {
    rules: [{ name: 'Hidden', tables: { users: { ssn: { mask_type: 'disallow' }, salary: { mask_type: 'range' } } } }],
  },
  hashSalt: 's',
}

/** Users and orders are protected; the approved rules hide two columns of users. */
function unsafe(
  dialect: SqlDialect,
  rules: { rows?: Record<string, RowTableRule>; masks?: Record<string, Record<string, ColumnMask>> },
) {
  const catalogue: Catalogue = shopCatalogue(dialect)
  const tables = catalogue.tables.map(({ schema, name }) => ({ schema, table: name }))
  const added: Policies = {
    rowRules: { rules: [{ name: 'Added', tables: rules.rows ?? {} }] },
    columnRules: { rules: [{ name: 'Added', tables: rules.masks ?? {} }] },
    hashSalt: 's',
  }
  const guarded = protectedTables(catalogue, ({ table }) => /^(users|orders)$/i.test(table))
  return tablesThatMayShowMore(added, tables, { catalogue, protectedTables: guarded, approved: masked }).map(
    ({ table }) => table.toLowerCase(),
  )
}

const condition = (sql: string, table = 'users') => ({ rows: { [table]: { condition: sql } } })
const mask = (column: string, given: ColumnMask) => ({ masks: { users: { [column]: given } } })

describe.each(sqlDialects)('R24 a rule that no one approved, on %s', (dialect) => {
  test.each([
    ["city = 'x'"],
    ["users.city = 'x' AND NOT (name LIKE 'a%' OR name IS NULL)"],
    ['tenant_id = :current_tenant_id AND id <> 5'],
    ["city IN ('a', 'b') AND users.name BETWEEN 'a' AND 'm'"],
  ])('R24 narrows when it only compares fully visible columns: %s', (sql) => {
    const convertsText = sql.includes('5') && ['tsql', 'oracle', 'hana', 'snowflake', 'dremio'].includes(dialect)
    expect(unsafe(dialect, condition(sql))).toEqual(convertsText ? ['users'] : [])
  })

  test.each([['lower(status) = :user.status'], ['id IN (SELECT id FROM secrets)'], ['total / 2 > 5']])(
    'R24 narrows in any form when no rows are hidden: %s',
    (sql) => {
      expect(unsafe(dialect, condition(sql, 'orders'))).toEqual([])
    },
  )

  test.each([
    ['1 / id > 0'],
    ['CAST(name AS INTEGER) > 0'],
    ["lower(name) = 'x'"],
    ["name LIKE 'a\\'"],
    ["name || city = 'x'"],
    ['id IN (SELECT id FROM secrets)'],
    ['CASE WHEN id = 1 THEN 1 / 0 ELSE 1 END = 1'],
  ])('R22 R24 waits when it could fail on a hidden row: %s', (sql) => {
    expect(unsafe(dialect, condition(sql))).toEqual(['users'])
  })

  test.each([
    ["ssn LIKE '1%'"],
    ['users.salary > 100000'],
    ['SSN IS NOT NULL'],
    ['city = (SELECT max(city) FROM users)'],
    ['id IN (SELECT user_id FROM orders)'],
    ['EXISTS (SELECT 1 FROM users u WHERE u.id = id)'],
    ['users IS NOT NULL'],
  ])('R24 waits when it reads what the approved rules hide: %s', (sql) => {
    expect(unsafe(dialect, condition(sql))).toEqual(['users'])
  })

  test('R24 waits on any other table when it reads a protected one', () => {
    expect(unsafe(dialect, condition('id IN (SELECT id FROM users WHERE name > 5)', 'secrets'))).toEqual(['secrets'])
    expect(unsafe(dialect, condition('id > 5', 'secrets'))).toEqual([])
  })

  test('R24 narrows with a mask when the value is visible or the mask reveals nothing of it', () => {
    for (const mask_type of ['disallow', 'null', 'replace'] as const) {
      expect(unsafe(dialect, mask('salary', { mask_type }))).toEqual([])
    }
    for (const mask_type of ['partial', 'hash', 'range'] as const) {
      expect(unsafe(dialect, mask('salary', { mask_type }))).toEqual(['users'])
      expect(unsafe(dialect, mask('name', { mask_type }))).toEqual([])
    }
    const custom = (table: string, column: string, sql: string) =>
      unsafe(dialect, { masks: { [table]: { [column]: { mask_type: 'custom', sql } } } })
    expect(custom('orders', 'status', 'lower(status)')).toEqual([])
    expect(custom('users', 'name', 'lower(name)')).toEqual(['users'])
    expect(custom('users', 'name', 'ssn')).toEqual(['users'])
  })

  test('R24 waits when it asks about rows of a protected parent', () => {
    const inherits = { inherit_parent_security: true, requires: 'users', join_condition: 'secrets.id = users.id' }
    expect(unsafe(dialect, { rows: { secrets: inherits } })).toEqual(['secrets'])
    const free = { inherit_parent_security: true, requires: 'secrets', join_condition: 'orders.id = secrets.id' }
    expect(unsafe(dialect, { rows: { orders: free } })).toEqual([])
  })
})

test.each([
  ['U&"s\\0073n" IS NULL'],
  ['"ssn" IS NULL'],
  ['("users").ssn IS NULL'],
  ['row_to_json(users) IS NULL'],
  ['"users" IS NULL'],
])('R24 lets no spelling of a hidden column or of the whole row through on PostgreSQL: %s', (sql) => {
  expect(unsafe('postgresql', condition(sql))).toEqual(['users'])
})
