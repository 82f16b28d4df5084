import type { ExpressionNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import { nameKey } from '../prove/names.ts'
import type { CrossJoin } from './contract.ts'
import { comparisonOf, comparisonsIn, conjuncts, hasAggregate, visitExpression } from './expressions.ts'
import { isSingleRow, relationOf, resolveColumn, type Relation } from './relations.ts'
import type { SelectScope } from './scope.ts'

/** What conditions connect: a relation, or the row of an outer query. */
type Place = Relation | 'outer'

/**
 * Finds two sides of a FROM that no condition connects, so that each row of one is paired with each row of the other.
 * A side with one row pairs nothing twice. Claims nothing if a name is uncertain.
 */
export function findCrossJoins(scope: SelectScope): CrossJoin[] {
  const { relations, isOpaque } = scope.sources
  if (isOpaque || relations.length < 2) return []
  const groups = new Map<Place, Place>(relations.map((relation) => [relation, relation]))
  groups.set('outer', 'outer')
  const conditions = [scope.select.where, ...scope.sources.conditions].flatMap(conjuncts)
  for (const condition of conditions.flatMap(comparisonsIn)) {
    const places = placesOf(condition, scope)
    if (places === null) return []
    const [first, ...rest] = connects(condition, places) ? places : []
    for (const place of rest) if (first !== undefined) join(groups, first, place)
  }
  for (const name of scope.sources.using) {
    const key = nameKey(name, scope.index.dialect)
    const [first, ...rest] = relations.filter(({ table }) => table === null || table.columns.has(key))
    for (const relation of rest) if (first) join(groups, first, relation)
  }
  const several = relations.filter((relation) => !hasOneRow(relation, scope))
  if (several.every((relation) => hasKeyOfOneRow(relation, conditions, scope))) return []
  const roots = new Set(several.map((relation) => rootOf(groups, relation)))
  const [one, other] = [...roots].map((root) => several.find((relation) => rootOf(groups, relation) === root))
  return one && other ? [{ one: nameOf(one), other: nameOf(other) }] : []
}

function nameOf({ table, key }: Relation): CrossJoin['one'] {
  return table?.ref ?? key
}

function rootOf(groups: Map<Place, Place>, place: Place): Place {
  const above = groups.get(place) ?? place
  return above === place ? place : rootOf(groups, above)
}

function join(groups: Map<Place, Place>, one: Place, other: Place): void {
  groups.set(rootOf(groups, one), rootOf(groups, other))
}

/** The places whose columns a condition reads, also in its subqueries; null if one is uncertain. */
function placesOf(condition: ExpressionNode, { sources, index }: SelectScope): Place[] | null {
  const places = new Set<Place | 'unknown'>()
  visitExpression(condition, (node) => {
    if (node.type === 'row') places.add('unknown')
    if (node.type === 'column') places.add(relationOf(node.parts, sources, index))
    if (node.type !== 'subquery') return
    walkQuery(node.query, {
      expression: (inner) => {
        if (inner.type !== 'column' || inner.parts.length === 1) return
        const place = relationOf(inner.parts, sources, index)
        if (place !== 'outer') places.add(place)
      },
    })
  })
  return places.has('unknown') ? null : [...places].filter((place) => place !== 'unknown')
}

/** Different tables that only differ in a value are still paired with almost every row. */
function connects(condition: ExpressionNode, places: Place[]): boolean {
  if (places.length < 2) return false
  if (comparisonOf(condition) !== 'unequal') return true
  const tables = places.map((place) => (place === 'outer' ? null : place.table))
  return tables.every((table) => table !== null && table === tables[0])
}

function hasOneRow(relation: Relation, scope: SelectScope): boolean {
  if (relation.query) return returnsOneRow(relation, scope)
  return relation.table === null || isSingleRow(relation)
}

/** Whether conditions give values for a whole key. */
function hasKeyOfOneRow(relation: Relation, conditions: ExpressionNode[], scope: SelectScope): boolean {
  const { primaryKey = [], uniqueKeys = [] } = relation.table?.entry ?? {}
  const fixed = new Set(
    conditions.flatMap((condition) => {
      if (comparisonOf(condition) !== 'equal' || !('children' in condition)) return []
      const columns = condition.children.map((side) =>
        side.type === 'column' ? resolveColumn(side.parts, scope.sources, scope.index) : null,
      )
      const [only] = columns.filter((column) => column !== null)
      return only?.relation === relation && columns.includes(null) ? [only.column.name] : []
    }),
  )
  return [primaryKey, ...uniqueKeys].some((key) => key.length > 0 && key.every((name) => fixed.has(name)))
}

function returnsOneRow({ query }: Relation, { text }: SelectScope): boolean {
  if (!query) return false
  const { limit, body } = query
  const cut = limit ?? (body.type === 'select' ? body.top : null)
  if (cut?.count?.type === 'literal' && Number(cut.count.value) <= 1) return true
  if (body.type !== 'select') return body.type === 'values' && body.rows.length === 1
  if (body.from.length === 0) return true
  if (body.groupBy.length > 0) return false
  return hasAggregate(
    body.items.flatMap((item) => (item.type === 'item' ? [item.expression] : [])),
    text,
  )
}
