import { nameKey } from '../prove/names.ts'
import { isName } from './column-names.ts'
import type { MergedNames } from './contract.ts'
import { hasAggregate } from './expressions.ts'
import { equalitiesOf, groupedExpressions, keyPartners } from './joins.ts'
import { resolveColumn, type RelationColumn } from './relations.ts'
import { expressionsOf, type SelectScope } from './scope.ts'

/**
 * Finds groups by the name of a joined table's rows without its key: rows with the same name become one group. The
 * caller runs `repeated`, which returns the names of several rows.
 */
export function findMergedNames(scope: SelectScope): MergedNames[] {
  const { select, sources, index } = scope
  if (sources.isOpaque || select.groupBy.length === 0 || !hasAggregate(expressionsOf(scope), scope.text)) return []
  const equalities = equalitiesOf(select, sources, index)
  const grouped = groupedExpressions(select, index).map((node) =>
    node.type === 'column' ? resolveColumn(node.parts, sources, index) : null,
  )
  if (grouped.includes(null)) return []
  const columns = grouped.filter((one) => one !== null)
  return sources.relations.flatMap((relation): MergedNames[] => {
    const { table } = relation
    const own = [...new Set(columns.filter((one) => one.relation === relation).map(({ column }) => column))]
    const partners = keyPartners(relation, equalities)
    if (!table || !partners || !own.some(({ name }) => isName(name))) return []
    const { primaryKey, uniqueKeys = [] } = table.entry
    const names = new Set(own.map(({ name }) => name))
    if ([primaryKey, ...uniqueKeys].some((key) => key.length > 0 && key.every((name) => names.has(name)))) return []
    const byKey = [...partners.values()].every((partner) => columns.some((one) => isSame(one, partner)))
    if (byKey) return []
    const outputs = own.map(({ name }) => outputOf(name, scope))
    return [{ table: table.ref, columns: own.map(({ name }) => name), outputs, key: primaryKey }]
  })
}

function isSame(one: RelationColumn, other: RelationColumn): boolean {
  return one.relation === other.relation && one.column === other.column
}

/** The index of the result column that shows a column; null if there is none. */
function outputOf(name: string, { select, index }: SelectScope): number | null {
  if (select.items.some((item) => item.type === 'star')) return null
  const at = select.items.findIndex((item) => {
    const last = item.type === 'item' && item.expression.type === 'column' ? item.expression.parts.at(-1) : undefined
    return last !== undefined && nameKey(last, index.dialect) === nameKey({ ...last, text: name }, index.dialect)
  })
  return at < 0 ? null : at
}
