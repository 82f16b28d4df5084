import { message } from '@parlance/contract'
import type { Cell, Message, Row } from '@parlance/contract'
import { read } from '../look-up.ts'
import { mayRead, warning, type Check } from './check.ts'

/**
 * Rows that a ranking left out although they tie with its last row. Which of them the ranking shows is chance, and "the
 * most" may not be unique. Runs the same query with a few more rows to be exact.
 */
export const tieAtLimit: Check = {
  isNote: true,
  quotesData: false,
  find: async (checked) => {
    const { found, result, turn } = checked
    const { ranking } = found
    if (!ranking || result.rows.length !== ranking.rows || !mayRead(checked)) return []
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
    return [warning('tie_at_limit', tieText(ranking.rows, tied, tied === ranking.rowsBehind))]
  },
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
