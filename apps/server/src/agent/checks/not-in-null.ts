import { message } from '@parlance/contract'
import { nameOf, read } from '../look-up.ts'
import { lookUpLimit, mayRead, warning, type Check } from './check.ts'

/** NOT IN over a subquery that returns NULL, so that no row passes. */
export const notInNull: Check = {
  isNote: false,
  quotesData: false,
  find: async (checked) => {
    const { found, turn } = checked
    if (!mayRead(checked)) return []
    const looked = found.notIns.slice(0, lookUpLimit).map(async ({ table, column, nulls }) => {
      const rows = await read(turn, nulls, {}, 1).catch(() => [])
      if (rows.length === 0) return []
      const name = nameOf(table, turn)
      const text = message(
        'NOT IN finds no rows, because {column} has no value in some rows. Add a condition that {column} IS NOT NULL.',
        { column: `${name}.${column}` },
      )
      return [warning('not_in_null', text, { table: name, column })]
    })
    return (await Promise.all(looked)).flat()
  },
}
