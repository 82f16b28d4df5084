import type { Cell, ColumnKind, Row } from '@parlance/contract'

/** The values that node:sqlite returns when it reads integers as BigInt. */
export type SqliteValue = null | number | bigint | string | Uint8Array

const declaredKinds: [RegExp, ColumnKind][] = [
  [/BOOL/, 'boolean'],
  [/DATETIME|TIMESTAMP/, 'timestamp'],
  [/^DATE/, 'date'],
  [/^TIME/, 'time'],
  [/JSON/, 'json'],
  [/INT|SERIAL/, 'integer'],
  [/CHAR|CLOB|TEXT|STRING|UUID/, 'text'],
  [/BLOB|BINARY/, 'binary'],
  [/REAL|FLOA|DOUB|NUMERIC|DECIMAL|NUMBER|MONEY/, 'number'],
]

/** Maps a declared type to its kind. SQLite doesn't enforce types, so cells may still contain other values. */
export function kindOfDeclaredType(dataType: string): ColumnKind {
  const upper = dataType.toUpperCase()
  return declaredKinds.find(([pattern]) => pattern.test(upper))?.[1] ?? 'other'
}

/**
 * Derives the kind of an expression's column from the cells of its first rows; 'other' if they disagree or are all
 * NULL.
 */
export function kindOfCells(values: SqliteValue[]): ColumnKind {
  const kinds = new Set(values.filter((value) => value !== null).map(kindOfValue))
  if (kinds.size === 0) return 'other'
  if (kinds.size === 1) return [...kinds][0] ?? 'other'
  if ([...kinds].every((kind) => kind === 'integer' || kind === 'number')) return 'number'
  return [...kinds].every((kind) => kind === 'text' || kind === 'date' || kind === 'timestamp') ? 'text' : 'other'
}

function kindOfValue(value: SqliteValue): ColumnKind {
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return 'number'
  if (typeof value !== 'string') return 'binary'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date'
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.test(value) ? 'timestamp' : 'text'
}

/**
 * Converts the engine's own array to a row of cells in place: most values already are cells, and there are many rows.
 */
export function toRow(values: SqliteValue[]): Row {
  const cells: (SqliteValue | Cell)[] = values
  for (let index = 0; index < cells.length; index++) {
    const value = values[index]
    if (value !== undefined && value !== null && typeof value !== 'string') cells[index] = toCell(value)
  }
  return cells as Row
}

/** Converts one value to a cell: exact, or text. */
function toCell(value: SqliteValue): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
  return value
}
