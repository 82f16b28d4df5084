import type { Cell } from '@parlance/contract'
import type { AnswerColumn, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import { collation, uint16 } from './tokens.ts'

/** A type of MS-TDS 2.2.5.4 with its TYPE_INFO, and how to write its values, including null. */
export interface TdsType {
  typeInfo: Buffer
  write: (value: Cell | bigint | Uint8Array) => Buffer
}

const longestShortText = 4000
const unknownLength = Buffer.from('feffffffffffffff', 'hex')
const nullLength = Buffer.from('ffffffffffffffff', 'hex')

const integer = (size: 4 | 8): TdsType => ({
  typeInfo: Buffer.from([0x26, size]),
  write: (value) => {
    if (value === null) return Buffer.from([0])
    const bytes = Buffer.alloc(1 + size, size)
    if (size === 4) bytes.writeInt32LE(Number(value), 1)
    else bytes.writeBigInt64LE(BigInt(String(value)), 1)
    return bytes
  },
})

const float: TdsType = {
  typeInfo: Buffer.from([0x6d, 8]),
  write: (value) => {
    if (value === null) return Buffer.from([0])
    const bytes = Buffer.alloc(9, 8)
    bytes.writeDoubleLE(Number(value), 1)
    return bytes
  },
}

/** Up to 38 digits: a sign, then sixteen bytes. */
export const decimal = (precision: number, scale: number): TdsType => ({
  typeInfo: Buffer.from([0x6a, 17, precision, scale]),
  write: (value) => {
    if (value === null) return Buffer.from([0])
    const [whole = '', fraction = ''] = String(value).replace('-', '').split('.')
    const bytes = Buffer.alloc(18)
    bytes.writeUInt8(17, 0)
    bytes.writeUInt8(String(value).startsWith('-') ? 0 : 1, 1)
    let units = BigInt(whole + fraction.padEnd(scale, '0'))
    for (let index = 2; index < 18; index += 1) {
      bytes.writeUInt8(Number(units & 0xffn), index)
      units >>= 8n
    }
    return bytes
  },
})

const date: TdsType = {
  typeInfo: Buffer.from([0x28]),
  write: (value) => {
    if (value === null) return Buffer.from([0])
    const days = (Date.parse(`${String(value)}T00:00:00Z`) - Date.parse('0001-01-01T00:00:00Z')) / 86_400_000
    const bytes = Buffer.alloc(4, 3)
    bytes.writeUIntLE(days, 1, 3)
    return bytes
  },
}

const shortText: TdsType = {
  typeInfo: Buffer.concat([Buffer.from([0xe7]), uint16(longestShortText * 2), collation]),
  write: (value) => {
    if (value === null) return uint16(0xffff)
    const text = Buffer.from(String(value), 'utf16le')
    return Buffer.concat([uint16(text.length), text])
  },
}

/** nvarchar(max) or varchar(max): the text in chunks, each prefixed with its length (2.2.5.2.3). */
const longText = (type: 0xe7 | 0xa7): TdsType => ({
  typeInfo: Buffer.concat([Buffer.from([type]), uint16(0xffff), collation]),
  write: (value) => {
    if (value === null) return nullLength
    const text = Buffer.from(String(value), type === 0xe7 ? 'utf16le' : 'latin1')
    const parts: Buffer[] = [unknownLength]
    for (let from = 0; from < text.length; from += 65_536) {
      const chunk = text.subarray(from, from + 65_536)
      const length = Buffer.alloc(4)
      length.writeUInt32LE(chunk.length)
      parts.push(length, chunk)
    }
    return Buffer.concat([...parts, Buffer.alloc(4)])
  },
})

/** The types of an answer: those of the created tables, otherwise derived from the first row. */
export function typesOf(columns: AnswerColumn[], first: AnswerRow | undefined): TdsType[] {
  return columns.map(({ type }, index) => declaredType(type) ?? guessedType(first?.[index] ?? null))
}

function declaredType(type: string): TdsType | null {
  const [, base = '', precision, scale] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type.toUpperCase()) ?? []
  if (base === 'INTEGER' || base === 'INT') return integer(4)
  if (base === 'BIGINT') return integer(8)
  if (base === 'DECIMAL') return decimal(Number(precision), Number(scale))
  if (base === 'DATE') return date
  if (base === 'VARCHAR' || base === 'NVARCHAR' || base === 'TEXT') return base === 'TEXT' ? longText(0xe7) : shortText
  return null
}

function guessedType(value: AnswerRow[number]): TdsType {
  if (typeof value === 'bigint') return integer(8)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? integer(Math.abs(value) < 2 ** 31 ? 4 : 8) : float
  return typeof value === 'string' && value.length > longestShortText ? longText(0xa7) : shortText
}
