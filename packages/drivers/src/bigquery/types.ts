import type { Cell, ColumnKind, ResultColumn } from '@parlance/contract'

/** A column as the API describes it. REPEATED makes it an array of its type. */
export interface FieldSchema {
  name?: string
  type?: string
  mode?: string
  fields?: FieldSchema[]
}

/** The API's older type names and their SQL equivalents. */
const sqlNames: Record<string, string> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
}

const kinds: Record<string, ColumnKind> = {
  INT64: 'integer',
  FLOAT64: 'number',
  NUMERIC: 'number',
  BIGNUMERIC: 'number',
  BOOL: 'boolean',
  STRING: 'text',
  BYTES: 'binary',
  DATE: 'date',
  TIME: 'time',
  DATETIME: 'timestamp',
  TIMESTAMP: 'timestamp',
  JSON: 'json',
  STRUCT: 'json',
  ARRAY: 'json',
}

/** Maps a type from INFORMATION_SCHEMA, such as NUMERIC(10, 2) or ARRAY<STRUCT<a INT64>>, to its kind. */
export function kindOfType(dataType: string): ColumnKind {
  return kinds[/^\w+/.exec(dataType.toUpperCase())?.[0] ?? ''] ?? 'other'
}

export function describeField(field: FieldSchema): ResultColumn {
  const dataType = typeName(field)
  return { name: field.name ?? '', dataType, kind: kindOfType(dataType) }
}

function typeName(field: FieldSchema): string {
  const type = field.type ?? ''
  const name = sqlNames[type] ?? type
  const whole =
    name === 'STRUCT' ? `STRUCT<${(field.fields ?? []).map((one) => `${one.name} ${typeName(one)}`).join(', ')}>` : name
  return field.mode === 'REPEATED' ? `ARRAY<${whole}>` : whole
}

/** Converts a value of the API's JSON to a cell: exact, or text. Arrays and structs become JSON text. */
export function toCell(value: unknown, field: FieldSchema): Cell {
  if (value === null || value === undefined) return null
  if (field.mode === 'REPEATED' || field.type === 'RECORD' || field.type === 'STRUCT') return toJson(value, field)
  return scalar(textOf(value), field.type ?? '')
}

function scalar(text: string, type: string): Cell {
  const name = sqlNames[type] ?? type
  if (name === 'INT64') return Number.isSafeInteger(Number(text)) ? Number(text) : text
  if (name === 'FLOAT64') return Number.isFinite(Number(text)) ? Number(text) : text
  if (name === 'BOOL') return text === 'true'
  if (name === 'BYTES') return `\\x${Buffer.from(text, 'base64').toString('hex')}`
  if (name === 'TIMESTAMP') return timestampText(text)
  return name === 'DATETIME' ? text.replace('T', ' ') : text
}

/** Converts microseconds since 1970, the format that we request, to a date and time in UTC. */
function timestampText(text: string): string {
  if (!/^-?\d+$/.test(text)) return text
  const micros = BigInt(text)
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n
  const seconds = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 19).replace('T', ' ')
  const digits =
    fraction === 0n
      ? ''
      : `.${String(fraction)
          .padStart(6, '0')
          .replace(/(?<!0)0+$/, '')}`
  return `${seconds}${digits}+00`
}

/** Written by hand so that numbers keep all their digits. */
function toJson(value: unknown, field: FieldSchema): string {
  if (value === null || value === undefined) return 'null'
  if (field.mode === 'REPEATED') {
    const items = Array.isArray(value) ? value : []
    const item = { ...field, mode: 'NULLABLE' }
    return `[${items.map((one) => toJson(wrapped(one), item)).join(',')}]`
  }
  if (field.type === 'RECORD' || field.type === 'STRUCT') {
    const values = isRecord(value) && Array.isArray(value['f']) ? value['f'] : []
    const parts = (field.fields ?? []).map(
      (one, index) => `${JSON.stringify(one.name ?? '')}:${toJson(wrapped(values[index]), one)}`,
    )
    return `{${parts.join(',')}}`
  }
  const name = sqlNames[field.type ?? ''] ?? field.type
  const text = textOf(value)
  const isNumber = name === 'INT64' || name === 'NUMERIC' || name === 'BIGNUMERIC' || name === 'FLOAT64'
  if (name === 'JSON' || (isNumber && /^-?\d/.test(text))) return text
  return JSON.stringify(scalar(text, field.type ?? ''))
}

/** The API sends scalars as text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Each cell and each array item is wrapped in an object. */
function wrapped(value: unknown): unknown {
  return isRecord(value) && 'v' in value ? value['v'] : value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export interface QueryParameter {
  parameterType: { type: string }
  /** Missing for NULL. */
  parameterValue: { value?: string }
}

/** Converts a parameter to the API's form, with a type derived from the value. */
export function toParameter(value: Cell): QueryParameter {
  return {
    parameterType: { type: parameterType(value) },
    parameterValue: value === null ? {} : { value: String(value) },
  }
}

function parameterType(value: Cell): string {
  if (typeof value === 'boolean') return 'BOOL'
  if (typeof value !== 'number') return 'STRING'
  return Number.isInteger(value) ? 'INT64' : 'FLOAT64'
}
