import { message } from '@parlance/contract'
import { quoteName, type LostRows } from '@parlance/sql'
import { nameOf, pathOf, read } from '../look-up.ts'
import type { AgentTurn } from '../contract.ts'
import { lookUpLimit, mayRead, warning, type Check } from './check.ts'
import { isSmall } from './small-table.ts'

/** A join that loses a larger share of the rows is reported. */
const lostShare = 0.2

/** Inner joins that lose many of the rows that are added up. */
export const lostRows: Check = {
  isNote: false,
  quotesData: false,
  find: async (checked) => {
    const { found, turn } = checked
    if (!mayRead(checked)) return []
    const small = found.lostRows.filter(({ table, other }) => isSmall(table, turn) && isSmall(other, turn))
    const looked = small.slice(0, lookUpLimit).map(async (one) => {
      const share = await lostShareOf(one, turn).catch(() => 0)
      if (share <= lostShare) return []
      const table = nameOf(one.table, turn)
      const text = message(
        'The join with {other} leaves out more than a fifth of the rows of {table}, which have no matching {column}. Use LEFT JOIN to keep them.',
        { other: nameOf(one.other, turn), table, column: one.column },
      )
      return [warning('lost_rows', text, { table, column: one.column })]
    })
    return (await Promise.all(looked)).flat()
  },
}

/** The share of rows that refer to no row of the other table. */
async function lostShareOf({ table, column, other, key }: LostRows, turn: AgentTurn): Promise<number> {
  const [reference, identifier] = [column, key].map((name) => quoteName(name, turn.catalogue.dialect))
  const sql = `SELECT COUNT(*) AS all_rows, COUNT(o.${identifier}) AS kept_rows FROM ${pathOf(table, turn)} t LEFT JOIN ${pathOf(other, turn)} o ON o.${identifier} = t.${reference}`
  const [row = []] = await read(turn, sql, {}, 1)
  const [all, kept] = row.map(Number)
  return all && kept !== undefined ? (all - kept) / all : 0
}
