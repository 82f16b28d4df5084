import type { ExpressionNode } from '../parse/model.ts'
import { comparisonOf, operandsOf, ownExpressions, visitNegated } from './expressions.ts'
import type { SelectScope } from './scope.ts'

/** The comparisons with NULL that no row can satisfy: `= NULL`, `<> NULL`, and NOT IN over a list with NULL. */
export function findNullComparisons({ select, sources }: SelectScope): { operator: string }[] {
  const found = new Set<string>()
  visitNegated([...ownExpressions(select), ...sources.conditions], (node, isNegated) => {
    const kind = comparisonOf(node)
    if (kind === null || !operandsOf(node).some(isNull)) return
    const isNotIn = kind === 'list' && (isNegated || (node.type === 'operation' && node.operator.endsWith('<>')))
    if (isNotIn) found.add('NOT IN')
    else if (kind === 'equal') found.add('=')
    else if (kind === 'unequal') found.add('<>')
  })
  return [...found].map((operator) => ({ operator }))
}

function isNull(node: ExpressionNode): boolean {
  return node.type === 'literal' && node.kind === 'null'
}
