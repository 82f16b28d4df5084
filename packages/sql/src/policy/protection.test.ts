import type { CatalogueTable } from '@parlance/contract'
import { expect, test } from 'vitest'
import { shopCatalogue } from '../testing/request.ts'
import { isViewClosed, protectedTables, tablesWithRules } from './protection.ts'

const base = shopCatalogue('postgresql')
const view = (name: string, definition: string | null): CatalogueTable => ({
  ...base.tables[0]!,
  name,
  objectType: 'VIEW',
  definition,
})
const catalogue = {
  ...base,
  tables: [
    ...base.tables,
    view('people', 'SELECT id, name FROM users'),
    view('above', 'SELECT * FROM "people"'),
    view('circle', 'SELECT * FROM circle, order_items'),
    view('dark', null),
    view('below_dark', 'SELECT * FROM dark'),
  ],
}
const only = (...names: string[]) => protectedTables(catalogue, ({ table }) => names.includes(table))

test('R24 protects a view along with the table that it reads, at any depth', () => {
  const found = Object.fromEntries(
    only('users').list.map(({ ref, through }) => [ref.table, through?.map(({ table }) => table)]),
  )
  expect(found).toEqual({ users: undefined, people: ['users'], above: ['users'], dark: [], below_dark: [] })
})

test('R24 protects a view with an unreadable definition as soon as any table is protected', () => {
  expect(only().list).toEqual([])
  expect(only('secrets').has({ schema: 'public', table: 'dark' })).toBe(true)
  expect(only('secrets').has({ schema: 'public', table: 'people' })).toBe(false)
  expect(only('secrets').has({ schema: 'public', table: 'unheard_of' })).toBe(true)
})

test("R24 applies rules to the tables that they name, and through ALL to the area's tables with the column", () => {
  const rowRules = {
    rules: [
      {
        name: 'a',
        tables: {
          'public.secrets': { condition: 'id > 1' },
          ALL: { condition: "tenant_id = 't'", when_column_exists: 'tenant_id' },
        },
      },
    ],
  }
  const area = ['orders', 'order_items'].map((table) => ({ schema: 'public', table }))
  const found = tablesWithRules({ rowRules, columnRules: null, hashSalt: '' }, catalogue, area)
  expect(found.map(({ table }) => table).toSorted()).toEqual(['orders', 'secrets'])
})

test('R24 closes a view over protected tables until it has rules of its own', () => {
  const policies = (table: string) => ({
    rowRules: { rules: [{ name: 'a', tables: { users: { condition: 'id > 1' }, [table]: { condition: 'id > 1' } } }] },
    columnRules: null,
    hashSalt: '',
  })
  const people = { schema: 'public', table: 'people' }
  expect(isViewClosed(people, catalogue, policies('users'), true)).toBe(true)
  expect(isViewClosed(people, catalogue, policies('people'), true)).toBe(false)
})
