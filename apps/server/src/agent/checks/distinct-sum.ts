import { message } from '@parlance/contract'
import { asks } from './asked.ts'
import { warning, type Check } from './check.ts'

const wantedWords: ReadonlySet<string> = new Set(['distinct', 'unique'])

/** Sums and averages that leave out equal values. */
export const distinctSum: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { distinctSums }, turn }) =>
    asks(wantedWords, turn)
      ? []
      : distinctSums.map(({ aggregate }) =>
          warning(
            'distinct_sum',
            message('{aggregate} counts equal amounts of different rows only once. Remove DISTINCT.', { aggregate }),
          ),
        ),
}
