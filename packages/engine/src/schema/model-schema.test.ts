import { describe, expect, it } from 'vitest'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { catalogueOf, tableWith } from '../testing/catalogues.ts'
import { columnOf, tableOf } from './model.ts'
import { modelSchema } from './model-schema.ts'

const wordsOf = (catalogue: Catalogue) => modelSchema(catalogue, []).tables.map((table) => table.spoken)
const named = (...names: string[]) => catalogueOf(...names.map((name) => tableWith(name, { id: 'integer' })))

describe('the words of a name', () => {
  it.each([
    ['orders', 'orders'],
    ['order_items', 'order items'],
    ['OrderItems', 'order items'],
    ['orderItems', 'order items'],
    ['ORDER_ITEMS', 'order items'],
    ['Order Items', 'order items'],
    ['order-items', 'order items'],
    ['tbl_customers', 'customers'],
    ['dim_customer', 'customer'],
    ['FactSales', 'sales'],
    ['t', 't'],
    ['city_of_birth', 'city birth'],
    ['XMLFiles', 'xml files'],
    ['Größen', 'großen'],
    ['2024_sales', '2024 sales'],
    ['select', 'select'],
  ])('%s is read as “%s”', (name, spoken) => {
    expect(wordsOf(named(name))).toEqual([spoken])
  })

  it('is split where other names of the schema are words', () => {
    const table = tableWith('warehouse', { warehousesize: 'integer', orderdate: 'date', xyzdate: 'date' })
    const [read] = modelSchema(catalogueOf(table), []).tables
    expect(read?.columns.map((one) => one.spoken)).toEqual(['warehouse size', 'order date', 'xyzdate'])
  })

  it('has its words in singular', () => {
    const [table] = modelSchema(catalogueOf(tableWith('CITIES', { peopleCount: 'integer' })), []).tables
    expect(table?.words).toEqual(['city'])
    expect(table?.columns[0]).toMatchObject({ words: ['person', 'count'], spoken: 'people count' })
  })
})

describe('the model of a catalogue', () => {
  const catalogue = {
    ...catalogueOf(
      tableWith('orders', { order_id: 'integer', total: 'number' }, { key: ['order_id'] }),
      tableWith(
        'lines',
        { order_id: 'integer', no: 'integer' },
        { key: ['ORDER_ID', 'no'], links: { order_id: 'orders' } },
      ),
      { ...tableWith('orders', { order_id: 'integer' }), schema: 'archive' },
      { ...tableWith('totals', { total: 'number' }), objectType: 'VIEW' as const },
    ),
    defaultSchema: 'shop',
  }
  catalogue.tables[0] = { ...catalogue.tables[0]!, schema: 'shop' }
  const schema = modelSchema(catalogue, [])

  it('names tables of the default schema without it', () => {
    expect([...schema.byKey.keys()]).toEqual(['orders', 'lines', 'archive.orders', 'totals'])
    expect(tableOf(schema, 'archive.orders').schema).toBe('archive')
  })

  it('knows keys in any case, and links', () => {
    expect(tableOf(schema, 'lines').primaryKey.map((one) => one.name)).toEqual(['order_id', 'no'])
    const lineOrder = columnOf(schema, { table: 'lines', column: 'order_id' })
    expect(lineOrder).toMatchObject({ isKey: true, isForeignKey: true, ref: { table: 'lines', column: 'order_id' } })
    expect(columnOf(schema, { table: 'orders', column: 'total' })).toMatchObject({ isKey: false, isForeignKey: false })
    expect(schema.links.filter((one) => !one.inferred).map((one) => [one.child.key, one.parent.key])).toEqual([
      ['lines', 'orders'],
    ])
  })

  it('knows views', () => {
    expect(schema.tables.map((one) => one.isView)).toEqual([false, false, false, true])
  })

  it('has every column once, with its table', () => {
    for (const table of schema.tables)
      for (const one of table.columns) {
        expect(one.table).toBe(table)
        expect(columnOf(schema, one.ref)).toBe(one)
      }
  })

  it('does not change the catalogue', () => {
    const before = JSON.stringify(catalogue)
    modelSchema(catalogue, [{ table: 'orders', column: null, text: '', synonyms: ['deals'] }])
    expect(JSON.stringify(catalogue)).toBe(before)
  })

  it('is empty without tables', () => {
    expect(modelSchema(catalogueOf(), [])).toMatchObject({ tables: [], links: [] })
  })

  it('has no table or column that does not exist, which is a bug to ask for', () => {
    expect(() => tableOf(schema, 'nowhere')).toThrow('No table nowhere in the schema')
    expect(() => columnOf(schema, { table: 'orders', column: 'nothing' })).toThrow('No column orders.nothing')
  })
})

describe('names that an administrator adds', () => {
  const shop: CatalogueTable = { ...tableWith('Clients', { full_name: 'text', city: 'text' }), schema: 'sales' }
  const synonymsWith = (table: string, column: string | null, ...synonyms: string[]) => {
    const [found] = modelSchema(catalogueOf(shop), [{ table, column, text: 'any', synonyms }]).tables
    return { table: found?.synonyms, column: found?.columns.map((one) => one.synonyms) }
  }

  it.each([
    ['Clients', null],
    ['clients', null],
    ['sales.Clients', null],
    ['SALES.CLIENTS', null],
  ])('belong to the table %s', (table, column) => {
    expect(synonymsWith(table, column, 'Paying Guests', 'patrons').table).toEqual([['paying', 'guest'], ['patron']])
  })

  it('belong to a column in any case', () => {
    expect(synonymsWith('clients', 'FULL_NAME', 'Whole Names')).toEqual({
      table: [],
      column: [[['whole', 'name']], []],
    })
  })

  it('of an unknown table or column are ignored', () => {
    expect(synonymsWith('orders', null, 'x').table).toEqual([])
    expect(synonymsWith('clients', 'zip', 'x').column).toEqual([[], []])
  })
})
