import type { Generated } from 'kysely'

/* Tables that administrators protect, by physical database, and pending changes to areas. */

/** A table that is or was protected in one physical database. */
export interface ProtectedTablesTable {
  /** A physical database, as one of its connections identifies it. */
  identity: string
  /** In lower case; empty if the engine has no schemas, `*` for any schema. */
  schema_key: string
  /** In lower case. */
  table_key: string
  reason: 'rule' | 'marked' | 'upgrade'
  protected_by: string | null
  protected_at: string
  /** Null: it is protected. */
  lifted_at: string | null
}

/** Identifies the physical database behind a connection. */
export interface ConnectionIdentitiesTable {
  connection_id: string
  identity: string
  /** The revision of the connection's settings that it was found with. */
  revision: number
}

/** A single row: anything derived from the tables above is outdated once this version has increased. */
export interface ProtectionStateTable {
  id: 'state'
  version: number
  /** When the areas' rules were first turned into protected tables; null before that. */
  rules_read_at: Generated<string | null>
}

/** A change that an area's owner requested; one row per area. */
export interface WaitingChangesTable {
  area_id: string
  /** New with each change of the request, so that an approval applies to what the administrator saw. */
  id: string
  requested_by: string | null
  requested_at: string
  /** JSON of WaitingChange. */
  change: string
}
