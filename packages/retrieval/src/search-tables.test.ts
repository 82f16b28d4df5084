import { describe, expect, it } from 'vitest'
import type { Catalogue, CatalogueTable } from '@parlance/contract'
import { indexCatalogue } from './catalogue-index.ts'
import { questionWords, searchTables } from './search-tables.ts'

function table(name: string, columns: string[]): CatalogueTable {
  return {
    schema: null,
    name,
    objectType: 'TABLE',
    comment: null,
    columns: columns.map((column) => ({ name: column, dataType: 'TEXT', kind: 'text', nullable: true, comment: null })),
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
  }
}

const catalogue = (tables: CatalogueTable[]): Catalogue => ({ dialect: 'sqlite', defaultSchema: null, tables })

const shop = catalogue([
  table('customers', ['customer_id', 'name', 'country']),
  table('orders', ['order_id', 'customer_id', 'order_date']),
  table('order_items', ['order_id', 'product_id', 'quantity']),
  table('products', ['product_id', 'name', 'price']),
])

const names = (question: string, limit = 10) =>
  searchTables(indexCatalogue(shop), question, limit).map((hit) => hit.table.name)

describe('searchTables', () => {
  it('puts the table named in the question first', () => {
    expect(names('How many customers are there?')[0]).toBe('customers')
    expect(names('which products cost more than 10')[0]).toBe('products')
  })

  it('finds a verb’s table and columns', () => {
    expect(names('who ordered something', 2)).toContain('orders')
    expect(names('quantity')).toEqual(['order_items'])
  })

  it('finds nothing for unknown words', () => {
    expect(names('zebra xylophone')).toEqual([])
    expect(names('')).toEqual([])
  })

  it('uses an administrator’s synonyms', () => {
    const index = indexCatalogue(shop, [
      { table: 'customers', column: null, text: 'Everyone who bought', synonyms: ['clients'] },
    ])
    expect(searchTables(index, 'list our clients', 1)[0]?.table.name).toBe('customers')
  })

  it('searches 10,000 tables of 20 columns through postings, without scanning tables', () => {
    const words = ['sales', 'stock', 'invoice', 'ledger', 'shipment', 'vendor', 'asset', 'claim', 'policy', 'ticket']
    const tables = Array.from({ length: 10_000 }, (_, position) =>
      table(
        `${words[position % 10]}_${position}`,
        Array.from({ length: 20 }, (__, column) => `field_${column}_${words[(position + column) % 10]}`),
      ),
    )
    tables.push(table('lighthouse_keepers', ['keeper_name']))
    const index = indexCatalogue(catalogue(tables))
    const hits = searchTables(index, 'How many lighthouse keepers have a stock ticket?', 5)
    expect(hits).toHaveLength(5)
    expect(hits[0]?.table.name).toBe('lighthouse_keepers')
  })
})

describe('R25 a hostile question', () => {
  const index = indexCatalogue(shop)

  it('searches only for the first words of a hostile question', () => {
    const unknown = Array.from({ length: 5_000 }, (_, at) => `word${at}x`).join(' ')
    expect(questionWords(unknown)).toHaveLength(300)
    expect(searchTables(index, `orders ${unknown}`, 5)[0]?.table.name).toBe('orders')
    expect(searchTables(index, `${unknown} orders`, 5)).toEqual([])
  })

  it.each(['a', 'order', "x'", '\u0301', '\ud800', '﷽', '1,'])(
    'finishes searching for 20,000 characters of %j',
    (unit) => {
      const question = `customers ${unit.repeat(20_000 / unit.length)}`
      expect(searchTables(index, question, 5)[0]?.table.name).toBe('customers')
    },
  )
})
