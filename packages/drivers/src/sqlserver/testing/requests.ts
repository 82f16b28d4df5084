import type { Cell } from '@parlance/contract'

/** MS-TDS 2.2.6.4: the parts of a sign-in that the stand-in checks. */
export interface Login {
  username: string
  password: string
  database: string
  wantsReadOnly: boolean
  packetSize: number
}

export function readLogin(data: Buffer): Login {
  const part = (at: number) => {
    const from = data.readUInt16LE(at)
    return data.subarray(from, from + data.readUInt16LE(at + 2) * 2)
  }
  // The nibbles of a password's bytes are swapped, then XORed with 0xA5.
  const password = Buffer.from(part(44).map((byte) => (((byte ^ 0xa5) & 0x0f) << 4) | ((byte ^ 0xa5) >> 4)))
  return {
    username: part(40).toString('utf16le'),
    password: password.toString('utf16le'),
    database: part(68).toString('utf16le'),
    packetSize: data.readUInt32LE(8),
    wantsReadOnly: (data.readUInt8(26) & 0x20) !== 0,
  }
}

/** 2.2.6.7 and 2.2.5.3: the text of statements, in the transaction that the header names. */
export function readBatch(data: Buffer): { transaction: Buffer; sql: string } {
  return { transaction: transactionOf(data), sql: data.toString('utf16le', data.readUInt32LE(0)) }
}

const executeSql = 10

/** 2.2.6.6: a call of sp_executesql with its statement, and the parameters after the list of their types. */
export function readCall(data: Buffer): { transaction: Buffer; sql: string; params: Record<string, Cell> } {
  const reader = new Reader(data, data.readUInt32LE(0))
  if (reader.uint16() !== 0xffff || reader.uint16() !== executeSql) throw new Error('Expected a call to sp_executesql')
  reader.uint16()
  const values: [name: string, value: Cell][] = []
  while (!reader.isAtEnd) {
    const name = reader.shortText()
    reader.uint8()
    values.push([name.replace('@', ''), reader.value()])
  }
  const [statement, , ...params] = values
  return { transaction: transactionOf(data), sql: String(statement?.[1]), params: Object.fromEntries(params) }
}

function transactionOf(data: Buffer): Buffer {
  // The only header that clients send: its length, type 2, the transaction's number.
  return data.subarray(10, 18)
}

class Reader {
  #data: Buffer
  #at: number

  constructor(data: Buffer, at: number) {
    this.#data = data
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#data.length
  }

  uint8(): number {
    return this.#take(1).readUInt8()
  }

  uint16(): number {
    return this.#take(2).readUInt16LE()
  }

  shortText(): string {
    return this.#take(this.uint8() * 2).toString('utf16le')
  }

  /** Reads TYPE_INFO and a value, for the types that our parameters can have. */
  value(): Cell {
    const type = this.uint8()
    if (type === 0xe7) return this.#text()
    this.uint8()
    const bytes = this.#take(this.uint8())
    if (bytes.length === 0) return null
    if (type === 0x68) return bytes[0] === 1
    if (type === 0x6d) return bytes.readDoubleLE()
    if (type !== 0x26) throw new Error(`Unexpected parameter type: ${type}`)
    return bytes.length === 8 ? Number(bytes.readBigInt64LE()) : bytes.readIntLE(0, bytes.length)
  }

  #text(): string | null {
    const isLong = this.uint16() === 0xffff
    this.#take(5)
    if (!isLong) {
      const length = this.uint16()
      return length === 0xffff ? null : this.#take(length).toString('utf16le')
    }
    if (this.#take(8).every((byte) => byte === 0xff)) return null
    const parts: Buffer[] = []
    for (let length = this.#take(4).readUInt32LE(); length > 0; length = this.#take(4).readUInt32LE()) {
      parts.push(this.#take(length))
    }
    return Buffer.concat(parts).toString('utf16le')
  }

  #take(length: number): Buffer {
    this.#at += length
    return this.#data.subarray(this.#at - length, this.#at)
  }
}
