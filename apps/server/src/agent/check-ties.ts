import { dialectFacts } from '@parlance/contract'
import type { Cell, ResultWarning, Row } from '@parlance/contract'
import type { Examination } from '@parlance/sql'
import type { CollectedResult } from '../door/present.ts'
import type { AgentTurn } from './contract.ts'
import { read } from './look-up.ts'

/** Milliseconds of a query that is worth asking again for the rows behind its last one. */
const quickMs = 1_000

/**
 * Rows that a ranking left out though they are equal to its last one: which of them is shown is chance, and 'the most'
 * is not one alone. Told exactly, from the same query with some rows more.
 */
export async function tieWarnings(
  { ranking }: Examination,
  { rows }: CollectedResult,
  turn: AgentTurn,
  databaseMs: number,
): Promise<ResultWarning[]> {
  if (!ranking || rows.length !== ranking.rows || databaseMs > quickMs) return []
  if (dialectFacts[turn.catalogue.dialect].billsBytesRead) return []
  const more = await read(turn, ranking.sql, {}, ranking.rows + ranking.rowsBehind)
  const last = more[ranking.rows - 1]
  if (!last) return []
  const deciding = (row: Row): Cell[] => row.slice(-ranking.values)
  const wanted = JSON.stringify(deciding(last))
  // Rows without a value are not placed at all.
  if (deciding(last).every((cell) => cell === null)) return []
  const behind = more.slice(ranking.rows)
  const different = behind.findIndex((row) => JSON.stringify(deciding(row)) !== wanted)
  const tied = different < 0 ? behind.length : different
  if (tied === 0) return []
  const isAll = tied === ranking.rowsBehind
  return [{ kind: 'tie_at_limit', message: message(ranking.rows, tied, isAll) }]
}

function message(shown: number, tied: number, isAtLeast: boolean): string {
  const count = `${isAtLeast ? 'at least ' : ''}${tied} more ${tied === 1 ? 'row' : 'rows'}`
  const verb = tied === 1 ? 'ties' : 'tie'
  if (shown === 1) return `This is not the only one: ${count} ${verb} with it.`
  return `A tie at the end of the list: ${count} ${verb} with the last one shown.`
}
