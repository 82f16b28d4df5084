import { formatMessage, type CatalogueTable, type ColumnKind } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { catalogueOf, tableWith } from '../testing/catalogues.ts'
import { openShop } from '../testing/shop.ts'
import { schemaOf } from '../testing/stages.ts'
import { isSale, quantityMeasure, revenueMeasures } from './measures.ts'
import { modelSchema } from './model-schema.ts'
import { tableOf } from './model.ts'

const file = openShop()
const shop = schemaOf(file)
file.close()

const soldWith = (name: string, columns: Record<string, ColumnKind>) =>
  modelSchema(catalogueOf(tableWith(name, { id: 'integer', ...columns }, { key: ['id'] })), [])
const revenueOf = (...tables: CatalogueTable[]): string[] =>
  revenueMeasures(modelSchema(catalogueOf(...tables), []), null).map((one) => formatMessage(one.explanation))

describe('revenue', () => {
  it('is quantity times price, less a discount, for lines of orders', () => {
    const [line, order] = revenueMeasures(shop, null)
    expect(line?.scalar).toEqual({
      kind: 'formula',
      name: 'revenue',
      table: 'order_items',
      quantity: { table: 'order_items', column: 'quantity' },
      price: { table: 'order_items', column: 'unit_price' },
      discount: { table: 'order_items', column: 'discount' },
      discountForm: 'fraction',
    })
    expect(order?.scalar).toEqual({ kind: 'column', ref: { table: 'orders', column: 'total' } })
  })

  it.each<[string, string, Record<string, ColumnKind>, string[]]>([
    [
      'quantity × price',
      'sales',
      { quantity: 'integer', price: 'number' },
      ['Revenue is quantity × price, from sales', 'Revenue is price, from sales'],
    ],
    [
      'units × unit price',
      'lines',
      { units: 'integer', unit_price: 'number' },
      ['Revenue is units × unit_price, from lines'],
    ],
    [
      'less a discount in percent',
      'sales',
      { quantity: 'integer', unit_price: 'number', discount_percent: 'number' },
      ['Revenue is quantity × unit_price, less discount_percent, from sales'],
    ],
    [
      'less an amount',
      'sales',
      { quantity: 'integer', unit_price: 'number', discount_amount: 'number' },
      ['Revenue is quantity × unit_price, less discount_amount, from sales'],
    ],
    ['nothing of a table that sells nothing', 'weather', { total: 'number' }, []],
    ['nothing without numbers', 'orders', { total: 'text', quantity: 'text', price: 'text' }, []],
    ['nothing from an id', 'orders', { total_id: 'integer' }, []],
  ])('is %s', (_about, table, columns, expected) => {
    expect(revenueOf(tableWith(table, { id: 'integer', ...columns }, { key: ['id'] }))).toEqual(expected)
  })

  it.each([
    ['discount', 'fraction'],
    ['discount_percentage', 'percent'],
    ['discount_value', 'amount'],
  ])('reads %s as a %s', (name, form) => {
    const [measure] = revenueMeasures(
      soldWith('sales', { quantity: 'integer', price: 'number', [name]: 'number' }),
      null,
    )
    expect(measure?.scalar).toMatchObject({ discountForm: form })
  })

  it('is not taken from a view, or twice from the parts of a table', () => {
    const payments = tableWith('payment', { id: 'integer', amount: 'number' }, { key: ['id'] })
    const part = { ...payments, name: 'payment_p2007_01' }
    const view = { ...payments, name: 'payment_totals', objectType: 'VIEW' as const }
    expect(revenueOf(payments, part, view)).toHaveLength(1)
  })

  it('is the same from a table with many parts as from the whole one', () => {
    const payments = tableWith('payment', { id: 'integer', amount: 'number' }, { key: ['id'] })
    const parts = Array.from({ length: 12 }, (_, at) => ({ ...payments, name: `payment_p2007_${at + 1}` }))
    expect(revenueOf(...parts, payments)).toEqual(revenueOf(payments))
  })

  it.each([
    ['customers', ['order_items', 'orders']],
    ['products', ['order_items']],
    ['orders', ['order_items', 'orders']],
    ['order_items', ['order_items']],
    ['reviews', []],
  ])('of %s comes only from rows that belong to one of them', (subject, tables) => {
    expect(revenueMeasures(shop, tableOf(shop, subject)).map((one) => one.table.name)).toEqual(tables)
  })
})

describe('a sold quantity', () => {
  it('is in the lines of orders', () => {
    const found = quantityMeasure(shop, tableOf(shop, 'products'))
    expect(found?.scalar).toEqual({ kind: 'column', ref: { table: 'order_items', column: 'quantity' } })
    expect(found === null ? '' : formatMessage(found.explanation)).toBe('Units sold are quantity, from order_items')
  })

  it('is not a property of the row itself, and not of rows that do not belong to it', () => {
    expect(quantityMeasure(shop, tableOf(shop, 'order_items'))).toBeNull()
    expect(quantityMeasure(shop, tableOf(shop, 'reviews'))).toBeNull()
  })

  it('is not the quantity of a table that sells nothing', () => {
    expect(quantityMeasure(soldWith('shelves', { quantity: 'integer' }), null)).toBeNull()
    expect(quantityMeasure(soldWith('shelves', { quantity: 'integer', price: 'number' }), null)).not.toBeNull()
    expect(quantityMeasure(soldWith('sales', { quantity: 'integer' }), null)).not.toBeNull()
  })
})

it('tells tables of sales from others', () => {
  const sales = shop.tables.filter(isSale).map((one) => one.name)
  expect(sales).toEqual(['orders', 'order_items'])
})
