import type { Cell, ColumnKind, ResultColumn } from '@parlance/contract'

const kinds: Record<string, ColumnKind> = {
  TEXT: 'text',
  VARCHAR: 'text',
  REAL: 'number',
  FLOAT: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  TIME: 'time',
  TIMESTAMP_NTZ: 'timestamp',
  TIMESTAMP_LTZ: 'timestamp',
  TIMESTAMP_TZ: 'timestamp',
  VARIANT: 'json',
  OBJECT: 'json',
  ARRAY: 'json',
  MAP: 'json',
  BINARY: 'binary',
}

/** SQL names for types that the protocol and the catalogue name differently. */
const sqlNames: Record<string, string> = { FIXED: 'NUMBER', TEXT: 'VARCHAR', REAL: 'FLOAT' }

export interface TypeParts {
  /** The type as the protocol or INFORMATION_SCHEMA writes it. */
  type: string
  precision: number | null
  scale: number | null
}

export function describeType({ type, precision, scale }: TypeParts): { dataType: string; kind: ColumnKind } {
  const name = sqlNames[type.toUpperCase()] ?? type.toUpperCase()
  if (name !== 'NUMBER') return { dataType: name, kind: kinds[name] ?? 'other' }
  return {
    dataType: precision === null ? name : `NUMBER(${precision},${scale ?? 0})`,
    kind: (scale ?? 0) === 0 ? 'integer' : 'number',
  }
}

/** The library's description of a column. */
export interface LibraryColumn {
  getName(): string
  getType(): string
  getScale(): number
  getPrecision(): number
}

export function describeColumn(column: LibraryColumn): ResultColumn {
  const parts = { type: column.getType(), precision: column.getPrecision() ?? null, scale: column.getScale() ?? null }
  return { name: column.getName(), ...describeType(parts) }
}

/** Converts the library's texts to cells; null if they already are cells. */
export function converterFor(column: LibraryColumn): ((text: string) => Cell) | null {
  const type = column.getType().toUpperCase()
  if (type === 'FIXED') return column.getScale() === 0 ? toInteger : null
  if (type === 'REAL') return toFloat
  if (type === 'BINARY') return (text) => `\\x${text.toLowerCase()}`
  return type.startsWith('TIME') ? withoutZeros : null
}

function toInteger(text: string): Cell {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

function toFloat(text: string): Cell {
  const value = Number(text)
  if (Number.isFinite(value)) return value
  return text.replace(/^(-?)inf$/i, '$1Infinity').replace(/^nan$/i, 'NaN')
}

/** The driver requests nine digits of a second and removes the trailing zeros. */
function withoutZeros(text: string): string {
  return text.replace(/\.0+(?=$|[ +-])/, '').replace(/(\.\d*?[1-9])0+(?=$|[ +-])/, '$1')
}
