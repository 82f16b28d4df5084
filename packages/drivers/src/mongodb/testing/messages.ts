/** Messages of https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html, as a server writes them. */

export const capability = {
  connectWithDatabase: 0x8,
  tls: 0x800,
  protocol41: 0x200,
  transactions: 0x2000,
  secureConnection: 0x8000,
  multiStatements: 0x1_0000,
  pluginAuth: 0x8_0000,
} as const

const offered =
  capability.connectWithDatabase |
  capability.protocol41 |
  capability.transactions |
  capability.secureConnection |
  capability.pluginAuth
const utf8mb4 = 45
const binary = 63
const autocommit = 0x0002

/** HandshakeV10: the connector presents itself as MySQL 5.7, and names the plugin that it switches to anyway. */
export function greeting(id: number, version: string, hasTls: boolean): Buffer {
  const flags = offered | (hasTls ? capability.tls : 0)
  return Buffer.concat([
    Buffer.from([10]),
    Buffer.from(`${version}\0`),
    uint32(id),
    Buffer.alloc(8, 0x41),
    Buffer.from([0]),
    uint16(flags & 0xffff),
    Buffer.from([utf8mb4]),
    uint16(autocommit),
    uint16(flags >>> 16),
    Buffer.from([21]),
    Buffer.alloc(10),
    Buffer.alloc(12, 0x42),
    Buffer.from([0]),
    Buffer.from('mysql_native_password\0'),
  ])
}

export interface SignInRequest {
  username: string
  database: string
  flags: number
}

/** HandshakeResponse41; null for its short form, which asks for TLS. */
export function readSignIn(payload: Buffer): SignInRequest | null {
  const flags = payload.readUInt32LE(0)
  if (payload.length === 32) return null
  const nameEnd = payload.indexOf(0, 32)
  const answerEnd = nameEnd + 2 + payload.readUInt8(nameEnd + 1)
  const databaseEnd = payload.indexOf(0, answerEnd)
  return {
    flags,
    username: payload.toString('utf8', 32, nameEnd),
    database: flags & capability.connectWithDatabase ? payload.toString('utf8', answerEnd, databaseEnd) : '',
  }
}

export function switchPlugin(name: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${name}\0`), data])
}

export function moreAuthData(data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x01]), data])
}

export function ok(): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0]), uint16(autocommit), uint16(0)])
}

export function endOfFile(): Buffer {
  return Buffer.concat([Buffer.from([0xfe]), uint16(0), uint16(autocommit)])
}

export interface ServerError {
  number: number
  state: string
  message: string
}

export function failure({ number, state, message }: ServerError): Buffer {
  return Buffer.concat([Buffer.from([0xff]), uint16(number), Buffer.from(`#${state}${message}`)])
}

export interface ColumnType {
  /** A value of `enum_field_types`. */
  type: number
  isBinary: boolean
  decimals: number
  length: number
}

export function columnDefinition(name: string, { type, isBinary, decimals, length }: ColumnType): Buffer {
  return Buffer.concat([
    ...['def', '', '', '', name, name].map(text),
    Buffer.from([0x0c]),
    uint16(isBinary ? binary : utf8mb4),
    uint32(length),
    Buffer.from([type]),
    uint16(0),
    Buffer.from([decimals, 0, 0]),
  ])
}

/** A row of the text protocol. */
export function textRow(values: (string | Buffer | null)[]): Buffer {
  return Buffer.concat(values.map((value) => (value === null ? Buffer.from([0xfb]) : text(value))))
}

export function count(value: number): Buffer {
  if (value < 0xfb) return Buffer.from([value])
  const bytes = Buffer.alloc(value < 0x1_0000 ? 3 : 4)
  bytes.writeUInt8(value < 0x1_0000 ? 0xfc : 0xfd)
  bytes.writeUIntLE(value, 1, bytes.length - 1)
  return bytes
}

function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([count(bytes.length), bytes])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
