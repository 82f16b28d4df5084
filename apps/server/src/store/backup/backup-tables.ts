import type { Database } from '../schema.ts'

type TableName = keyof Database

/** Every table whose rows a backup contains, each after the tables that it references. */
export const backupTables: TableName[] = [
  'users',
  'settings',
  'activations',
  'user_groups',
  'group_domains',
  'group_members',
  'password_resets',
  'invitations',
  'api_tokens',
  'applications',
  'sessions',
  'connections',
  'connection_access',
  'active_connections',
  'catalogues',
  'catalogue_tables',
  'areas',
  'area_access',
  'group_access',
  'default_areas',
  'area_versions',
  'area_drafts',
  'area_draft_examples',
  'definition_usage',
  'rejected_proposals',
  'asked_words',
  'waiting_changes',
  'protected_tables',
  'connection_identities',
  'turns',
  'turn_events',
  'turn_usage',
  'turn_prompts',
  'artifacts',
  'examples',
  'evaluation_sets',
  'evaluation_questions',
  'evaluation_runs',
  'evaluation_results',
  'usage_days',
  'budgets',
  'licenses',
  'audit_log',
  'audit_sinks',
]

/**
 * Left out of a backup: sign-ins (everyone signs in again), leases, tests, and counters that expire soon anyway, mails,
 * which would be sent twice, a version that every store creates for itself, stored values of databases, which are read
 * again, and counters of budgets, which are summed again.
 */
export const leftOut: TableName[] = [
  'sign_ins',
  'refresh_tokens',
  'catalogue_refreshes',
  'passed_tests',
  'outgoing_mails',
  'attempts',
  'example_proofs',
  'protection_state',
  'value_indexes',
  'value_columns',
  'value_chunks',
  'value_terms',
  'model_reservations',
  'budget_counters',
]
