import type { Cell, ResultColumn } from '@parlance/contract'
import type { DriverErrorKind, QueryOutcome, ReadableObject, TestStage } from '../contract.ts'

/** What the parent process asks of a child; one job runs in a child at a time. */
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
  /** Lets go of the database file. */
  | { type: 'close' }

export type CheckStage = 'reach' | 'read-only' | 'list-tables'

export interface FailureReport {
  kind: DriverErrorKind
  message: string
  position: number | null
  stage: TestStage | null
}

/** What a child answers. A stream is one `head` and then batches until one carries `end`. */
export type Reply =
  | { type: 'ready' }
  | { type: 'head'; columns: ResultColumn[] }
  | { type: 'batch'; items: unknown[]; end: QueryOutcome | null }
  | { type: 'checked'; engine: string; tableCount: number }
  | { type: 'failed'; failure: FailureReport }

/** Batches that a child may send before it is asked for more. */
export const initialCredit = 4
