import type { ResultColumn, Row } from '@parlance/contract'
import { message } from '@parlance/contract/messages'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { DriverError, type JsonRows, type QueryOutcome } from '../contract.ts'
import { rowBytes } from '../cells.ts'
import { guard } from './authorizer.ts'
import type { StatementJob } from './protocol.ts'
import { kindOfCells, kindOfDeclaredType, toRow, type SqliteValue } from './types.ts'

const batchRows = 1000
const batchBytes = 256 * 1024
const batchMs = 50

export interface ItemBatch {
  items: unknown[]
  end: QueryOutcome | null
}

export type Batch = ItemBatch | ({ end: QueryOutcome | null } & JsonRows)

export interface Job {
  columns: ResultColumn[]
  batches: Iterator<Batch>
}

/** Compiles one statement behind the guard and reads its first rows; the rest is read batch by batch. */
export function runQuery(db: DatabaseSync, request: StatementJob): Job {
  guard(db, request.readable)
  const statement = prepareOne(db, request.sql)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const params = request.params.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  const rows = statement.iterate(...params) as unknown as Iterator<SqliteValue[]>
  const reader = new RowReader(rows, request.maxRows, request.maxBytes)
  const first = reader.read()
  return { columns: describeColumns(statement, first.raw), batches: batchesOf(reader, first) }
}

/** The engine compiles only the first statement. A second one is refused instead of being silently ignored. */
function prepareOne(db: DatabaseSync, sql: string): StatementSync {
  if (sql.includes('\0')) throw new DriverError('syntax', message('The SQL contains a NUL character.'))
  const statement = db.prepare(sql)
  const rest = sql.slice(statement.sourceSQL.length).replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|[\s;]/g, '')
  if (rest !== '') {
    throw new DriverError('syntax', message('Only one statement can run at a time.'), {
      position: statement.sourceSQL.length,
    })
  }
  if (statement.columns().length === 0) throw new DriverError('unsupported', message('The statement returns no rows.'))
  return statement
}

function describeColumns(statement: StatementSync, firstRows: SqliteValue[][]): ResultColumn[] {
  return statement.columns().map((column, index) => {
    const declared = column.type === null ? 'other' : kindOfDeclaredType(column.type)
    return {
      name: column.name,
      dataType: column.type ?? '',
      kind: declared === 'other' ? kindOfCells(firstRows.map((row) => row[index] ?? null)) : declared,
    }
  })
}

function* batchesOf(reader: RowReader, first: ReadBatch): Iterator<Batch> {
  let batch = first
  while (true) {
    yield { rows: JSON.stringify(batch.rows).slice(1, -1), count: batch.rows.length, end: batch.end }
    if (batch.end) return
    batch = reader.read()
  }
}

interface ReadBatch {
  raw: SqliteValue[][]
  rows: Row[]
  end: QueryOutcome | null
}

/**
 * Checks the clock for each of the first rows of a batch, because slow rows arrive a few at a time. Later checks are
 * rarer, because reading the clock takes longer than reading a row.
 */
function isClockDue(rows: number): boolean {
  return rows <= 16 || rows % 32 === 0
}

/** Reads rows until a batch is full or its time is up, and enforces the caps over all batches. */
class RowReader {
  #rows: Iterator<SqliteValue[]>
  #maxRows: number
  #maxBytes: number
  #rowCount = 0
  #bytes = 0
  #isFirst = true

  constructor(rows: Iterator<SqliteValue[]>, maxRows: number | null, maxBytes: number | null) {
    this.#rows = rows
    this.#maxRows = maxRows ?? Infinity
    this.#maxBytes = maxBytes ?? Infinity
  }

  read(): ReadBatch {
    const batch: ReadBatch = { raw: [], rows: [], end: null }
    const stopAt = performance.now() + batchMs
    let bytes = 0
    while (batch.rows.length < batchRows && bytes < batchBytes) {
      const next = this.#rows.next()
      if (next.done) return this.#finish(batch, null)
      if (this.#rowCount >= this.#maxRows) return this.#finish(batch, 'rows')
      if (this.#isFirst) batch.raw.push([...next.value])
      const row = toRow(next.value)
      const size = rowBytes(row)
      if (this.#bytes + size > this.#maxBytes) return this.#finish(batch, 'bytes')
      batch.rows.push(row)
      this.#rowCount += 1
      this.#bytes += size
      bytes += size
      if (isClockDue(batch.rows.length) && performance.now() > stopAt) break
    }
    this.#isFirst = false
    return batch
  }

  #finish(batch: ReadBatch, truncatedBy: QueryOutcome['truncatedBy']): ReadBatch {
    this.#rows.return?.()
    return { ...batch, end: { rowCount: this.#rowCount, truncatedBy } }
  }
}
