import type { Generated, Insertable, Selectable } from 'kysely'

/*
 * Every table of the store, in the subset that SQLite and PostgreSQL share:
 * text, integer, double precision; JSON as text; moments as ISO 8601 UTC text; yes/no as 0 and 1.
 */

type Flag = 0 | 1

export interface SettingsTable {
  key: string
  /** JSON; encrypted text when `is_secret`. */
  value: string
  is_secret: Flag
  updated_at: string
  updated_by: string | null
}

export interface UsersTable {
  id: string
  email: string
  /** The e-mail's one key over its spellings: unique. */
  email_key: string
  username: string
  organization: string
  password_hash: string
  role: 'ADMIN' | 'GENERAL'
  /** N pending, A approved. */
  status: 'N' | 'A'
  is_active: Flag
  tenant_id: string | null
  tenant_name: string | null
  dept_id: string | null
  /** JSON object of text values, behind `:user.<key>`. */
  attributes: string
  /** Null: unlimited. */
  daily_query_limit: number | null
  monthly_query_limit: number | null
  daily_query_count: number
  monthly_query_count: number
  daily_query_reset_at: string | null
  monthly_query_reset_at: string | null
  created_at: string
  last_login_at: string | null
  /** When an administrator last changed it; null: never. */
  updated_at: string | null
}

/** One sign-in of one browser: the family of its refresh tokens. Access tokens name it, so revoking it ends them too. */
export interface SignInsTable {
  id: string
  user_id: string
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface RefreshTokensTable {
  /** SHA-256 of the token, hex: the token itself is nowhere. */
  token_hash: string
  sign_in_id: string
  created_at: string
  expires_at: string
  /** When it was exchanged for the next one; a use long after, or after its successor's, is theft. */
  used_at: string | null
}

/** The mailed code of an account that must prove its e-mail; no row: it need not. */
export interface ActivationsTable {
  user_id: string
  /** Keyed hash of the code that counts: a new code replaces the one before. */
  code_hash: string
  expires_at: string
  /** Wrong codes since this one was made. */
  attempts: number
  /** Null while the e-mail is not proven. */
  activated_at: string | null
}

/** A mailed link for a new password. */
export interface PasswordResetsTable {
  /** SHA-256 of the token, hex: the token itself is nowhere. */
  token_hash: string
  user_id: string
  created_at: string
  expires_at: string
  /** When the password was changed by it. */
  used_at: string | null
}

export interface ApplicationsTable {
  id: string
  name: string
  /** The name in lower case: unique. */
  name_key: string
  description: string | null
  created_at: string
  created_by: string | null
}

export interface ConnectionsTable {
  id: string
  application_id: string | null
  name: string
  description: string | null
  kind: string
  /** JSON of the manifest's fields that are not secret. */
  config: string
  /** Encrypted JSON of the secret fields; null when there are none. */
  secrets: string | null
  visibility: 'private' | 'public' | 'restricted'
  /** Null: made by the installation itself. */
  owner_id: string | null
  is_valid: Flag
  last_tested: string | null
  test_error: string | null
  /** The stage at which the last test failed, and the kind of its failure; null when it passed. */
  test_stage: string | null
  test_failure: string | null
  /** Engine and version, as the last test saw it. */
  driver_info: string | null
  /** JSON list of texts (R02). */
  warnings: string
  table_count: number | null
  /** 'sample' for the sample database, else null: unique, so that it is made once. */
  origin: string | null
  /** Grows with each change of where and how to connect: what was found of an older one counts no more. */
  revision: Generated<number>
  /** Of kinds that are copied: when that last succeeded, and its state. */
  last_synced: string | null
  sync_status: 'syncing' | 'synced' | 'error' | null
  created_at: string
  updated_at: string
}

/** Who may use a restricted connection. */
export interface ConnectionAccessTable {
  connection_id: string
  user_id: string
  granted_by: string | null
  created_at: string
}

/** The connection that a user has selected. */
export interface ActiveConnectionsTable {
  user_id: string
  connection_id: string
  updated_at: string
}

/** The newest whole reading of a database's own catalogue; its tables are the rows of this generation. */
export interface CataloguesTable {
  connection_id: string
  generation: string
  introspected_at: string
  /** Size and time of an embedded database's file when it was read; null for a database behind an address. */
  fingerprint: string | null
  dialect: string
  default_schema: string | null
  database_name: string | null
  table_count: number
  column_count: number
  /** JSON of the contract's CatalogueChanges: the last reading that differed; null until one did. */
  changes: string | null
}

export interface CatalogueTablesTable {
  connection_id: string
  generation: string
  position: number
  schema_name: string | null
  name: string
  object_type: 'TABLE' | 'VIEW' | 'SYNONYM'
  /** JSON of the contract's CatalogueTable. */
  detail: string
}

/** At most one process reads a database's catalogue at a time: it holds the lease. */
export interface CatalogueRefreshesTable {
  connection_id: string
  /** The generation that is being read; null when none is. */
  owner: string | null
  lease_until: string
  started_at: string
  tables_seen: number
  /** Why the last reading failed; null when it did not. */
  error: string | null
  error_at: string | null
}

export interface SessionsTable {
  id: string
  app_name: string
  user_id: string
  name: string
  area_id: string | null
  connection_id: string | null
  /** JSON of the contract's SessionState. */
  state: string
  created_at: string
  last_accessed: string
  last_message: string | null
  /** Number of the next turn: 1, 2, 3 … */
  next_turn: number
}

export interface TurnsTable {
  /** Made by the client. */
  id: string
  session_id: string
  user_id: string
  /** Order within the session. */
  number: number
  /** At most one turn of a session is running (unique index). */
  status: 'running' | 'final' | 'error' | 'cancelled' | 'failed'
  question: string
  connection_id: string | null
  area_id: string | null
  /** JSON that later questions build on: the SQL, the reading, the engine's state. */
  memory: string | null
  /** Set by whoever asks to stop; the process that holds the lease obeys. */
  cancel_requested: Flag
  /** The process that answers it; null once it has ended. */
  lease_owner: string | null
  lease_until: string | null
  created_at: string
  ended_at: string | null
  /** Number of the last event written; 0 before the first. */
  last_seq: number
}

export interface TurnEventsTable {
  turn_id: string
  seq: number
  /** JSON of the contract's TurnEvent. */
  event: string
  created_at: string
}

export interface LicensesTable {
  id: string
  /** The signed token. */
  token: string
  /** 'trial' exists once in an installation's life. */
  origin: 'trial' | 'upload'
  installed_at: string
  installed_by: string | null
  removed_at: string | null
}

export interface AuditLogTable {
  id: string
  at: string
  user_id: string | null
  action: string
  target_kind: string | null
  target_id: string | null
  outcome: 'allowed' | 'denied' | 'failed'
  /** Where the request came from; null for what the server did by itself. */
  address: string | null
  /** What it was called, where the record may outlive it. */
  target_name: string | null
  /** JSON without values, predicates or secrets (R21). */
  detail: string
  request_id: string | null
}

/** The last test of its kind that a person passed: what they may save without another one. */
export interface PassedTestsTable {
  kind: string
  user_id: string
  /** Keyed hash of the tested settings, secrets included. */
  fingerprint: string
  passed_at: string
}

export interface Database {
  settings: SettingsTable
  users: UsersTable
  sign_ins: SignInsTable
  refresh_tokens: RefreshTokensTable
  activations: ActivationsTable
  password_resets: PasswordResetsTable
  applications: ApplicationsTable
  connections: ConnectionsTable
  connection_access: ConnectionAccessTable
  active_connections: ActiveConnectionsTable
  catalogues: CataloguesTable
  catalogue_tables: CatalogueTablesTable
  catalogue_refreshes: CatalogueRefreshesTable
  sessions: SessionsTable
  turns: TurnsTable
  turn_events: TurnEventsTable
  licenses: LicensesTable
  audit_log: AuditLogTable
  passed_tests: PassedTestsTable
}

export type UserRow = Selectable<UsersTable>
export type ConnectionRow = Selectable<ConnectionsTable>
export type SessionRow = Selectable<SessionsTable>
export type TurnRow = Selectable<TurnsTable>
export type NewTurn = Insertable<TurnsTable>
