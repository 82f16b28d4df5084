import roles from '../lexicon/vocabulary/roles.json' with { type: 'json' }
import type { TableModel } from './model.ts'

/** Words for people who buy. */
export const buyers: ReadonlySet<string> = new Set(roles.buyers)
/** Words for people who sell or serve. */
export const sellers: ReadonlySet<string> = new Set(roles.sellers)
const others: ReadonlySet<string> = new Set(roles.people)

/** Whether a table's rows are people. */
export function isPeople(table: TableModel): boolean {
  const last = table.words.at(-1) ?? ''
  return buyers.has(last) || sellers.has(last) || others.has(last)
}
