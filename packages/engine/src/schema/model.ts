import type { CatalogueTable, ColumnKind, SqlDialect } from '@parlance/contract'
import type { ColumnRef, TableKey } from '../query.ts'

export interface ColumnModel {
  name: string
  kind: ColumnKind
  dataType: string
  nullable: boolean
  table: TableModel
  ref: ColumnRef
  /** Singular words of the name; `spoken` is the same as text. */
  words: string[]
  spoken: string
  /** Further names from an administrator. */
  synonyms: string[][]
  isKey: boolean
  isForeignKey: boolean
}

export interface TableModel {
  key: TableKey
  name: string
  schema: string | null
  isView: boolean
  columns: ColumnModel[]
  primaryKey: ColumnModel[]
  words: string[]
  spoken: string
  synonyms: string[][]
  source: CatalogueTable
}

/** A foreign key, declared or inferred: many rows of `child` belong to one of `parent`. */
export interface Link {
  child: TableModel
  parent: TableModel
  pairs: { child: ColumnModel; parent: ColumnModel }[]
  inferred: boolean
}

export interface Schema {
  dialect: SqlDialect
  defaultSchema: string | null
  tables: TableModel[]
  byKey: ReadonlyMap<TableKey, TableModel>
  links: Link[]
}

/** Returns the table of a key. @throws Error if the schema has none, which is a bug */
export function tableOf(schema: Schema, key: TableKey): TableModel {
  const table = schema.byKey.get(key)
  if (table === undefined) throw new Error(`No table ${key} in the schema`)
  return table
}

/** Returns the column of a reference. @throws Error if the schema has none, which is a bug */
export function columnOf(schema: Schema, ref: ColumnRef): ColumnModel {
  const found = tableOf(schema, ref.table).columns.find((one) => one.name === ref.column)
  if (found === undefined) throw new Error(`No column ${ref.table}.${ref.column} in the schema`)
  return found
}
