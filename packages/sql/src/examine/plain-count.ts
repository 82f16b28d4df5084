import type { PlainCount } from './contract.ts'
import { aggregateOf, conjuncts, expressionsIn, visitExpression } from './expressions.ts'
import { resolveColumn } from './relations.ts'
import { expressionsOf, type SelectScope } from './scope.ts'

/** Counts of a column that isn't a key of its table, so values may be missing or repeated. */
export function findPlainCounts(scope: SelectScope): PlainCount[] {
  const { select, sources, index, text } = scope
  const found = new Map<string, PlainCount>()
  for (const expression of expressionsOf(scope)) {
    visitExpression(expression, (node) => {
      const aggregate = aggregateOf(node, text)
      const [counted, ...others] = aggregate?.function === 'count' ? aggregate.node.children : []
      if (!aggregate || aggregate.distinct || counted?.type !== 'column' || others.length > 0) return
      const column = resolveColumn(counted.parts, sources, index)
      if (!column) return
      const { table, name } = column.column
      const { primaryKey, uniqueKeys = [] } = table.entry
      if ([primaryKey, ...uniqueKeys].some((key) => key.length === 1 && key[0] === name)) return
      const isFiltered = [select.where, ...sources.conditions]
        .flatMap(conjuncts)
        .some((condition) =>
          expressionsIn(condition).some(
            (inner) => inner.type === 'column' && resolveColumn(inner.parts, sources, index)?.column === column.column,
          ),
        )
      found.set(aggregate.text, {
        aggregate: aggregate.text,
        table: table.ref,
        column: name,
        mayBeNull: column.column.column.nullable && !column.relation.isOptional && !isFiltered,
      })
    })
  }
  return [...found.values()]
}
