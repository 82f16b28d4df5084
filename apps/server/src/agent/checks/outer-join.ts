import { message } from '@parlance/contract'
import { nameOf } from '../look-up.ts'
import { warning, type Check } from './check.ts'

/** Outer joins that have no effect. */
export const outerJoin: Check = {
  isNote: false,
  quotesData: false,
  find: ({ found: { outerJoins }, turn }) =>
    outerJoins.map(({ table, problem }) => {
      const name = nameOf(table, turn)
      const text =
        problem === 'undone'
          ? message(
              'WHERE removes the rows without {table} that the outer join keeps. Move the condition to the ON of the join.',
              { table: name },
            )
          : message('COUNT(*) is 1, not 0, where no row of {table} matches. Count a column of {table} instead.', {
              table: name,
            })
      return warning('outer_join', text, { table: name })
    }),
}
