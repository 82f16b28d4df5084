import type { Cell, Message, ResultColumn } from '@parlance/contract'
import type { DriverErrorKind, JsonRows, QueryOutcome, ReadableObject, ResultTable, TestStage } from '../contract.ts'

/** One statement, its parameters, and its caps. */
export interface StatementJob {
  sql: string
  params: Cell[]
  maxRows: number | null
  maxBytes: number | null
  readable: ReadableObject[] | null
}

/** A request from the parent process; one job runs in a child at a time. */
export type Request =
  | ({ type: 'run'; path: string; busyMs: number } & StatementJob)
  /** Runs a statement on these tables in memory. No file is open meanwhile. */
  | ({ type: 'compute'; tables: ResultTable[] } & StatementJob)
  | { type: 'introspect'; path: string; busyMs: number }
  | { type: 'check'; path: string; busyMs: number; stage: CheckStage }
  /** Checks a file that a user uploaded, and lists its tables. */
  | { type: 'inspect'; path: string; name: string; isOwn: boolean }
  /** More batches may be sent. */
  | { type: 'next'; count: number }
  /** Close the database file. */
  | { type: 'close' }

/** A table or view of an uploaded file. */
export interface InspectedTable {
  name: string
  isView: boolean
  columns: { name: string; type: string }[]
  /** Null for a view. */
  rowCount: number | null
  /** Whether the row count is exact. */
  isCounted: boolean
}

export type CheckStage = 'reach' | 'read-only' | 'list-tables'

export interface FailureReport {
  kind: DriverErrorKind
  text: Message
  position: number | null
  stage: TestStage | null
}

/** A reply from a child. A stream is one `head`, then rows or batches until one has `end`. */
export type Reply =
  | { type: 'ready' }
  | { type: 'head'; columns: ResultColumn[] }
  | { type: 'batch'; items: unknown[]; end: QueryOutcome | null }
  /** Text is copied between processes much faster than rows are, and most readers need only the text. */
  | ({ type: 'rows'; end: QueryOutcome | null } & JsonRows)
  | { type: 'checked'; engine: string; tableCount: number }
  | { type: 'inspected'; tables: InspectedTable[]; hadLog: boolean }
  | { type: 'failed'; failure: FailureReport }

/** Batches that a child may send before the parent requests more. */
export const initialCredit = 8
