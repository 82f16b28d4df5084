import type { Cell, ColumnKind } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import type { ResultTable } from '../contract.ts'
import { quoteIdentifier } from './authorizer.ts'
import { closedOptions, confine } from './database.ts'

/** A declared type of each kind, from which `kindOfDeclaredType` reads the kind again. */
const declaredTypes: Record<ColumnKind, string> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  json: 'TEXT',
  binary: 'TEXT',
  other: '',
}

/** Opens a database in memory that has only these tables, and closes it to everything else. Runs only in the child. */
export function openInMemory(tables: ResultTable[]): DatabaseSync {
  const db = new DatabaseSync(':memory:', closedOptions)
  // Sorting must not write rows to a file.
  db.exec('PRAGMA temp_store = MEMORY; BEGIN')
  for (const table of tables) fill(db, table)
  db.exec('COMMIT')
  confine(db)
  return db
}

function fill(db: DatabaseSync, { name, columns, rows }: ResultTable): void {
  const types = columns.map(({ kind }, index) => typeOf(kind, rows, index))
  const declared = columns.map((column, index) => `${quoteIdentifier(column.name)} ${types[index] ?? ''}`)
  db.exec(`CREATE TABLE ${quoteIdentifier(name)} (${declared.join(', ')})`)
  const insert = db.prepare(`INSERT INTO ${quoteIdentifier(name)} VALUES (${columns.map(() => '?').join(', ')})`)
  for (const row of rows) insert.run(...columns.map((_, index) => valueOf(row[index] ?? null, types[index] ?? '')))
}

/** Whole numbers beyond 64 bits stay text, because SQLite would round them. */
function typeOf(kind: ColumnKind, rows: Cell[][], index: number): string {
  const isHuge = kind === 'integer' && rows.some((row) => isBeyondInteger(row[index] ?? null))
  return isHuge ? declaredTypes.text : declaredTypes[kind]
}

function isBeyondInteger(cell: Cell): boolean {
  if (typeof cell !== 'string' || !/^[+-]?\d{19,100}$/.test(cell)) return false
  return BigInt.asIntN(64, BigInt(cell)) !== BigInt(cell)
}

function valueOf(cell: Cell, type: string): string | number | bigint | null {
  if (typeof cell === 'boolean') return BigInt(cell)
  if (typeof cell === 'number' && type !== 'REAL' && Number.isSafeInteger(cell)) return BigInt(cell)
  if (type !== 'REAL' || typeof cell !== 'string') return cell
  if (cell === 'NaN') return null
  return cell === 'Infinity' || cell === '-Infinity' ? Number(cell) : cell
}
