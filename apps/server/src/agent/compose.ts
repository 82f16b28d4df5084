import type {
  ActionButton,
  AreaRecommendation,
  Cell,
  OfferedReading,
  ResultColumn,
  ResultWarning,
} from '@parlance/contract'
import { saysNothing } from './check-result.ts'
import type { TurnResult } from './contract.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const shownColumns = 4

/**
 * An answer made from the table only, in plain words. Used for a model that stated figures that aren't in the result,
 * said nothing, or may not see the data.
 */
export function answerFromTable({ result, understood }: TurnResult): string {
  const { rows, columns } = result
  const reading = understood ? `${understood.reading.trim().replace(/[.!?]?$/, '.')} ` : ''
  if (rows.length === 0) return `${reading}No rows match.`
  if (rows.length === 1 && columns.length === 1) {
    return `${reading}${label(columns[0])}: ${format(rows[0]?.[0] ?? null)}.`
  }
  if (rows.length === 1) return `${reading}${describeRow(columns, rows[0] ?? [])}.`
  const count = result.truncated ? `more than ${number.format(rows.length)}` : number.format(rows.length)
  return `${reading}The result has ${count} rows. First row: ${describeRow(columns, rows[0] ?? [])}.`
}

/** The answer followed by its warnings. */
export function withWarnings(text: string, warnings: ResultWarning[]): string {
  if (warnings.length === 0) return text
  return `${text}\n\nPlease note: ${warnings.map((warning) => warning.message).join(' ')}`
}

/** OP-58: a recommendation is a suggestion and never switches automatically. */
export function switchToArea(area: AreaRecommendation | null): ActionButton[] {
  if (!area) return []
  return [{ label: `Switch to ${area.area_name}`, action: `switch_area:${area.area_id}`, style: 'primary' }]
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

function describeRow(columns: ResultColumn[], row: Cell[]): string {
  const pairs = columns.slice(0, shownColumns).map((column, index) => `${label(column)} ${format(row[index] ?? null)}`)
  const more = columns.length - pairs.length
  if (more === 1) return `${pairs.join(', ')}, and 1 more column`
  return more > 1 ? `${pairs.join(', ')}, and ${more} more columns` : pairs.join(', ')
}

function label(column: ResultColumn | undefined): string {
  return (column?.name ?? '').replaceAll('_', ' ')
}

function format(cell: Cell): string {
  if (cell === null) return 'no value'
  if (typeof cell === 'number')
    return Number.isInteger(cell) && Math.abs(cell) < 10_000 ? String(cell) : number.format(cell)
  const text = String(cell)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
