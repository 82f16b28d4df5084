import type { Flag } from './flag.ts'

/* Data of the installation rather than of a user. */

export interface SettingsTable {
  key: string
  /** JSON; encrypted text if `is_secret`. */
  value: string
  is_secret: Flag
  updated_at: string
  updated_by: string | null
}

export interface LicensesTable {
  id: string
  /** The signed token. */
  token: string
  /** 'trial' exists only once per installation. */
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
  /** The source of the request; null for the server's own actions. */
  address: string | null
  /** Its name, in case the audit record outlives it. */
  target_name: string | null
  /** JSON without values, predicates, or secrets (R21). */
  detail: string
  request_id: string | null
}
