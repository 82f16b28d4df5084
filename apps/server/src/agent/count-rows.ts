import { dialectFacts } from '@parlance/contract'
import type { CollectedResult } from '../door/present.ts'
import type { AgentTurn } from './contract.ts'
import { inTime } from './in-time.ts'
import { read } from './look-up.ts'

/** Rows are counted only if the query took no longer than this, in milliseconds. */
const quickMs = 2_000
/** How many milliseconds an answer waits for the count. */
const patienceMs = 2_000

/**
 * Counts all rows of a query whose result was cut. Runs through the door, so the same rules filter them. Returns null
 * if nothing was cut, or if counting is refused, too slow, or billed. Never throws except on cancellation.
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
  // On separate lines so that a comment at the end of the query doesn't swallow the bracket.
  const counting = `SELECT COUNT(*) AS row_count FROM (\n${sql.trim().replace(/;$/, '')}\n) counted`
  const rows = await inTime(
    read(turn, counting, {}, 1).catch(() => []),
    patienceMs,
    [],
  )
  turn.signal.throwIfAborted()
  const count = Number(rows[0]?.[0])
  // Rows may have come or gone since, and a number that contradicts the displayed rows is useless.
  return Number.isSafeInteger(count) && count > result.rows.length ? count : null
}
