import { message } from '@parlance/contract'
import { quoteName } from '@parlance/sql'
import { nameOf, pathOf, read } from '../look-up.ts'
import { asks, distinctWords } from './asked.ts'
import { lookUpLimit, mayRead, warning, type Check } from './check.ts'

/** Rows or counted values that repeat, if the question asks for different ones. */
export const repeatedValues: Check = {
  isNote: false,
  quotesData: false,
  find: async (checked) => {
    const { found, result, turn } = checked
    if (!asks(distinctWords, turn)) return []
    const rows = result.rows.map((row) => JSON.stringify(row))
    if (new Set(rows).size < rows.length)
      return [
        warning('repeated_values', message('The result repeats rows. Use SELECT DISTINCT to show each one once.')),
      ]
    if (!mayRead(checked)) return []
    const looked = found.plainCounts.slice(0, lookUpLimit).map(async ({ aggregate, table, column }) => {
      const quoted = quoteName(column, turn.catalogue.dialect)
      const sql = `SELECT ${quoted} FROM ${pathOf(table, turn)} WHERE ${quoted} IS NOT NULL GROUP BY ${quoted} HAVING COUNT(*) > 1`
      if ((await read(turn, sql, {}, 1).catch(() => [])).length === 0) return []
      const name = nameOf(table, turn)
      const text = message('{aggregate} counts repeated values of {column} each time. Use COUNT(DISTINCT {column}).', {
        aggregate,
        column,
      })
      return [warning('repeated_values', text, { table: name, column })]
    })
    return (await Promise.all(looked)).flat()
  },
}
