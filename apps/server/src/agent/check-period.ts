import type { ResultWarning } from '@parlance/contract'
import { quoteName, type DateFilter } from '@parlance/sql'
import type { AgentTurn } from './contract.ts'
import { nameOf, pathOf, read } from './look-up.ts'

/** Rows of a table whose first and last day are looked up though the result has rows: a scan of it is quick. */
const quickRows = 200_000
const dayMs = 86_400_000
/** A period whose data ends this much before it, and this part of it, is told; less is how data comes in. */
const gapDays = 3
const gapShare = 0.1

/** A period without data, with the period that has some; or one that the data covers only in part. */
export async function periodWarnings(
  filter: DateFilter,
  turn: AgentTurn,
  { isEmpty }: { isEmpty: boolean },
): Promise<ResultWarning[]> {
  if (!isEmpty && !(isPeriod(filter) && isQuick(filter, turn))) return []
  const { table, column, from, to } = filter
  const quoted = quoteName(column, turn.catalogue.dialect)
  const days = `SELECT MIN(${quoted}) AS first_day, MAX(${quoted}) AS last_day FROM ${pathOf(table, turn)}`
  const [row] = await read(turn, days)
  const [first, last] = (row ?? []).map((cell) => (cell === null ? null : String(cell)))
  if (!first || !last) return []
  const name = nameOf(table, turn)
  const told = `The data of ${name}.${column} goes from ${day(first)} to ${day(last)}`
  const warning = { table: name, column } as const
  if (!isEmpty) {
    const isPart = isCoveredInPart({ from, to: until(to, turn.today) }, { first, last })
    return isPart
      ? [{ ...warning, kind: 'partial_period', message: `${told}, so it covers only a part of the period.` }]
      : []
  }
  const isOutside =
    (from !== null && from.slice(0, 10) > last.slice(0, 10)) || (to !== null && to.slice(0, 10) < first.slice(0, 10))
  if ((from !== null || to !== null) && !isOutside) return []
  return [{ ...warning, kind: 'outside_period', message: `${told}.` }]
}

/** 'Before 2026' begins nowhere, and a single day is covered or empty. */
function isPeriod({ from, to }: DateFilter): boolean {
  return from !== null && from !== to
}

function isQuick({ table }: DateFilter, { catalogue }: AgentTurn): boolean {
  const found = catalogue.tables.find((one) => one.name === table.table && one.schema === table.schema)
  return found?.rowEstimate !== null && found?.rowEstimate !== undefined && found.rowEstimate <= quickRows
}

/** Nobody expects data of days to come. */
function until(to: string | null, today: string): string {
  return to === null || to.slice(0, 10) > today ? today : to
}

function isCoveredInPart(asked: { from: string | null; to: string }, data: { first: string; last: string }): boolean {
  const [from, to, first, last] = [asked.from ?? '', asked.to, data.first, data.last].map(dayNumber)
  if (from === undefined || to === undefined || first === undefined || last === undefined) return false
  // What is not a date, such as a masked value, is compared with nothing.
  const gap = Math.max(first - from, to - last)
  return gap > gapDays && gap > (to - from) * gapShare
}

function dayNumber(text: string): number {
  return Date.parse(text.slice(0, 10)) / dayMs
}

function day(text: string): string {
  return /^\d{4}-\d{2}-\d{2}[T ]/.test(text) ? text.slice(0, 10) : text
}
