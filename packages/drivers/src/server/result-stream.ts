import type { ResultColumn, Row } from '@parlance/contract'
import { rowBytes } from '../cells.ts'
import type { JsonRows, QueryOptions, QueryOutcome, QueryResult } from '../contract.ts'
import type { Watch } from './watch.ts'

const firstRead = 100
const largestRead = 2000
const bytesPerRead = 512 * 1024

/** The rows of a statement that the engine has started to answer. */
export interface EngineRows {
  columns: ResultColumn[]
  /** Reads up to `count` more rows; an empty array at the end. */
  read: (count: number) => Promise<Row[]>
  /** Reads up to `count` more rows as JSON, as long as `take` accepts the size of the next one. Absent: only values. */
  readJson?: (count: number, take: TakeRow) => Promise<JsonRead>
}

/** Decides about the next row by its size in bytes, as `rowBytes` estimates it. */
export type TakeRow = (bytes: number) => boolean

export interface JsonRead extends JsonRows {
  /** Whether the engine has nothing more to send. */
  isEnd: boolean
}

export interface OpenStatement extends EngineRows {
  /** Returns the client to the pool, or throws it away; called once. */
  finish(end: 'complete' | 'left'): void
}

/** Reads a statement batch by batch, only as far as requested, within the caps on rows, bytes and time. */
export function streamResult(statement: OpenStatement, watch: Watch, options: QueryOptions): QueryResult {
  let outcome: QueryOutcome | null = null
  let isFinished = false
  const finish = (end: 'complete' | 'left') => {
    if (isFinished) return
    isFinished = true
    watch.end()
    statement.finish(end)
  }
  watch.onStop(() => finish('left'))

  async function* pieces<Piece>(read: (reader: CappedReader) => Promise<Piece | null>): AsyncGenerator<Piece> {
    const reader = new CappedReader(statement, options)
    try {
      while (outcome === null) {
        const piece = await watch.race(read(reader))
        if (reader.outcome) finish(reader.isComplete ? 'complete' : 'left')
        outcome = reader.outcome
        if (piece !== null) yield piece
      }
    } finally {
      finish('left')
    }
  }
  return {
    columns: statement.columns,
    batches: pieces((reader) => reader.read()),
    ...(statement.readJson && { json: pieces((reader) => reader.readJson()) }),
    outcome: () => outcome,
  }
}

class CappedReader {
  outcome: QueryOutcome | null = null
  /** The engine has nothing more to send. */
  isComplete = false
  #statement: OpenStatement
  #maxRows: number
  #maxBytes: number
  #rowCount = 0
  #bytes = 0
  #readSize = firstRead

  constructor(statement: OpenStatement, options: QueryOptions) {
    this.#statement = statement
    this.#maxRows = options.maxRows ?? Infinity
    this.#maxBytes = options.maxBytes ?? Infinity
  }

  /** Null if no row is left within the caps. */
  async read(): Promise<Row[] | null> {
    const rows = await this.#statement.read(this.#nextCount())
    const refused = rows.findIndex((row) => !this.#take(rowBytes(row)))
    this.#endRead(rows.length === 0)
    const batch = refused < 0 ? rows : rows.slice(0, refused)
    return batch.length === 0 ? null : batch
  }

  /** The same as JSON. */
  async readJson(): Promise<JsonRows | null> {
    // Such rows are here already, so there is no reason to begin with a few.
    this.#readSize = largestRead
    const read = await this.#statement.readJson?.(this.#nextCount(), (bytes) => this.#take(bytes))
    if (read === undefined) return null
    this.#endRead(read.isEnd)
    return read.count === 0 ? null : { rows: read.rows, count: read.count }
  }

  /** Requests one row more than the cap, to know whether rows are missing. */
  #nextCount(): number {
    return Math.min(this.#readSize, this.#maxRows + 1 - this.#rowCount)
  }

  /** Counts a row. @returns false if it exceeds a cap */
  #take(bytes: number): boolean {
    if (this.#rowCount >= this.#maxRows) return this.#end('rows')
    if (this.#bytes + bytes > this.#maxBytes) return this.#end('bytes')
    this.#rowCount += 1
    this.#bytes += bytes
    return true
  }

  #endRead(isEnd: boolean): void {
    this.isComplete = isEnd
    if (isEnd && this.outcome === null) this.#end(null)
    this.#readSize = this.#nextReadSize()
  }

  /** Wide rows are read in small portions, so that batches have similar sizes in bytes. */
  #nextReadSize(): number {
    const bytesPerRow = Math.max(1, this.#bytes / this.#rowCount)
    return Math.max(1, Math.min(largestRead, this.#readSize * 4, Math.floor(bytesPerRead / bytesPerRow)))
  }

  #end(truncatedBy: QueryOutcome['truncatedBy']): false {
    this.outcome = { rowCount: this.#rowCount, truncatedBy }
    return false
  }
}
