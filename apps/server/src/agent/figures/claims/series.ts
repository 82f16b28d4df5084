import { stemOf } from '../concepts.ts'
import type { FactColumn } from '../facts.ts'
import type { NamedRows } from '../named-rows.ts'
import { columnsFor, type Statement } from '../statement.ts'
import { changeName } from './conditions.ts'
import type { Step } from '../step.ts'

/** A series in the order of time. */
export interface Series {
  column: FactColumn
  /** Row indexes, oldest first. */
  order: readonly number[]
}

/** The series of the columns that a sentence speaks of: of each result with times, and of each name that it has there. */
export function seriesOf(statement: Statement): Series[] {
  const { facts } = statement
  const columns = columnsFor(statement, { start: 0, end: statement.text.length })
  return facts.steps.flatMap((step) => {
    const time = facts.columns.find((column) => column.step === step && column.role === 'time')
    if (!time || step.result.rows.length < 2) return []
    const timeOf = (at: number): string => String(step.result.rows[at]?.[time.index] ?? '')
    return rowsOfSeries(statement, step).flatMap((rows) => {
      const order = rows.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
      return columns.filter((column) => column.step === step).map((column) => ({ column, order }))
    })
  })
}

/** All rows; or, if each has a time and a name, those of each name that the sentence has. */
function rowsOfSeries({ facts, names }: Statement, step: Step): number[][] {
  const labels = facts.columns.filter((column) => column.step === step && column.role === 'name')
  if (labels.length === 0 || isInOrderOfTime(facts, step)) return [step.result.rows.map((_, at) => at)]
  const named = names.filter(
    ({ isDate, rows, column, step: id }) =>
      !isDate && id === step.id && rows.length > 1 && labels.some(({ index }) => index === column),
  )
  return named.map(({ rows }) => [...rows])
}

/** Whether each row has a later time than the one before, so that its name only says which time it is: “v3.1”. */
function isInOrderOfTime(facts: Statement['facts'], step: Step): boolean {
  const time = facts.columns.find((column) => column.step === step && column.role === 'time')
  const times = step.result.rows.map((row) => String(row[time?.index ?? -1] ?? ''))
  return times.every((one, at) => one !== '' && (at === 0 || one > (times[at - 1] ?? '')))
}

/** The dates of a sentence with their rows in a series. */
export function datesOf(names: Statement['names'], { column, order }: Series): NamedRows[] {
  return names
    .filter((name) => name.isDate && name.step === column.step.id)
    .map((name) => ({ ...name, rows: name.rows.filter((row) => order.includes(row)) }))
    .filter(({ rows }) => rows.length > 0)
}

/** “93% of the bags were recovered” speaks of `recovered_bags`. */
export function namesColumn({ facts }: Statement, word: string): boolean {
  return facts.numbers.some(({ stems, name }) => stems.has(stemOf(word)) && !changeName.test(name))
}
