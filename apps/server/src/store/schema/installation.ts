import type { Flag } from './flag.ts'

/* What belongs to the installation rather than to a person. */

export interface SettingsTable {
  key: string
  /** JSON; encrypted text when `is_secret`. */
  value: string
  is_secret: Flag
  updated_at: string
  updated_by: string | null
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
