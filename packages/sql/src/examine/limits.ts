import type { LimitNode, QueryNode } from '../parse/model.ts'
import type { LimitedInput } from './contract.ts'
import { hasAggregate, ownExpressions, visitExpression } from './expressions.ts'
import type { SelectScope } from './scope.ts'

/** Aggregates of subqueries that return only their first rows. */
export function findLimitedInputs(scope: SelectScope): LimitedInput[] {
  if (!hasAggregate(ownExpressions(scope.select), scope.text)) return []
  return scope.sources.relations.flatMap(({ query }) => {
    const rows = query ? ownLimit(query) : null
    return query && rows !== null ? [{ rows, ordered: query.orderBy.length > 0 }] : []
  })
}

/** Subqueries in conditions and result columns that pick their first rows without an order. */
export function findUnorderedPicks({ select, sources, text }: SelectScope): { rows: number }[] {
  const found: { rows: number }[] = []
  for (const expression of [...ownExpressions(select), ...sources.conditions]) {
    visitExpression(expression, (node) => {
      if (node.type !== 'operation' && node.type !== 'call') return
      if (node.type === 'operation' && /^exists/i.test(node.operator)) return
      for (const child of node.children) {
        if (child.type !== 'subquery' || child.query.orderBy.length > 0) continue
        const rows = ownLimit(child.query)
        const { body } = child.query
        if (rows === null || body.type !== 'select' || hasAggregate(ownExpressions(body), text)) continue
        found.push({ rows })
      }
    })
  }
  return found
}

/** The number of rows that a query asks for; null if it gives none. */
export function ownLimit(query: QueryNode): number | null {
  const top = query.body.type === 'select' ? query.body.top : null
  return rowsOf(query.limit) ?? rowsOf(top)
}

function rowsOf(limit: LimitNode | null): number | null {
  const count = limit && !limit.inexact ? limit.count : null
  return count?.type === 'literal' && count.kind === 'number' ? Number(count.value) : null
}
