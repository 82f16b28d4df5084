import type { Filter, Query } from '../query.ts'
import { columnOf, tableOf, type Schema } from '../schema/model.ts'
import { displayColumns } from '../schema/roles.ts'
import { Unclear } from './unclear.ts'

/**
 * Refuses readings that follow every word of a question and still cannot be what was meant.
 * Throws `Unclear`.
 */
export function refuseDoubtful(schema: Schema, question: string, query: Query): void {
  if (/\bboth\b/i.test(question) && query.filters.some(isAlternative))
    throw new Unclear('‘Both’ asks for all of these at once, which is not certain here: ask for each by itself.', [
      'both',
    ])
  const counted = countedByItself(schema, query)
  if (counted !== null)
    throw new Unclear(
      `Each of the ${counted} is there once, so that there is nothing to count. Say what is counted.`,
      [],
    )
}

/** Values or conditions of which one is enough. */
function isAlternative(filter: Filter): boolean {
  if (filter.kind === 'any') return true
  if (filter.kind === 'in') return filter.values.length > 1 && !filter.negated
  if (filter.kind === 'every' || filter.kind === 'also' || filter.kind === 'related')
    return filter.filters.some(isAlternative)
  return false
}

/** Groups of one row each, whose rows are counted: the table's own key, or its name where other rows must belong to it. */
function countedByItself(schema: Schema, query: Query): string | null {
  const counts = [...query.select, ...query.order].flatMap(({ expression }) =>
    expression.kind === 'rows' ? [tableOf(schema, expression.table)] : [],
  )
  for (const table of counts) {
    for (const group of query.groups) {
      if (group.kind !== 'column' || group.ref.table !== table.key) continue
      const column = columnOf(schema, group.ref)
      const isWholeKey = table.primaryKey.length === 1 && table.primaryKey[0] === column
      const [name] = displayColumns(table)
      const belongs = query.filters.some((filter) => filter.kind === 'related' && filter.of === table.key)
      if (isWholeKey || (belongs && name === column)) return table.spoken
    }
  }
  return null
}
