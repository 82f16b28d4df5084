import { dialectFacts, message, wireMessage } from '@parlance/contract'
import type { Cell, Message, ResultWarning, Row } from '@parlance/contract'
import type { Examination } from '@parlance/sql'
import type { CollectedResult } from '../door/present.ts'
import type { AgentTurn } from './contract.ts'
import { read } from './look-up.ts'

/** Ties are looked up only if the query took no longer than this, in milliseconds. */
const quickMs = 1_000

/**
 * Reports rows that a ranking left out although they tie with its last row. Which of them the ranking shows is chance,
 * and "the most" may not be unique. Runs the same query with a few more rows to be exact.
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
  // Rows without a value don't have a rank.
  if (deciding(last).every((cell) => cell === null)) return []
  const behind = more.slice(ranking.rows)
  const different = behind.findIndex((row) => JSON.stringify(deciding(row)) !== wanted)
  const tied = different < 0 ? behind.length : different
  if (tied === 0) return []
  const isAll = tied === ranking.rowsBehind
  return [{ kind: 'tie_at_limit', ...wireMessage(tieText(ranking.rows, tied, isAll)) }]
}

function tieText(shown: number, n: number, isAtLeast: boolean): Message {
  if (shown === 1) {
    return isAtLeast
      ? message('At least {n} more rows tie with this one.', { n })
      : message('{n, plural, one {1 more row ties with this one.} other {{n} more rows tie with this one.}}', { n })
  }
  return isAtLeast
    ? message('At least {n} more rows tie with the last row shown.', { n })
    : message(
        '{n, plural, one {1 more row ties with the last row shown.} other {{n} more rows tie with the last row shown.}}',
        { n },
      )
}
