import type { Database } from '../schema.ts'

type TableName = keyof Database

/** Every table whose rows a backup holds, each after those that it refers to. */
export const backupTables: TableName[] = [
  'users',
  'settings',
  'activations',
  'password_resets',
  'applications',
  'sessions',
  'connections',
  'connection_access',
  'active_connections',
  'catalogues',
  'catalogue_tables',
  'areas',
  'area_access',
  'default_areas',
  'waiting_changes',
  'protected_tables',
  'connection_identities',
  'turns',
  'turn_events',
  'artifacts',
  'examples',
  'licenses',
  'audit_log',
]

/**
 * What stays behind: sign-ins (everyone signs in again), leases, tests and counts that soon end anyway, mails, which would
 * go out a second time, and a version that every store makes for itself.
 */
export const leftOut: TableName[] = [
  'sign_ins',
  'refresh_tokens',
  'catalogue_refreshes',
  'passed_tests',
  'outgoing_mails',
  'attempts',
  'protection_state',
]
