import type { AnswerColumn, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import { Writer } from './wire.ts'

type Value = AnswerRow[number]

/** A column as the protocol describes it, and how to write its values. */
export interface OracleType {
  code: number
  precision: number
  scale: number
  /** Bytes of the largest value; a column of size 0 is always empty. */
  size: number
  /** 1 for the database's character set, 2 for the national one, 0 for non-text. */
  charset: number
  write: (value: Value) => Buffer
}

export const typeCode = {
  varchar2: 1,
  number: 2,
  long: 8,
  rowid: 11,
  date: 12,
  raw: 23,
  longRaw: 24,
  binaryFloat: 100,
  binaryDouble: 101,
  clob: 112,
  blob: 113,
  timestamp: 180,
  timestampTz: 181,
  intervalYm: 182,
  intervalDs: 183,
  timestampLtz: 231,
  boolean: 252,
} as const

/** A longer value in a row is a large object. */
const longestText = 32_767
const floating = -127

const absent = Buffer.from([0])

export function sizedValue(bytes: Buffer): Buffer {
  return new Writer().sized(bytes).done()
}

/** The type of a value that was recorded byte by byte. */
export function recordedType(code: number, options: Partial<OracleType> = {}): Omit<OracleType, 'write'> {
  return { code, precision: 0, scale: 0, size: 4000, charset: 0, ...options }
}

const number = (precision: number, scale: number): OracleType => ({
  ...recordedType(typeCode.number, { precision, scale, size: 22 }),
  write: (value) => (value === null ? absent : sizedValue(numberBytes(String(value)))),
})

const text: OracleType = {
  ...recordedType(typeCode.varchar2, { size: longestText, charset: 1 }),
  write: (value) => sizedValue(Buffer.from(value === null ? '' : String(value))),
}

/** A large object that the client requested with the row, like a LONG in an OCI program. */
const clob: OracleType = {
  ...recordedType(typeCode.clob, { charset: 1 }),
  write: (value) => Buffer.concat([text.write(value), afterLong]),
}

/** An indicator and a return code follow each value that is fetched as a LONG. */
export const afterLong = new Writer().integers(0, 0).done()

const double: OracleType = {
  ...recordedType(typeCode.binaryDouble, { size: 8 }),
  write: (value) => {
    if (value === null) return absent
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(Number(value))
    return sizedValue(ordered(bytes))
  },
}

const date: OracleType = {
  ...recordedType(typeCode.date, { size: 7 }),
  write: (value) => {
    if (value === null) return absent
    const [year = 1, month = 1, day = 1] = String(value).split('-').map(Number)
    return sizedValue(Buffer.from([Math.floor(year / 100) + 100, (year % 100) + 100, month, day, 1, 1, 1]))
  },
}

/** Binary floating-point numbers are encoded so that they sort by their bytes. */
export function ordered(bytes: Buffer): Buffer {
  const first = bytes[0] ?? 0
  if (first & 0x80) return Buffer.from(bytes.map((byte) => byte ^ 0xff))
  return Buffer.from([first | 0x80, ...bytes.subarray(1)])
}

/** Base-100 digits after an exponent, inverted for negative numbers. */
export function numberBytes(decimal: string): Buffer {
  const isNegative = decimal.startsWith('-')
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const left = whole.replace(/^0+/, '')
  const evenLeft = left.padStart(left.length + (left.length % 2), '0')
  const evenRight = fraction.padEnd(fraction.length + (fraction.length % 2), '0')
  const digits = (evenLeft + evenRight).match(/../g)?.map(Number) ?? []
  const leading = digits.findIndex((digit) => digit !== 0)
  if (leading < 0) return Buffer.from([0x80])
  const power = evenLeft.length / 2 - 1 - leading
  const significant = digits.slice(leading, digits.findLastIndex((digit) => digit !== 0) + 1)
  if (!isNegative) return Buffer.from([193 + power, ...significant.map((digit) => digit + 1)])
  return Buffer.from([62 - power, ...significant.map((digit) => 101 - digit), 102])
}

/** The types of an answer: those of the created tables, otherwise derived from the first row. */
export function typesOf(columns: AnswerColumn[], first: AnswerRow | undefined): OracleType[] {
  return columns.map(({ type }, index) => declaredType(type) ?? guessedType(first?.[index] ?? null))
}

function declaredType(type: string): OracleType | null {
  const [, base = '', length, scale] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type.toUpperCase()) ?? []
  if (base === 'INTEGER') return number(38, 0)
  if (base === 'NUMBER') return number(0, floating)
  if (base === 'DECIMAL') return number(Number(length), Number(scale))
  if (base === 'DATE') return date
  if (base === 'VARCHAR' || base === 'VARCHAR2') return text
  if (base === 'LONG') return { ...clob, code: typeCode.long }
  return null
}

function guessedType(value: Value): OracleType {
  if (typeof value === 'bigint') return number(0, floating)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? number(0, floating) : double
  return typeof value === 'string' && value.length > longestText ? clob : text
}
