import type { Catalogue, Cell, DatabaseKind, ResultColumn, Row, SqlDialect } from '@parlance/contract'
import type { Connection, QueryOutcome } from '@parlance/drivers'
import type { Examination, Policies, Receipt, TableRef } from '@parlance/sql'
import type { Principal } from '../http/principal.ts'
import type { ConfiguredLimits, QueryLimits, QueryPurpose } from './limits.ts'
import type { MissingTable } from './missing-tables.ts'
import type { ParseFor } from './parser-pool.ts'

/** A lent database connection; it must be given back. */
export interface LentConnection {
  connection: Connection
  kind: DatabaseKind
  dialect: SqlDialect
  release(): Promise<void> | void
}

/** What one person may read through one connection in one business area. */
export interface QueryScope {
  areaId: string | null
  allowedTables: TableRef[] | null
  policies: Policies | null
  /** Tables of the area that cannot be read now. A query that needs one is refused with the reason. */
  missing?: MissingTable[]
}

/** Where the one door gets what it checks; the server's features fill it, and so does the command line for a file. */
export interface QueryEnvironment {
  /**
   * The person as they are now: a question runs for minutes, and its rules go by the person's values of today. Absent
   * where nobody can change meanwhile.
   * @throws AppError not_authenticated for an account that is not active any more
   */
  principalNow?: (principal: Principal) => Promise<Principal>
  /** Checks that the person may use the connection: before its catalogue could show through a refusal's words. */
  authorize: (principal: Principal, connectionId: string) => Promise<void>
  /** Checks the same again, and lends the connection. */
  open: (principal: Principal, connectionId: string) => Promise<LentConnection>
  catalogueOf: (connectionId: string) => Promise<Catalogue>
  /** Checks that the person may use the area. */
  scopeOf: (principal: Principal, ids: { connectionId: string; areaId: string | null }) => Promise<QueryScope>
  audit: (entry: QueryLogEntry) => Promise<void>
  /** Users take turns, so that no one's slow queries hold up another's. */
  parse: ParseFor
  limits: ConfiguredLimits
  now: () => Date
}

export interface QueryRequest {
  principal: Principal
  connectionId: string
  areaId: string | null
  sql: string
  /** Values of `:name` placeholders, by name without the colon. */
  params?: Record<string, Cell>
  purpose: QueryPurpose
  signal?: AbortSignal
  /** Narrower caps than the purpose's; they can never be wider. */
  limits?: Partial<QueryLimits>
}

/** A query that runs: its rows must be read to the end, or `close` called. */
export interface RunningQuery {
  receipt: Receipt
  columns: ResultColumn[]
  /** Throws AppError while iterating; leaving the loop early stops the statement. */
  batches: AsyncIterable<Row[]>
  /** The person's own SQL, formatted. */
  displaySql: string
  /** What the database runs, formatted; values are placeholders. Only for those whom `mayReadExecutedSql` lets see it. */
  executedSql: string
  /** Known once `batches` has ended; null before. */
  outcome(): QueryOutcome | null
  /** Milliseconds since the database was asked. */
  elapsedMs(): number
  close(): Promise<void>
}

export type RunQuery = (request: QueryRequest) => Promise<RunningQuery>

/** Proves a query without running it. Throws like `RunQuery`. */
export type CheckQuery = (request: QueryRequest) => Promise<{ receipt: Receipt; displaySql: string }>

/** Reads a query for what may make its result wrong; null when it cannot be read. Reaches no database. */
export type ExamineQuery = (request: {
  principal: Principal
  sql: string
  catalogue: Catalogue
}) => Promise<Examination | null>

export interface QueryDoor {
  run: RunQuery
  check: CheckQuery
  examine: ExamineQuery
}

/** What the log keeps of one query: no SQL, no literal, no cell (R21). */
export interface QueryLogEntry {
  userId: string
  connectionId: string
  areaId: string | null
  purpose: QueryPurpose
  /** 'answered', 'refused', or the error's code. */
  outcome: string
  /** Fingerprint of the text, so that equal queries can be found without storing a literal. */
  sqlHash: string
  tables: TableRef[]
  rules: string[]
  denialCodes: string[]
  rowCount: number | null
  truncatedBy: 'rows' | 'bytes' | null
  ms: number | null
}
