import type { CatalogueTable, ColumnKind, Dimension, Metric, NamedFilter, SqlDialect } from '@parlance/contract'
import type { Formula, SemanticModel } from '@parlance/semantics'
import type { ExpressionPiece } from '@parlance/sql/text'
import type { MetricPart } from './aggregates.ts'
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
  /** For a column that stands for a definition of the area: what it is computed from. */
  computed?: ComputedColumn
  /** Whether the area says that this is the date of the table's rows. */
  isTime?: boolean
}

/** A definition that is read and written like a column. A filter is true or false. */
export interface ComputedColumn {
  kind: 'dimension' | 'filter'
  name: string
  pieces: ExpressionPiece[]
  /** The texts that its CASE returns; null if they aren't known. */
  values: string[] | null
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

/** A metric that is computed from columns that the asker may see. */
export interface DefinedMetric {
  metric: Metric
  /** The tables whose rows it summarizes: several for a formula over metrics of several tables. */
  tables: TableModel[]
  computation: DefinedAggregate | DefinedFormula
  /** The date that its rows have, if the area says so. */
  time: ColumnModel | null
}

export interface DefinedAggregate {
  kind: 'aggregate'
  table: TableModel
  pieces: ExpressionPiece[]
  /** Null if the aggregates can't be limited to some rows. */
  parts: MetricPart[] | null
  condition: ExpressionPiece[] | null
}

export interface DefinedFormula {
  kind: 'formula'
  formula: Formula
  /** By name in lower case. */
  metrics: ReadonlyMap<string, DefinedMetric>
}

/** A dimension as a column of its table: one of the database's, or one that stands for an expression. */
export interface DefinedDimension {
  dimension: Dimension
  column: ColumnModel
}

/** A named filter as a yes/no column of its table. */
export interface DefinedFilter {
  filter: NamedFilter
  column: ColumnModel
}

/** Other words for a stored value. */
export interface DefinedSynonym {
  column: ColumnModel
  value: string
  synonyms: readonly string[]
}

/** The definitions of an area that the asker may use, over a schema. Names are in lower case. */
export interface Vocabulary {
  model: SemanticModel
  metrics: ReadonlyMap<string, DefinedMetric>
  dimensions: readonly DefinedDimension[]
  filters: ReadonlyMap<string, DefinedFilter>
  synonyms: readonly DefinedSynonym[]
}

export interface Schema {
  dialect: SqlDialect
  defaultSchema: string | null
  tables: TableModel[]
  byKey: ReadonlyMap<TableKey, TableModel>
  links: Link[]
  /** The definitions of the area that the asker may use. */
  vocabulary?: Vocabulary
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

/** The column of a table with a name, in its own spelling or else in any case. */
export function columnNamed({ columns }: TableModel, name: string): ColumnModel | null {
  const exact = columns.find((one) => one.name === name)
  return exact ?? columns.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null
}
