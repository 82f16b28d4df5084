import type { Row } from '@parlance/contract'
import type { ReceiveMeter } from './receive-cap.ts'

/** Pauses and resumes the client library's socket. */
export interface Flow {
  pause: () => void
  resume: () => void
}

/** Buffers rows that a client library pushes. Pauses the socket when about a megabyte waits. */
export class RowQueue<Item = Row> {
  #meter: ReceiveMeter
  #flow: Flow
  #rows: Item[] = []
  #isPaused = false
  #isClosed = false
  #isEnded = false
  #failure: Error | null = null
  #wake: (() => void) | null = null

  constructor(meter: ReceiveMeter, flow: Flow) {
    this.#meter = meter
    this.#flow = flow
    meter.endRead()
  }

  /** The server has nothing more to send, or has failed. */
  get isOver(): boolean {
    return this.#isEnded || this.#failure !== null
  }

  push(row: Item): void {
    this.#meter.endRow()
    if (this.#isClosed) return
    this.#rows.push(row)
    if (this.#meter.isFull && !this.#isPaused) {
      this.#isPaused = true
      this.#flow.pause()
    }
    this.#wakeReaders()
  }

  end(): void {
    this.#isEnded = true
    this.#wakeReaders()
  }

  fail(error: Error): void {
    this.#failure ??= error
    this.#wakeReaders()
  }

  /** Drops what is left and drains the socket, so that the server can finish. */
  close(): void {
    this.#isClosed = true
    this.#rows = []
    this.#resume()
    this.#wakeReaders()
  }

  /** Returns up to `count` available rows and waits for the first one; an empty array at the end. */
  async read(count: number): Promise<Item[]> {
    while (this.#rows.length === 0 && !this.isOver && !this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const others = this.#wake
      this.#wake = () => {
        others?.()
        resolve()
      }
      await promise
    }
    if (this.#rows.length === 0 && this.#failure) throw this.#failure
    const rows = this.#rows.length <= count ? this.#rows : this.#rows.splice(0, count)
    if (rows === this.#rows) this.#rows = []
    if (this.#rows.length === 0) this.#resume()
    return rows
  }

  /** Once per wait, because resolving a promise again costs more than adding a row. */
  #wakeReaders(): void {
    const wake = this.#wake
    this.#wake = null
    wake?.()
  }

  #resume(): void {
    this.#meter.endRead()
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#flow.resume()
  }
}
