import { message } from '@parlance/contract'
import { quoteName } from '@parlance/sql'
import { nameOf, pathOf, read } from '../look-up.ts'
import { asks, namesColumn } from './asked.ts'
import { lookUpLimit, mayRead, warning, type Check } from './check.ts'

const countWords: ReadonlySet<string> = new Set(['many', 'number', 'count', 'wie', 'viele', 'combien', 'cuántos'])

/** COUNT of a column with missing values, if the question asks for rows and doesn't name the column. */
export const uncountedNulls: Check = {
  isNote: false,
  quotesData: false,
  find: async (checked) => {
    const { found, turn } = checked
    if (!mayRead(checked) || !asks(countWords, turn)) return []
    const counts = found.plainCounts.filter((one) => one.mayBeNull && !namesColumn(one.column, turn))
    const looked = counts.slice(0, lookUpLimit).map(async ({ aggregate, table, column }) => {
      const quoted = quoteName(column, turn.catalogue.dialect)
      const sql = `SELECT ${quoted} FROM ${pathOf(table, turn)} WHERE ${quoted} IS NULL`
      if ((await read(turn, sql, {}, 1).catch(() => [])).length === 0) return []
      const name = nameOf(table, turn)
      const text = message(
        '{aggregate} leaves out rows of {table} without a {column}. Use COUNT(*) to count all rows.',
        {
          aggregate,
          table: name,
          column,
        },
      )
      return [warning('uncounted_nulls', text, { table: name, column })]
    })
    return (await Promise.all(looked)).flat()
  },
}
