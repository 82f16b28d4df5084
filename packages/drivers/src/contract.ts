import type { Catalogue, CatalogueTable, Cell, DatabaseKind, ResultColumn, Row, SqlDialect } from '@parlance/contract'
import { formatMessage } from '@parlance/contract/format-message'
import type { Message } from '@parlance/contract/messages'
import type { z } from 'zod'

/** One input of the connection form, which is rendered from these fields. */
export interface ManifestField {
  /** Key in the connection's settings. */
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
  /** Required only under this condition. The driver checks it again, because a schema of single fields cannot. */
  requiredWhen?: FieldCondition
  /** Values that this field sets in other fields: by this field's value, then by the other field's name. */
  sets?: Record<string, Record<string, string | number | boolean>>
}

export interface FieldCondition {
  field: string
  is: (string | number | boolean)[]
}

/** What the engine supports. The card and the docs page of the engine list what it doesn't support. */
export interface DriverCapabilities {
  cancel: boolean
  readOnlySession: boolean
  statementTimeout: boolean
  schemas: boolean
  synonyms: boolean
}

/** The details of a kind that are available without loading its client library. */
export interface DriverManifest<Kind extends DatabaseKind = DatabaseKind> {
  kind: Kind
  name: string
  dialect: SqlDialect
  defaultPort: number | null
  fields: ManifestField[]
  /** Validates a connection's settings; strict, so that no unknown option gets through (R14). */
  configSchema: z.ZodType<ConnectionConfig>
  capabilities: DriverCapabilities
  /** The fields that identify the physical database; empty if only the engine knows (see `Connection.identify`). */
  placeFields: string[]
  /** Where a database without a host is, as lists of connections show it; absent if the host says it. */
  endpointOf?: (config: ConnectionConfig) => string
  /** What an operator must know before connecting; shown above the form. */
  note: string
  /** What to do about a failed connection, if the advice differs from most databases. */
  advice?: ManifestAdvice
  /** The packages of an optional client library, separated by spaces; absent if the library ships with the product. */
  library?: string
}

/** By the stage that failed, then by the kind of failure; `any` covers the rest. */
export type ManifestAdvice = Partial<Record<TestStage, Partial<Record<DriverErrorKind | 'any', string>>>>

/** Validated connection settings: the keys are the manifest's fields. */
export type ConnectionConfig = Record<string, string | number | boolean | null>

export interface Driver {
  manifest: DriverManifest
  /**
   * Opens a connection and loads the client library on first use.
   * @throws DriverError auth, unreachable, tls, timeout, missing-object; its `stage` says how far it got
   */
  connect(config: ConnectionConfig, options?: ConnectOptions): Promise<Connection>
  /** Only for a kind whose data must be copied before it can be queried. */
  copier?: Copier
}

export interface ConnectOptions {
  signal?: AbortSignal
  /** This connection's own folder, where a kind with a `copier` stores its copy; created if it is missing. */
  folder?: string
}

/** Maintains a copy of data that has no query engine, in the connection's own folder. */
export interface Copier {
  /**
   * Copies everything again and swaps in the new copy. A second call during a sync gets the first call's outcome.
   * @throws DriverError when the sync failed: the old copy remains, and the log has the message
   */
  sync(config: ConnectionConfig, folder: string): Promise<SyncReport>
  /** The state of the copy in this folder; `history` is newest first and limited to fifty entries. */
  state(folder: string): Promise<CopyState>
}

export interface CopyState {
  /** Whether a sync is running in this process. */
  isSyncing: boolean
  /** When the copy in use was finished (ISO 8601, UTC); null if there is none. */
  lastSynced: string | null
  history: SyncReport[]
}

export interface SyncReport {
  startedAt: string
  finishedAt: string
  tableCount: number
  rowCount: number
  /** What the sync left out. */
  warnings: Message[]
  /** Null for a sync that succeeded. */
  error: Message | null
}

export const testStages = ['resolve', 'reach', 'tls', 'sign-in', 'read-only', 'list-tables'] as const
export type TestStage = (typeof testStages)[number]

export interface TestReport {
  tableCount: number
  /** Version text of the engine. */
  engine: string
  /** What an operator should know about this account: superuser, can write, can read files (R02). */
  warnings: Message[]
}

/** What a test reads from the server itself. */
export type ServerReport = Omit<TestReport, 'tableCount'>

export interface QueryOptions {
  signal?: AbortSignal
  /** When the time is up, the driver asks the engine to stop, and cuts the connection if it doesn't. */
  timeoutMs: number
  /** Maximum number of rows delivered; null for no row cap. */
  maxRows: number | null
  /** Maximum bytes of cell text delivered; null for no byte cap. */
  maxBytes: number | null
  /**
   * The second wall: the base tables and columns that the gate proved this query to read. An engine that can check
   * reads itself (SQLite's authorizer) refuses everything else. Absent: no check.
   */
  readable?: ReadableObject[]
}

export interface ReadableObject {
  schema: string | null
  table: string
  /** Null for every column. */
  columns: string[] | null
}

/** The rows of a result, as a table that other statements can read. Names are unique, whatever their case. */
export interface ResultTable {
  name: string
  columns: Pick<ResultColumn, 'name' | 'kind'>[]
  rows: Row[]
}

export interface QueryOutcome {
  rowCount: number
  /** Why rows are missing; null when all were delivered. */
  truncatedBy: 'rows' | 'bytes' | null
}

/** Some rows of a result as JSON: what is between the brackets of an array of rows. */
export interface JsonRows {
  rows: string
  count: number
}

export interface QueryResult {
  columns: ResultColumn[]
  /**
   * Rows as the engine sends them; the driver reads only as far as the consumer asks. Leaving the loop early cancels
   * the statement. Throws DriverError while iterating.
   */
  batches: AsyncIterable<Row[]>
  /** The same rows as JSON, if the driver has them so. A reader iterates over these or over `batches`. */
  json?: AsyncIterable<JsonRows>
  /** Available once `batches` has ended; null before. */
  outcome(): QueryOutcome | null
  /** Bytes that the engine reads for this query, if it reported them before the run. */
  bytesRead?: number
}

export interface IntrospectOptions {
  signal?: AbortSignal
  timeoutMs?: number
  onProgress?: (tablesSeen: number) => void
}

/** One open connection. Calls on it run one at a time unless the driver says otherwise. */
export interface Connection {
  /** Reports each stage as it is reached, so that the failing one can be named. */
  test(onStage: (stage: TestStage) => void): Promise<TestReport>
  /** Streams the engine's own catalogue in one pass. */
  introspect(options?: IntrospectOptions): AsyncIterable<CatalogueTable>
  /** The schema that an unqualified name means; null where the engine has none. */
  readonly defaultSchema: Catalogue['defaultSchema']
  /**
   * Reports what identifies the physical database: the same for every connection to it, whatever the address or
   * account. Absent for engines that report nothing like that.
   * @throws DriverError
   */
  identify?(): Promise<string[]>
  /** The database that the connection uses, if a three-part name may begin with it; absent or null otherwise. */
  readonly database?: Catalogue['database']
  /**
   * Runs one statement through a protocol that cannot stack (R07), in a read-only session if the engine has one.
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
  'storage',
  'interrupted',
  'unsupported',
  'unknown',
] as const
export type DriverErrorKind = (typeof driverErrorKinds)[number]

/** The only error that leaves a driver. The message is for administrators: it may quote the engine (R21). */
export class DriverError extends Error {
  override readonly name = 'DriverError'
  readonly kind: DriverErrorKind
  /** The message, for its translation. */
  readonly text: Message
  /** Character offset in the SQL, 0-based, if the engine reports it. */
  readonly position: number | null
  /** How far a connection got before it failed; null for an error after that. */
  readonly stage: TestStage | null

  constructor(
    kind: DriverErrorKind,
    text: Message,
    options: { position?: number | null; stage?: TestStage | null; cause?: unknown } = {},
  ) {
    super(formatMessage(text), { cause: options.cause })
    this.kind = kind
    this.text = text
    this.position = options.position ?? null
    this.stage = options.stage ?? null
  }
}
