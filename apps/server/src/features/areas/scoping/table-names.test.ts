import { describe, expect, test } from 'vitest'
import type { Catalogue, CatalogueTable, SqlDialect } from '@parlance/contract'
import { findTable, nameOf, spellingsOf } from './table-names.ts'

function catalogue(names: (string | [schema: string, name: string])[], change: Partial<Catalogue> = {}): Catalogue {
  const tables = names.map((each): CatalogueTable => {
    const [schema, name] = typeof each === 'string' ? [null, each] : each
    return {
      schema,
      name,
      objectType: 'TABLE',
      comment: null,
      columns: [],
      primaryKey: [],
      foreignKeys: [],
      rowEstimate: null,
      definition: null,
    }
  })
  return { dialect: 'postgresql' as SqlDialect, defaultSchema: 'public', tables, ...change }
}

const found = (known: Catalogue, written: string): string | null => {
  const table = findTable(known, written)
  return table === null || table === 'ambiguous' ? table : `${table.schema ?? ''}.${table.name}`
}

describe('names of tables', () => {
  const known = catalogue([
    ['public', 'orders'],
    ['archive', 'orders'],
    ['sales', 'Invoices'],
    ['hr', 'staff'],
    ['crm', 'staff'],
    ['public', 'Mixed'],
    ['public', 'mixed'],
  ])

  test('BA-063 ignores case and, without a schema, prefers the default schema, then the only match', () => {
    expect(found(known, 'ORDERS')).toBe('public.orders')
    expect(found(known, 'Archive.Orders')).toBe('archive.orders')
    expect(found(known, 'invoices')).toBe('sales.Invoices')
    expect(found(known, 'nothing')).toBeNull()
    expect(found(known, 'archive.invoices')).toBeNull()
  })

  test('treats several tables of one name as ambiguous unless the exact spelling matches one', () => {
    expect(found(known, 'staff')).toBe('ambiguous')
    expect(spellingsOf(known, 'STAFF')).toEqual(['hr.staff', 'crm.staff'])
    expect(found(known, 'MIXED')).toBe('ambiguous')
    expect(found(known, 'Mixed')).toBe('public.Mixed')
    expect(found(known, 'public.mixed')).toBe('public.mixed')
  })

  test('stores names as the catalog spells them, with the schema unless it is the default one', () => {
    const names = known.tables.map((table) => nameOf(known, table))
    expect(names).toEqual(['orders', 'archive.orders', 'sales.Invoices', 'hr.staff', 'crm.staff', 'Mixed', 'mixed'])
    expect(known.tables.map((table) => findTable(known, nameOf(known, table)))).toEqual(known.tables)
  })

  test('BA-140 uses only the last part of a Dremio path, unless two tables share it', () => {
    const dremio = catalogue(
      [
        ['Samples.shop', 'orders'],
        ['Samples.shop', 'staff'],
        ['Archive', 'staff'],
      ],
      { dialect: 'dremio', defaultSchema: null },
    )
    expect(dremio.tables.map((table) => nameOf(dremio, table))).toEqual([
      'orders',
      'Samples.shop.staff',
      'Archive.staff',
    ])
    expect(found(dremio, 'samples.SHOP.orders')).toBe('Samples.shop.orders')
  })

  test('accepts every unusual character in a name', () => {
    const odd = ['Order Details', 'a,b', 'a.b', '"quoted"', 'x]y', "it's", 'Ünï', '表', 'tab\tle', 'select', '%_']
    const strange = catalogue(odd, { dialect: 'sqlite', defaultSchema: null })
    expect(odd.map((name) => found(strange, name))).toEqual(odd.map((name) => `.${name}`))
  })
})
