import { dialectFacts } from '@parlance/contract'
import type { LostRows } from './contract.ts'
import { conjuncts, expressionsIn, hasAggregate } from './expressions.ts'
import { equalitiesOf, keyPartners } from './joins.ts'
import { relationOf, type Relation } from './relations.ts'
import { expressionsOf, type SelectScope } from './scope.ts'

const wanted = new Set(['sum', 'avg', 'total', 'count'])

/**
 * Finds aggregates over a table whose rows are lost in an inner join if they refer to no row of the other one. Leaves
 * out joins to a table that a condition filters: losing rows is its purpose.
 */
export function findLostRows(scope: SelectScope): LostRows[] {
  const { select, owner, sources, index } = scope
  if (sources.isOpaque || sources.relations.length < 2 || !hasAggregate(expressionsOf(scope), scope.text, wanted))
    return []
  if (sources.relations.some(({ isOptional, table }) => isOptional || table === null)) return []
  // The first groups are right, whatever the missing one has.
  if (select.groupBy.length > 0 && (owner?.limit ?? select.top)) return []
  const equalities = equalitiesOf(select, sources, index)
  const read = conjuncts(select.where)
    .filter((condition) => relationsIn(condition, scope).size === 1)
    .flatMap((condition) => [...relationsIn(condition, scope)])
  const partners = new Map(sources.relations.map((relation) => [relation, keyPartners(relation, equalities)]))
  const facts = sources.relations.filter((relation) => !partners.get(relation))
  const [fact] = facts
  if (facts.length !== 1 || !fact?.table) return []
  const filtered = new Set(read)
  if (sources.relations.some((relation) => relation !== fact && filtered.has(relation))) return []
  return sources.relations.flatMap((relation): LostRows[] => {
    const [only, ...more] = partners.get(relation) ?? []
    const key = only?.[0]
    const reference = only?.[1]
    if (!relation.table || !key || !reference || more.length > 0 || reference.relation !== fact) return []
    if (isComplete(reference, relation, scope)) return []
    return [{ table: reference.column.table.ref, column: reference.column.name, other: relation.table.ref, key }]
  })
}

function relationsIn(condition: Parameters<typeof expressionsIn>[0], { sources, index }: SelectScope): Set<Relation> {
  const places = expressionsIn(condition).flatMap((node) =>
    node.type === 'column' ? [relationOf(node.parts, sources, index)] : [],
  )
  return new Set(places.filter((place) => typeof place !== 'string'))
}

/** Whether each row must refer to an existing row. */
function isComplete(
  { column }: { column: { name: string; column: { nullable: boolean }; table: Relation['table'] } },
  other: Relation,
  { index }: SelectScope,
): boolean {
  if (column.column.nullable || dialectFacts[index.dialect].hasLooseTypes) return false
  return (column.table?.entry.foreignKeys ?? []).some(
    (key) => key.columns.join() === column.name && key.referencedTable === other.table?.entry.name,
  )
}
