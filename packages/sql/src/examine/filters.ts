import type { ColumnKind } from '@parlance/contract'
import type { ExpressionNode } from '../parse/model.ts'
import type { CatalogueIndex } from '../prove/catalogue-index.ts'
import type { DateFilter, ValueComparison } from './contract.ts'
import { comparisonOf, conjuncts, operandsOf, ownExpressions, visitExpression } from './expressions.ts'
import { literalText } from './literals.ts'
import { resolveColumn, type RelationColumn, type Sources } from './relations.ts'
import type { SelectScope } from './scope.ts'

/** Functions that change only a text's case or trim it. */
const sameText = new Set(['lower', 'upper', 'trim', 'lcase', 'ucase'])
const textKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['text', 'other'])
const dateKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['date', 'timestamp'])
const dateLiteral = /^\d{4}-\d{2}-\d{2}([ T][\d:.]*)?/

/** Text columns that are compared with literals anywhere in the SELECT. */
export function findComparisons({ select, sources, index }: SelectScope): ValueComparison[] {
  const required = new Set([select.where, ...sources.conditions].flatMap(conjuncts))
  const found: ValueComparison[] = []
  for (const expression of [...ownExpressions(select), ...sources.conditions]) {
    visitExpression(expression, (node) => {
      const kind = comparisonOf(node)
      if (kind !== 'equal' && kind !== 'unequal' && kind !== 'list') return
      const sides = operandsOf(node)
      const column = sides.map((side) => comparedColumn(side, sources, index)).find((one) => one !== null)
      if (!column || !textKinds.has(column.column.column.kind)) return
      const values = sides.flatMap((side) => (side.type === 'literal' ? (literalText(side, sources, index) ?? []) : []))
      if (values.length === 0 || values.length < sides.length - 1) return
      const isPlainFilter = kind === 'equal' && required.has(node)
      found.push({ table: column.column.table.ref, column: column.column.name, values, isPlainFilter })
    })
  }
  return found
}

function comparedColumn(side: ExpressionNode, sources: Sources, index: CatalogueIndex): RelationColumn | null {
  if (side.type === 'column') return resolveColumn(side.parts, sources, index)
  const [inner] = side.type === 'call' && sameText.has(side.name.at(-1)?.toLowerCase() ?? '') ? side.children : []
  return inner?.type === 'column' ? resolveColumn(inner.parts, sources, index) : null
}

/** Date columns in the conditions of a SELECT, with the literals that bound them. */
export function findDateFilters({ select, sources, index }: SelectScope): DateFilter[] {
  const filters = new Map<RelationColumn['column'], DateFilter>()
  const conditions = [select.where, ...sources.conditions].flatMap(conjuncts)
  for (const condition of conditions) {
    visitExpression(condition, (node) => {
      const found = node.type === 'column' ? resolveColumn(node.parts, sources, index) : null
      if (!found || !dateKinds.has(found.column.column.kind)) return
      const { column } = found
      const known = filters.get(column) ?? { table: column.table.ref, column: column.name, from: null, to: null }
      filters.set(column, { ...known, ...boundsOf(condition, node, { sources, index }) })
    })
  }
  return [...filters.values()]
}

function boundsOf(
  condition: ExpressionNode,
  column: ExpressionNode,
  place: Pick<SelectScope, 'sources' | 'index'>,
): Partial<DateFilter> {
  const kind = comparisonOf(condition)
  const sides = operandsOf(condition)
  if (kind === null || !sides.includes(column)) return {}
  const literals = sides.flatMap((side) => dateOf(side, place) ?? [])
  const [first, second] = literals
  if (first === undefined) return {}
  if (kind === 'equal') return { from: first, to: first }
  if (kind === 'between') return second === undefined ? {} : { from: first, to: second }
  const isColumnFirst = sides[0] === column
  if (kind === 'greater') return isColumnFirst ? { from: first } : { to: first }
  if (kind === 'less') return isColumnFirst ? { to: first } : { from: first }
  return {}
}

function dateOf(node: ExpressionNode, place: Pick<SelectScope, 'sources' | 'index'>): string | null {
  const text = literalText(node, place.sources, place.index)
  if (text !== null) return dateLiteral.test(text) ? text : null
  const [inner] = node.type === 'cast' || node.type === 'operation' ? node.children : []
  return inner ? dateOf(inner, place) : null
}
