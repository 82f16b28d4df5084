import { EventEmitter } from 'node:events'
import type { Wire } from './wire.ts'

const header = 5
const dataRow = 0x44
const rowDescription = 0x54
const noBytes: Buffer = Buffer.alloc(0)

/** One row as the server sent it: a count of cells, then the length and the bytes of each cell. */
export interface RawRow {
  bytes: Buffer
  start: number
  end: number
}

/** Takes the rows of the running statement from what the server sends. pg parses everything else. */
export interface RowTap {
  /** Null while pg parses rows too. */
  take: ((row: RawRow) => void) | null
}

/** pg would make a text of each cell, even if only JSON is needed. Call it before the client connects. */
export function tapRows(wire: Wire): RowTap {
  const tap: RowTap = { take: null }
  const attachListeners = wire.attachListeners.bind(wire)
  // With TLS, pg replaces the stream after the first answer.
  wire.attachListeners = (stream) => {
    const others = new EventEmitter()
    attachListeners(others)
    const splitter = new Splitter(tap, (bytes) => void others.emit('data', bytes))
    stream.on('data', (chunk: Buffer) => splitter.add(chunk))
    stream.once('end', () => others.emit('end'))
  }
  return tap
}

/** Splits what the server sends into messages, in order. */
class Splitter {
  readonly #tap: RowTap
  readonly #forward: (bytes: Buffer) => void
  /** The beginning of a message that is not complete, and how many bytes are needed to go on. */
  #parts: Buffer[] = []
  #length = 0
  #needed = header

  constructor(tap: RowTap, forward: (bytes: Buffer) => void) {
    this.#tap = tap
    this.#forward = forward
  }

  add(chunk: Buffer): void {
    this.#parts.push(chunk)
    this.#length += chunk.length
    // Joining a large row once takes less than joining it with each of its chunks.
    if (this.#length < this.#needed) return
    const rest = this.#split(this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts))
    this.#parts = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    this.#needed = rest.length < header ? header : rest.readUInt32BE(1) + 1
  }

  /** @returns the beginning of the next message */
  #split(bytes: Buffer): Buffer {
    let from = 0
    let at = 0
    while (at + header <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      const { take } = this.#tap
      if (bytes[at] === dataRow && take !== null) {
        if (from < at) this.#forward(bytes.subarray(from, at))
        take({ bytes, start: at + header, end })
        from = end
      } else if (bytes[at] === rowDescription) {
        // The statement that gets it may take the rows that follow.
        this.#forward(bytes.subarray(from, end))
        from = end
      }
      at = end
    }
    if (from < at) this.#forward(bytes.subarray(from, at))
    return at === bytes.length ? noBytes : bytes.subarray(at)
  }
}
