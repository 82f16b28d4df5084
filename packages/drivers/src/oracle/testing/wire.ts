const longest = 252
const inChunks = 0xfe
const chunkSize = 32_767

/** Writes a message of the two-task protocol: integers and texts, each prefixed with its length. */
export class Writer {
  #parts: Buffer[] = []

  bytes(...parts: (Buffer | number[])[]): this {
    for (const part of parts) this.#parts.push(Buffer.isBuffer(part) ? part : Buffer.from(part))
    return this
  }

  byte(value: number): this {
    return this.bytes([value])
  }

  /** Writes integers, each prefixed with its length. */
  integers(...values: number[]): this {
    for (const value of values) {
      const hex = value.toString(16)
      const bytes = value === 0 ? Buffer.alloc(0) : Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
      this.bytes([bytes.length], bytes)
    }
    return this
  }

  /** Writes bytes prefixed with their length; an empty value means NULL. */
  sized(value: Buffer | string | null): this {
    const bytes = value === null ? Buffer.alloc(0) : Buffer.from(value)
    if (bytes.length <= longest) return this.bytes([bytes.length], bytes)
    this.byte(inChunks)
    for (let at = 0; at < bytes.length; at += chunkSize) {
      const chunk = bytes.subarray(at, at + chunkSize)
      this.integers(chunk.length).bytes(chunk)
    }
    return this.integers(0)
  }

  /** Writes a text with its length twice, as in column descriptions. */
  text(value: string): this {
    const bytes = Buffer.from(value)
    this.integers(bytes.length)
    return bytes.length === 0 ? this : this.sized(bytes)
  }

  done(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

export class Reader {
  #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    return this.take(1).readUInt8(0)
  }

  skip(...sizes: ('byte' | 'integer')[]): void {
    for (const size of sizes) {
      if (size === 'byte') this.byte()
      else this.integer()
    }
  }

  take(length: number): Buffer {
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    if (bytes.length < length) throw new Error('The message ends too early')
    this.#at += length
    return bytes
  }

  integer(): number {
    const length = this.byte() & 0x7f
    return length === 0 ? 0 : Number(BigInt(`0x${this.take(length).toString('hex')}`))
  }

  sized(): Buffer | null {
    const length = this.byte()
    if (length === 0 || length === 0xff) return null
    if (length !== inChunks) return this.take(length)
    const chunks: Buffer[] = []
    for (let chunk = this.integer(); chunk > 0; chunk = this.integer()) chunks.push(this.take(chunk))
    return Buffer.concat(chunks)
  }

  /** Reads a key, its value and a flag. */
  pair(): [key: string, value: string] {
    this.integer()
    const key = this.sized()?.toString() ?? ''
    const value = this.integer() > 0 ? (this.sized()?.toString() ?? '') : ''
    this.integer()
    return [key, value]
  }
}
