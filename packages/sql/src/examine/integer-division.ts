import { dialectOf } from '../dialects/index.ts'
import type { ExpressionNode } from '../parse/model.ts'
import type { IntegerDivision } from './contract.ts'
import { aggregateOf, arithmeticOf, functionOf, hasAggregate } from './expressions.ts'
import { isWhole } from './number-types.ts'
import { expressionsOf, type SelectScope } from './scope.ts'

const wanted = new Set(['floor', 'ceil', 'ceiling', 'trunc', 'truncate', 'mod'])

/**
 * Finds quotients and averages of whole numbers that lose their decimals. Leaves out divisions by a number that form
 * groups, such as decades, and those whose decimals the query removes itself.
 */
export function findIntegerDivisions(scope: SelectScope): IntegerDivision[] {
  const { truncatesDivision, truncatesAverage } = dialectOf(scope.index.dialect).values
  if (!truncatesDivision && !truncatesAverage) return []
  const found: IntegerDivision[] = []
  for (const expression of expressionsOf(scope)) {
    visitKept(expression, (node) => {
      const [dividend, divisor] = arithmeticOf(node) === '/' && 'children' in node ? node.children : []
      if (truncatesDivision && dividend && divisor && losesDecimals(dividend, divisor, scope))
        found.push({ isAverage: false })
      if (!truncatesAverage) return
      const aggregate = aggregateOf(node, scope.text)
      const [averaged] = aggregate?.function === 'avg' ? aggregate.node.children : []
      if (averaged && isWhole(averaged, scope)) found.push({ isAverage: true })
    })
  }
  return found
}

function losesDecimals(dividend: ExpressionNode, divisor: ExpressionNode, scope: SelectScope): boolean {
  if (!isWhole(dividend, scope) || !isWhole(divisor, scope)) return false
  return divisor.type !== 'literal' || hasAggregate([dividend], scope.text)
}

/** Visits an expression without the parts whose decimals aren't wanted. */
function visitKept(node: ExpressionNode, visit: (node: ExpressionNode) => unknown): void {
  if (wanted.has(functionOf(node))) return
  visit(node)
  if (node.type === 'subquery' || !('children' in node)) return
  for (const child of node.children) visitKept(child, visit)
}
