import { dialectFacts } from '@parlance/contract'
import type { CollectedResult } from '../door/contract.ts'
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
  const count = await inTime(
    rowsOf(sql, turn).catch(() => null),
    patienceMs,
    null,
  )
  turn.signal.throwIfAborted()
  // Rows may have come or gone since, and a number that contradicts the displayed rows is useless.
  return count !== null && count > result.rows.length ? count : null
}

/**
 * The number of rows of a query, counted through the door. Null if the database returns no usable number.
 * @throws AppError
 */
export async function rowsOf(sql: string, asker: Parameters<typeof read>[0]): Promise<number | null> {
  // On separate lines so that a comment at the end of the query doesn't swallow the bracket.
  const counting = `SELECT COUNT(*) AS row_count FROM (\n${sql.trim().replace(/;$/, '')}\n) counted`
  const [row = []] = await read(asker, counting, {}, 1)
  const count = row[0] === undefined || row[0] === null ? Number.NaN : Number(row[0])
  return Number.isSafeInteger(count) ? count : null
}
