import { message } from '@parlance/contract'
import { warning, type Check } from './check.ts'

/** Averages of averages, unless the question has both. */
export const averageOfAverages: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { averagesOfAverages }, turn }) => {
    const asked = turn.question.match(/\b(?:average|averages|avg|mean|means)\b/gi) ?? []
    if (asked.length > 1) return []
    return averagesOfAverages.map(({ aggregate }) =>
      warning(
        'average_of_averages',
        message(
          '{aggregate} averages the averages of groups, so small groups weigh as much as large ones. Average the rows instead.',
          { aggregate },
        ),
      ),
    )
  },
}
