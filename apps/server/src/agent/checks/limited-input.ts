import { message } from '@parlance/contract'
import { isAskedNumber } from './asked.ts'
import { warning, type Check } from './check.ts'

/** Aggregates of only the first rows of a subquery. */
export const limitedInput: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { limitedInputs }, turn }) =>
    limitedInputs
      .filter(({ rows, ordered }) => !(ordered && isAskedNumber(rows, turn)))
      .map(({ rows }) =>
        warning(
          'limited_input',
          message(
            '{n, plural, one {The result covers only 1 row of the data, not all of it.} other {The result covers only {n} rows of the data, not all of it.}}',
            { n: rows },
          ),
        ),
      ),
}
