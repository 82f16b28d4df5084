import { message, wireMessage } from '@parlance/contract'
import type { ResultWarning } from '@parlance/contract'
import { quoteName, type DateFilter } from '@parlance/sql'
import type { AgentTurn } from './contract.ts'
import { nameOf, pathOf, read } from './look-up.ts'

/** If the result has rows, first and last days are looked up only in tables up to this size, where a scan is quick. */
const quickRows = 200_000
const dayMs = 86_400_000
/** A period is reported if its data is short by more than this many days and this share; small gaps are normal. */
const gapDays = 3
const gapShare = 0.1

/** Warns about a period without data, naming the period that has some, or about one only partly covered. */
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
  const span = { column: `${name}.${column}`, first: day(first), last: day(last) }
  const warning = { table: name, column } as const
  if (!isEmpty) {
    const isPart = isCoveredInPart({ from, to: until(to, turn.today) }, { first, last })
    return isPart
      ? [
          {
            ...warning,
            kind: 'partial_period',
            ...wireMessage(
              message('{column} has data from {first} to {last}, which is only part of the period.', span),
            ),
          },
        ]
      : []
  }
  const isOutside =
    (from !== null && from.slice(0, 10) > last.slice(0, 10)) || (to !== null && to.slice(0, 10) < first.slice(0, 10))
  if ((from !== null || to !== null) && !isOutside) return []
  return [
    { ...warning, kind: 'outside_period', ...wireMessage(message('{column} has data from {first} to {last}.', span)) },
  ]
}

/** 'Before 2026' has no start, and a single day is either covered or empty. */
function isPeriod({ from, to }: DateFilter): boolean {
  return from !== null && from !== to
}

function isQuick({ table }: DateFilter, { catalogue }: AgentTurn): boolean {
  const found = catalogue.tables.find((one) => one.name === table.table && one.schema === table.schema)
  return found?.rowEstimate !== null && found?.rowEstimate !== undefined && found.rowEstimate <= quickRows
}

/** Days in the future aren't expected to have data. */
function until(to: string | null, today: string): string {
  return to === null || to.slice(0, 10) > today ? today : to
}

function isCoveredInPart(asked: { from: string | null; to: string }, data: { first: string; last: string }): boolean {
  const [from, to, first, last] = [asked.from ?? '', asked.to, data.first, data.last].map(dayNumber)
  if (from === undefined || to === undefined || first === undefined || last === undefined) return false
  // A value that isn't a date, such as a masked one, can't be compared.
  const gap = Math.max(first - from, to - last)
  return gap > gapDays && gap > (to - from) * gapShare
}

function dayNumber(text: string): number {
  return Date.parse(text.slice(0, 10)) / dayMs
}

function day(text: string): string {
  return /^\d{4}-\d{2}-\d{2}[T ]/.test(text) ? text.slice(0, 10) : text
}
