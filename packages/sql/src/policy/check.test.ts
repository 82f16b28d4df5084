import type { SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { ColumnMask, Policies, RowTableRule } from '../contract.ts'
import { parseSql } from '../parse/index.ts'
import { shopCatalogue } from '../testing/request.ts'
import { checkPolicies } from './check.ts'

function rowRule(table: string, entry: RowTableRule, more: Record<string, RowTableRule> = {}): Policies {
  return { rowRules: { rules: [{ name: 'r', tables: { [table]: entry, ...more } }] }, columnRules: null, hashSalt: 's' }
}

function mask(table: string, column: string, entry: ColumnMask): Policies {
  return {
    rowRules: null,
    columnRules: { rules: [{ name: 'c', tables: { [table]: { [column]: entry } } }] },
    hashSalt: 's',
  }
}

const check = (policies: Policies, dialect: SqlDialect = 'sqlite') =>
  checkPolicies(policies, shopCatalogue(dialect), null, parseSql)

const dialects: SqlDialect[] = [
  'sqlite',
  'postgresql',
  'mysql',
  'tsql',
  'oracle',
  'snowflake',
  'bigquery',
  'dremio',
  'hana',
]

describe('rules that can be enforced', () => {
  test.each(dialects)('reports no problem on %s', async (dialect) => {
    const policies: Policies = {
      rowRules: {
        rules: [
          {
            name: 'rows',
            tables: {
              users: { condition: 'tenant_id = :current_tenant_id' },
              orders: { inherit_parent_security: true, requires: 'users', join_condition: 'orders.user_id = users.id' },
              order_items: {
                inherit_parent_security: true,
                requires: 'orders',
                join_condition: 'order_items.order_id = orders.id',
              },
              ALL: { condition: 'tenant_id = :current_tenant_id', when_column_exists: 'tenant_id' },
            },
          },
        ],
      },
      columnRules: {
        rules: [
          {
            name: 'columns',
            tables: {
              users: {
                ssn: { mask_type: 'partial', pattern: 'XXX-XX-####' },
                email: { mask_type: 'partial', pattern: '****@domain.com' },
                salary: {
                  mask_type: 'range',
                  ranges: [
                    { max: -1.5, label: "it's" },
                    { min: 10, label: 'a\\b' },
                  ],
                },
                name: { mask_type: 'replace', replacement: "O'Neil \\ 'x" },
                city: { mask_type: 'null' },
              },
              orders: { status: { mask_type: 'custom', sql: 'upper(status)' } },
            },
          },
        ],
      },
      hashSalt: 's',
    }
    expect(await check(policies, dialect)).toEqual([])
  })

  test.each(dialects)('reports no problem with hash on %s', async (dialect) => {
    const problems = await check(mask('users', 'ssn', { mask_type: 'hash' }), dialect)
    expect(problems).toEqual([])
  })
})

describe('rules that cannot be enforced', () => {
  test("reports a mistake in a parent's rule once, at the parent", async () => {
    const inherit = (requires: string, join_condition: string): RowTableRule => ({
      inherit_parent_security: true,
      requires,
      join_condition,
    })
    const heirs = {
      orders: inherit('users', 'orders.user_id = users.id'),
      order_items: inherit('orders', 'order_items.order_id = orders.id'),
    }
    for (const policies of [
      rowRule('users', { condition: 'nam = 1' }, heirs),
      rowRule('order_items', heirs.order_items, { orders: heirs.orders, users: { condition: 'nam = 1' } }),
    ]) {
      expect(await check(policies)).toMatchObject([{ table: 'users', part: 'condition', position: 0 }])
    }
    const own = rowRule('users', { condition: 'nam = 1' }, { orders: inherit('users', 'orders.nobody = users.id') })
    expect(await check(own)).toMatchObject([{ table: 'users' }, { table: 'orders', part: 'join_condition' }])
  })

  test.each<[string, Policies, Record<string, unknown>]>([
    ['an unknown table', rowRule('nothing', { condition: '1 = 1' }), { rule: 'r', table: 'nothing', part: 'table' }],
    [
      'an unknown column, with its place',
      rowRule('users', { condition: "id = 1 AND nam = 'x'" }),
      { part: 'condition', position: 11 },
    ],
    [
      'a place after a parameter',
      rowRule('users', { condition: 'id = :current_user_id AND nam = 1' }),
      { position: 26 },
    ],
    ['an unknown parameter', rowRule('users', { condition: 'id = :me' }), { part: 'condition' }],
    ['a write', rowRule('users', { condition: 'id IN (DELETE FROM users)' }), { part: 'condition' }],
    ['text that leaves its parentheses', rowRule('users', { condition: '1=1) OR (1=1' }), { part: 'condition' }],
    ['no condition', rowRule('users', {}), { part: 'condition' }],
    [
      'when_column_exists without ALL',
      rowRule('users', { condition: '1 = 1', when_column_exists: 'id' }),
      { part: 'when_column_exists' },
    ],
    [
      'an unknown parent',
      rowRule('orders', { inherit_parent_security: true, requires: 'nobody' }),
      { part: 'requires' },
    ],
    [
      'no way to the parent',
      rowRule('orders', { inherit_parent_security: true, requires: 'users' }),
      { part: 'join_condition' },
    ],
    [
      'a circle',
      rowRule(
        'orders',
        { inherit_parent_security: true, requires: 'users', join_condition: 'orders.user_id = users.id' },
        { users: { inherit_parent_security: true, requires: 'orders', join_condition: 'orders.user_id = users.id' } },
      ),
      { part: 'requires', table: 'orders' },
    ],
    [
      'an unknown masked column',
      mask('users', 'nam', { mask_type: 'null' }),
      { rule: 'c', table: 'users', part: 'nam' },
    ],
    ['a range over text', mask('users', 'name', { mask_type: 'range', ranges: [{ label: 'x' }] }), { part: 'name' }],
    ['a range without ranges', mask('users', 'salary', { mask_type: 'range' }), { part: 'salary' }],
    [
      'a custom mask with a subquery',
      mask('users', 'name', { mask_type: 'custom', sql: '(SELECT 1)' }),
      { part: 'name' },
    ],
  ])('%s', async (_, policies, expected) => {
    const problems = await check(policies)
    expect(problems[0]).toMatchObject({ severity: 'error', ...expected })
  })

  test('warns about a view over a protected table', async () => {
    const catalogue = shopCatalogue('sqlite')
    const view = {
      ...catalogue.tables[0]!,
      name: 'people',
      objectType: 'VIEW' as const,
      definition: 'CREATE VIEW people AS SELECT * FROM users',
    }
    const withView = { ...catalogue, tables: [...catalogue.tables, view] }
    const problems = await checkPolicies(mask('users', 'ssn', { mask_type: 'null' }), withView, null, parseSql)
    expect(problems).toMatchObject([{ severity: 'warning', table: 'people' }])
  })
})
