import { message } from '@parlance/contract'
import type { DateFilter } from '@parlance/sql'
import { lookUpLimit, warning, type Check } from './check.ts'
import { dataDays, spanOf, type DataDays } from './period-days.ts'
import { isSmall } from './small-table.ts'

const dayMs = 86_400_000
/** A period is reported if its data is short by more than this many days and this share; small gaps are normal. */
const gapDays = 3
const gapShare = 0.1

/** A period that the data covers only in part. */
export const partialPeriod: Check = {
  isNote: true,
  quotesData: true,
  find: async ({ found, isEmpty, turn }) => {
    if (isEmpty) return []
    const periods = found.dateFilters.slice(0, lookUpLimit).filter((one) => isPeriod(one) && isSmall(one.table, turn))
    const looked = periods.map(async (filter) => {
      const days = await dataDays(filter, turn).catch(() => null)
      if (!days || !isCoveredInPart({ from: filter.from, to: until(filter.to, turn.today) }, days)) return []
      const text = message('{column} has data from {first} to {last}, which is only part of the period.', {
        ...spanOf(days),
      })
      return [warning('partial_period', text, { table: days.table, column: days.column })]
    })
    return (await Promise.all(looked)).flat()
  },
}

/** 'Before 2026' has no start, and a single day is either covered or empty. */
function isPeriod({ from, to }: DateFilter): boolean {
  return from !== null && from !== to
}

/** Days in the future aren't expected to have data. */
function until(to: string | null, today: string): string {
  return to === null || to.slice(0, 10) > today ? today : to
}

function isCoveredInPart(asked: { from: string | null; to: string }, data: DataDays): boolean {
  const [from, to, first, last] = [asked.from ?? '', asked.to, data.first, data.last].map(dayNumber)
  if (from === undefined || to === undefined || first === undefined || last === undefined) return false
  // A value that isn't a date, such as a masked one, can't be compared.
  const gap = Math.max(first - from, to - last)
  return gap > gapDays && gap > (to - from) * gapShare
}

function dayNumber(text: string): number {
  return Date.parse(text.slice(0, 10)) / dayMs
}
