import type { Cell, ColumnKind, ResultColumn, Row } from '@parlance/contract'

/** A column as the protocol describes it. */
export interface FieldDescription {
  name: string
  columnType?: number
  columnLength?: number
  characterSet?: number
  flags?: number | string[]
}

const binaryCharset = 63
const floatType = 4
const bitType = 16

/** The protocol's type numbers. Text types may also be binary, depending on their character set. */
const types: Record<number, [name: string, kind: ColumnKind]> = {
  0: ['decimal', 'number'],
  1: ['tinyint', 'integer'],
  2: ['smallint', 'integer'],
  3: ['int', 'integer'],
  4: ['float', 'number'],
  5: ['double', 'number'],
  6: ['null', 'other'],
  7: ['timestamp', 'timestamp'],
  8: ['bigint', 'integer'],
  9: ['mediumint', 'integer'],
  10: ['date', 'date'],
  11: ['time', 'time'],
  12: ['datetime', 'timestamp'],
  13: ['year', 'integer'],
  14: ['date', 'date'],
  15: ['varchar', 'text'],
  16: ['bit', 'integer'],
  242: ['vector', 'other'],
  245: ['json', 'json'],
  246: ['decimal', 'number'],
  247: ['enum', 'text'],
  248: ['set', 'text'],
  249: ['tinytext', 'text'],
  250: ['mediumtext', 'text'],
  251: ['longtext', 'text'],
  252: ['text', 'text'],
  253: ['varchar', 'text'],
  254: ['char', 'text'],
  255: ['geometry', 'other'],
}

export function describeField(field: FieldDescription): ResultColumn {
  const [name, kind] = types[field.columnType ?? -1] ?? ['', 'other']
  if (name === 'tinyint' && field.columnLength === 1)
    return { name: field.name, dataType: 'tinyint(1)', kind: 'boolean' }
  if (name === 'bit' && field.columnLength === 1) return { name: field.name, dataType: 'bit(1)', kind: 'boolean' }
  if (kind === 'text' && field.characterSet === binaryCharset) {
    return { name: field.name, dataType: name.replace('text', 'blob').replace('char', 'binary'), kind: 'binary' }
  }
  return { name: field.name, dataType: name, kind }
}

const kindByName: Record<string, ColumnKind> = {
  ...Object.fromEntries(Object.values(types)),
  integer: 'integer',
  binary: 'binary',
  varbinary: 'binary',
  tinyblob: 'binary',
  blob: 'binary',
  mediumblob: 'binary',
  longblob: 'binary',
  uuid: 'text',
  inet4: 'text',
  inet6: 'text',
}

/** Maps a catalogue column to its kind, by its type's name and its full type. */
export function kindOfType(dataType: string, columnType: string): ColumnKind {
  if (columnType === 'tinyint(1)' || columnType === 'bit(1)') return 'boolean'
  return kindByName[dataType.toLowerCase()] ?? 'other'
}

/** Converts the values that the library read to cells, in place. Most are cells already. */
export function convertRows(rows: Row[], fields: FieldDescription[]): Row[] {
  for (const row of rows) {
    for (const [index, field] of fields.entries()) {
      const value: unknown = row[index]
      if (typeof value !== 'string' && value !== null) row[index] = toCell(value, field)
    }
  }
  return rows
}

/** Converts one value to a cell: exact, or text. */
function toCell(value: unknown, field: FieldDescription): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return field.columnType === floatType ? shortestFloat(value) : value
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (value instanceof Uint8Array && field.columnType === bitType) {
    return toCell(BigInt(`0x${Buffer.from(value).toString('hex') || '0'}`), field)
  }
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  return JSON.stringify(value)
}

/** Returns the shortest decimal that equals the same single-precision number. */
function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}
