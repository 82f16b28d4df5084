import type { ColumnMetadata, Lob } from 'hdb'
import type { Cell, ColumnKind, ResultColumn } from '@parlance/contract'

/** The protocol's type codes: SAP HANA SQL Command Network Protocol, 'Type codes'. */
const types: Record<number, [name: string, kind: ColumnKind]> = {
  1: ['TINYINT', 'integer'],
  2: ['SMALLINT', 'integer'],
  3: ['INTEGER', 'integer'],
  4: ['BIGINT', 'integer'],
  5: ['DECIMAL', 'number'],
  6: ['REAL', 'number'],
  7: ['DOUBLE', 'number'],
  8: ['CHAR', 'text'],
  9: ['VARCHAR', 'text'],
  10: ['NCHAR', 'text'],
  11: ['NVARCHAR', 'text'],
  12: ['BINARY', 'binary'],
  13: ['VARBINARY', 'binary'],
  14: ['DATE', 'date'],
  15: ['TIME', 'time'],
  16: ['TIMESTAMP', 'timestamp'],
  25: ['CLOB', 'text'],
  26: ['NCLOB', 'text'],
  27: ['BLOB', 'binary'],
  28: ['BOOLEAN', 'boolean'],
  29: ['VARCHAR', 'text'],
  30: ['NVARCHAR', 'text'],
  31: ['BLOB', 'binary'],
  32: ['NCLOB', 'text'],
  33: ['VARBINARY', 'binary'],
  35: ['VARCHAR', 'text'],
  51: ['TEXT', 'text'],
  52: ['SHORTTEXT', 'text'],
  53: ['BINTEXT', 'text'],
  55: ['ALPHANUM', 'text'],
  61: ['TIMESTAMP', 'timestamp'],
  62: ['SECONDDATE', 'timestamp'],
  63: ['DATE', 'date'],
  64: ['TIME', 'time'],
  74: ['ST_GEOMETRY', 'other'],
  75: ['ST_POINT', 'other'],
  76: ['DECIMAL', 'number'],
  81: ['DECIMAL', 'number'],
  82: ['DECIMAL', 'number'],
  96: ['REAL_VECTOR', 'other'],
}

const realType = 6
const floatingDecimal = 34
const kindByName = new Map(Object.values(types))

/** Maps a catalogue type to its kind. */
export function kindOfType(name: string): ColumnKind {
  return kindByName.get(name.toUpperCase()) ?? 'other'
}

export function describeColumn(column: ColumnMetadata): ResultColumn {
  const [name, kind] = types[column.dataType] ?? ['', 'other']
  const hasScale = name === 'DECIMAL' && column.fraction >= 0 && column.fraction <= floatingDecimal
  return {
    name: column.columnDisplayName,
    dataType: hasScale ? `${name}(${column.length},${column.fraction})` : name,
    kind,
  }
}

export function isText(dataType: number): boolean {
  return types[dataType]?.[1] === 'text'
}

export function isLob(value: unknown): value is Lob {
  return typeof value === 'object' && value !== null && 'read' in value && 'length' in value && !Buffer.isBuffer(value)
}

/** Converts one value to a cell: exact, or text. Large objects were read before. */
export function toCell(value: unknown, column: ColumnMetadata): Cell {
  if (value === null || value === undefined) return null
  const [name, kind] = types[column.dataType] ?? ['', 'other']
  if (Buffer.isBuffer(value)) return kind === 'text' ? value.toString('utf8') : `\\x${value.toString('hex')}`
  if (typeof value === 'number') return column.dataType === realType ? shortestFloat(value) : value
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  if (name === 'DECIMAL') return plainDecimal(value)
  return kind === 'timestamp' ? value.replace('T', ' ').replace(/(\.\d{7})00$/, '$1') : value
}

/** The library writes decimals without a fixed scale as `1.05e+1`. */
function plainDecimal(text: string): string {
  const [, sign = '', first = '', rest = '', power = ''] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (power === '') return text
  const digits = first + rest
  const point = first.length + Number(power)
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  const whole = point > 0 ? digits.slice(0, point) : '0'
  return `${sign}${whole}.${point > 0 ? digits.slice(point) : digits.padStart(digits.length - point, '0')}`
}

/** Returns the shortest decimal that equals the same single-precision number. */
function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}
