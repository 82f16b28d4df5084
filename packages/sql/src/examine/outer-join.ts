import type { ExpressionNode } from '../parse/model.ts'
import type { OuterJoin } from './contract.ts'
import { aggregateOf, comparisonOf, conjuncts, expressionsIn, operandsOf } from './expressions.ts'
import { equalitiesOf, groupedExpressions, keyPartners, type Equality } from './joins.ts'
import { relationOf, type Relation } from './relations.ts'
import { expressionsOf, type SelectScope } from './scope.ts'

/**
 * Finds groups of one table with an outer join to a table of several rows for each, if the outer join has no effect:
 * WHERE needs a value of the joined table, or COUNT(*) counts its missing row.
 */
export function findOuterJoins(scope: SelectScope): OuterJoin[] {
  const { select, sources, index } = scope
  if (sources.isOpaque || select.groupBy.length === 0) return []
  const equalities = equalitiesOf(select, sources, index)
  const kept = new Set(
    groupedExpressions(select, index).flatMap((node) =>
      node.type === 'column' ? [relationOf(node.parts, sources, index)] : [],
    ),
  )
  return sources.relations.flatMap((relation): OuterJoin[] => {
    const { table } = relation
    if (!relation.isOptional || !table || kept.has(relation) || kept.has('unknown')) return []
    if (!mayRepeat(relation, scope, equalities)) return []
    const filter = conjuncts(select.where).find((condition) => needsValueOf(relation, condition, scope))
    const one = { table: table.ref }
    if (filter) return [{ ...one, problem: 'undone' }]
    const others = sources.relations.filter((other) => !other.isOptional)
    return countsRows(scope) && others.length === 1 ? [{ ...one, problem: 'counted' }] : []
  })
}

/** Whether several rows may match one row of the rest: by keys, or because it refers to a whole key of another table. */
function mayRepeat(relation: Relation, { sources }: SelectScope, equalities: Equality[]): boolean {
  if (keyPartners(relation, equalities) !== null) return false
  if ((relation.table?.entry.primaryKey.length ?? 0) > 0) return true
  return sources.relations.some((other) => {
    const partners = [...(keyPartners(other, equalities)?.values() ?? [])]
    return partners.length > 0 && partners.every((partner) => partner.relation === relation)
  })
}

/** Whether a condition rejects the row of NULLs. */
function needsValueOf(relation: Relation, condition: ExpressionNode, { sources, index }: SelectScope): boolean {
  const isPattern = condition.type === 'operation' && /^(?:I?Like|AEXPR_I?LIKE\b)/.test(condition.operator)
  if (comparisonOf(condition) === null && !isPattern) return false
  return operandsOf(condition).some(
    (side) => side.type === 'column' && relationOf(side.parts, sources, index) === relation,
  )
}

function countsRows(scope: SelectScope): boolean {
  return expressionsOf(scope)
    .flatMap(expressionsIn)
    .some((node) => node.type === 'call' && node.star && aggregateOf(node, scope.text)?.function === 'count')
}
