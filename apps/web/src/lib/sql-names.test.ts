import { expect, it } from 'vitest'
import { quotedName, tablesInSql } from './sql-names.ts'

const known = ['orders', 'Order Items', 'sales.customers']

it.each([
  ['SELECT  FROM orders o WHERE ', [{ table: 'orders', alias: 'o' }]],
  [
    'SELECT o. FROM orders AS o JOIN sales.customers c ON ',
    [
      { table: 'orders', alias: 'o' },
      { table: 'sales.customers', alias: 'c' },
    ],
  ],
  ['select * from ORDERS where 1', [{ table: 'orders', alias: 'ORDERS' }]],
  ['select * from "sales"."customers"', [{ table: 'sales.customers', alias: 'customers' }]],
  ['select * from nowhere n, orders left join x', [{ table: 'orders', alias: 'orders' }]],
  ['', []],
])('finds the tables of %j', (sql, expected) => {
  expect(tablesInSql(sql, known)).toEqual(expected)
})

it.each([
  ['orders', 'postgresql', 'orders'],
  ['Orders', 'postgresql', '"Orders"'],
  ['Orders', 'sqlite', 'Orders'],
  ['ORDERS', 'oracle', 'ORDERS'],
  ['my table', 'mysql', '`my table`'],
  ['my table', 'mongodb', '`my table`'],
  ['my]table', 'sqlserver', '[my]]table]'],
  ['sales.a"b', 'postgresql', 'sales."a""b"'],
])('writes %s for %s as %s', (name, kind, written) => {
  expect(quotedName(name, kind)).toBe(written)
})
