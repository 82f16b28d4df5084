import { expect, test } from 'vitest'
import { makeReceipt } from '../../../../testing/factories.ts'
import { thingsOf } from './column-words.ts'

const receipt = { ...makeReceipt(), tables: ['customers', 'orders'].map((table) => ({ schema: null, table })) }
const things = (name: string, sql: string) =>
  thingsOf({ columns: [{ name, dataType: '', kind: 'text' }], display_sql: sql, receipt }, 0)

test('names the things of a column by its table if its own name says nothing', () => {
  const joined = 'SELECT customers.name, SUM(total) FROM orders JOIN customers ON true GROUP BY 1'
  expect(things('name', joined)).toEqual({ one: 'customer', many: 'customers' })
  expect(things('name', 'SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON true')).toMatchObject({
    one: 'customer',
  })
  expect(things('name', 'SELECT name, COUNT(*) FROM customers')).toMatchObject({ one: 'customer' })
  expect(things('name', 'SELECT name, COUNT(*) FROM customers, orders')).toMatchObject({ one: 'name' })
})

test('names other things by the column, with a plural only where English rules give one', () => {
  expect(things('country', '')).toEqual({ one: 'country', many: 'countries' })
  expect(things('product_name', '')).toEqual({ one: 'product', many: 'products' })
  expect(things('first_name', '')).toMatchObject({ one: 'first name' })
  expect(things('status', '')).toEqual({ one: 'status', many: null })
  expect(things('größe', '')).toEqual({ one: 'größe', many: null })
})
