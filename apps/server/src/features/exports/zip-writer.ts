import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

const deflated = 8
/** Sizes and checksum stand after the data; names are UTF-8. */
const flags = 0x0808
const version = 20
/** 1980-01-01: a file's time is of no use here, and would make equal exports differ. */
const date = 0x21

interface WrittenEntry {
  name: Buffer
  offset: number
  checksum: number
  packedSize: number
  size: number
}

/** Writes a zip file piece by piece, for parts below 4 GB; each part is packed as it comes. */
export class ZipWriter {
  readonly #entries: WrittenEntry[] = []
  #offset = 0

  /** The bytes of one part. */
  async *add(name: string, content: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    const entry = { name: Buffer.from(name), offset: this.#offset, checksum: 0, packedSize: 0, size: 0 }
    yield this.#count(localHeader(entry))
    for await (const piece of deflate(content, entry)) {
      entry.packedSize += piece.length
      yield this.#count(piece)
    }
    this.#entries.push(entry)
    yield this.#count(descriptor(entry))
  }

  /** The directory, which ends the file. */
  end(): Uint8Array {
    const directory = Buffer.concat(this.#entries.map(directoryEntry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06_05_4b_50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    return Buffer.concat([directory, end])
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#offset += bytes.length
    return bytes
  }
}

async function* deflate(content: AsyncIterable<string>, entry: WrittenEntry): AsyncGenerator<Buffer> {
  const measured = async function* (): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.checksum = crc32(bytes, entry.checksum)
      entry.size += bytes.length
      yield bytes
    }
  }
  const source = Readable.from(measured(), { objectMode: false })
  const packed = createDeflateRaw({ level: 3 })
  source.once('error', (error) => packed.destroy(error))
  source.pipe(packed)
  try {
    for await (const piece of packed) yield piece as Buffer
  } finally {
    source.destroy()
  }
}

function localHeader({ name }: WrittenEntry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ checksum, packedSize, size }: WrittenEntry): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08_07_4b_50, 0)
  bytes.writeUInt32LE(checksum, 4)
  bytes.writeUInt32LE(packedSize, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, offset, checksum, packedSize, size }: WrittenEntry): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02_01_4b_50, 0)
  entry.writeUInt16LE(version, 4)
  entry.writeUInt16LE(version, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(date, 14)
  entry.writeUInt32LE(checksum, 16)
  entry.writeUInt32LE(packedSize, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}
