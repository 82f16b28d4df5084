import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/* Applications, their connected databases, and who may use them. */

export interface ApplicationsTable {
  id: string
  name: string
  /** The name in lower case; unique. */
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
  /** JSON of the manifest's fields that aren't secret. */
  config: string
  /** Encrypted JSON of the secret fields; null if there are none. */
  secrets: string | null
  visibility: 'private' | 'public' | 'restricted'
  /** Null: created by the installation itself. */
  owner_id: string | null
  is_valid: Flag
  last_tested: string | null
  test_error: string | null
  /** JSON of the error's pattern and values; null if it has none. */
  test_message: Generated<string | null>
  /** The stage at which the last test failed, and the kind of failure; null if it passed. */
  test_stage: string | null
  test_failure: string | null
  /** Engine and version from the last test. */
  driver_info: string | null
  /** JSON list of messages, or of texts from version 1.1 and older (R02). */
  warnings: string
  table_count: number | null
  /** 'sample' for the sample database, otherwise null; unique, so that it is created only once. */
  origin: string | null
  /** Incremented when the address or credentials change, which invalidates older findings. */
  revision: Generated<number>
  /** The conversation whose file this is; null for every connected database. */
  session_id: Generated<string | null>
  /** For connectors that copy data: when the last copy succeeded, and its state. */
  last_synced: string | null
  sync_status: 'syncing' | 'synced' | 'error' | null
  /** Whether scheduled checks include it. */
  is_checked: Generated<Flag>
  /** Failed checks in a row. */
  check_failures: Generated<number>
  /** When the next check is due; null: at once. */
  next_check_at: Generated<string | null>
  /** Until when one process may check it. */
  check_lease_until: Generated<string | null>
  /** A change of its state that a check found and that no email reported yet. */
  unreported_change: Generated<'failed' | 'recovered' | null>
  /** JSON of the files that were uploaded as its database; null for every other connection. */
  uploaded_files: Generated<string | null>
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
