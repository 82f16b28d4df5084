import type { FactColumn } from '../facts.ts'
import { isWithin, type Statement } from '../statement.ts'
import type { Clause } from '../sentences.ts'

/** A column with the sum of each name in the first of its rows, and the row of one name. */
export interface GroupedSums {
  column: FactColumn
  row: number
}

/** “Ruiz owes the most, with two bills”: the sums of a column by name, if rows share the names of a clause. */
export function sumsByName({ names, facts }: Statement, clause: Clause, column: FactColumn): GroupedSums | null {
  const { step } = column
  const [subject, ...more] = names.filter((name) => name.step === step.id && isWithin(name, clause))
  const [row] = subject?.rows ?? []
  if (
    !subject ||
    more.length > 0 ||
    subject.rows.length < 2 ||
    row === undefined ||
    column.isPercent ||
    column.isFraction
  )
    return null
  if (facts.columnAt(step.id, subject.column)?.role !== 'name') return null
  const sums = new Map<string, { first: number; sum: number }>()
  for (const [at, value] of column.numbers.entries()) {
    const key = String(step.result.rows[at]?.[subject.column] ?? '')
    const known = sums.get(key)
    if (known) known.sum += value ?? 0
    else sums.set(key, { first: at, sum: value ?? 0 })
  }
  if (sums.size === column.numbers.length) return null
  const numbers: (number | null)[] = column.numbers.map(() => null)
  for (const { first, sum } of sums.values()) numbers[first] = sum
  return { column: { ...column, numbers }, row }
}
