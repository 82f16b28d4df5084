import { aggregateOf, visitExpression } from './expressions.ts'
import { expressionsOf, type SelectScope } from './scope.ts'

/** Sums and averages that count equal values once, which are rarely the same thing. */
export function findDistinctSums(scope: SelectScope): { aggregate: string }[] {
  const found = new Set<string>()
  for (const expression of expressionsOf(scope)) {
    visitExpression(expression, (node) => {
      const aggregate = aggregateOf(node, scope.text)
      if (aggregate?.distinct && ['sum', 'avg', 'total'].includes(aggregate.function)) found.add(aggregate.text)
    })
  }
  return [...found].map((aggregate) => ({ aggregate }))
}
