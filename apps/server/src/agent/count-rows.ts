import { dialectFacts } from '@parlance/contract'
import type { CollectedResult } from '../door/present.ts'
import type { AgentTurn } from './contract.ts'
import { inTime } from './in-time.ts'
import { read } from './look-up.ts'

/** Milliseconds of a query that is worth asking again for the number of its rows. */
const quickMs = 2_000
/** Milliseconds that an answer waits for that number. */
const patienceMs = 2_000

/**
 * How many rows a query has whose result was cut, counted through the one door, so that the same rules filter them.
 * Null where nothing was cut, or where counting is refused, too slow, or billed.
 * Never throws but for cancellation.
 * @param databaseMs how long the query took
 */
export async function countRows(
  sql: string,
  result: CollectedResult,
  turn: AgentTurn,
  databaseMs: number,
): Promise<number | null> {
  const { billsBytesRead } = dialectFacts[turn.catalogue.dialect]
  if (!result.truncated || databaseMs > quickMs || billsBytesRead) return null
  // On lines of its own, so that a comment at the query's end does not swallow the bracket.
  const counting = `SELECT COUNT(*) AS row_count FROM (\n${sql.trim().replace(/;$/, '')}\n) counted`
  const rows = await inTime(
    read(turn, counting, {}, 1).catch(() => []),
    patienceMs,
    [],
  )
  turn.signal.throwIfAborted()
  const count = Number(rows[0]?.[0])
  // Rows may have come or gone since: a number that contradicts what is shown says nothing.
  return Number.isSafeInteger(count) && count > result.rows.length ? count : null
}
