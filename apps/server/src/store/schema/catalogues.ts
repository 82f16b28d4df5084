/* The catalogs read from each database. */

/** The newest complete read of a database's own catalog; its tables are the rows of this generation. */
export interface CataloguesTable {
  connection_id: string
  generation: string
  introspected_at: string
  /** Size and time of an embedded database's file when it was read; null for a database with an address. */
  fingerprint: string | null
  dialect: string
  default_schema: string | null
  database_name: string | null
  table_count: number
  column_count: number
  /** JSON of the contract's CatalogueChanges from the last read that differed; null until one did. */
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

/** Lease: only one process at a time reads a database's catalog. */
export interface CatalogueRefreshesTable {
  connection_id: string
  /** The generation that is being read; null if none is. */
  owner: string | null
  lease_until: string
  started_at: string
  tables_seen: number
  /** Why the last read failed; null if it succeeded. */
  error: string | null
  error_at: string | null
}
