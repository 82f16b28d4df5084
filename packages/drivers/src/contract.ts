import type { Catalogue, CatalogueTable, Cell, DatabaseKind, ResultColumn, Row, SqlDialect } from '@parlance/contract'
import type { z } from 'zod'

/** One input of the connection form; the form draws itself from these. */
export interface ManifestField {
  /** Key in the connection configuration. */
  name: string
  label: string
  input: 'text' | 'textarea' | 'number' | 'password' | 'file' | 'checkbox' | 'radio' | 'select'
  required: boolean
  /** A secret is encrypted at rest and never sent back. */
  secret: boolean
  defaultValue?: string | number | boolean
  options?: { value: string | boolean; label: string }[]
  hint?: string
  /** Shown only while another field has one of these values. */
  visibleWhen?: FieldCondition
  /** Required only then; the driver checks it again, as a schema of single fields cannot. */
  requiredWhen?: FieldCondition
  /** What choosing a value of this field sets in others, by this field's value and the other's name. */
  sets?: Record<string, Record<string, string | number | boolean>>
}

export interface FieldCondition {
  field: string
  is: (string | number | boolean)[]
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
export interface DriverManifest<Kind extends DatabaseKind = DatabaseKind> {
  kind: Kind
  name: string
  dialect: SqlDialect
  defaultPort: number | null
  fields: ManifestField[]
  /** Validates a connection's configuration; strict, so that no option slips through (R14). */
  configSchema: z.ZodType<ConnectionConfig>
  capabilities: DriverCapabilities
  /** The fields that say which physical database this is; empty where only the engine knows (see `Connection.identify`). */
  placeFields: string[]
  /** What an operator must know before connecting: shown above the form. */
  note: string
  /** What to do about a failed connection, where that is another thing than for most databases. */
  advice?: ManifestAdvice
  /** The packages of the client library where it is an optional one, parted by spaces; absent where it comes with the product. */
  library?: string
}

/** By the stage that failed, then by the kind of failure; `any` for those that are not named. */
export type ManifestAdvice = Partial<Record<TestStage, Partial<Record<DriverErrorKind | 'any', string>>>>

/** Validated connection settings: the keys are the manifest's fields. */
export type ConnectionConfig = Record<string, string | number | boolean | null>

export interface Driver {
  manifest: DriverManifest
  /**
   * Opens a connection, loading the client library when it is first needed.
   * @throws DriverError auth, unreachable, tls, timeout, missing-object; its `stage` says how far it came
   */
  connect(config: ConnectionConfig, options?: ConnectOptions): Promise<Connection>
  /** Only for a kind whose data is copied before it can be asked. */
  copier?: Copier
}

export interface ConnectOptions {
  signal?: AbortSignal
  /** A folder of this connection alone, where a kind with a `copier` keeps its copy; made when it is missing. */
  folder?: string
}

/** Keeps a copy of data that no engine of its own answers for, in a folder of the connection's own. */
export interface Copier {
  /**
   * Copies everything anew and swaps it in; a second call meanwhile gets the first one's outcome.
   * @throws DriverError when it failed: the old copy stays, and the log has the message
   */
  sync(config: ConnectionConfig, folder: string): Promise<SyncReport>
  /** What is known of the copy in this folder; `history` is newest first and ends after fifty. */
  state(folder: string): Promise<CopyState>
}

export interface CopyState {
  /** A sync runs in this process. */
  isSyncing: boolean
  /** When the copy that is asked was finished (ISO 8601, UTC); null: there is none. */
  lastSynced: string | null
  history: SyncReport[]
}

export interface SyncReport {
  startedAt: string
  finishedAt: string
  tableCount: number
  rowCount: number
  /** What was left out. */
  warnings: string[]
  /** Null for a sync that succeeded. */
  error: string | null
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
  /** Bytes that the engine reads for this query, where it told before it ran. */
  bytesRead?: number
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
   * Reports what identifies the physical database, the same for every connection to it, whatever its address or account.
   * Absent for engines that report nothing of the kind.
   * @throws DriverError
   */
  identify?(): Promise<string[]>
  /** The database that the connection is in, where a name of three parts may begin with it; absent or null elsewhere. */
  readonly database?: Catalogue['database']
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
  // Limits and failures of our own process that runs the query, not of the database.
  'memory',
  'busy',
  'interrupted',
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
