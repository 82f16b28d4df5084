import type {
  AreaJoin,
  CatalogueTable,
  DefinitionKind,
  Definitions,
  Message,
  MetricFormat,
  SqlDialect,
  UsedDefinition,
} from '@parlance/contract'

/** What a query in the area's own terms is compiled with: the definitions, and one database as the user sees it. */
export interface SemanticModel {
  dialect: SqlDialect
  /** The area's tables that this database has, with the columns that the user may use. */
  tables: readonly SemanticTable[]
  joins: readonly AreaJoin[]
  definitions: Definitions
  /** The area's version in which a definition last changed. */
  versionOf: (kind: DefinitionKind, name: string) => number | null
  /** Tables with a default filter that can't apply, because it reads a column that the user may not use. */
  unfiltered?: readonly string[]
}

/** A table of the area. */
export interface SemanticTable {
  /** As the area spells it, which is how definitions and joins name it. */
  name: string
  /** Its full name as SQL of the dialect. */
  sql: string
  entry: CatalogueTable
  /** Columns whose values a rule masks for the user. Rows can't be matched by them. */
  masked: ReadonlySet<string>
}

/** A column of the result, in the order of the SELECT list. */
export interface CompiledColumn {
  kind: 'time' | 'dimension' | 'metric'
  /** The definition's name. For a time column, the grain. */
  name: string
  /** Its name in the result. */
  label: string
  unit: string | null
  format: MetricFormat | null
}

/** One SELECT that answers a metric query. The gate proves it like any other query. */
export interface CompiledQuery {
  sql: string
  columns: CompiledColumn[]
  /** All definitions that the SQL contains, including the metrics of formulas. */
  used: UsedDefinition[]
}

export type RefusalCode =
  | 'unknown_name'
  | 'missing_table'
  | 'missing_column'
  | 'multiplies_rows'
  | 'unknown_cardinality'
  | 'masked_key'
  | 'unreadable_relationship'
  | 'no_relationship'
  | 'ambiguous_path'
  | 'not_allowed'
  | 'contradiction'
  | 'no_time_column'
  | 'invalid_definition'
  | 'invalid_value'
  | 'invalid_order'

/** Why a metric query has no right answer in this database. */
export class Refusal {
  readonly code: RefusalCode
  /** What is wrong and what to do, in whole sentences. */
  readonly reason: Message
  /** For an ambiguous path: each way, as the columns that it joins. */
  readonly choices: readonly string[]

  constructor(code: RefusalCode, reason: Message, choices: readonly string[] = []) {
    this.code = code
    this.reason = reason
    this.choices = choices
  }
}
