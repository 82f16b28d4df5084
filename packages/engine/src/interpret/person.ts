import roles from '../lexicon/vocabulary/roles.json' with { type: 'json' }
import type { Schema, TableModel } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'

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

/** The table with the names of the people in another one: players have theirs in `people`. Null if they have their own. */
export function personBehind(schema: Schema, table: TableModel): TableModel | null {
  if (!isPeople(table) || !isNameless(table)) return null
  const parents = schema.links
    .filter((link) => link.child === table && link.parent !== table)
    .map((link) => link.parent)
  const [only, other] = parents.filter((one) => isPeople(one) && !isNameless(one))
  return only !== undefined && other === undefined ? only : null
}

function isNameless(table: TableModel): boolean {
  return displayColumns(table).every((one) => one.isKey || one.isForeignKey)
}
