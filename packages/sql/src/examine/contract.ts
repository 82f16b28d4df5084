import type { TableRef } from '../contract.ts'

/** What may make a right-looking result wrong, as far as the query's own text and the catalogue's keys prove it. */
export interface Examination {
  fanOuts: FanOut[]
  limitedInputs: LimitedInput[]
  comparisons: ValueComparison[]
  dateFilters: DateFilter[]
  /** The number of rows that the query itself asks for; null when it names none. */
  ownLimit: number | null
  /** The first rows by some value, when the query asks for such; null otherwise. */
  ranking: Ranking | null
}

/** A query that keeps the first rows by some value: rows with the value of the last one may have been left out. */
export interface Ranking {
  /** Rows that the query keeps. */
  rows: number
  /** The same query with `rowsBehind` rows more; the last `values` columns of its result are what it is ordered by. */
  sql: string
  rowsBehind: number
  values: number
}

/** An aggregate over a table whose rows a join repeats: keys prove that one of them may meet several of the other. */
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
  /** One literal that must be equal, so that any row found proves that the literal exists. */
  isPlainFilter: boolean
}

/** A date or time column that decides which rows are read; bounds are the literals as written, null where none is known. */
export interface DateFilter {
  table: TableRef
  column: string
  from: string | null
  to: string | null
}
