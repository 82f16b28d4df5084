import type { FactColumn } from './fact-column.ts'
import type { Meaning, Operation } from './meaning.ts'

/** A number that follows from the rows, with what it means. */
export interface Entry {
  value: number
  meaning: Meaning
}

/** What is in the unit of the column. */
const amounts: readonly Operation[] = ['cell', 'sum', 'avg', 'median', 'diff']

/** @returns a number of a column, in the unit in which a sentence writes it */
export function entry(op: Operation, column: FactColumn, rows: readonly number[] | null, value: number): Entry {
  return {
    value: value * (amounts.includes(op) ? column.scale : 1),
    meaning: { op, column, rows, value },
  }
}
