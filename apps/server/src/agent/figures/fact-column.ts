import type { Step } from './step.ts'
import type { NamedPeriod } from './unpivot.ts'

/** What the values of a column are: amounts, names of things, times, or numbers that only identify. */
export type ColumnRole = 'number' | 'name' | 'time' | 'id' | 'masked'

/** A column of a result, as claims see it. */
export interface FactColumn {
  step: Step
  index: number
  name: string
  role: ColumnRole
  /** The number in each row; only of a column of numbers. */
  numbers: readonly (number | null)[]
  /** Whether all rows are known, so that totals and counts mean something. */
  isComplete: boolean
  stems: ReadonlySet<string>
  concepts: ReadonlySet<string>
  /** The stems without the endings of verbs, so that “refuses” speaks of `refused`. */
  roots: ReadonlySet<string>
  /** All words of its name; `stems` is without those that say nothing, such as “total”. */
  allStems: ReadonlySet<string>
  /** What a number of a column like `sales_in_billion` is multiplied with. */
  scale: number
  isPercent: boolean
  /** Fractions of one that a sentence may write as percent. */
  isFraction: boolean
  isCount: boolean
  /** The period that its name gives. */
  period: NamedPeriod | null
}
