import type { Readable } from 'node:stream'
import type { Row } from '@parlance/contract'
import { converterFor, type LibraryColumn } from './types.ts'

/** Takes rows from the library's stream, which fetches its next part only after the earlier ones were read. */
export class RowReader {
  readonly #stream: Readable
  readonly #converters: ReturnType<typeof converterFor>[]
  #isEnded = false
  #failure: Error | null = null
  #wake: (() => void) | null = null

  constructor(stream: Readable, columns: LibraryColumn[]) {
    this.#stream = stream
    this.#converters = columns.map(converterFor)
    stream.on('readable', () => this.#wake?.())
    stream.on('error', (error) => {
      this.#failure ??= error
      this.#wake?.()
    })
    stream.on('end', () => {
      this.#isEnded = true
      this.#wake?.()
    })
  }

  /** Reads up to `count` rows and waits for the first one; an empty array at the end. */
  async read(count: number): Promise<Row[]> {
    const rows: Row[] = []
    while (rows.length < count) {
      const row = this.#stream.read() as Row | null
      if (row !== null) rows.push(this.#convert(row))
      else if (this.#failure) throw this.#failure
      else if (this.#isEnded || rows.length > 0) break
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return rows
  }

  close(): void {
    this.#stream.destroy()
    this.#isEnded = true
    this.#wake?.()
  }

  #convert(row: Row): Row {
    return row.map((cell, index) => {
      const convert = this.#converters[index]
      return convert && typeof cell === 'string' ? convert(cell) : (cell ?? null)
    })
  }
}
