import type { Insertable, Selectable } from 'kysely'

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
  /** The e-mail in lower case: unique. */
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
  /** When it was exchanged for the next one; a second use is theft. */
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
  /** Engine and version, as the last test saw it. */
  driver_info: string | null
  /** JSON list of texts (R02). */
  warnings: string
  table_count: number | null
  /** 'sample' for the sample database, else null: unique, so that it is made once. */
  origin: string | null
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

export interface CataloguesTable {
  connection_id: string
  introspected_at: string
  /** Changes when the source does: a file's size and time, or the introspection's own hash. */
  fingerprint: string
  /** JSON of the contract's Catalogue. */
  catalogue: string
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
  /** JSON without values, predicates or secrets (R21). */
  detail: string
  request_id: string | null
}

export interface Database {
  settings: SettingsTable
  users: UsersTable
  sign_ins: SignInsTable
  refresh_tokens: RefreshTokensTable
  applications: ApplicationsTable
  connections: ConnectionsTable
  connection_access: ConnectionAccessTable
  active_connections: ActiveConnectionsTable
  catalogues: CataloguesTable
  sessions: SessionsTable
  turns: TurnsTable
  turn_events: TurnEventsTable
  licenses: LicensesTable
  audit_log: AuditLogTable
}

export type UserRow = Selectable<UsersTable>
export type ConnectionRow = Selectable<ConnectionsTable>
export type SessionRow = Selectable<SessionsTable>
export type TurnRow = Selectable<TurnsTable>
export type NewTurn = Insertable<TurnsTable>
