/* What was read of the tables of each database. */

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
