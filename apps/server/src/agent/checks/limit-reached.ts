import { message } from '@parlance/contract'
import { isAskedNumber } from './asked.ts'
import { warning, type Check } from './check.ts'

/** A limit of rows that the question doesn't name. */
export const limitReached: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { ownLimit }, result, turn }) => {
    const isReached = ownLimit !== null && ownLimit > 1 && result.rows.length === ownLimit
    if (!isReached || isAskedNumber(ownLimit, turn)) return []
    return [
      warning('limit_reached', message('The query returns at most {n} rows. There may be more.', { n: ownLimit })),
    ]
  },
}
