/** SQL dialects that the gate reads; each database kind's manifest names one. */
export const sqlDialects = [
  'postgresql',
  'mysql',
  'sqlite',
  'tsql',
  'oracle',
  'snowflake',
  'bigquery',
  'dremio',
  'hana',
] as const
export type SqlDialect = (typeof sqlDialects)[number]

/** What a column holds, whatever the engine calls it. */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'json'
  | 'binary'
  | 'other'

export interface CatalogueColumn {
  name: string
  /** The type as the engine writes it, for example `NUMERIC(10,2)`. */
  dataType: string
  kind: ColumnKind
  nullable: boolean
  comment: string | null
}

export interface ForeignKey {
  /** The referencing columns of this table, in key order. */
  columns: string[]
  referencedSchema: string | null
  referencedTable: string
  /** The referenced columns, position by position with `columns`. */
  referencedColumns: string[]
}

export const objectTypes = ['TABLE', 'VIEW', 'SYNONYM'] as const
export type ObjectType = (typeof objectTypes)[number]

export interface CatalogueTable {
  /** Null where the engine has no schemas (SQLite). */
  schema: string | null
  name: string
  objectType: ObjectType
  comment: string | null
  columns: CatalogueColumn[]
  /** Column names of the primary key in key order; empty when there is none. */
  primaryKey: string[]
  /** Columns of each other key that no two rows share; absent where there is none, or the driver does not tell. */
  uniqueKeys?: string[][]
  foreignKeys: ForeignKey[]
  /** The engine's own estimate; null when it keeps none. */
  rowEstimate: number | null
  /** Set where rules hide rows from whom this catalogue is for: then the estimate is told to nobody. */
  hidesRows?: true
  /** A view's SQL or a synonym's target where the engine lets it be read, else null. */
  definition: string | null
}

/** Everything that is known of one database, as its driver introspected it. */
export interface Catalogue {
  dialect: SqlDialect
  /** The schema that an unqualified name means; null where the engine has none. */
  defaultSchema: string | null
  /**
   * The database (BigQuery: the project) that the connection is in, as the engine spells it: a name of three parts may
   * begin with it. Null or absent: names begin with a schema.
   */
  database?: string | null
  tables: CatalogueTable[]
}
