import type { OracleType } from './values.ts'
import { Writer, type Reader } from './wire.ts'

/** The first byte of a message of the two-task protocol. */
export const messageType = {
  protocol: 1,
  dataTypes: 2,
  function: 3,
  error: 4,
  rowHeader: 6,
  rowData: 7,
  parameter: 8,
  status: 9,
  describe: 16,
  piggyback: 17,
} as const

export const functionCode = {
  fetch: 5,
  logOff: 9,
  commit: 14,
  rollback: 15,
  execute: 94,
  closeCursors: 105,
  authorize: 115,
  sessionKey: 118,
  ping: 147,
} as const

export const executeOption = { parse: 0x01, define: 0x10, execute: 0x20, fetch: 0x40 } as const

/** The version of the message fields: that of release 19. */
const fieldVersion = 12
const utf8 = 873
const utf16 = 2000
const columnCount = 53

/** The server's capabilities by position: its field version, and 32 KB texts. */
export function protocolAnswer(): Buffer {
  const compiled = Buffer.alloc(columnCount)
  compiled[7] = fieldVersion
  const running = Buffer.from([2, 1, 0, 0, 0, 0, 4])
  const charsets = Buffer.alloc(11)
  charsets.writeUInt16BE(utf16, 9)
  return new Writer()
    .bytes([messageType.protocol, 6, 0], Buffer.from('Oracle stand-in\0'), [utf8 & 0xff, utf8 >> 8, 0, 0, 0])
    .bytes([0, charsets.length], charsets)
    .sized(compiled)
    .sized(running)
    .done()
}

/** The database's time zone as an interval, and no type conversions. */
export function dataTypesAnswer(hours: number): Buffer {
  return Buffer.from([messageType.dataTypes, 0x80, 0, 0, 0, 60 + hours, 60, 60, 0x80, 0, 0, 0, 0, 0])
}

export function parameters(pairs: { name: string; value: string; flag?: number }[]): Buffer {
  const writer = new Writer().byte(messageType.parameter).integers(pairs.length)
  for (const { name, value, flag = 0 } of pairs) writer.text(name).text(value).integers(flag)
  return Buffer.concat([writer.done(), status()])
}

export function status(): Buffer {
  return new Writer().byte(messageType.status).integers(0, 0).done()
}

export interface ServerError {
  number: number
  message: string
  position?: number
}

/** Ends a call on a statement, whether it succeeded or not. */
export function endOfCall(cursor: number, rowCount: number, error: ServerError | null): Buffer {
  const number = error?.number ?? 0
  const writer = new Writer()
    .byte(messageType.error)
    .integers(0, 0, 0, number, 0, 0, cursor, error?.position ?? 0)
    .bytes([0, 0, 0, 0, 0, 0])
    .integers(0, 0)
    .byte(0)
    .integers(0, 0, 0)
    .bytes([0, 0])
    .integers(0, 0, 0, 0, 0, 0)
    .integers(number, rowCount)
  return (error ? writer.sized(`${error.message}\n`) : writer).done()
}

/** The columns of an answer. */
export function describe(columns: (Omit<OracleType, 'write'> & { name: string })[]): Buffer {
  const writer = new Writer().bytes([messageType.describe, 0]).integers(0, columns.length).byte(0)
  for (const [index, column] of columns.entries()) {
    writer
      .bytes([column.code, 0, column.precision, column.scale & 0xff])
      .integers(column.size, 0, 0, 0, 0, column.charset === 0 ? 0 : utf8)
      .byte(column.charset)
      .integers(column.size, 0)
      .bytes([1, 0])
      .text(column.name)
      .integers(0, 0, index + 1, 0)
  }
  return writer.integers(0, 0, 0, 0, 0, 0).done()
}

export function rowHeader(): Buffer {
  return new Writer().bytes([messageType.rowHeader, 0]).integers(0, 0, 0, 0, 0, 0).done()
}

export interface Execution {
  options: number
  cursor: number
  sql: string
  /** Rows that should arrive with the answer. */
  rowCount: number
  values: (string | null)[]
}

/** Reads a request to run a statement, or to define the columns of one that has run. */
export function readExecution(reader: Reader): Execution {
  const options = reader.integer()
  const cursor = reader.integer()
  reader.skip('byte', 'integer', 'byte', 'integer', 'byte', 'byte', 'byte')
  const rowCount = reader.integer()
  reader.skip('integer', 'byte')
  const bindCount = reader.integer()
  reader.skip('byte', 'byte', 'byte', 'byte', 'byte', 'byte', 'integer', 'integer', 'byte', 'byte', 'byte', 'integer')
  reader.skip('byte', 'integer', 'integer', 'byte', 'integer', 'byte')
  reader.skip('byte', 'integer', 'byte', 'integer', 'byte', 'byte', 'integer')
  if ((options & executeOption.parse) === 0) return { options, cursor, sql: '', rowCount, values: [] }
  const sql = reader.sized()?.toString() ?? ''
  for (let place = 0; place < 13; place += 1) reader.integer()
  return { options, cursor, sql, rowCount, values: readBinds(reader, bindCount) }
}

/** Reads the type of each value, then the values. */
function readBinds(reader: Reader, count: number): (string | null)[] {
  if (count === 0) return []
  const codes: number[] = []
  for (let index = 0; index < count; index += 1) {
    codes.push(reader.byte())
    reader.skip('byte', 'byte', 'byte', 'integer', 'integer', 'integer', 'integer', 'integer', 'integer', 'byte')
    reader.skip('integer', 'integer')
  }
  reader.byte()
  return codes.map((code) => {
    const bytes = reader.sized()
    if (bytes === null) return null
    return code === 2 ? numberText(bytes) : bytes.toString()
  })
}

/** See `numberBytes`. */
function numberText(bytes: Buffer): string {
  const [first = 0x80, ...rest] = bytes
  if (first === 0x80) return '0'
  const isPositive = first > 0x80
  const digits = rest.filter((byte) => isPositive || byte !== 102).map((byte) => (isPositive ? byte - 1 : 101 - byte))
  const power = isPositive ? first - 193 : 62 - first
  const text = digits.map((digit) => String(digit).padStart(2, '0')).join('')
  const pointAt = (power + 1) * 2
  const whole = pointAt <= 0 ? '0' : text.slice(0, pointAt).padEnd(pointAt, '0')
  const fraction = (pointAt < 0 ? text.padStart(text.length - pointAt, '0') : text.slice(pointAt)).replace(
    /(?<!0)0+$/,
    '',
  )
  return `${isPositive ? '' : '-'}${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`
}
