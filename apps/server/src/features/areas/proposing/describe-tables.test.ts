import { expect, test } from 'vitest'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { describeGroup, describeTable, nameGroups } from './describe-tables.ts'
import { nameWords } from './name-words.ts'
import type { Relationship } from './prove-keys.ts'

const table = (name: string, change: Partial<CatalogueTable> = {}): CatalogueTable => ({
  schema: null,
  name,
  objectType: 'TABLE',
  comment: null,
  columns: [],
  primaryKey: [],
  foreignKeys: [],
  rowEstimate: null,
  definition: null,
  ...change,
})
const groupOf = (...names: string[]) => ({ tables: names.map((name) => table(name)), shared: [] })
const wordsOf = (...tables: CatalogueTable[]) => nameWords({ tables } as Catalogue)
const words = wordsOf(table('orders'), table('tbl_cust'))

test('names areas after their first tables, with a common first word only once, and never twice', () => {
  const groups = [
    groupOf('orders', 'tbl_cust', 'branch'),
    groupOf('Orders', 'tblCust'),
    groupOf('hr_employees', 'hr_jobs', 'hr_company'),
    groupOf('hr_a_weather'),
    groupOf('orders', 'cust'),
  ]
  expect(nameGroups(groups, words, ['hr a weather'])).toEqual([
    'Orders and customers',
    'Orders and customers 2',
    'Hr: employees and jobs',
    'Hr a weather 2',
    'Orders and customers 3',
  ])
})

test('describes an area by at most five names', () => {
  expect(describeGroup(groupOf('a_box', 'day'), words)).toBe('A boxes and days.')
  expect(describeGroup(groupOf('a', 'b', 'c', 'd', 'e', 'f', 'g'), words)).toBe('As, bs, cs, ds, es, and 2 more.')
})

test('describes a table by its comment, or else only by its name and relationships', () => {
  const [orders, customers] = [table('orders'), table('tbl_cust')]
  const link = { child: orders, parent: customers } as Relationship
  expect(describeTable(orders, [link], words)).toBe('One row per order. Refers to customers.')
  expect(describeTable(customers, [], words)).toBe('One row per customer.')
  expect(describeTable(table('stock_history'), [], words)).toBe('')
  expect(describeTable(table('v', { objectType: 'VIEW' }), [], words)).toBe('')
  expect(describeTable(table('orders', { comment: ' Paid orders ' }), [link], words)).toBe('Paid orders')
})
