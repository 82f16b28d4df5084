import { message } from '@parlance/contract'
import { asks, isAskedNumber, rankingWords } from './asked.ts'
import { warning, type Check } from './check.ts'

/** The first rows of no order, if the question asks for an order, and subqueries that pick any row. */
export const unorderedLimit: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found, result, turn }) => {
    const { ownLimit, isOrdered, unorderedPicks } = found
    const isCut = ownLimit !== null && !isOrdered && result.rows.length === ownLimit && asks(rankingWords, turn)
    const own = isCut && turn.understood === undefined ? [ownLimit] : []
    const picked = unorderedPicks.map(({ rows }) => rows).filter((rows) => rows === 1 || !isAskedNumber(rows, turn))
    return [...own, ...picked].map((n) =>
      warning(
        'unordered_limit',
        message(
          '{n, plural, one {The query takes any 1 row, because it has LIMIT without ORDER BY. Add the order.} other {The query takes any {n} rows, because it has LIMIT without ORDER BY. Add the order.}}',
          { n },
        ),
      ),
    )
  },
}
