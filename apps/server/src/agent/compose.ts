import type { Cell, ResultColumn } from '@parlance/contract'
import type { AgentTurn, TurnResult } from './contract.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const shownColumns = 4

/**
 * An answer made from the table alone, in the plainest words: for a model that stated figures which are not in the
 * result, said nothing, or may not see the data.
 */
export function answerFromTable(_turn: Pick<AgentTurn, 'question'>, { result, understood }: TurnResult): string {
  const { rows, columns } = result
  const reading = understood ? `${understood.reading.trim().replace(/[.!?]?$/, '.')} ` : ''
  if (rows.length === 0) return `${reading}No rows match.`
  if (rows.length === 1 && columns.length === 1) {
    return `${reading}${label(columns[0])}: ${format(rows[0]?.[0] ?? null)}.`
  }
  if (rows.length === 1) return `${reading}${describeRow(columns, rows[0] ?? [])}.`
  const count = result.truncated ? `more than ${number.format(rows.length)}` : number.format(rows.length)
  return `${reading}The table has ${count} rows. The first: ${describeRow(columns, rows[0] ?? [])}.`
}

function describeRow(columns: ResultColumn[], row: Cell[]): string {
  const pairs = columns.slice(0, shownColumns).map((column, index) => `${label(column)} ${format(row[index] ?? null)}`)
  const more = columns.length - pairs.length
  return pairs.join(', ') + (more > 0 ? ` and ${more} more columns` : '')
}

function label(column: ResultColumn | undefined): string {
  return (column?.name ?? '').replaceAll('_', ' ')
}

function format(cell: Cell): string {
  if (cell === null) return 'nothing'
  if (typeof cell === 'number')
    return Number.isInteger(cell) && Math.abs(cell) < 10_000 ? String(cell) : number.format(cell)
  const text = String(cell)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
