import type { AreaTable, ColumnKind, Definitions, AreaJoin, SqlDialect } from '@parlance/contract'

/** The hints of a table of the area. */
export type TableHints = Pick<AreaTable, 'table_name' | 'description' | 'synonyms' | 'columns'>

/** What an area says about the meaning of its data, and no rules: all that a file can carry. */
export interface AreaContent {
  name: string
  description: string | null
  instructions: string | null
  synonyms: string[]
  tables: TableHints[]
  relationships: AreaJoin[]
  definitions: Definitions
}

/** A table of the area, as its database has it. */
export interface TableOfArea {
  /** As the area spells it. */
  name: string
  /** Null if the database has no schemas, or does not have the table. */
  schema: string | null
  /** Without its schema. */
  shortName: string
  /** Null if the database does not have it now. */
  columns: { name: string; kind: ColumnKind }[] | null
  /** Each key's columns: no two rows have the same values in them. */
  keys: string[][]
}

/** The tables that names in a file can mean, and the SQL that the area's databases read. */
export interface AreaTables {
  dialect: SqlDialect
  tables: TableOfArea[]
}
