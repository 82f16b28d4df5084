import { DatabaseSync } from 'node:sqlite'
import type { Catalogue, CatalogueTable, Cell, ColumnKind } from '@parlance/contract'
import type { ColumnValues } from '../contract.ts'

function kindOf(type: string): ColumnKind {
  const upper = type.toUpperCase()
  if (/BOOL/.test(upper)) return 'boolean'
  if (/DATETIME|TIMESTAMP/.test(upper)) return 'timestamp'
  if (upper.startsWith('DATE')) return 'date'
  if (upper.startsWith('TIME')) return 'time'
  if (/INT/.test(upper)) return 'integer'
  if (/REAL|FLOA|DOUB|NUM|DEC|MONEY/.test(upper)) return 'number'
  if (/CHAR|CLOB|TEXT|STRING/.test(upper)) return 'text'
  return /BLOB/.test(upper) ? 'binary' : 'other'
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readTable(database: DatabaseSync, name: string, type: string): CatalogueTable {
  const columns = database.prepare(`PRAGMA table_info(${quote(name)})`).all()
  const keys = database.prepare(`PRAGMA foreign_key_list(${quote(name)})`).all()
  const byId = Map.groupBy(keys, (row) => Number(row.id))
  return {
    schema: null,
    name,
    objectType: type === 'view' ? 'VIEW' : 'TABLE',
    comment: null,
    columns: columns.map((row) => ({
      name: text(row.name),
      dataType: text(row.type),
      kind: kindOf(text(row.type)),
      nullable: Number(row.notnull) === 0 && Number(row.pk) === 0,
      comment: null,
    })),
    primaryKey: columns
      .filter((row) => Number(row.pk) > 0)
      .toSorted((left, right) => Number(left.pk) - Number(right.pk))
      .map((row) => text(row.name)),
    foreignKeys: [...byId.values()].map((rows) => ({
      columns: rows.map((row) => text(row.from)),
      referencedSchema: null,
      referencedTable: text(rows[0]?.table),
      referencedColumns: rows.every((row) => row.to === null) ? [] : rows.map((row) => text(row.to)),
    })),
    rowEstimate: null,
    definition: null,
  }
}

/** A SQLite file opened for a test: its catalogue, its values, and its rows. */
export interface TestDatabase {
  catalogue: Catalogue
  valuesOf: (table: string, column: string) => Promise<ColumnValues>
  rows: (sql: string) => Cell[][]
  columns: (sql: string) => string[]
  close: () => void
}

const mostValues = 2000

/** Wraps an open database; `close` closes it. */
export function testDatabase(database: DatabaseSync): TestDatabase {
  const tables = database
    .prepare(
      "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all()
  const catalogue: Catalogue = {
    dialect: 'sqlite',
    defaultSchema: null,
    tables: tables.map((row) => readTable(database, text(row.name), text(row.type))),
  }
  const known = new Map<string, ColumnValues>()
  const valuesOf = async (table: string, column: string): Promise<ColumnValues> => {
    const key = `${table}\n${column}`
    const found = known.get(key)
    if (found !== undefined) return found
    const rows = readCells(database, `SELECT DISTINCT ${quote(column)} FROM ${quote(table)} LIMIT ${mostValues + 1}`)
    const made = { values: rows.length > mostValues ? null : rows.map((row) => row[0] ?? null) }
    known.set(key, made)
    return made
  }
  return {
    catalogue,
    valuesOf,
    rows: (sql) => readCells(database, sql),
    columns: (sql) =>
      database
        .prepare(sql)
        .columns()
        .map((one) => one.name),
    close: () => database.close(),
  }
}

function readCells(database: DatabaseSync, sql: string): Cell[][] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows: unknown = statement.all()
  if (!Array.isArray(rows)) return []
  return rows.map((row: unknown) => (Array.isArray(row) ? row.map(cell) : []))
}

function cell(value: unknown): Cell {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : null
}

/** An in-memory database made by these statements. */
export function databaseOf(sql: string): TestDatabase {
  const database = new DatabaseSync(':memory:')
  database.exec(sql)
  return testDatabase(database)
}

/** A SQLite file, opened read-only. */
export function openTestDatabase(path: string): TestDatabase {
  return testDatabase(new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: true }))
}
