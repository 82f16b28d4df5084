import {
  figure,
  formatMetricValue,
  joinMessages,
  message,
  numberInCell,
  verbatim,
  warningsText,
} from '@parlance/contract'
import type {
  ActionButton,
  AreaRecommendation,
  Cell,
  Message,
  OfferedReading,
  ResultColumn,
  ResultWarning,
  UnderstoodQuestion,
} from '@parlance/contract'
import { saysNothing } from './check-result.ts'
import type { TurnResult } from './contract.ts'
import { actionButton } from './texts.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const shownColumns = 4

/**
 * An answer made from the table only, in plain words. Used for a model that stated figures that aren't in the result,
 * said nothing, or may not see the data.
 */
export function answerFromTable({ result, understood, step }: TurnResult): Message {
  const rows = rowsText(result, step)
  return understood ? joinMessages([readingText(understood), rows]) : rows
}

function readingText({ reading, messages }: UnderstoodQuestion): Message {
  return messages?.reading ?? verbatim(reading.trim().replace(/[.!?]?$/, '.'))
}

function rowsText({ rows, columns, truncated }: TurnResult['result'], step: string): Message {
  const [first = []] = rows
  if (rows.length === 0) return message('No rows match.')
  if (rows.length === 1 && columns.length === 1) {
    return message('{column}: {value}.', {
      column: label(columns[0]),
      value: firstValue(first, columns, { step, column: 0 }),
    })
  }
  const row = describeRow(columns, first, step)
  if (rows.length === 1) return message('{row}.', { row })
  const n = figure(rows.length, [{ step, column: null, rows: null }])
  const values = { n, row }
  return truncated
    ? message('The result has more than {n, number} rows. First row: {row}.', values)
    : message('The result has {n, number} rows. First row: {row}.', values)
}

/** The answer followed by its warnings. */
export function withWarnings(text: Message, warnings: ResultWarning[]): Message {
  return warnings.length === 0 ? text : joinMessages([text, warningsText(warnings)], '\n\n')
}

/** A text that no query stands behind, marked as such. */
export function withoutQuery(text: string): Message {
  const mark = message('No query was run to answer this, so nothing here was checked against your data.')
  return joinMessages([verbatim(text), mark], '\n\n')
}

/** An answer from the results before a query that failed. */
export function withFailedQuery(text: Message, error: Message | null): Message {
  if (error === null) return text
  const mark = message('The last query failed, so this uses only the results before it. Error: {error}', { error })
  return joinMessages([text, mark], '\n\n')
}

/** OP-58: a recommendation is a suggestion and never switches automatically. */
export function switchToArea(area: AreaRecommendation | null): ActionButton[] {
  if (!area) return []
  const label = message('Switch to {area}', { area: area.area_name })
  return [actionButton(label, { action: `switch_area:${area.area_id}`, style: 'primary' })]
}

/** Suggests the question again with values that exist, if the result is empty because a value doesn't. */
export function readingsFrom(question: string, { result, warnings }: TurnResult): OfferedReading[] {
  if (!saysNothing(result)) return []
  return warnings.flatMap(({ value, nearest = [], column }) =>
    nearest.slice(0, 3).map((near) => ({ label: near, question: replaced(question, { value, near, column }) })),
  )
}

function replaced(
  question: string,
  { value = '', near, column = '' }: { value?: string; near: string; column?: string },
): string {
  const at = value === '' ? -1 : question.toLowerCase().indexOf(value.toLowerCase())
  if (at < 0) return `${question} (${column.replaceAll('_', ' ')}: ${near})`
  return `${question.slice(0, at)}${near}${question.slice(at + value.length)}`
}

function describeRow(columns: ResultColumn[], row: Cell[], step: string): Message {
  const pairs = columns
    .slice(0, shownColumns)
    .map((column, index) =>
      message('{column} {value}', { column: label(column), value: firstValue(row, columns, { step, column: index }) }),
    )
  const cells = joinMessages(pairs, ', ')
  const n = columns.length - pairs.length
  return n === 0
    ? cells
    : message('{n, plural, one {{cells}, and # more column} other {{cells}, and # more columns}}', { n, cells })
}

/** A cell of the first row, linked to it. */
function firstValue(row: Cell[], columns: ResultColumn[], { step, column }: { step: string; column: number }): Message {
  return figure(format(row[column] ?? null, columns[column]), [{ step, column, rows: [0] }])
}

function label(column: ResultColumn | undefined): string {
  return (column?.name ?? '').replaceAll('_', ' ')
}

function format(cell: Cell, column: ResultColumn | undefined): string | Message {
  const metric = column?.format
  const value = numberInCell(cell)
  if (metric !== undefined && value !== null) return formatMetricValue(value, metric, metric.unit, 'en-US')
  if (cell === null) return message('no value')
  if (typeof cell === 'number')
    return Number.isInteger(cell) && Math.abs(cell) < 10_000 ? String(cell) : number.format(cell)
  const text = String(cell)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
