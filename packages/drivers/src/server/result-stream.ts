import type { ResultColumn, Row } from '@parlance/contract'
import { rowBytes } from '../cells.ts'
import type { QueryOptions, QueryOutcome, QueryResult } from '../contract.ts'
import type { Watch } from './watch.ts'

const firstRead = 100
const largestRead = 2000
const bytesPerRead = 512 * 1024

/** A statement that the engine has started to answer. */
export interface OpenStatement {
  columns: ResultColumn[]
  /** Reads up to `count` more rows; an empty array at the end. */
  read(count: number): Promise<Row[]>
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

  async function* batches(): AsyncIterable<Row[]> {
    const reader = new CappedReader(statement, options)
    try {
      while (outcome === null) {
        const batch = await watch.race(reader.read())
        if (reader.outcome) finish(reader.isComplete ? 'complete' : 'left')
        outcome = reader.outcome
        if (batch.length > 0) yield batch
      }
    } finally {
      finish('left')
    }
  }
  return { columns: statement.columns, batches: batches(), outcome: () => outcome }
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

  /** Requests one row more than the cap, to know whether rows are missing. */
  async read(): Promise<Row[]> {
    const rows = await this.#statement.read(Math.min(this.#readSize, this.#maxRows + 1 - this.#rowCount))
    this.isComplete = rows.length === 0
    const batch: Row[] = []
    for (const row of rows) {
      if (this.#rowCount >= this.#maxRows) return this.#end(batch, 'rows')
      const size = rowBytes(row)
      if (this.#bytes + size > this.#maxBytes) return this.#end(batch, 'bytes')
      batch.push(row)
      this.#rowCount += 1
      this.#bytes += size
    }
    if (this.isComplete) return this.#end(batch, null)
    this.#readSize = this.#nextReadSize()
    return batch
  }

  /** Wide rows are read in small portions, so that batches have similar sizes in bytes. */
  #nextReadSize(): number {
    const bytesPerRow = Math.max(1, this.#bytes / this.#rowCount)
    return Math.max(1, Math.min(largestRead, this.#readSize * 4, Math.floor(bytesPerRead / bytesPerRow)))
  }

  #end(batch: Row[], truncatedBy: QueryOutcome['truncatedBy']): Row[] {
    this.outcome = { rowCount: this.#rowCount, truncatedBy }
    return batch
  }
}
