import type { Schema, TableModel } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'

/** Words for people who buy. */
export const buyers = new Set(
  'customer client buyer member user subscriber guest shopper patron passenger borrower'.split(' '),
)
/** Words for people who sell or serve. */
export const sellers = new Set('employee staff seller salesperson agent worker vendor representative'.split(' '))
const others = new Set(
  'person people student teacher professor instructor patient doctor physician author artist actor director driver player pilot owner visitor reviewer manager candidate friend coach singer writer nurse technician tourist resident athlete swimmer runner wrestler boxer skater gymnast dancer musician lawyer judge politician scientist engineer captain sailor soldier officer suspect victim perpetrator prisoner chef contestant participant competitor applicant volunteer donor'.split(
    ' ',
  ),
)

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
