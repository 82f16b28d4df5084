import { message, type Cell } from '@parlance/contract'
import { quoteName, type MergedNames } from '@parlance/sql'
import { nameOf, pathOf, read } from '../look-up.ts'
import { groupsByName } from './asked.ts'
import { lookUpLimit, mayRead, warning, type Check, type Checked } from './check.ts'
import { isSmall } from './small-table.ts'

/** How many repeated names are compared with those of the result. */
const mostNames = 200

/** Groups of the result that add up several rows with the same name. */
export const mergedNames: Check = {
  isNote: false,
  quotesData: false,
  find: async (checked) => {
    const { found, turn } = checked
    if (!mayRead(checked) || groupsByName(turn)) return []
    const small = found.mergedNames.filter(({ table }) => isSmall(table, turn))
    const looked = small.slice(0, lookUpLimit).map(async (one) => {
      if (!(await mergesRows(one, checked).catch(() => false))) return []
      const table = nameOf(one.table, turn)
      const names = one.columns.join(', ')
      const text =
        one.key.length === 0
          ? message('Several rows of {table} have the same {names}, and the query adds them up.', { table, names })
          : message(
              'Several rows of {table} have the same {names}, and the query adds them up. Group by {key} as well.',
              { table, names, key: one.key.join(', ') },
            )
      return [warning('merged_names', text, { table })]
    })
    return (await Promise.all(looked)).flat()
  },
}

async function mergesRows({ table, columns, outputs }: MergedNames, { result, turn }: Checked): Promise<boolean> {
  const names = columns.map((column) => quoteName(column, turn.catalogue.dialect)).join(', ')
  const filled = columns.map((column) => `${quoteName(column, turn.catalogue.dialect)} IS NOT NULL`).join(' AND ')
  const sql = `SELECT ${names} FROM ${pathOf(table, turn)} WHERE ${filled} GROUP BY ${names} HAVING COUNT(*) > 1`
  const repeated = await read(turn, sql, {}, mostNames)
  if (repeated.length === 0) return false
  if (outputs.includes(null)) return true
  const shown = new Set(result.rows.map((row) => keyOf(outputs.map((at) => row[at ?? 0] ?? null))))
  return repeated.some((row) => shown.has(keyOf(row)))
}

function keyOf(cells: readonly Cell[]): string {
  return JSON.stringify(cells.map(String))
}
