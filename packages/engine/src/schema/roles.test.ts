import { describe, expect, it } from 'vitest'
import type { ColumnKind } from '@parlance/contract'
import { catalogueOf, tableWith } from '../testing/catalogues.ts'
import { openLibrary } from '../testing/library.ts'
import { openShop } from '../testing/shop.ts'
import { schemaOf } from '../testing/stages.ts'
import { modelSchema } from './model-schema.ts'
import { columnOf, tableOf } from './model.ts'
import { dateColumns, describesGroup, displayColumns, isMeasurable, isNumeric, isTemporal, mainDate } from './roles.ts'

const [shopFile, libraryFile] = [openShop(), openLibrary()]
const [shop, library] = [schemaOf(shopFile), schemaOf(libraryFile)]
shopFile.close()
libraryFile.close()

const tableOfColumns = (name: string, columns: Record<string, ColumnKind>, key: string[] = []) =>
  modelSchema(catalogueOf(tableWith(name, columns, { key })), []).tables[0]!
const columnNamed = (name: string, kind: ColumnKind) => tableOfColumns('things', { [name]: kind }).columns[0]!

describe('a column that can be added up', () => {
  it.each<[string, ColumnKind, boolean]>([
    ['price', 'number', true],
    ['quantity', 'integer', true],
    ['year', 'integer', false],
    ['model_year', 'integer', false],
    ['zip', 'integer', false],
    ['country_code', 'integer', false],
    ['old_id', 'integer', false],
    ['price', 'text', false],
    ['paid', 'boolean', false],
    ['day', 'date', false],
  ])('%s (%s): %s', (name, kind, expected) => {
    expect(isMeasurable(columnNamed(name, kind))).toBe(expected)
  })

  it('is not a key', () => {
    const measured = tableOf(shop, 'order_items').columns.filter(isMeasurable)
    expect(measured.map((one) => one.name)).toEqual(['quantity', 'unit_price', 'discount'])
    expect(isNumeric(tableOf(shop, 'orders').columns[0]!)).toBe(true)
  })
})

describe('a column of dates', () => {
  it.each<[string, ColumnKind, boolean]>([
    ['anything', 'date', true],
    ['anything', 'timestamp', true],
    ['order_date', 'text', true],
    ['created_at', 'text', true],
    ['date_of_birth', 'text', true],
    ['changed_datetime', 'other', true],
    ['at', 'text', false],
    ['update_text', 'text', false],
    ['candidate', 'text', false],
    ['order_date', 'integer', false],
    ['opening', 'time', false],
  ])('%s (%s): %s', (name, kind, expected) => {
    expect(isTemporal(columnNamed(name, kind))).toBe(expected)
  })
})

describe('the columns that identify a row to people', () => {
  it.each<[string, Record<string, ColumnKind>, string[]]>([
    ['a name', { id: 'integer', name: 'text', title: 'text' }, ['name']],
    ['the name with the table in it', { id: 'integer', person_name: 'text' }, ['person_name']],
    ['a first and a last name', { id: 'integer', last_name: 'text', first_name: 'text' }, ['first_name', 'last_name']],
    ['a forename and a surname', { surname: 'text', forename: 'text' }, ['forename', 'surname']],
    ['the whole name if there is one', { first_name: 'text', last_name: 'text', name: 'text' }, ['name']],
    ['a last name alone', { id: 'integer', last_name: 'text' }, ['last_name']],
    ['a title', { id: 'integer', title: 'text', note: 'text' }, ['title']],
    ['a column named like the table', { id: 'integer', person: 'text' }, ['person']],
    ['a longer name', { id: 'integer', company_name: 'text' }, ['company_name']],
    ['its key rather than a recipient', { id: 'integer', ship_name: 'text' }, ['id']],
    ['its key', { note: 'text', id: 'integer' }, ['id']],
  ])('are %s', (_about, columns, expected) => {
    const key = 'id' in columns ? ['id'] : []
    expect(displayColumns(tableOfColumns('persons', columns, key)).map((one) => one.name)).toEqual(expected)
  })

  it('are the first column of a table with neither name nor key, and none of a table without columns', () => {
    expect(displayColumns(tableOfColumns('things', { a: 'integer', b: 'integer' })).map((one) => one.name)).toEqual([
      'a',
    ])
    expect(displayColumns(tableOfColumns('things', {}))).toEqual([])
  })

  it('are all columns of a key', () => {
    const pair = tableOfColumns('pairs', { left: 'integer', right: 'integer', n: 'integer' }, ['left', 'right'])
    expect(displayColumns(pair).map((one) => one.name)).toEqual(['left', 'right'])
  })
})

describe("the date of a table's rows", () => {
  it.each([
    ['its own', shop, 'orders', 'orders.order_date'],
    ["that of an order for the order's lines", shop, 'order_items', 'orders.order_date'],
    ['when it was entered if there is no other', shop, 'customers', 'customers.created_at'],
    ['when a loan began, not when it is due', library, 'loans', 'loans.loan_date'],
    ['when an invoice was issued, not paid', library, 'invoices', 'invoices.issued_on'],
    ['when a ticket was opened, not closed', library, 'tickets', 'tickets.opened_at'],
    ['when a worker was hired', library, 'staff', 'staff.hire_date'],
  ])('is %s', (_about, schema, table, expected) => {
    const found = mainDate(schema, tableOf(schema, table))
    expect(found === null ? null : `${found.table.name}.${found.name}`).toBe(expected)
  })

  it('is none if neither the table nor an owner has one', () => {
    expect(mainDate(shop, tableOf(shop, 'categories'))).toBeNull()
    expect(mainDate(library, tableOf(library, 'books'))).toBeNull()
  })

  it('comes first among its dates', () => {
    expect(dateColumns(tableOf(library, 'loans')).map((one) => one.name)).toEqual([
      'loan_date',
      'due_date',
      'return_date',
    ])
    expect(dateColumns(tableOf(shop, 'categories'))).toEqual([])
  })

  it('does not change the order of the columns', () => {
    const table = tableOf(library, 'invoices')
    const before = table.columns.map((one) => one.name)
    dateColumns(table)
    expect(table.columns.map((one) => one.name)).toEqual(before)
  })
})

describe('what describes a group', () => {
  const column = (table: string, name: string) => ({ kind: 'column', ref: { table, column: name } }) as const

  it.each([
    ['what groups it', column('customers', 'city'), true],
    ['another column', column('customers', 'country'), false],
    ['a number over its rows', { kind: 'rows', table: 'customers' } as const, false],
  ])('by city is %s: %s', (_about, expression, expected) => {
    expect(describesGroup(shop, [column('customers', 'city')], expression)).toBe(expected)
  })

  it('by a key is each column of its table', () => {
    const byCustomer = [column('customers', 'customer_id')]
    expect(describesGroup(shop, byCustomer, column('customers', 'name'))).toBe(true)
    expect(describesGroup(shop, byCustomer, column('orders', 'total'))).toBe(false)
    expect(columnOf(shop, byCustomer[0]!.ref).isKey).toBe(true)
  })

  it('is nothing without groups', () => {
    expect(describesGroup(shop, [], column('customers', 'city'))).toBe(false)
  })
})
