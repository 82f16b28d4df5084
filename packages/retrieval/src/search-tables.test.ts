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

  it.each([
    ['custmers', 'customers'],
    ['prodcuts', 'products'],
    ['quantitty', 'order_items'],
    ['prdct', 'products'],
    ['cust', 'customers'],
  ])('finds the table that %s means', (word, expected) => {
    expect(names(`How many ${word} are there?`)[0]).toBe(expected)
  })

  it('finds a table whose own name is abbreviated', () => {
    const index = indexCatalogue(catalogue([table('shpmt', ['id']), table('rooms', ['id'])]))
    expect(searchTables(index, 'late shipments', 5).map((hit) => hit.table.name)).toEqual(['shpmt'])
  })

  it.each(['tacos', 'certificates', 'countess 1234', 'the stories'])('does not guess a table for %s', (words) => {
    const index = indexCatalogue(
      catalogue([table('cat', ['id']), table('account', ['number 1235']), table('tree', [])]),
    )
    expect(searchTables(index, words, 5)).toEqual([])
  })

  it('puts what a similar word finds after everything that the words find', () => {
    const index = indexCatalogue(shop)
    const sure = searchTables(index, 'orders of a country', 10)
    const mixed = searchTables(index, 'orders of a country with prodcuts', 10)
    expect(mixed.slice(0, sure.length)).toEqual(sure)
    expect(mixed.slice(sure.length).map((hit) => [hit.table.name, hit.isGuess])).toEqual([['products', true]])
  })

  it('prefers the named schema without finding its other tables', () => {
    const inSchema = (schema: string, name: string) => ({ ...table(name, ['id']), schema })
    const index = indexCatalogue(
      catalogue([inSchema('sales', 'employees'), inSchema('hr', 'employees'), inSchema('hr', 'rooms')]),
    )
    const found = searchTables(index, 'hr employees', 5).map((hit) => hit.table)
    expect(found.map(({ schema, name }) => `${schema}.${name}`)).toEqual(['hr.employees', 'sales.employees'])
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

  it('compares a misspelled word only with some of many similar names', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const columns = Array.from(letters, (one) => Array.from(letters, (two) => `o${one}${two}aaaa`)).flat()
    const similar = Array.from({ length: 26 }, (_, at) =>
      table(
        `t${at}`,
        columns.map((name) => `${name}${letters[at % 26]}`),
      ),
    )
    const large = indexCatalogue(catalogue(similar))
    const misspelled = Array.from(letters, (letter) => `ozz${letter}bbbb`).join(' ')
    expect(searchTables(large, misspelled, 5)).toEqual([])
  })

  it.each(['a', 'order', "x'", '\u0301', '\ud800', '﷽', '1,'])(
    'finishes searching for 20,000 characters of %j',
    (unit) => {
      const question = `customers ${unit.repeat(20_000 / unit.length)}`
      expect(searchTables(index, question, 5)[0]?.table.name).toBe('customers')
    },
  )
})
