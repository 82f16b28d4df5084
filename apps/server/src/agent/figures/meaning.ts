import type { FactColumn } from './fact-column.ts'
import type { DerivedColumn } from './related-columns.ts'

/** How a figure follows from the rows. */
export type Operation =
  | 'cell'
  | 'count'
  | 'sum'
  | 'avg'
  | 'median'
  | 'min'
  | 'max'
  | 'share'
  | 'change'
  | 'diff'
  | 'ratio'
  | 'rank'
  /** It is in a column that follows from two others, such as what is left of a whole. */
  | 'derived'
  /** It repeats the question, or the claim about it is checked elsewhere. */
  | 'stated'

/** One way in which a figure follows from the rows. */
export interface Meaning {
  op: Operation
  column: FactColumn | null
  /** Indexes of the rows that it is about; null if it covers all of them. */
  rows: readonly number[] | null
  value: number | null
  /** Whether a share is that of one named row in another one. */
  isOfOther?: boolean
  /** The column that it is in, if `op` is `derived`; `column` is the first of the two that it follows from. */
  from?: DerivedColumn
}
