import { message } from '@parlance/contract'
import { nameOf } from '../look-up.ts'
import { warning, type Check } from './check.ts'

/** Sums and counts of rows that a join repeats. */
export const joinFanOut: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { fanOuts }, turn }) =>
    fanOuts.map(({ aggregate, table, multipliedBy }) => {
      const counted = nameOf(table, turn)
      const text = message(
        '{aggregate} counts each row of {table} once for every matching row of {other}, so the result may be too high.',
        { aggregate, table: counted, other: nameOf(multipliedBy, turn) },
      )
      return warning('join_fan_out', text, { table: counted })
    }),
}
