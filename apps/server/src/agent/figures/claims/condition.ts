import type { FactColumn } from '../facts.ts'
import type { Mention } from '../statement.ts'

/** A condition on the numbers of a column: above or below a limit, zero, positive, negative. */
export interface Condition {
  holds: (value: number) => boolean
  /** Where it is in the sentence. */
  start: number
  end: number
  /** The written limits; null for a condition in words. */
  limits: readonly number[] | null
  mention: Mention | null
  /** The columns that it is about; null if the words around it say that. */
  columns: readonly FactColumn[] | null
  /** Whether “no one” is none of what the named rows count, and not none of the rows. */
  isOfNamed?: boolean
}

/** A condition in words on some columns. */
export function inWords(
  { 0: written, index }: RegExpExecArray,
  holds: Condition['holds'],
  columns: readonly FactColumn[],
): Condition {
  return { holds, start: index, end: index + written.length, limits: null, mention: null, columns }
}
