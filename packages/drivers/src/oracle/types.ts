import { message, type Cell, type ColumnKind, type ResultColumn } from '@parlance/contract'
import type { DbType, FetchTypeResponse } from 'oracledb'
import { DriverError } from '../contract.ts'
import { ExactTime } from './exact-values.ts'

/** A result column as the library describes it, in both modes. */
export interface LibraryColumn {
  name: string
  /** The name in the statement; `name` makes duplicate names unique. */
  dbColumnName?: string
  dbType?: unknown
  precision?: number
  scale?: number
  byteSize?: number
}

/** One result column, with the catalogue's type names. */
export interface OracleColumn {
  name: string
  /** The type's name: NUMBER, VARCHAR2, TIMESTAMP WITH TIME ZONE. */
  type: string
  precision: number
  /** Digits after the decimal point; null if they vary by value. */
  scale: number | null
  byteSize: number
}

const kinds: Record<string, ColumnKind> = {
  NUMBER: 'number',
  FLOAT: 'number',
  BINARY_INTEGER: 'integer',
  BINARY_FLOAT: 'number',
  BINARY_DOUBLE: 'number',
  VARCHAR2: 'text',
  NVARCHAR2: 'text',
  CHAR: 'text',
  NCHAR: 'text',
  CLOB: 'text',
  NCLOB: 'text',
  LONG: 'text',
  ROWID: 'text',
  UROWID: 'text',
  XMLTYPE: 'text',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  'TIMESTAMP WITH TIME ZONE': 'timestamp',
  'TIMESTAMP WITH LOCAL TIME ZONE': 'timestamp',
  BOOLEAN: 'boolean',
  JSON: 'json',
  RAW: 'binary',
  'LONG RAW': 'binary',
  BLOB: 'binary',
}

/** The scale of a number without one in the catalogue: each value has as many digits as it needs. */
const floatingScale = -127

/** Maps a type's name to its kind. `TIMESTAMP(6) WITH TIME ZONE` is a timestamp; XMLTYPE is prefixed with its owner. */
export function kindOfType(name: string, scale: number | null): ColumnKind {
  const plain = name
    .toUpperCase()
    .replaceAll(/\(\d+\)/g, '')
    .replace(/^.*\./, '')
  if (plain === 'NUMBER' && scale !== null && scale <= 0 && scale !== floatingScale) return 'integer'
  return kinds[plain] ?? 'other'
}

const typeByLibraryName: Record<string, string> = {
  VARCHAR: 'VARCHAR2',
  NVARCHAR: 'NVARCHAR2',
  TIMESTAMP_TZ: 'TIMESTAMP WITH TIME ZONE',
  TIMESTAMP_LTZ: 'TIMESTAMP WITH LOCAL TIME ZONE',
  LONG_RAW: 'LONG RAW',
  LONG_NVARCHAR: 'LONG',
}

/** Types without a displayable value: rows within rows, objects, files on the server. */
const unreadable = new Set(['CURSOR', 'OBJECT', 'BFILE'])

/**
 * Converts the library's description of a column.
 * @throws DriverError unsupported for a column whose values cannot be read
 */
export function columnOf(metadata: LibraryColumn): OracleColumn {
  const name = metadata.dbColumnName ?? metadata.name
  const libraryName = nameOfType(metadata.dbType)
  const type = typeByLibraryName[libraryName] ?? libraryName.replaceAll('_', ' ').replace('BINARY ', 'BINARY_')
  if (unreadable.has(type)) {
    const text = message('The column {name} has the type {type}, which is not supported. Leave it out of the query.', {
      name,
      type,
    })
    throw new DriverError('unsupported', text)
  }
  const { precision = 0, scale, byteSize = 0 } = metadata
  const isFloating = scale === undefined || scale === floatingScale || (precision === 0 && scale === 0)
  return { name, type, precision, scale: isFloating ? null : scale, byteSize }
}

function nameOfType(type: unknown): string {
  const name = typeof type === 'object' && type !== null && 'name' in type ? String(type.name) : ''
  return name.replace(/^DB_TYPE_/, '')
}

export function describeColumn(column: OracleColumn): ResultColumn {
  return { name: column.name, dataType: withSize(column), kind: kindOfType(column.type, column.scale) }
}

function withSize({ type, precision, scale, byteSize }: OracleColumn): string {
  if (type === 'NUMBER' && scale !== null) return `NUMBER(${precision},${scale})`
  if (/^(N?VARCHAR2|N?CHAR|RAW)$/.test(type) && byteSize > 0) return `${type}(${byteSize})`
  return type.startsWith('TIMESTAMP') ? type.replace('TIMESTAMP', `TIMESTAMP(${precision})`) : type
}

/** The library's types for fetching values. */
export interface LibraryTypes {
  thin: boolean
  STRING: DbType
  BUFFER: DbType
}

const times = /^(DATE|TIMESTAMP)/

/**
 * Selects how to fetch values: numbers as digits, large objects and JSON with the row. Thick mode returns times as text
 * in the session's formats; in thin mode `exact-values.ts` reads their bytes.
 */
export function fetchTypeOf(metadata: LibraryColumn, library: LibraryTypes): FetchTypeResponse | undefined {
  const { type } = columnOf(metadata)
  if (['NUMBER', 'CLOB', 'NCLOB', 'JSON', 'VECTOR', 'BINARY_INTEGER'].includes(type)) return { type: library.STRING }
  if (type === 'BLOB') return { type: library.BUFFER }
  return !library.thin && times.test(type) ? { type: library.STRING } : undefined
}

/** Converts one value to a cell: exact, or text. */
export function toCell(value: unknown, column: OracleColumn): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof ExactTime) return timeText(value.text, value.fraction, column)
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return numberCell(value, column)
  if (typeof value === 'string') return textCell(value, column)
  return intervalText(value) ?? JSON.stringify(value)
}

function textCell(value: string, column: OracleColumn): Cell {
  if (column.type === 'NUMBER') return decimalCell(value, column.scale)
  const time = times.test(column.type) ? /^(-?\d+-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(value) : null
  return time ? timeText(time[1] ?? '', (time[2] ?? '').padEnd(9, '0'), column, value.slice(time[0].length)) : value
}

/** Whole numbers become numbers while that is exact. Numbers with decimals keep all their digits. */
function decimalCell(digits: string, scale: number | null): Cell {
  const text = digits.replace(/^(-?)\./, '$10.')
  if (scale !== null && scale > 0) return text
  const number = Number(text)
  return /^-?\d+$/.test(text) && Number.isSafeInteger(number) ? number : text
}

function numberCell(value: number, column: OracleColumn): Cell {
  if (!Number.isFinite(value)) return String(value)
  return column.type === 'BINARY_FLOAT' ? shortestFloat(value) : value
}

/** Returns the shortest decimal that equals the same single-precision number. */
function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/**
 * A DATE at midnight is written as a day, which is what most columns mean. Times without their own zone arrived in UTC.
 */
function timeText(text: string, fraction: string, { type, precision }: OracleColumn, zone = ''): string {
  if (type === 'DATE') return text.replace(/ 00:00:00$/, '')
  const shown = precision > 0 ? `${text}.${fraction.slice(0, precision)}` : text
  return type === 'TIMESTAMP' ? shown : `${shown} ${zone.trim() || '+00:00'}`
}

/** Writes intervals as the engine does: `+01-06`, `-02 03:04:05.5`. */
function intervalText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const part = (name: string) => Number(Object.entries(value).find(([key]) => key === name)?.[1] ?? 0)
  if ('months' in value) return `${signOf(part('years'), part('months'))}${two(part('years'))}-${two(part('months'))}`
  if (!('days' in value)) return null
  const names = ['days', 'hours', 'minutes', 'seconds', 'fseconds']
  const [days = 0, hours = 0, minutes = 0, seconds = 0, nanoseconds = 0] = names.map(part)
  const sign = signOf(days, hours, minutes, seconds, nanoseconds)
  const fraction = String(Math.abs(nanoseconds))
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '')
  const time = `${sign}${two(days)} ${two(hours)}:${two(minutes)}:${two(seconds)}`
  return fraction === '' ? time : `${time}.${fraction}`
}

function signOf(...parts: number[]): string {
  return parts.some((part) => part < 0) ? '-' : '+'
}

function two(value: number): string {
  return String(Math.abs(value)).padStart(2, '0')
}
