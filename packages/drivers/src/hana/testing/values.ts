import type { AnswerColumn, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import { partKind, sized, type Part } from './packets.ts'

type Value = AnswerRow[number]

/** A type of the protocol, with its scale and length, and how to write its values. */
export interface HanaType {
  code: number
  fraction: number
  length: number
  write: (value: Value, lobs: LobStore) => Buffer
}

/** Large objects that a client may still read, by the number in the row. */
export class LobStore {
  #texts = new Map<bigint, string>()

  keep(text: string): bigint {
    const id = BigInt(this.#texts.size + 1)
    this.#texts.set(id, text)
    return id
  }

  /** Returns characters from a position, counted from 1. */
  read(id: bigint, from: number, count: number): { chunk: Buffer; isLast: boolean } {
    const text = this.#texts.get(id) ?? ''
    return { chunk: Buffer.from(text.slice(from - 1, from - 1 + count)), isLast: from - 1 + count >= text.length }
  }
}

const longestText = 5000
const firstChunk = 1000
const absent = Buffer.from([0])
const present = Buffer.from([1])

const integer: HanaType = { code: 3, fraction: 0, length: 10, write: (value) => whole(value, 4) }
const bigint: HanaType = { code: 4, fraction: 0, length: 19, write: (value) => whole(value, 8) }

function whole(value: Value, size: 4 | 8): Buffer {
  if (value === null) return absent
  const bytes = Buffer.alloc(size)
  if (size === 4) bytes.writeInt32LE(Number(value))
  else bytes.writeBigInt64LE(BigInt(String(value)))
  return Buffer.concat([present, bytes])
}

const double: HanaType = {
  code: 7,
  fraction: 0,
  length: 15,
  write: (value) => {
    const bytes = Buffer.alloc(8, 0xff)
    if (value !== null) bytes.writeDoubleLE(Number(value))
    return bytes
  },
}

/** FIXED8: up to 18 digits as an integer. */
const fixed = (length: number, fraction: number): HanaType => ({
  code: 81,
  fraction,
  length,
  write: (value) => (value === null ? absent : whole(BigInt(Math.round(Number(value) * 10 ** fraction)), 8)),
})

/** DAYDATE: days counted from 1, the first day of the calendar, which uses Julian years before 1582. */
const date: HanaType = {
  code: 63,
  fraction: 0,
  length: 10,
  write: (value) => {
    const bytes = Buffer.alloc(4)
    const days = (Date.parse(`${String(value)}T00:00:00Z`) - Date.parse('0001-01-01T00:00:00Z')) / 86_400_000
    bytes.writeUInt32LE(value === null ? 0 : days + 3)
    return bytes
  },
}

const text: HanaType = {
  code: 11,
  fraction: 0,
  length: longestText,
  write: (value) => (value === null ? Buffer.from([0xff]) : sized(Buffer.from(String(value)))),
}

/** NCLOB: its beginning, and a number for reading the rest. */
const lob: HanaType = {
  code: 26,
  fraction: 0,
  length: 0,
  write: (value, lobs) => {
    if (value === null) return Buffer.from([3, 1])
    const content = String(value)
    const chunk = Buffer.from(content.slice(0, firstChunk))
    const head = Buffer.alloc(32)
    head.writeUInt8(3, 0)
    head.writeUInt8(content.length <= firstChunk ? 6 : 2, 1)
    head.writeBigInt64LE(BigInt(content.length), 4)
    head.writeBigInt64LE(BigInt(Buffer.byteLength(content)), 12)
    head.writeBigInt64LE(lobs.keep(content), 20)
    head.writeInt32LE(chunk.length, 28)
    return Buffer.concat([head, chunk])
  },
}

/** The types of an answer: those of the created tables, otherwise derived from the first row. */
export function typesOf(columns: AnswerColumn[], first: AnswerRow | undefined): HanaType[] {
  return columns.map(({ type }, index) => declaredType(type) ?? guessedType(first?.[index] ?? null))
}

function declaredType(type: string): HanaType | null {
  const [, base = '', length, scale] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?/.exec(type.toUpperCase()) ?? []
  if (base === 'INTEGER') return integer
  if (base === 'BIGINT') return bigint
  if (base === 'DECIMAL') return fixed(Number(length), Number(scale))
  if (base === 'DATE') return date
  if (base === 'NCLOB') return lob
  return base === 'VARCHAR' || base === 'NVARCHAR' ? text : null
}

function guessedType(value: Value): HanaType {
  if (typeof value === 'bigint') return bigint
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) return double
    return Math.abs(value) < 2 ** 31 ? integer : bigint
  }
  return typeof value === 'string' && value.length > longestText ? lob : text
}

/** A column's mode, type, scale and length, with the offsets of its names behind all columns. */
export function resultMetadata(columns: { name: string; code: number; fraction: number; length: number }[]): Part {
  const names: Buffer[] = []
  let nameAt = 0
  const heads = columns.map(({ name, code, fraction, length }) => {
    const head = Buffer.alloc(24)
    head.writeInt8(2, 0)
    head.writeInt8(code, 1)
    head.writeInt16LE(fraction, 2)
    head.writeInt16LE(length, 4)
    const bytes = Buffer.from(name)
    for (const [at, place] of [-1, -1, nameAt, nameAt].entries()) head.writeInt32LE(place, 8 + at * 4)
    names.push(Buffer.concat([Buffer.from([bytes.length]), bytes]))
    nameAt += bytes.length + 1
    return head
  })
  return { kind: partKind.resultSetMetadata, count: columns.length, data: Buffer.concat([...heads, ...names]) }
}

/** Input parameters, all NVARCHAR, without names. */
export function parameterMetadata(count: number): Part {
  const heads = Array.from({ length: count }, () => {
    const head = Buffer.alloc(16)
    head.writeInt8(2, 0)
    head.writeInt8(text.code, 1)
    head.writeInt8(1, 2)
    head.writeInt32LE(-1, 4)
    head.writeInt16LE(longestText, 8)
    return head
  })
  return { kind: partKind.parameterMetadata, count, data: Buffer.concat(heads) }
}

/** Reads the values that a client bound: the type code, with its high bit set for null, and the value. */
export function readParameters(data: Buffer, count: number): (string | null)[] {
  const values: (string | null)[] = []
  let at = 0
  while (values.length < count) {
    const code = data.readUInt8(at)
    at += 1
    if (code & 0x80) {
      values.push(null)
      continue
    }
    const first = data.readUInt8(at)
    const length = first === 0xf6 ? data.readInt16LE(at + 1) : first
    at += first === 0xf6 ? 3 : 1
    values.push(data.toString('utf8', at, at + length))
    at += length
  }
  return values
}
