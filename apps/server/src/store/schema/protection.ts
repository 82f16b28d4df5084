import type { Generated } from 'kysely'

/* Tables that administrators protect, by physical database, and changes of areas that wait for them. */

/** A table that is protected in one physical database, or was until it was lifted. */
export interface ProtectedTablesTable {
  /** A physical database, as one of its connections identifies it. */
  identity: string
  /** In lower case; empty where the engine has no schemas, `*` for any schema. */
  schema_key: string
  /** In lower case. */
  table_key: string
  reason: 'rule' | 'marked' | 'upgrade'
  protected_by: string | null
  protected_at: string
  /** Null: it is protected. */
  lifted_at: string | null
}

/** How the physical database behind a connection can be recognized. */
export interface ConnectionIdentitiesTable {
  connection_id: string
  identity: string
  /** The revision of the connection's settings that it was found with. */
  revision: number
}

/** One row: what was worked out from the tables above is out of date once the version has grown. */
export interface ProtectionStateTable {
  id: 'state'
  version: number
  /** When the rules of the areas were first turned into protected tables; null until then. */
  rules_read_at: Generated<string | null>
}

/** What the owner of an area asked for; one row for each area. */
export interface WaitingChangesTable {
  area_id: string
  /** New with each change of the request, so that an approval is for what was seen. */
  id: string
  requested_by: string | null
  requested_at: string
  /** JSON of WaitingChange. */
  change: string
}
