import type { Catalogue, Cell, DatabaseKind, Message, ResultColumn, Row, SqlDialect } from '@parlance/contract'
import type { Connection, JsonRows, QueryOutcome } from '@parlance/drivers'
import type { Examination, MaskedColumn, Policies, Receipt, TableRef } from '@parlance/sql'
import type { Principal } from '../http/principal.ts'
import type { ConfiguredLimits, QueryLimits, QueryPurpose } from './limits.ts'
import type { MissingResult, MissingTable } from './missing-tables.ts'
import type { ParseFor } from './parser-pool.ts'

/** A borrowed database connection that must be returned. */
export interface LentConnection {
  connection: Pick<Connection, 'query'>
  /** The name of a stored connection. */
  name?: string
  kind: DatabaseKind
  dialect: SqlDialect
  release(): Promise<void> | void
}

/** What one user may read through one connection in one business area. */
export interface QueryScope {
  areaId: string | null
  allowedTables: TableRef[] | null
  policies: Policies | null
  /** Tables of the area that can't be read now. A query that needs one is refused with the reason. */
  missing?: (MissingTable | MissingResult)[]
}

/** The dependencies of the door's checks, provided by the server's features or, for a file, by the command line. */
export interface QueryEnvironment {
  /**
   * Returns the user's current state: a question runs for minutes, and its rules use the user's current values. Absent
   * if users can't change in the meantime.
   * @throws AppError not_authenticated for an account that is no longer active
   */
  principalNow?: (principal: Principal) => Promise<Principal>
  /** Checks that the user may use the connection, before a refusal could reveal parts of its catalog. */
  authorize: (principal: Principal, connectionId: string) => Promise<void>
  /** Repeats that check and lends the connection. */
  open: (principal: Principal, connectionId: string) => Promise<LentConnection>
  catalogueOf: (connectionId: string) => Promise<Catalogue>
  /** Checks that the user may use the area. */
  scopeOf: (principal: Principal, ids: { connectionId: string; areaId: string | null }) => Promise<QueryScope>
  audit: (entry: QueryLogEntry) => Promise<void>
  /** Users take turns so that one user's slow queries don't delay another's. */
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
  /** Whether the SQL contains a mask that `maskQuery` wrote. */
  hasMask?: boolean
  /** Columns whose values were masked when they were read. */
  maskedColumns?: MaskedColumn[]
  signal?: AbortSignal
  /** Narrower caps than the purpose's; they can't be wider. */
  limits?: Partial<QueryLimits>
}

/** A running query. The caller must read its rows to the end or call `close`. */
export interface RunningQuery {
  receipt: Receipt
  columns: ResultColumn[]
  /** Throws AppError during iteration. Leaving the loop early stops the statement. */
  batches: AsyncIterable<Row[]>
  /** The same rows as JSON, if the driver has them so. A reader iterates over these or over `batches`. */
  json?: AsyncIterable<JsonRows>
  /** The user's own SQL, formatted. */
  displaySql: string
  /** The SQL that the database runs, formatted, with placeholders. Only for users allowed by `mayReadExecutedSql`. */
  executedSql: string
  /** Known once `batches` has ended; null before that. */
  outcome(): QueryOutcome | null
  /** Milliseconds since the query was sent to the database. */
  elapsedMs(): number
  close(): Promise<void>
}

/** The rows that were read, and whether there were more. */
export interface CollectedResult {
  columns: ResultColumn[]
  rows: Row[]
  truncated: boolean
}

/** Rows that a user has read, with the rules that masked columns of them. */
export interface ReadResult {
  /** The table's name in statements. */
  name: string
  result: CollectedResult
  masks: Pick<Receipt['maskedOutputs'][number], 'index' | 'rule'>[]
}

/** A statement in SQLite's dialect on results that this user has read from this connection. */
export interface ComputeRequest extends Omit<QueryRequest, 'purpose' | 'hasMask' | 'maskedColumns'> {
  results: readonly ReadResult[]
}

/** Runs a statement on results, in a separate process with no other data. Throws like `RunQuery`. */
export type Compute = (request: ComputeRequest) => Promise<RunningQuery>

export type RunQuery = (request: QueryRequest) => Promise<RunningQuery>

/** Proves a query without running it. Throws like `RunQuery`. */
export type CheckQuery = (request: QueryRequest) => Promise<{ receipt: Receipt; displaySql: string }>

/** Examines a query for reasons why its result may be wrong; null if it can't be parsed. Never contacts a database. */
export type ExamineQuery = (request: {
  principal: Principal
  sql: string
  catalogue: Catalogue
}) => Promise<Examination | null>

/**
 * Finds why stored SQL would be refused now; null if it would run. Neither runs nor records it, because no one asked for
 * it. Throws like `RunQuery` if the user may not ask there.
 */
export type FindRefusal = (request: QueryRequest) => Promise<Message | null>

export interface QueryDoor {
  run: RunQuery
  compute: Compute
  check: CheckQuery
  findRefusal: FindRefusal
  examine: ExamineQuery
}

/** The log entry of one query: no SQL, no literal, no cell (R21). */
export interface QueryLogEntry {
  userId: string
  connectionId: string
  /** Null if it isn't known yet. */
  connectionName: string | null
  areaId: string | null
  purpose: QueryPurpose
  /** 'answered', 'refused', or the error's code. */
  outcome: string
  /** Fingerprint of the SQL, which identifies equal queries without storing a literal. */
  sqlHash: string
  tables: TableRef[]
  rules: string[]
  denialCodes: string[]
  rowCount: number | null
  truncatedBy: 'rows' | 'bytes' | null
  ms: number | null
}
