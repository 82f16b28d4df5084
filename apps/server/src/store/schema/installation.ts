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
  /** The email at that time, in case the record outlives the user. */
  user_email: string | null
  action: string
  /** The group of the action, for its index. */
  action_group: string
  target_kind: string | null
  target_id: string | null
  outcome: 'allowed' | 'denied' | 'failed'
  /** The source of the request; null for the server's own actions. */
  address: string | null
  /** Its name, in case the audit record outlives it. */
  target_name: string | null
  /** JSON without values, predicates, or secrets (R21). */
  detail: string
  /** JSON: the fields before and after. Null without changes. */
  changes: string | null
  request_id: string | null
}

/** Another system that receives the audit log. */
export interface AuditSinksTable {
  id: string
  kind: 'webhook' | 'syslog'
  is_active: Flag
  /** JSON: where and how to send, without secrets. */
  settings: string
  /** Encrypted. */
  secret: string | null
  /** The last record that it received. */
  cursor_at: string
  cursor_id: string
  /** When it received that. Null before the first. */
  sent_at: string | null
  /** JSON: a message. Null after a success. */
  last_error: string | null
  failed_at: string | null
  /** Failures since the last success. */
  failures: number
  next_try_at: string | null
  /** The process that sends, and until when no other one may. */
  leased_by: string | null
  leased_until: string | null
  created_at: string
  updated_at: string
}
