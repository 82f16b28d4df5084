/** SQL dialects that the gate reads. The manifest of each database kind names one. */
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

/** Kind of a column's values, whatever the engine calls it. */
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
  /** The engine's name of the type, such as `NUMERIC(10,2)`. */
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

/** Whether an object counts toward the most tables that users can ask about without a business area. */
export function isCounted(type: ObjectType): boolean {
  return type !== 'VIEW'
}

export interface CatalogueTable {
  /** Null if the engine has no schemas, like SQLite. */
  schema: string | null
  name: string
  objectType: ObjectType
  comment: string | null
  columns: CatalogueColumn[]
  /** Columns of the primary key, in key order. Empty if there is none. */
  primaryKey: string[]
  /** Columns of each other unique key. Absent if there is none or the driver does not report them. */
  uniqueKeys?: string[][]
  foreignKeys: ForeignKey[]
  /** The engine's estimate. Null if it has none. */
  rowEstimate: number | null
  /** Set if rules hide rows from the user of this catalog. The estimate is not shown then. */
  hidesRows?: true
  /** SQL of a view or target of a synonym. Null if the engine does not allow reading it. */
  definition: string | null
}

/** Details of one database, as its driver read them. */
export interface Catalogue {
  dialect: SqlDialect
  /** The schema of unqualified names. Null if the engine has no schemas. */
  defaultSchema: string | null
  /**
   * The database (in BigQuery, the project) of the connection, as the engine spells it. A name of three parts can begin
   * with it. If null or absent, names begin with a schema.
   */
  database?: string | null
  tables: CatalogueTable[]
}
