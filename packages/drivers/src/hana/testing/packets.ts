/** Packets of the 'SAP HANA SQL Command Network Protocol': a header, segments with parts, parts with values. */

export const segmentKind = { request: 1, reply: 2, error: 5 } as const

export const messageType = {
  executeDirect: 2,
  prepare: 3,
  execute: 13,
  readLob: 16,
  authenticate: 65,
  connect: 66,
  commit: 67,
  rollback: 68,
  closeResultSet: 69,
  dropStatement: 70,
  fetchNext: 71,
  disconnect: 77,
} as const

export const partKind = {
  command: 3,
  resultSet: 5,
  error: 6,
  statementId: 10,
  resultSetId: 13,
  readLobRequest: 17,
  readLobReply: 18,
  parameters: 32,
  authentication: 33,
  connectOptions: 42,
  fetchSize: 45,
  parameterMetadata: 47,
  resultSetMetadata: 48,
  transactionFlags: 64,
  databaseInfo: 67,
} as const

export const functionCode = { none: 0, ddl: 1, insert: 2, update: 3, delete: 4, select: 5 } as const

export interface Part {
  kind: number
  attributes?: number
  /** The number of values. */
  count: number
  data: Buffer
}

export interface Request {
  sequence: number
  type: number
  parts: Map<number, Part>
}

const headerLength = 32
const segmentLength = 24
const partLength = 16

/** Returns the length of the first packet received; null until its header is complete. */
export function packetLength(received: Buffer): number | null {
  return received.length < headerLength ? null : headerLength + received.readUInt32LE(12)
}

export function readRequest(packet: Buffer): Request {
  const count = packet.readInt16LE(headerLength + 8)
  const parts = new Map<number, Part>()
  let at = headerLength + segmentLength
  for (let index = 0; index < count; index += 1) {
    const kind = packet.readInt8(at)
    const length = packet.readInt32LE(at + 8)
    const data = packet.subarray(at + partLength, at + partLength + length)
    parts.set(kind, { kind, count: packet.readInt16LE(at + 2), data })
    at += partLength + aligned(length)
  }
  return { sequence: packet.readInt32LE(8), type: packet.readInt8(headerLength + 13), parts }
}

export function reply(session: number, sequence: number, kind: number, code: number, parts: Part[]): Buffer {
  const bodies = parts.map(writePart)
  const length = segmentLength + bodies.reduce((sum, body) => sum + body.length, 0)
  const segment = Buffer.alloc(segmentLength)
  segment.writeInt32LE(length, 0)
  segment.writeInt16LE(parts.length, 8)
  segment.writeInt16LE(1, 10)
  segment.writeInt8(kind, 12)
  segment.writeInt16LE(code, 14)
  const header = Buffer.alloc(headerLength)
  header.writeBigInt64LE(BigInt(session), 0)
  header.writeInt32LE(sequence, 8)
  header.writeUInt32LE(length, 12)
  header.writeUInt32LE(length, 16)
  header.writeInt16LE(1, 20)
  return Buffer.concat([header, segment, ...bodies])
}

function writePart({ kind, attributes = 0, count, data }: Part): Buffer {
  const part = Buffer.alloc(partLength + aligned(data.length))
  part.writeInt8(kind, 0)
  part.writeInt8(attributes, 1)
  part.writeInt16LE(count, 2)
  part.writeInt32LE(data.length, 8)
  data.copy(part, partLength)
  return part
}

function aligned(length: number): number {
  return Math.ceil(length / 8) * 8
}

/** Joins values, each prefixed with its length. */
export function fields(values: Buffer[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16LE(values.length)
  return Buffer.concat([count, ...values.map(sized)])
}

export function readFields(data: Buffer): Buffer[] {
  const values: Buffer[] = []
  let at = 2
  for (let index = 0; index < data.readUInt16LE(0); index += 1) {
    const first = data.readUInt8(at)
    const length = first === 0xf6 ? data.readUInt16LE(at + 1) : first
    at += first === 0xf6 ? 3 : 1
    values.push(data.subarray(at, at + length))
    at += length
  }
  return values
}

/** Writes a length as one byte, or as a marker followed by two or four bytes. */
export function sized(value: Buffer): Buffer {
  if (value.length <= 245) return Buffer.concat([Buffer.from([value.length]), value])
  const isShort = value.length <= 32_767
  const head = Buffer.alloc(isShort ? 3 : 5)
  head.writeUInt8(isShort ? 0xf6 : 0xf7)
  head.writeIntLE(value.length, 1, isShort ? 2 : 4)
  return Buffer.concat([head, value])
}

export interface ServerError {
  code: number
  state: string
  message: string
  position?: number
}

export function errorPart({ code, state, message, position = 0 }: ServerError): Part {
  const text = Buffer.from(message)
  const head = Buffer.alloc(13)
  head.writeInt32LE(code, 0)
  head.writeInt32LE(position, 4)
  head.writeInt32LE(text.length, 8)
  head.writeInt8(1, 12)
  return { kind: partKind.error, count: 1, data: Buffer.concat([head, Buffer.from(state), text]) }
}
