import { describe, expect, test } from 'vitest'
import type { Catalogue } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import { moveTables, toJoins, toTableRecords } from './area-content.ts'
import type { AreaTableRecord } from '../store/area-record.ts'
import type { KnownDatabases } from '../scoping/known-databases.ts'

const database = (name: string, tables: string[], change: Partial<Catalogue> = {}): KnownDatabases['read'][number] => ({
  database: { connectionId: name, name, ownerId: null, visibility: 'public' },
  catalogue: {
    dialect: 'sqlite',
    defaultSchema: null,
    tables: tables.map((each) => {
      const dot = each.lastIndexOf('.')
      return {
        schema: dot < 0 ? null : each.slice(0, dot),
        name: each.slice(dot + 1),
        objectType: 'TABLE',
        comment: null,
        columns: [],
        primaryKey: [],
        foreignKeys: [],
        rowEstimate: null,
        definition: null,
      }
    }),
    ...change,
  },
})

const record = (name: string, change: Partial<AreaTableRecord> = {}): AreaTableRecord => ({
  name,
  description: null,
  synonyms: [],
  columns: [],
  confirmed: false,
  ...change,
})

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.detail}`
    throw error
  }
  return 'none'
}

describe('the tables of an area as they are stored', () => {
  const known: KnownDatabases = {
    read: [database('one', ['Orders', 'a.staff', 'b.staff']), database('two', ['orders', 'parts'])],
    unread: [],
  }
  const store = (names: string[], change: object = {}) =>
    toTableRecords(
      names.map((table_name) => ({ table_name, ...change })),
      { known, before: [], mayConfirm: true },
    )

  test("BA-064 accepts a table of any tested database and stores the first one's spelling", () => {
    expect(store(['ORDERS', 'Parts', 'orders'])).toEqual([record('Orders'), record('parts')])
    expect(refusal(() => store(['parts', 'x', 'y']))).toBe('area_invalid: Invalid tables: x, y')
  })

  test('requires the schema for ambiguous names', () => {
    expect(refusal(() => store(['staff']))).toBe(
      'area_invalid: Ambiguous tables: staff (a.staff or b.staff). Add the schema to each name.',
    )
    expect(store(['B.STAFF'])).toEqual([record('b.staff')])
  })

  test('shortens a long list of wrong names', () => {
    const wrong = Array.from({ length: 10_000 }, (_, at) => `no${at}`)
    const message = refusal(() => store(wrong))
    expect(message).toContain('no49 and 9950 more')
    expect(message.length).toBeLessThan(1000)
  })

  test('stores ten thousand tables at once with the catalog’s spelling', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `Table_${at}`)
    const wide: KnownDatabases = { read: [database('wide', names)], unread: [] }
    const inputs = names.map((name) => ({ table_name: name.toUpperCase() }))
    const stored = toTableRecords(inputs, { known: wide, before: [], mayConfirm: false })
    expect(stored.map(({ name }) => name)).toEqual(names)
  })

  test('BA-197 refuses to check names without a readable database', () => {
    const inputs = [{ table_name: 'orders' }]
    const none: KnownDatabases = { read: [], unread: [] }
    expect(refusal(() => toTableRecords(inputs, { known: none, before: [], mayConfirm: true }))).toMatch(
      /^area_invalid: Unable to load tables - no database access/,
    )
  })

  test('lets only an administrator confirm a view, and keeps the confirmation except in another application', () => {
    const inputs = [{ table_name: 'orders', confirmed: true }]
    const context = { known, before: [], mayConfirm: false }
    expect(refusal(() => toTableRecords(inputs, context))).toMatch(/^forbidden: Only administrators can confirm/)
    const [confirmed] = toTableRecords(inputs, { ...context, mayConfirm: true })
    expect(confirmed).toEqual(record('Orders', { confirmed: true }))
    const before = [record('Orders', { confirmed: true, description: 'kept' })]
    expect(toTableRecords([{ table_name: 'orders' }], { ...context, before })).toEqual(before)
    expect(toTableRecords(inputs, { ...context, before })).toEqual(before)
    expect(moveTables(before, context)).toEqual([record('Orders', { description: 'kept' })])
  })
})

describe('joins as they are stored', () => {
  test('BA-140 BA-073 spells tables as the catalog does and accepts a condition in place of columns', () => {
    const dremio = database('lake', ['Space.shop.orders', 'Space.shop.customers'], { dialect: 'dremio' })
    const join = { left_table: 'space.shop.ORDERS', right_table: 'Space.shop.customers' }
    const condition = { join_condition: 'orders.a = customers.b AND orders.c = customers.d' }
    expect(toJoins([{ ...join, ...condition }], { read: [dremio], unread: [] })).toEqual([
      { join_type: 'INNER', left_table: 'orders', right_table: 'customers', ...condition },
    ])
    const [kept] = toJoins([{ ...join, left_column: 'a', right_column: 'b', left_table: 'gone' }], {
      read: [dremio],
      unread: [],
    })
    expect(kept).toMatchObject({ left_table: 'gone', right_table: 'customers' })
  })
})
