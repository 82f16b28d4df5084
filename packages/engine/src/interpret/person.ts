import roles from '../lexicon/vocabulary/roles.json' with { type: 'json' }
import type { Schema, TableModel } from '../schema/model.ts'
import { isPeople } from '../schema/people.ts'
import { displayColumns } from '../schema/roles.ts'

const anyone: ReadonlySet<string> = new Set(roles.anyone)
const agentEnding = /(?:er|or|eur|ist|ast|ian|ant|ent|man|woman)$/
const agentless: ReadonlySet<string> = new Set(roles.agentless)

/** The table with the names of the people in another one: players have theirs in `people`. Null if they have their own. */
export function personBehind(schema: Schema, table: TableModel): TableModel | null {
  if (!isNameless(table)) return null
  const parents = schema.links
    .filter((link) => link.child === table && link.parent !== table)
    .map((link) => link.parent)
  const [only, other] = parents.filter((one) => isPeople(one) && !isNameless(one))
  if (only === undefined || other !== undefined) return null
  return isPeople(table) || (isAgent(table) && isAnyone(only)) ? only : null
}

/** Whether a table is named like people who do something: 'entrepreneur', 'wrestler'. */
function isAgent(table: TableModel): boolean {
  const last = table.words.at(-1) ?? ''
  return agentEnding.test(last) && !agentless.has(last)
}

/** Whether a table may have people of any kind. */
function isAnyone(table: TableModel): boolean {
  return anyone.has(table.words.join(' '))
}

function isNameless(table: TableModel): boolean {
  return displayColumns(table).every((one) => one.isKey || one.isForeignKey)
}
