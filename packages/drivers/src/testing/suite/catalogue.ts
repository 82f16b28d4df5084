import type { CatalogueTable } from '@parlance/contract'
import { expect } from 'vitest'
import type { Connection } from '../../contract.ts'
import { oddColumns, oddTable, type EngineUnderTest } from '../engine.ts'
import { collect, failureOf, readAll } from '../read.ts'
import type { Check } from './check.ts'

/** Checks how a driver reads tables, views, columns, and keys. */
export function describeCatalogue(engine: EngineUnderTest, check: Check): void {
  const introspect = async (connection: Connection): Promise<Map<string, CatalogueTable>> => {
    const tables = await collect(connection.introspect())
    return new Map(tables.map((table) => [table.name, table]))
  }

  check('introspects tables and views with columns and kinds', async ({ connection }) => {
    const tables = await introspect(connection)
    expect([...tables.keys()].toSorted()).toEqual(
      ['customer_names', 'customers', oddTable, 'order_lines', 'orders'].toSorted(),
    )
    const customers = tables.get('customers')
    expect(customers?.columns.map((column) => [column.name, column.kind, column.nullable])).toEqual([
      ['id', 'integer', false],
      ['name', 'text', false],
      ['note', 'text', true],
      ['balance', 'number', true],
    ])
    expect(customers?.schema).toBe(connection.defaultSchema)
    expect(tables.get('orders')?.columns.map((column) => column.kind)).toEqual(['text', 'integer', 'integer', 'date'])
    expect(tables.get('customer_names')).toMatchObject({ objectType: 'VIEW', primaryKey: [] })
    expect(customers).toMatchObject({ objectType: 'TABLE', definition: null })
  })

  check('returns the definition of a view', async ({ connection }) => {
    expect((await introspect(connection)).get('customer_names')?.definition).toMatch(/customers/)
  })

  check('introspects primary and foreign keys, including composite ones', async ({ connection }) => {
    const tables = await introspect(connection)
    expect(tables.get('customers')?.primaryKey).toEqual(['id'])
    expect(tables.get('orders')?.primaryKey).toEqual(['region', 'number'])
    const schema = connection.defaultSchema
    expect(tables.get('orders')?.foreignKeys).toEqual([
      { columns: ['customer_id'], referencedSchema: schema, referencedTable: 'customers', referencedColumns: ['id'] },
    ])
    expect(tables.get('order_lines')?.foreignKeys).toEqual([
      {
        columns: ['order_region', 'order_number'],
        referencedSchema: schema,
        referencedTable: 'orders',
        referencedColumns: ['region', 'number'],
      },
    ])
  })

  check('R03 accepts names with quotes, dots, spaces and SQL', async ({ connection }) => {
    const tables = await introspect(connection)
    expect(tables.get(oddTable)?.columns.map((column) => column.name)).toEqual(oddColumns)
    const names = oddColumns.map(engine.sql.quote)
    const { rows, columns } = await readAll(connection, `SELECT ${names.join(', ')} FROM ${engine.sql.quote(oddTable)}`)
    expect(rows).toEqual([oddColumns.map((_, index) => index + 1)])
    expect(columns).toEqual(oddColumns)
    expect((await readAll(connection, 'SELECT count(*) FROM customers')).rows).toEqual([[3]])
  })

  check('reports progress while it introspects and stops on request', async ({ connection }) => {
    const seen: number[] = []
    await collect(connection.introspect({ onProgress: (count) => seen.push(count) }))
    expect(seen.at(-1)).toBe(5)
    const signal = AbortSignal.abort()
    const error = await failureOf(() => collect(connection.introspect({ signal })))
    expect(error.kind).toBe('cancelled')
  })
}
