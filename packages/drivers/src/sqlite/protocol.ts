import type { Cell, Message, ResultColumn } from '@parlance/contract'
import type { DriverErrorKind, QueryOutcome, ReadableObject, TestStage } from '../contract.ts'

/** A request from the parent process; one job runs in a child at a time. */
export type Request =
  | {
      type: 'run'
      path: string
      busyMs: number
      sql: string
      params: Cell[]
      maxRows: number | null
      maxBytes: number | null
      readable: ReadableObject[] | null
    }
  | { type: 'introspect'; path: string; busyMs: number }
  | { type: 'check'; path: string; busyMs: number; stage: CheckStage }
  /** One more batch may be sent. */
  | { type: 'next' }
  /** Close the database file. */
  | { type: 'close' }

export type CheckStage = 'reach' | 'read-only' | 'list-tables'

export interface FailureReport {
  kind: DriverErrorKind
  text: Message
  position: number | null
  stage: TestStage | null
}

/** A reply from a child. A stream is one `head`, then batches until one has `end`. */
export type Reply =
  | { type: 'ready' }
  | { type: 'head'; columns: ResultColumn[] }
  | { type: 'batch'; items: unknown[]; end: QueryOutcome | null }
  | { type: 'checked'; engine: string; tableCount: number }
  | { type: 'failed'; failure: FailureReport }

/** Batches that a child may send before the parent requests more. */
export const initialCredit = 4
