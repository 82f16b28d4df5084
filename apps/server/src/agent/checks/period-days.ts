import { quoteName, type DateFilter } from '@parlance/sql'
import type { AgentTurn } from '../contract.ts'
import { nameOf, pathOf, read } from '../look-up.ts'

/** The first and last day of a column's data, as the user sees it. */
export interface DataDays {
  table: string
  column: string
  first: string
  last: string
}

/** Null if there is no data. */
export async function dataDays({ table, column }: DateFilter, turn: AgentTurn): Promise<DataDays | null> {
  const quoted = quoteName(column, turn.catalogue.dialect)
  const days = `SELECT MIN(${quoted}) AS first_day, MAX(${quoted}) AS last_day FROM ${pathOf(table, turn)}`
  const [row] = await read(turn, days)
  const [first, last] = (row ?? []).map((cell) => (cell === null ? null : String(cell)))
  return first && last ? { table: nameOf(table, turn), column, first, last } : null
}

/** The values of a message about these days. */
export function spanOf({ table, column, first, last }: DataDays): { column: string; first: string; last: string } {
  return { column: `${table}.${column}`, first: day(first), last: day(last) }
}

function day(text: string): string {
  return /^\d{4}-\d{2}-\d{2}[T ]/.test(text) ? text.slice(0, 10) : text
}
