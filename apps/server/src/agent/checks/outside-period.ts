import { message } from '@parlance/contract'
import { lookUpLimit, warning, type Check } from './check.ts'
import { dataDays, spanOf } from './period-days.ts'

/** A period without data, if the result is empty. */
export const outsidePeriod: Check = {
  isNote: false,
  quotesData: true,
  find: async ({ found, isEmpty, turn }) => {
    if (!isEmpty) return []
    const looked = found.dateFilters.slice(0, lookUpLimit).map(async (filter) => {
      const { from, to } = filter
      const days = await dataDays(filter, turn).catch(() => null)
      if (!days) return []
      const isOutside =
        (from !== null && from.slice(0, 10) > days.last.slice(0, 10)) ||
        (to !== null && to.slice(0, 10) < days.first.slice(0, 10))
      if ((from !== null || to !== null) && !isOutside) return []
      const text = message('{column} has data from {first} to {last}.', { ...spanOf(days) })
      return [warning('outside_period', text, { table: days.table, column: days.column })]
    })
    return (await Promise.all(looked)).flat()
  },
}
