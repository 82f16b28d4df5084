import type { TableRef } from '../contract.ts'

/** What may make a right-looking result wrong, as far as the query's text and the catalogue's keys prove it. */
export interface Examination extends Findings {
  /** The number of rows that the query itself asks for; null if it gives none. */
  ownLimit: number | null
  /** Whether the query orders its rows. */
  isOrdered: boolean
  /** The first rows by some value, if the query asks for them; null otherwise. */
  ranking: Ranking | null
}

/** What each SELECT of a query is searched for. Some of it is wrong only if the data says so. */
export interface Findings {
  fanOuts: FanOut[]
  limitedInputs: LimitedInput[]
  comparisons: ValueComparison[]
  dateFilters: DateFilter[]
  crossJoins: CrossJoin[]
  integerDivisions: IntegerDivision[]
  nullComparisons: { operator: string }[]
  notIns: NotIn[]
  distinctSums: { aggregate: string }[]
  averagesOfAverages: { aggregate: string }[]
  unsuitableSums: UnsuitableSum[]
  dateTexts: DateText[]
  outerJoins: OuterJoin[]
  plainCounts: PlainCount[]
  mergedNames: MergedNames[]
  lostRows: LostRows[]
  /** Subqueries that pick their first rows without an order. */
  unorderedPicks: { rows: number }[]
}

/** Two sides of a join that no condition connects; a query by its alias. */
export interface CrossJoin {
  one: TableRef | string
  other: TableRef | string
}

/** A quotient or an average of whole numbers that the engine cuts to a whole number. */
export interface IntegerDivision {
  isAverage: boolean
}

/** NOT IN over a subquery whose column may be NULL. */
export interface NotIn {
  table: TableRef
  column: string
  /** A query for the rows of the subquery that are NULL. */
  nulls: string
}

export type SumRole = 'id' | 'year' | 'price' | 'share'

/** A sum of a column that isn't an amount. */
export interface UnsuitableSum {
  aggregate: string
  table: TableRef
  column: string
  role: SumRole
  /** Whether the table also has a quantity. */
  hasQuantity: boolean
}

/** A date, or a text that may be one, that is compared with a literal. */
export interface DateText {
  table: TableRef
  column: string
  value: string
  /** Whether the column's type is a date or a time. */
  isDate: boolean
  isNumber: boolean
  /** Whether the literal is a date such as 2026-01-31. */
  isWhole: boolean
  /** Whether the comparison is one of order. */
  isOrdered: boolean
  /** Whether rows up to and including this value are wanted. */
  isUpperBound: boolean
}

/** An outer join whose missing rows are filtered out, or counted as one. */
export interface OuterJoin {
  table: TableRef
  problem: 'undone' | 'counted'
}

/** COUNT of a column that isn't unique. */
export interface PlainCount {
  aggregate: string
  table: TableRef
  column: string
  mayBeNull: boolean
}

/** Groups by the name of a table's rows, without the table's key. */
export interface MergedNames {
  table: TableRef
  columns: string[]
  /** The indexes of the result columns that show `columns`; null for one that isn't shown. */
  outputs: (number | null)[]
  key: string[]
}

/** An inner join that loses the rows of `table` whose `column` refers to no row of `other`. */
export interface LostRows {
  table: TableRef
  column: string
  other: TableRef
  key: string
}

/** A query for the first rows by some value; it may have left out rows that tie with the last one. */
export interface Ranking {
  /** Rows that the query returns. */
  rows: number
  /** The same query with `rowsBehind` more rows; the last `values` columns of its result are the sort values. */
  sql: string
  rowsBehind: number
  values: number
}

/** An aggregate over a table whose rows a join repeats; keys prove that a row may match several of the other table. */
export interface FanOut {
  /** The aggregate as the query writes it. */
  aggregate: string
  table: TableRef
  /** The joined table with several rows for one of `table`. */
  multipliedBy: TableRef
}

/** An aggregate that reads only the first rows of its input. */
export interface LimitedInput {
  rows: number
  /** Whether an order decides which rows these are. */
  ordered: boolean
}

/** A text column that is compared with literals. */
export interface ValueComparison {
  table: TableRef
  column: string
  values: string[]
  /** A single literal compared by equality, so that any row found proves that the literal exists. */
  isPlainFilter: boolean
}

/** A date or time column that decides which rows are read; bounds are the literals as written, null if unknown. */
export interface DateFilter {
  table: TableRef
  column: string
  from: string | null
  to: string | null
}
