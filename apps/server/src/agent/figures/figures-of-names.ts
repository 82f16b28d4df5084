import { entry, type Entry } from './entry.ts'
import type { FactColumn, Facts } from './facts.ts'
import type { NamedRows } from './named-rows.ts'

/** Rows of one name whose sum is compared with a number. */
const mostSummed = 50
/** Names with several rows whose sums are compared with each other. */
const mostGroups = 12
const since = /(?<!\p{L})(?:since|seit|desde|depuis)(?!\p{L})/iu

/** The sum of the rows of each name that several rows have, and of those that also have a second name. */
export function sumsOfNames(column: FactColumn, names: readonly NamedRows[]): Entry[] {
  const own = names
    .filter(({ step, rows }) => step === column.step.id && rows.length > 1 && rows.length <= mostSummed)
    .slice(0, mostGroups)
  const groups = own.flatMap((name) => [
    name.rows,
    ...own
      .filter((other) => other.column !== name.column && other.start > name.start)
      .map((other) => name.rows.filter((row) => other.rows.includes(row))),
  ])
  const sumOf = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + (column.numbers[row] ?? 0), 0)
  const sums = groups.filter((rows) => rows.length > 1).map((rows) => entry('sum', column, rows, sumOf(rows)))
  const differences = own.flatMap((one) =>
    own
      .filter((other) => other.column === one.column && other.start > one.start)
      .map((other) => entry('diff', column, [...one.rows, ...other.rows], sumOf(one.rows) - sumOf(other.rows))),
  )
  return [...sums, ...differences]
}

/** “58% of Beta's tickets have low priority”: of the rows of one name, those that also have the other. */
export function sharesWithin(column: FactColumn, names: readonly NamedRows[]): Entry[] {
  const own = names
    .filter(({ step, rows, isDate }) => step === column.step.id && !isDate && rows.length > 1)
    .slice(0, mostGroups)
  const sumOf = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + (column.numbers[row] ?? 0), 0)
  return own.flatMap((whole) => {
    const total = sumOf(whole.rows)
    return own
      .filter((part) => part.column !== whole.column && total > 0)
      .map((part) => whole.rows.filter((row) => part.rows.includes(row)))
      .map((rows) => entry('share', column, rows, (sumOf(rows) / total) * 100))
  })
}

/** How many rows each name has. */
export function countsOfNames(facts: Facts, names: readonly NamedRows[]): Entry[] {
  return names.flatMap(({ step, column: index, rows, isDate }) => {
    const column = isDate ? null : facts.columnAt(step, index)
    return column === null || column.step.isUnpivoted || column.step.result.truncated
      ? []
      : [entry('count', column, rows, rows.length)]
  })
}

/** “It has dropped by 4 since May”: from the row of a date to the last one. */
export function movesSince(facts: Facts, { names, text }: { names: readonly NamedRows[]; text: string }): Entry[] {
  const date = since.test(text) ? names.find(({ isDate, rows }) => isDate && rows.length === 1) : undefined
  return facts.numbers.flatMap((column) => {
    const [row = -1] = column.step.id === date?.step ? date.rows : []
    const [from, to] = [column.numbers[row], column.numbers.at(-1)]
    return typeof from === 'number' && typeof to === 'number' && column.isComplete
      ? [entry('diff', column, [row, column.numbers.length - 1], to - from)]
      : []
  })
}
