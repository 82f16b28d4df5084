import type { Catalogue, CatalogueTable, Cell, DatabaseKind, ResultColumn, Row, SqlDialect } from '@parlance/contract'
import type { z } from 'zod'

/** One input of the connection form; the form draws itself from these. */
export interface ManifestField {
  /** Key in the connection configuration. */
  name: string
  label: string
  input: 'text' | 'number' | 'password' | 'file' | 'checkbox' | 'select'
  required: boolean
  /** A secret is encrypted at rest and never sent back. */
  secret: boolean
  defaultValue?: string | number | boolean
  options?: { value: string; label: string }[]
  hint?: string
}

/** What the engine can do; what it cannot is said on the card and in its docs page. */
export interface DriverCapabilities {
  cancel: boolean
  readOnlySession: boolean
  statementTimeout: boolean
  schemas: boolean
  synonyms: boolean
}

/** All that may be known of a kind without loading its client library. */
export interface DriverManifest {
  kind: DatabaseKind
  name: string
  dialect: SqlDialect
  defaultPort: number | null
  fields: ManifestField[]
  /** Validates a connection's configuration; strict, so that no option slips through (R14). */
  configSchema: z.ZodType<ConnectionConfig>
  capabilities: DriverCapabilities
}

/** Validated connection settings: the keys are the manifest's fields. */
export type ConnectionConfig = Record<string, string | number | boolean | null>

export interface Driver {
  manifest: DriverManifest
  /**
   * Opens a connection, loading the client library when it is first needed.
   * @throws DriverError auth, unreachable, tls, timeout, missing-object; its `stage` says how far it came
   */
  connect(config: ConnectionConfig, options?: { signal?: AbortSignal }): Promise<Connection>
}

export const testStages = ['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'] as const
export type TestStage = (typeof testStages)[number]

export interface TestReport {
  tableCount: number
  /** Version text of the engine. */
  engine: string
  /** What an operator should know of this account: superuser, can write, can read files (R02). */
  warnings: string[]
}

export interface QueryOptions {
  signal?: AbortSignal
  /** The engine is told to stop, and the connection is cut if it does not. */
  timeoutMs: number
  /** Rows delivered at most; null for no row cap. */
  maxRows: number | null
  /** Bytes of cell text delivered at most; null for no byte cap. */
  maxBytes: number | null
  /**
   * The second wall: the base tables and columns that the gate proved this query to read.
   * An engine that can check reads itself (SQLite's authorizer) refuses all others. Absent: no check.
   */
  readable?: ReadableObject[]
}

export interface ReadableObject {
  schema: string | null
  table: string
  /** Null: every column. */
  columns: string[] | null
}

export interface QueryOutcome {
  rowCount: number
  /** Why rows are missing, null when all were delivered. */
  truncatedBy: 'rows' | 'bytes' | null
}

export interface QueryResult {
  columns: ResultColumn[]
  /**
   * Rows as the engine sends them; the engine is not read further than the consumer asks.
   * Leaving the loop early cancels the statement. Throws DriverError while iterating.
   */
  batches: AsyncIterable<Row[]>
  /** Known once `batches` has ended; null before. */
  outcome(): QueryOutcome | null
}

export interface IntrospectOptions {
  signal?: AbortSignal
  timeoutMs?: number
  onProgress?: (tablesSeen: number) => void
}

/** One open connection. Calls on it are serial unless the driver says otherwise. */
export interface Connection {
  /** Stages are reported as they are reached, so that the failing one can be named. */
  test(onStage: (stage: TestStage) => void): Promise<TestReport>
  /** Streams the engine's own catalogue in one pass. */
  introspect(options?: IntrospectOptions): AsyncIterable<CatalogueTable>
  /** The schema that an unqualified name means; null where the engine has none. */
  readonly defaultSchema: Catalogue['defaultSchema']
  /**
   * Runs one statement through a protocol that cannot stack (R07), in a read-only session where the engine has one.
   * @param params values for the statement's placeholders, in order
   * @throws DriverError
   */
  query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult>
  close(): Promise<void>
}

export const driverErrorKinds = [
  'auth',
  'unreachable',
  'tls',
  'timeout',
  'cancelled',
  'syntax',
  'missing-object',
  'permission',
  'limit',
  'unsupported',
  'unknown',
] as const
export type DriverErrorKind = (typeof driverErrorKinds)[number]

/** The one error that leaves a driver. The message is for administrators: it may quote the engine (R21). */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly kind: DriverErrorKind
  /** Character offset in the SQL, 0-based, when the engine tells it. */
  readonly position: number | null
  /** How far a connection came before it failed; null for an error after that. */
  readonly stage: TestStage | null

  constructor(
    kind: DriverErrorKind,
    message: string,
    options: { position?: number | null; stage?: TestStage | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.position = options.position ?? null
    this.stage = options.stage ?? null
  }
}
