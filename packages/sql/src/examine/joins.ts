import { catalogueKey, nameKey } from '../prove/names.ts'
import type { CatalogueIndex } from '../prove/catalogue-index.ts'
import type { ExpressionNode, SelectNode } from '../parse/model.ts'
import { comparisonOf, conjuncts, operandsOf } from './expressions.ts'
import { literalText } from './literals.ts'
import { resolveColumn, type Relation, type RelationColumn, type Sources } from './relations.ts'

/** Columns that a join makes equal; `right` is null if the other side is a value. */
export interface Equality {
  left: RelationColumn
  right: RelationColumn | null
}

/** The equalities that WHERE, ON, and USING demand. */
export function equalitiesOf(select: SelectNode, sources: Sources, index: CatalogueIndex): Equality[] {
  const conditions = [select.where, ...sources.conditions].flatMap(conjuncts)
  const written = conditions.flatMap((condition): Equality[] => {
    if (comparisonOf(condition) !== 'equal') return []
    const sides = operandsOf(condition)
    const columns = sides.map((side) => (side.type === 'column' ? resolveColumn(side.parts, sources, index) : null))
    const [left, right] = columns
    if (left && right) return [{ left, right }]
    const one = left ?? right
    const hasValue = sides.some(
      (side) => side.type === 'literal' || side.type === 'parameter' || literalText(side, sources, index) !== null,
    )
    return one && hasValue ? [{ left: one, right: null }] : []
  })
  return [...written, ...usingEqualities(sources, index)]
}

function usingEqualities({ relations, using }: Sources, { dialect }: CatalogueIndex): Equality[] {
  return using.flatMap((name) => {
    const columns = relations.flatMap((relation) => {
      const column = relation.table?.columns.get(nameKey(name, dialect))
      return column ? [{ relation, column }] : []
    })
    return columns.flatMap((left, at) => columns.slice(at + 1).map((right): Equality => ({ left, right })))
  })
}

/** The columns of other relations that a join makes equal to a whole key of this one, by the key's columns. */
export function keyPartners(relation: Relation, equalities: Equality[]): Map<string, RelationColumn> | null {
  const entry = relation.table?.entry
  if (!entry) return null
  for (const key of [entry.primaryKey, ...(entry.uniqueKeys ?? [])]) {
    const partners = key.flatMap((name) =>
      partnersOf(relation, name, equalities)
        .slice(0, 1)
        .map((one) => [name, one] as const),
    )
    if (key.length > 0 && partners.length === key.length) return new Map(partners)
  }
  return null
}

function partnersOf(relation: Relation, name: string, equalities: Equality[]): RelationColumn[] {
  return equalities.flatMap(({ left, right }) => {
    if (!right) return []
    if (left.relation === relation && left.column.name === name && right.relation !== relation) return [right]
    return right.relation === relation && right.column.name === name && left.relation !== relation ? [left] : []
  })
}

/** The expressions of GROUP BY; a number refers to a result column, and so may a name. */
export function groupedExpressions(select: SelectNode, { dialect }: CatalogueIndex): ExpressionNode[] {
  const items = select.items.flatMap((item) => (item.type === 'item' ? [item] : []))
  return select.groupBy.flatMap((expression) => {
    if (expression.type === 'literal' && expression.kind === 'number') {
      const item = items[Number(expression.value) - 1]
      return item ? [item.expression] : []
    }
    const [name] = expression.type === 'column' && expression.parts.length === 1 ? expression.parts : []
    const aliased = name && items.find((item) => item.alias && nameKey(item.alias, dialect) === nameKey(name, dialect))
    return [expression, ...(aliased ? [aliased.expression] : [])]
  })
}

export function columnKey(relation: Relation, name: string, { dialect }: CatalogueIndex): string {
  return `${relation.key}\u0000${catalogueKey(name, dialect)}`
}
