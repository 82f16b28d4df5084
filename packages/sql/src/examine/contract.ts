import type { TableRef } from '../contract.ts'

/** What may make a right-looking result wrong, as far as the query's text and the catalogue's keys prove it. */
export interface Examination {
  fanOuts: FanOut[]
  limitedInputs: LimitedInput[]
  comparisons: ValueComparison[]
  dateFilters: DateFilter[]
  /** The number of rows that the query itself asks for; null if it gives none. */
  ownLimit: number | null
  /** The first rows by some value, if the query asks for them; null otherwise. */
  ranking: Ranking | null
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
