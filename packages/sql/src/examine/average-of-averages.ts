import { aggregateOf, innerValue, visitExpression } from './expressions.ts'
import { expressionsOf, outputOf, type SelectScope } from './scope.ts'

/** Averages of averages per group: a small group weighs as much as a large one. */
export function findAveragesOfAverages(scope: SelectScope): { aggregate: string }[] {
  const found = new Set<string>()
  for (const expression of expressionsOf(scope)) {
    visitExpression(expression, (node) => {
      const aggregate = aggregateOf(node, scope.text)
      const [value] = aggregate?.function === 'avg' ? aggregate.node.children : []
      const averaged = value && innerValue(value)
      const origin = averaged?.type === 'column' ? outputOf(averaged.parts, scope) : null
      if (!aggregate || !origin || origin.scope.select.groupBy.length === 0) return
      if (aggregateOf(innerValue(origin.expression), scope.text)?.function === 'avg') found.add(aggregate.text)
    })
  }
  return [...found].map((aggregate) => ({ aggregate }))
}
