import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { fileLimits, refuseBeyond, unreadable } from './limits.ts'

const endSignature = 0x06_05_4b_50
const entrySignature = 0x02_01_4b_50
const localSignature = 0x04_03_4b_50
const endLength = 22
const longestComment = 0xff_ff
const largestDirectory = 4 * 1024 * 1024
const mostEntries = 10_000

interface ZipEntry {
  method: number
  packedSize: number
  offset: number
}

/**
 * A zip file read part by part. What the parts unpack to is counted over all of them, so that a small file cannot grow
 * beyond its bound, whatever its directory claims.
 */
export class ZipFile {
  readonly #path: string
  readonly #file: FileHandle
  readonly #entries: Map<string, ZipEntry>
  #unpacked = 0

  private constructor(path: string, file: FileHandle, entries: Map<string, ZipEntry>) {
    this.#path = path
    this.#file = file
    this.#entries = entries
  }

  /** @throws DriverError unsupported */
  static async open(path: string, file: FileHandle): Promise<ZipFile> {
    return new ZipFile(path, file, await readDirectory(file))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The unpacked bytes of a part. @throws DriverError unsupported, limit while reading */
  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw unreadable(`The workbook lacks its part ${name}.`)
    const header = await readAt(this.#file, entry.offset, 30)
    if (header.readUInt32LE(0) !== localSignature) throw damaged()
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (entry.packedSize === 0) return Readable.from([])
    const packed = createReadStream(this.#path, { start, end: start + entry.packedSize - 1 })
    const unpacked = entry.method === 0 ? packed : inflate(packed)
    return counted(unpacked, (length) => (this.#unpacked += length))
  }
}

function inflate(packed: Readable): Readable {
  const inflated = createInflateRaw()
  packed.once('error', (error) => inflated.destroy(error))
  return packed.pipe(inflated)
}

function counted(source: Readable, add: (length: number) => number): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        refuseBeyond(add(chunk.length), fileLimits.unpackedBytes, 'bytes after unpacking')
        done(null, chunk)
      } catch (error) {
        done(error instanceof Error ? error : null)
      }
    },
  })
  source.once('error', (cause) => counter.destroy(damaged(cause)))
  counter.once('close', () => source.destroy())
  return source.pipe(counter)
}

async function readDirectory(file: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await file.stat()
  const tail = await readAt(
    file,
    Math.max(0, size - endLength - longestComment),
    Math.min(size, endLength + longestComment),
  )
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + endLength > tail.length || tail.readUInt32LE(end) !== endSignature) throw damaged()
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  refuseBeyond(count, mostEntries, 'parts')
  refuseBeyond(length, largestDirectory, 'bytes of directory')
  const directory = await readAt(file, offset, length)
  return readEntries(directory, count)
}

function readEntries(directory: Buffer, count: number): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  let place = 0
  for (let index = 0; index < count; index++) {
    if (place + 46 > directory.length || directory.readUInt32LE(place) !== entrySignature) throw damaged()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => directory.readUInt16LE(place + at))
    const flags = directory.readUInt16LE(place + 8)
    const method = directory.readUInt16LE(place + 10)
    if ((flags & 1) !== 0)
      throw unreadable('The workbook is protected by a password. Save it without one and try again.')
    if (method !== 0 && method !== 8) throw unreadable('The workbook is packed in a way that cannot be read.')
    const name = directory.toString('utf8', place + 46, place + 46 + (nameLength ?? 0))
    entries.set(name, {
      method,
      packedSize: directory.readUInt32LE(place + 20),
      offset: directory.readUInt32LE(place + 42),
    })
    place += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead !== length) throw damaged()
  return buffer
}

function damaged(cause?: unknown): Error {
  return unreadable('The file is no Excel workbook (.xlsx), or is damaged.', cause)
}
