import { describe, expect, it } from 'vitest'
import type { CatalogueTable } from '@parlance/contract'
import { catalogueOf, tableWith } from '../testing/catalogues.ts'
import { modelSchema } from './model-schema.ts'

/** The links between tables: 'orders.customer_id → customers.id', with '?' if only the names imply it. */
function linksOf(...tables: CatalogueTable[]): string[] {
  return modelSchema(catalogueOf(...tables), []).links.map(({ child, parent, pairs, inferred }) => {
    const names = (side: 'child' | 'parent') => pairs.map((one) => one[side].name).join('+')
    return `${child.name}.${names('child')} → ${parent.name}.${names('parent')}${inferred ? '?' : ''}`
  })
}

const customers = tableWith('customers', { id: 'integer', name: 'text' }, { key: ['id'] })
const ordersWith = (column: string, kind: 'integer' | 'text' = 'integer') =>
  tableWith('orders', { id: 'integer', [column]: kind }, { key: ['id'] })

describe('declared foreign keys', () => {
  it('refer to the primary key if they name no column', () => {
    const orders = tableWith(
      'orders',
      { id: 'integer', buyer: 'integer' },
      { key: ['id'], links: { buyer: 'customers' } },
    )
    expect(linksOf(customers, orders)).toEqual(['orders.buyer → customers.id'])
  })

  it('refer to the columns that they name, in any case', () => {
    const orders: CatalogueTable = {
      ...ordersWith('BUYER'),
      foreignKeys: [
        { columns: ['buyer'], referencedSchema: null, referencedTable: 'Customers', referencedColumns: ['NAME'] },
      ],
    }
    expect(linksOf(customers, orders)).toEqual(['orders.BUYER → customers.name'])
  })

  it('may have several columns', () => {
    const stores = tableWith('stores', { region: 'text', no: 'integer' }, { key: ['region', 'no'] })
    const visits: CatalogueTable = {
      ...tableWith('visits', { region: 'text', store: 'integer' }),
      foreignKeys: [
        { columns: ['region', 'store'], referencedSchema: null, referencedTable: 'stores', referencedColumns: [] },
      ],
    }
    expect(linksOf(stores, visits)).toEqual(['visits.region+store → stores.region+no'])
  })

  it('may refer to their own table', () => {
    const staff = tableWith('staff', { id: 'integer', boss: 'integer' }, { key: ['id'], links: { boss: 'staff' } })
    expect(linksOf(staff)).toEqual(['staff.boss → staff.id'])
  })

  it('may lead from one table to another several times, and in circles', () => {
    const flights = tableWith(
      'flights',
      { id: 'integer', origin: 'integer', goal: 'integer' },
      { key: ['id'], links: { origin: 'airports', goal: 'airports' } },
    )
    const airports = tableWith(
      'airports',
      { id: 'integer', main: 'integer' },
      { key: ['id'], links: { main: 'flights' } },
    )
    expect(linksOf(flights, airports)).toEqual([
      'flights.origin → airports.id',
      'flights.goal → airports.id',
      'airports.main → flights.id',
    ])
  })

  it.each([
    ['a table that the user may not access', { referencedTable: 'secrets', referencedColumns: ['id'] }],
    ['a column that does not exist', { referencedTable: 'customers', referencedColumns: ['code'] }],
  ])('are left out if they refer to %s', (_about, target) => {
    const orders: CatalogueTable = {
      ...ordersWith('buyer'),
      foreignKeys: [{ columns: ['buyer'], referencedSchema: null, ...target }],
    }
    expect(linksOf(customers, orders)).toEqual([])
  })

  it('are left out if they refer to the key of a table without one', () => {
    const logs = tableWith('logs', { text: 'text' })
    expect(linksOf(logs, tableWith('notes', { log: 'integer' }, { links: { log: 'logs' } }))).toEqual([])
  })

  it('refer to the table of their own schema if two have the same name', () => {
    const [first, second] = [
      { ...customers, schema: 'a' },
      { ...customers, schema: 'b' },
    ]
    const orders: CatalogueTable = {
      ...ordersWith('buyer'),
      schema: 'b',
      foreignKeys: [
        { columns: ['buyer'], referencedSchema: 'b', referencedTable: 'customers', referencedColumns: ['id'] },
      ],
    }
    const [link] = modelSchema(catalogueOf(first, second, orders), []).links
    expect(link?.parent.key).toBe('b.customers')
  })
})

describe('foreign keys that only names imply', () => {
  it.each([
    ['customer_id', 'orders.customer_id → customers.id?'],
    ['CustomerID', 'orders.CustomerID → customers.id?'],
    ['customerId', 'orders.customerId → customers.id?'],
  ])('include %s', (column, link) => {
    expect(linksOf(customers, ordersWith(column))).toEqual([link])
  })

  it.each([
    ['of a longer name that ends like the key', 'billing_customer_id'],
    ['of the same name as the key', 'customer_id'],
  ])('include one %s', (_about, column) => {
    const people = tableWith('customers', { customer_id: 'integer' }, { key: ['customer_id'] })
    expect(linksOf(people, ordersWith(column))).toEqual([`orders.${column} → customers.customer_id?`])
  })

  it.each([
    ['has no word for a key', ordersWith('customer')],
    ['is only “id”', ordersWith('id')],
    ['is of another kind', ordersWith('customer_id', 'text')],
    ['names no table', ordersWith('warehouse_id')],
  ])('do not include a column that %s', (_about, orders) => {
    expect(linksOf(customers, orders)).toEqual([])
  })

  it("do not start at a table's own single key", () => {
    const vips = tableWith('vips', { customer_id: 'integer' }, { key: ['customer_id'] })
    expect(linksOf(customers, vips)).toEqual([])
  })

  it('start at a part of a key', () => {
    const visits = tableWith('visits', { customer_id: 'integer', day: 'date' }, { key: ['customer_id', 'day'] })
    expect(linksOf(customers, visits)).toEqual(['visits.customer_id → customers.id?'])
  })

  it('do not lead to a view, or to a table with several keys', () => {
    const view: CatalogueTable = { ...customers, objectType: 'VIEW' }
    const pair = tableWith('customers', { id: 'integer', part: 'integer' }, { key: ['id', 'part'] })
    expect(linksOf(view, ordersWith('customer_id'))).toEqual([])
    expect(linksOf(pair, ordersWith('customer_id'))).toEqual([])
  })

  it('do not start at a view', () => {
    expect(linksOf(customers, { ...ordersWith('customer_id'), objectType: 'VIEW' })).toEqual([])
  })

  it('do not double a declared one, and add none between two tables that are linked', () => {
    const orders = tableWith(
      'orders',
      { id: 'integer', customer_id: 'integer', old_customer_id: 'integer' },
      { key: ['id'], links: { customer_id: 'customers' } },
    )
    expect(linksOf(customers, orders)).toEqual(['orders.customer_id → customers.id'])
  })

  it('mark their column as a foreign key', () => {
    const schema = modelSchema(catalogueOf(customers, ordersWith('customer_id')), [])
    expect(schema.tables[1]?.columns.map((one) => one.isForeignKey)).toEqual([false, true])
  })

  it('lead to the table that the whole name fits, not to one that a part of it fits', () => {
    const cards = tableWith('cards', { id: 'integer' }, { key: ['id'] })
    const customerCards = tableWith('customer_cards', { id: 'integer' }, { key: ['id'] })
    expect(linksOf(cards, customerCards, customers, ordersWith('customer_card_id'))).toEqual([
      'orders.customer_card_id → customer_cards.id?',
    ])
  })
})
