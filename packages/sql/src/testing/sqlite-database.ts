import type { Catalogue, CatalogueColumn, CatalogueTable, ColumnKind } from '@parlance/contract'
import { constants } from 'node:sqlite'
import type { DatabaseSync } from 'node:sqlite'
import type { GateAllowed } from '../contract.ts'

/** A SQLite database's own catalogue, read the way the driver reads it. */
export function catalogueOf(database: DatabaseSync): Catalogue {
  const objects = database
    .prepare(
      "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
  return { dialect: 'sqlite', defaultSchema: null, tables: objects.map((entry) => tableOf(database, entry)) }
}

function tableOf(database: DatabaseSync, entry: Record<string, unknown>): CatalogueTable {
  const name = String(entry.name)
  const columns = database.prepare(`PRAGMA table_xinfo(${quoted(name)})`).all()
  const keys = columns.filter((column) => Number(column.pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk))
  return {
    schema: null,
    name,
    objectType: entry.type === 'view' ? 'VIEW' : 'TABLE',
    comment: null,
    columns: columns.map(columnOf),
    primaryKey: keys.map((column) => String(column.name)),
    foreignKeys: [],
    rowEstimate: null,
    definition: entry.type === 'view' ? String(entry.sql) : null,
  }
}

function columnOf(column: Record<string, unknown>): CatalogueColumn {
  const dataType = String(column.type)
  return { name: String(column.name), dataType, kind: kindOf(dataType), nullable: column.notnull === 0, comment: null }
}

function kindOf(dataType: string): ColumnKind {
  if (/int/i.test(dataType)) return 'integer'
  if (/real|floa|doub|num|dec/i.test(dataType)) return 'number'
  if (/bool/i.test(dataType)) return 'boolean'
  if (/date|time/i.test(dataType)) return 'timestamp'
  return 'text'
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export interface RunOutcome {
  rows: unknown[][] | null
  error: string | null
}

/** All rows of a statement as arrays, or the engine's error message. */
export function runRows(database: DatabaseSync, sql: string, params: (string | number | null)[] = []): RunOutcome {
  try {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    statement.setReadBigInts(true)
    return { rows: statement.all(...params) as unknown as unknown[][], error: null }
  } catch (error) {
    return { rows: null, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Rows as one text, to compare two results; numbers with nine significant digits. */
export function fingerprint(rows: unknown[][]): string {
  return JSON.stringify(rows, (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    if (typeof value === 'number') return Number(value.toPrecision(9))
    return value
  })
}

/**
 * Runs a statement while the engine refuses all reads that the gate doesn't list: SQLite asks its authorizer about each
 * table and column while it compiles the statement.
 */
export function runReading(database: DatabaseSync, result: GateAllowed): RunOutcome {
  const readable = new Map(
    result.reads.map(({ table, columns }) => [
      table.table.toLowerCase(),
      new Set(columns.map((name) => name.toLowerCase())),
    ]),
  )
  const tables = new Set(
    database
      .prepare('SELECT lower(name) AS name FROM sqlite_master')
      .all()
      .map(({ name }) => String(name)),
  )
  database.setAuthorizer((action, table, column) => {
    if (action !== constants.SQLITE_READ || !tables.has(String(table).toLowerCase())) return constants.SQLITE_OK
    const columns = readable.get(String(table).toLowerCase())
    const known = columns !== undefined && (column === '' || columns.has(String(column).toLowerCase()))
    return known ? constants.SQLITE_OK : constants.SQLITE_DENY
  })
  try {
    return runRows(database, result.sql, result.params as (string | number | null)[])
  } finally {
    database.setAuthorizer(null)
  }
}
