import { describe, expect, it } from 'vitest'
import type { CatalogueTable } from '@parlance/contract'
import { indexCatalogue } from './catalogue-index.ts'
import { findTables } from './find-tables.ts'

function table(full: string, columns: string[] = ['id'], comment: string | null = null): CatalogueTable {
  const [name = '', schema = null] = full.split('.').toReversed()
  return {
    schema,
    name,
    objectType: 'TABLE',
    comment,
    columns: columns.map((written) => {
      const [column = '', note = null] = written.split(': ')
      return { name: column, dataType: 'TEXT', kind: 'text', nullable: true, comment: note }
    }),
    primaryKey: [],
    foreignKeys: [],
    rowEstimate: null,
    definition: null,
  }
}

const index = indexCatalogue({
  dialect: 'postgresql',
  defaultSchema: 'public',
  tables: [
    table('sales.salesorderheader', ['id', 'due_date: Promised delivery']),
    table('public.SALES_ORDER_ITEM'),
    table('hr.employee', ['id', 'email_address']),
    table('hr.shift'),
    table('public.cust_addr', ['id', 'street'], 'Where parcels go'),
    table('public.purchase', ['id', 'employee_id', 'qty']),
    table('public.t_9912'),
  ],
})
const found = (search: string) => findTables(index, search).tables.map(({ name }) => name)

describe('findTables', () => {
  it.each([
    ['SALES ORDER', ['SALES_ORDER_ITEM', 'salesorderheader']],
    ['hr employee', ['employee']],
    ['hr', ['shift', 'employee']],
    ['emp', ['employee', 'purchase']],
    ['customer address', ['cust_addr']],
    ['custmer', ['cust_addr']],
    ['ordr', ['SALES_ORDER_ITEM']],
    ['quantity', ['purchase']],
    ['parcel', ['cust_addr']],
    ['delivery', ['salesorderheader']],
    ['99', ['t_9912']],
    ['hr zebra', ['shift', 'employee']],
    ['zebra', []],
    ['the', []],
    ['', []],
  ])('finds the tables for “%s”', (search, expected) => {
    expect(found(search)).toEqual(expected)
  })

  it('names the columns that explain a match, but not if the table’s name explains it', () => {
    const columns = (search: string) => {
      const { tables, columnsOf } = findTables(index, search)
      return tables.map((one) => [one.name, ...columnsOf(one)])
    }
    expect(columns('employee')).toEqual([['employee'], ['purchase', 'employee_id']])
    expect(columns('promised delivery')).toEqual([['salesorderheader', 'due_date']])
    expect(columns('employee address')).toEqual([['employee', 'email_address']])
  })

  it('R25 finishes with a hostile search over 10,000 tables', () => {
    const tables = Array.from({ length: 10_000 }, (_, at) => table(`table_${at}`, [`field_${at}`, 'name']))
    const large = indexCatalogue({ dialect: 'sqlite', defaultSchema: null, tables })
    const unknown = Array.from({ length: 5000 }, (_, at) => `tabel${'x'.repeat(at % 20)}`).join(' ')
    expect(findTables(large, unknown).tables.length).toBeGreaterThan(0)
    expect(findTables(large, 'table').tables).toHaveLength(10_000)
  })
})
