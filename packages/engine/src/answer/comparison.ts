import { joinMessages, message, type Message, type Row } from '@parlance/contract'
import { comparedPeriods, withoutPeriods, type Period, type Query } from '../query.ts'
import type { Schema } from '../schema/model.ts'
import { monthNames } from '../match/dates.ts'
import { expressionWords } from './describe.ts'
import type { Phrase } from './lists.ts'
import { formatNumber, numberOf } from './numbers.ts'
import { datedWords, periodWords } from './periods.ts'
import { fromCells, fromRows, type LinkedRows } from './sources.ts'

/** What an answer needs to know about a measure in two periods: its words and the positions of its columns. */
export interface ComparedFacts {
  measure: Phrase
  earlier: Phrase
  later: Phrase
  columns: { before: number; after: number; change: number }
  /** The column with the names of months, and the later of two compared years; absent for other groups. */
  months?: { at: number; from: string; before: string }
}

/** The first measure that a query compares between two periods; null if it compares none. */
export function comparedFacts(schema: Schema, query: Query): ComparedFacts | null {
  const periods = comparedPeriods(query)
  const change = query.select.findIndex(({ expression }) => expression.kind === 'change')
  const expression = query.select[change]?.expression
  if (periods === null || expression?.kind !== 'change') return null
  return {
    measure: expressionWords(schema, expression.of),
    earlier: datedWords(periods.from.label),
    later: datedWords(periods.to.label),
    columns: { before: change - 2, after: change - 1, change },
    ...monthsOf(query, periods.to),
  }
}

function monthsOf({ select }: Query, { from, before }: Period): Pick<ComparedFacts, 'months'> {
  const at = select.findIndex(({ expression }) => expression.kind === 'period' && expression.unit === 'calendar month')
  return at < 0 || from === null || before === null ? {} : { months: { at, from, before } }
}

/** The query with only its later period, whose words describe the comparison; null if it compares none. */
export function laterPeriod(query: Query): { query: Query; earlier: Phrase } | null {
  const periods = comparedPeriods(query)
  if (periods === null) return null
  const { from, to } = periods
  const select = query.select.filter(
    ({ expression }) =>
      expression.kind !== 'change' &&
      !(expression.kind === 'part' && expression.when.kind === 'period' && expression.when.label === from.label),
  )
  return { query: { ...query, select, filters: withoutPeriods(query.filters, to) }, earlier: periodWords(from.label) }
}

/** Compares two periods in words, based on the rows; null if the rows have no such numbers. */
export function comparisonText(result: LinkedRows, facts: ComparedFacts, today: string): Message | null {
  const { rows } = result
  const [first, second] = rows
  if (first === undefined) return null
  if (second === undefined && facts.columns.before === 0) return changeText(result, first, facts)
  const over = rows.filter((row) => isOver(row, facts, today))
  if (over.length === 0) return null
  const changes = changesText(result, over, facts)
  return over.length === rows.length
    ? changes
    : joinMessages([changes, message('Months that are not over are left out of this.')])
}

/** Whether the later period of a row can't change any more. */
function isOver(row: Row, { months }: ComparedFacts, today: string): boolean {
  if (months === undefined || today < months.from || months.before <= today) return true
  const at = monthNames.indexOf(String(row[months.at]))
  return at < new Date(today).getUTCMonth()
}

function changeText(result: LinkedRows, row: Row, { measure, earlier, later, columns }: ComparedFacts): Message | null {
  const shownAs = (value: number, at: number) => fromCells(formatNumber(value), result, row, [at])
  const [before, after, change] = [columns.before, columns.after, columns.change].map((at) => numberOf(row[at]))
  if (before === null || before === undefined || after === null || after === undefined) return null
  const shown = {
    measure,
    later,
    earlier,
    after: shownAs(after, columns.after),
    before: shownAs(before, columns.before),
  }
  const values = message('The {measure} {later} is {after}. The {measure} {earlier} is {before}.', shown)
  if (change === null || change === undefined) return values
  const percent = shownAs(Math.abs(change), columns.change)
  if (change === 0) return joinMessages([values, message('There is no change.')])
  return joinMessages([
    values,
    change > 0 ? message('That is {percent}% more.', { percent }) : message('That is {percent}% less.', { percent }),
  ])
}

function changesText(
  result: LinkedRows,
  rows: readonly Row[],
  { measure, earlier, later, columns }: ComparedFacts,
): Message {
  const changeOf = (row: Row) => (numberOf(row[columns.after]) ?? 0) - (numberOf(row[columns.before]) ?? 0)
  const counted = (some: readonly Row[]) => fromRows(some.length, result, some, null)
  return message(
    'The {measure} {later} is higher than {earlier} for {more, number} and lower for {less, number} of {n, number} groups.',
    {
      measure,
      later,
      earlier,
      more: counted(rows.filter((row) => changeOf(row) > 0)),
      less: counted(rows.filter((row) => changeOf(row) < 0)),
      n: counted(rows),
    },
  )
}
