import type { ColumnKind } from '@parlance/contract'
import type { ExpressionNode } from '../parse/model.ts'
import { comparisonOf, operandsOf, ownExpressions, visitExpression } from './expressions.ts'
import type { DateText } from './contract.ts'
import { literalText } from './literals.ts'
import { resolveColumn } from './relations.ts'
import type { SelectScope } from './scope.ts'

const dateKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['date', 'timestamp'])
const wholeDate = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?$/
const hasDigit = /\d/

/** Dates, or texts that may be dates, that are compared with literals. */
export function findDateTexts({ select, sources, index }: SelectScope): DateText[] {
  const found: DateText[] = []
  for (const expression of [...ownExpressions(select), ...sources.conditions]) {
    visitExpression(expression, (node) => {
      const kind = comparisonOf(node)
      if (kind === null) return
      const sides = operandsOf(node)
      const columns = sides.map((side) => (side.type === 'column' ? resolveColumn(side.parts, sources, index) : null))
      const column = columns.find((one) => one !== null)?.column
      if (!column) return
      const isDate = dateKinds.has(column.column.kind)
      if (!isDate && column.column.kind !== 'text') return
      const isOrdered = kind === 'less' || kind === 'greater' || kind === 'between'
      for (const literal of sides) {
        const isNumber = literal.type === 'literal' && literal.kind === 'number'
        const value = isNumber ? literal.value : literalText(literal, sources, index)
        if (value === null || (!isDate && !(isOrdered && hasDigit.test(value)))) continue
        found.push({
          table: column.table.ref,
          column: column.name,
          value,
          isDate,
          isNumber,
          isWhole: wholeDate.test(value),
          isOrdered,
          isUpperBound: isUpperBound(node, literal, sides),
        })
      }
    })
  }
  return found
}

/** Whether rows up to and including this value are wanted. */
function isUpperBound(node: ExpressionNode, literal: ExpressionNode, sides: ExpressionNode[]): boolean {
  if (comparisonOf(node) === 'between') return sides.at(-1) === literal
  const operator = node.type === 'operation' ? node.operator.replace(/^AEXPR_OP /, '') : ''
  return sides[0] === literal ? ['GtEq', '>='].includes(operator) : ['LtEq', '<='].includes(operator)
}
