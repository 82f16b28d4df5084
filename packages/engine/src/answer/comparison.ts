import { joinMessages, message, type Message, type Row } from '@parlance/contract'
import { comparedPeriods, withoutPeriods, type Query } from '../query.ts'
import type { Schema } from '../schema/model.ts'
import { expressionWords } from './describe.ts'
import type { Phrase } from './lists.ts'
import { formatNumber, numberOf } from './numbers.ts'
import { datedWords, periodWords } from './periods.ts'

/** What an answer needs to know about a measure in two periods: its words and the positions of its columns. */
export interface ComparedFacts {
  measure: Phrase
  earlier: Phrase
  later: Phrase
  columns: { before: number; after: number; change: number }
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
  }
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
export function comparisonText(rows: readonly Row[], facts: ComparedFacts): Message | null {
  const [first, second] = rows
  if (first === undefined) return null
  return second === undefined && facts.columns.before === 0 ? changeText(first, facts) : changesText(rows, facts)
}

function changeText(row: Row, { measure, earlier, later, columns }: ComparedFacts): Message | null {
  const [before, after, change] = [columns.before, columns.after, columns.change].map((at) => numberOf(row[at]))
  if (before === null || before === undefined || after === null || after === undefined) return null
  const shown = { measure, later, earlier, after: formatNumber(after), before: formatNumber(before) }
  const values = message('The {measure} {later} is {after}. The {measure} {earlier} is {before}.', shown)
  if (change === null || change === undefined) return values
  const percent = formatNumber(Math.abs(change))
  if (change === 0) return joinMessages([values, message('There is no change.')])
  return joinMessages([
    values,
    change > 0 ? message('That is {percent}% more.', { percent }) : message('That is {percent}% less.', { percent }),
  ])
}

function changesText(rows: readonly Row[], { measure, earlier, later, columns }: ComparedFacts): Message {
  const differences = rows.map((row) => (numberOf(row[columns.after]) ?? 0) - (numberOf(row[columns.before]) ?? 0))
  return message(
    'The {measure} {later} is higher than {earlier} for {more, number} and lower for {less, number} of {n, number} groups.',
    {
      measure,
      later,
      earlier,
      more: differences.filter((one) => one > 0).length,
      less: differences.filter((one) => one < 0).length,
      n: rows.length,
    },
  )
}
