import type { ExpressionNode, SelectNode } from '../parse/model.ts'
import type { CatalogueIndex } from '../prove/catalogue-index.ts'
import { catalogueKey } from '../prove/names.ts'
import { isLabel } from './column-names.ts'
import type { FanOut } from './contract.ts'
import { aggregateOf, ownExpressions, visitExpression } from './expressions.ts'
import { columnKey, equalitiesOf, groupedExpressions, type Equality } from './joins.ts'
import { isSingleRow, resolveColumn, type Relation, type RelationColumn, type Sources } from './relations.ts'
import type { SelectScope } from './scope.ts'

/**
 * Finds aggregates that count a row more than once, because a joined table is reached by columns that aren't a whole
 * key. Without a known primary key it claims nothing.
 */
export function findFanOuts({ select, sources, index, text }: SelectScope): FanOut[] {
  if (sources.isOpaque || sources.relations.length < 2) return []
  const equalities = equalitiesOf(select, sources, index)
  const fixed = fixedColumns(select, sources, equalities, index)
  const found: FanOut[] = []
  for (const expression of ownExpressions(select)) {
    visitExpression(expression, (node) => {
      const aggregate = aggregateOf(node, text)
      if (!aggregate || aggregate.distinct) return
      const inner = columnsOf(aggregate.node, sources, index)
      if (inner === null || inner.length === 0) return
      if (!isMultiplied(aggregate.function, inner, select)) return
      const start = [...new Set(inner.map((column) => column.relation))]
      const multiplier = reach(start, sources.relations, { equalities, fixed, index })
      const table = start[0]?.table
      if (!multiplier?.table || !table) return
      found.push({ aggregate: aggregate.text, table: table.ref, multipliedBy: multiplier.table.ref })
    })
  }
  return unique(found)
}

/** A count of groups counts rows, as intended; a count of a key over everything counts things. */
function isMultiplied(name: string, columns: RelationColumn[], select: SelectNode): boolean {
  if (name === 'sum' || name === 'avg' || name === 'total') return true
  const [only] = columns
  const isKey = columns.length === 1 && only?.column.table.entry.primaryKey.join() === only?.column.name
  return name === 'count' && isKey && select.groupBy.length === 0
}

interface Joins {
  equalities: Equality[]
  /** Columns with one value in each group. */
  fixed: Set<string>
  index: CatalogueIndex
}

/** The first joined table that may have several rows for one of `start`; null if there is none. */
function reach(start: Relation[], relations: Relation[], joins: Joins): Relation | null {
  const reached = new Set(start)
  let rest = relations.filter((relation) => !reached.has(relation))
  for (let grew = true; grew;) {
    grew = false
    for (const relation of rest) {
      if (!hasOneRowFor(relation, reached, joins)) continue
      reached.add(relation)
      grew = true
    }
    rest = rest.filter((relation) => !reached.has(relation))
  }
  const touching = rest.find((relation) => joins.equalities.some((one) => links(one, relation, reached)))
  return touching ?? rest[0] ?? null
}

/** Also true if no key is known, because several rows aren't proven then, unless it refers to a reached table. */
function hasOneRowFor(relation: Relation, reached: Set<Relation>, { equalities, fixed, index }: Joins): boolean {
  const { primaryKey = [], uniqueKeys = [] } = relation.table?.entry ?? {}
  if (isSingleRow(relation)) return true
  if (primaryKey.length === 0) return !refersTo(relation, reached, equalities)
  return [primaryKey, ...uniqueKeys].some((keys) => isGivenKey(keys, relation, reached, { equalities, fixed, index }))
}

/** Whether its only foreign key is joined with a reached table. */
function refersTo(relation: Relation, reached: Set<Relation>, equalities: Equality[]): boolean {
  const { foreignKeys = [] } = relation.table?.entry ?? {}
  const [only, ...more] = foreignKeys
  if (!only || more.length > 0) return false
  const {
    columns: [column],
    referencedTable,
  } = only
  return equalities.some(({ left, right }) => {
    const [own, other] = left.relation === relation ? [left, right] : [right, left]
    if (own?.relation !== relation || own.column.name !== column || !other) return false
    return reached.has(other.relation) && other.column.table.entry.name === referencedTable
  })
}

/** Whether the joins and groups determine one value for each column of a key. */
function isGivenKey(
  keys: string[],
  relation: Relation,
  reached: Set<Relation>,
  { equalities, fixed, index }: Joins,
): boolean {
  return keys.every((key) => {
    const wanted = catalogueKey(key, index.dialect)
    if (fixed.has(columnKey(relation, key, index))) return true
    return equalities.some(
      (one) =>
        (isColumn(one.left, relation, wanted, index) &&
          (one.right === null || isGiven(one.right, reached, fixed, index))) ||
        (one.right !== null &&
          isColumn(one.right, relation, wanted, index) &&
          isGiven(one.left, reached, fixed, index)),
    )
  })
}

function isGiven(column: RelationColumn, reached: Set<Relation>, fixed: Set<string>, index: CatalogueIndex): boolean {
  return reached.has(column.relation) || fixed.has(columnKey(column.relation, column.column.name, index))
}

function isColumn(column: RelationColumn, relation: Relation, key: string, { dialect }: CatalogueIndex): boolean {
  return column.relation === relation && catalogueKey(column.column.name, dialect) === key
}

function links({ left, right }: Equality, relation: Relation, reached: Set<Relation>): boolean {
  if (right === null) return false
  return (
    (left.relation === relation && reached.has(right.relation)) ||
    (right.relation === relation && reached.has(left.relation))
  )
}

/** Columns that have one value in each group. The name of a thing is treated as the thing, also in a condition. */
function fixedColumns(
  select: SelectNode,
  sources: Sources,
  equalities: Equality[],
  index: CatalogueIndex,
): Set<string> {
  const fixed = new Set<string>()
  const grouped = groupedExpressions(select, index).map((expression) =>
    expression.type === 'column' ? resolveColumn(expression.parts, sources, index) : null,
  )
  const given = equalities.filter(({ right }) => right === null).map(({ left }) => left)
  for (const { relation, column } of [...grouped.filter((one) => one !== null), ...given]) {
    fixed.add(columnKey(relation, column.name, index))
    if (isLabel(column.name))
      for (const name of column.table.entry.primaryKey) fixed.add(columnKey(relation, name, index))
  }
  return fixed
}

/** The table columns inside an aggregate; null if one is uncertain. */
function columnsOf(node: ExpressionNode, sources: Sources, index: CatalogueIndex): RelationColumn[] | null {
  const columns: RelationColumn[] = []
  let isCertain = true
  visitExpression(node, (inner) => {
    if (inner.type === 'subquery' || inner.type === 'row') isCertain = false
    if (inner.type !== 'column') return
    const column = resolveColumn(inner.parts, sources, index)
    if (column) columns.push(column)
    else isCertain = false
  })
  return isCertain ? columns : null
}

function unique(found: FanOut[]): FanOut[] {
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}
