/** Tokens of MS-TDS 2.2.7, as a server writes them. */

/** SQL_Latin1_General_CP1_CI_AS, the five bytes of 2.2.5.1.2. */
export const collation = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34])

export const doneStatus = { more: 0x01, error: 0x02, inTransaction: 0x04, count: 0x10, attention: 0x20 } as const
export const doneToken = { done: 0xfd, inProcedure: 0xff, procedure: 0xfe } as const

export function done(token: number, status: number, rowCount = 0): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt8(token, 0)
  bytes.writeUInt16LE(status, 1)
  // The finished command: 0xC1 is SELECT.
  bytes.writeUInt16LE(0xc1, 3)
  bytes.writeBigUInt64LE(BigInt(rowCount), 5)
  return bytes
}

export function returnStatus(value: number): Buffer {
  return Buffer.concat([Buffer.from([0x79]), int32(value)])
}

export interface ServerError {
  number: number
  message: string
  /** Below 11 for information; 20 and above end the connection. */
  class?: number
  line?: number
}

export function error({ number, message, class: severity = 16, line = 1 }: ServerError): Buffer {
  const body = Buffer.concat([
    int32(number),
    Buffer.from([1, severity]),
    longText(message),
    shortText('stand-in'),
    shortText(''),
    int32(line),
  ])
  return Buffer.concat([Buffer.from([severity < 11 ? 0xab : 0xaa]), uint16(body.length), body])
}

export function loginAcknowledged(): Buffer {
  // TDS 7.4, and a version 16.0 of the server.
  const version = Buffer.from([16, 0, 0x03, 0xe8])
  const body = Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4]), shortText('Microsoft SQL Server'), version])
  return Buffer.concat([Buffer.from([0xad]), uint16(body.length), body])
}

/** Types of 2.2.7.9 whose values are text. */
export const changed = { database: 1, packetSize: 4, beginTransaction: 8, rollback: 10, routing: 20 } as const

export function changedText(type: number, now: string, before: string): Buffer {
  return change(type, Buffer.concat([shortText(now), shortText(before)]))
}

/** A new transaction has its number as the new value; a rolled-back one has it as the old value. */
export function changedTransaction(type: number, descriptor: Buffer): Buffer {
  const some = Buffer.concat([Buffer.from([8]), descriptor])
  const none = Buffer.from([0])
  return change(type, Buffer.concat(type === changed.beginTransaction ? [some, none] : [none, some]))
}

/** Redirects the client to another server. */
export function rerouted(host: string, port: number): Buffer {
  const name = Buffer.from(host, 'utf16le')
  const value = Buffer.concat([Buffer.from([0]), uint16(port), uint16(host.length), name])
  return change(changed.routing, Buffer.concat([uint16(value.length), value, uint16(0)]))
}

function change(type: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xe3]), uint16(value.length + 1), Buffer.from([type]), value])
}

export interface TypedColumn {
  name: string
  /** TYPE_INFO of 2.2.5.6. */
  typeInfo: Buffer
}

export function columnMetadata(columns: TypedColumn[]): Buffer {
  const parts = columns.map(({ name, typeInfo }) =>
    // No user type; the column may be null.
    Buffer.concat([int32(0), uint16(0x09), typeInfo, shortText(name)]),
  )
  return Buffer.concat([Buffer.from([0x81]), uint16(columns.length), ...parts])
}

/** Writes a row with its values one after another. */
export function row(values: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([0xd1]), ...values])
}

/** Writes a row with a bit for each null; nulls have no value. */
export function rowWithNulls(values: (Buffer | null)[]): Buffer {
  const bits = Buffer.alloc(Math.ceil(values.length / 8))
  for (const [index, value] of values.entries()) {
    if (value === null) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7))
  }
  return Buffer.concat([Buffer.from([0xd2]), bits, ...values.filter((value) => value !== null)])
}

export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'utf16le')])
}

function longText(text: string): Buffer {
  return Buffer.concat([uint16(text.length), Buffer.from(text, 'utf16le')])
}
