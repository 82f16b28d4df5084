import type { Cell, ColumnKind, ResultColumn, Row } from '@parlance/contract'
import { ExactText } from './exact-values.ts'

/** A column as the client library describes it. */
export interface ColumnDescription {
  colName: string
  type: { name: string }
  dataLength?: number
  precision?: number
  scale?: number
  udtInfo?: { typeName: string }
}

/** Maps type names of MS-TDS to those of the engine. If the size decides the name, the entry lists names by size. */
const names: Record<string, string | Record<number, string>> = {
  TinyInt: 'tinyint',
  SmallInt: 'smallint',
  Int: 'int',
  BigInt: 'bigint',
  IntN: { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' },
  Real: 'real',
  Float: 'float',
  FloatN: { 4: 'real', 8: 'float' },
  SmallMoney: 'smallmoney',
  Money: 'money',
  MoneyN: { 4: 'smallmoney', 8: 'money' },
  DecimalN: 'decimal',
  NumericN: 'numeric',
  Bit: 'bit',
  BitN: 'bit',
  SmallDateTime: 'smalldatetime',
  DateTime: 'datetime',
  DateTimeN: { 4: 'smalldatetime', 8: 'datetime' },
  Date: 'date',
  Time: 'time',
  DateTime2: 'datetime2',
  DateTimeOffset: 'datetimeoffset',
  UniqueIdentifier: 'uniqueidentifier',
  Char: 'char',
  VarChar: 'varchar',
  Text: 'text',
  NChar: 'nchar',
  NVarChar: 'nvarchar',
  NText: 'ntext',
  Binary: 'binary',
  VarBinary: 'varbinary',
  Image: 'image',
  Xml: 'xml',
  Variant: 'sql_variant',
}

const typesByKind: Partial<Record<ColumnKind, string[]>> = {
  integer: ['tinyint', 'smallint', 'int', 'bigint'],
  number: ['real', 'float', 'smallmoney', 'money', 'decimal', 'numeric'],
  boolean: ['bit'],
  date: ['date'],
  time: ['time'],
  timestamp: ['smalldatetime', 'datetime', 'datetime2', 'datetimeoffset'],
  text: ['char', 'varchar', 'text', 'nchar', 'nvarchar', 'ntext', 'uniqueidentifier', 'xml', 'sysname'],
  binary: ['binary', 'varbinary', 'image', 'timestamp', 'rowversion'],
  json: ['json'],
}

const kinds = new Map(
  Object.entries(typesByKind).flatMap(([kind, types]) => types.map((type) => [type, kind as ColumnKind])),
)

/** Maps a type's name to its kind; `other` for types without one. */
export function kindOfType(type: string): ColumnKind {
  return kinds.get(type.toLowerCase()) ?? 'other'
}

export function describeColumn(column: ColumnDescription): ResultColumn {
  const type = typeName(column)
  return { name: column.colName, dataType: withSize(type, column), kind: kindOfType(type) }
}

function typeName(column: ColumnDescription): string {
  const known = names[column.type.name]
  if (typeof known === 'string') return known
  if (known) return known[column.dataLength ?? 0] ?? ''
  return column.udtInfo?.typeName ?? column.type.name.toLowerCase()
}

function withSize(type: string, { precision, scale }: ColumnDescription): string {
  if (type === 'decimal' || type === 'numeric') return `${type}(${precision ?? 18},${scale ?? 0})`
  return type
}

/** Converts the library's values to cells, in place: exact, or text. */
export function convertRows(rows: Row[], columns: ColumnDescription[]): Row[] {
  for (const row of rows) {
    for (const [index, column] of columns.entries()) {
      const value: unknown = row[index]
      if (typeof value !== 'number' && value !== null) row[index] = toCell(value, column)
      else if (typeof value === 'number' && isReal(column)) row[index] = shortestFloat(value)
    }
  }
  return rows
}

function toCell(value: unknown, column: ColumnDescription): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return kindOfType(typeName(column)) === 'integer' ? integerCell(value) : value
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof ExactText) return value.text
  if (value instanceof Date) return dateCell(value, column)
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return JSON.stringify(value)
}

function integerCell(text: string): Cell {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** The library returns dates as instants in UTC, with the part finer than a millisecond separately, in seconds. */
function dateCell(value: Date & { nanosecondsDelta?: number }, column: ColumnDescription): Cell {
  const type = typeName(column)
  const [day = '', time = ''] = value.toISOString().replace('Z', '').split('T')
  if (type === 'date') return day
  const fraction = `${time.slice(9)}${fineDigits(value.nanosecondsDelta)}`.slice(0, fractionDigits(type, column.scale))
  const clock = `${time.slice(0, 8)}${fraction === '' ? '' : `.${fraction}`}`
  return type === 'time' ? clock : `${day} ${clock}`
}

function fineDigits(seconds = 0): string {
  return String(Math.round(seconds * 1e7)).padStart(4, '0')
}

function fractionDigits(type: string, scale: number | undefined): number {
  if (type === 'smalldatetime') return 0
  if (type === 'datetime') return 3
  return scale ?? 7
}

function isReal(column: ColumnDescription): boolean {
  return typeName(column) === 'real'
}

/** Returns the shortest decimal that equals the same single-precision number. */
function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}
