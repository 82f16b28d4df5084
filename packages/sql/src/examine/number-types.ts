import { dialectOf } from '../dialects/index.ts'
import type { ExpressionNode } from '../parse/model.ts'
import { arithmeticOf, caseResults } from './expressions.ts'
import { resolveColumn } from './relations.ts'
import { outputOf, scopeOf, type SelectScope } from './scope.ts'

/** How deep an expression is followed. */
const deepest = 20

/** Functions that return a whole number if their first argument, or all of them, are whole. */
const wholeIfFirst = new Set(['abs', 'min', 'max', 'nullif', 'sum'])
const wholeIfAll = new Set(['coalesce', 'ifnull', 'isnull', 'nvl', 'greatest', 'least'])
const alwaysWhole = new Set(['count', 'length', 'len', 'char_length', 'datediff', 'row_number', 'rank', 'dense_rank'])

/** Whether the engine computes an expression as a whole number. False if uncertain. */
export function isWhole(node: ExpressionNode, scope: SelectScope, left = deepest): boolean {
  if (left === 0) return false
  const whole = (inner: ExpressionNode): boolean => isWhole(inner, scope, left - 1)
  switch (node.type) {
    case 'literal':
      return node.kind === 'number' && /^\d+$/.test(node.value)
    case 'column': {
      const found = resolveColumn(node.parts, scope.sources, scope.index)
      if (found) return found.column.column.kind === 'integer'
      const output = outputOf(node.parts, scope)
      return output !== null && isWhole(output.expression, output.scope, left - 1)
    }
    case 'call':
      return isWholeCall(node, scope, left)
    case 'cast':
      return /^\W*(?:pg_catalog\.)?(?:small|big|tiny)?int(?:eger|\d)?\b/i.test(node.to)
    case 'subquery': {
      const { body } = node.query
      const [item] = body.type === 'select' && body.items.length === 1 ? body.items : []
      if (body.type !== 'select' || item?.type !== 'item') return false
      return isWhole(item.expression, scopeOf(body, scope), left - 1)
    }
    case 'operation': {
      const results = caseResults(node)?.filter((one) => !isNull(one))
      if (results) return results.length > 0 && results.every(whole)
      const isComputed = arithmeticOf(node) !== null || node.operator === 'Tuple'
      if (isComputed || node.operator === 'Coalesce') return node.children.length > 0 && node.children.every(whole)
      return node.operator.startsWith('AEXPR_NULLIF') && node.children[0] !== undefined && whole(node.children[0])
    }
    case 'parameter':
    case 'row':
      return false
  }
}

function isNull(node: ExpressionNode): boolean {
  return node.type === 'literal' && node.kind === 'null'
}

function isWholeCall(node: Extract<ExpressionNode, { type: 'call' }>, scope: SelectScope, left: number): boolean {
  const name = node.name.at(-1)?.toLowerCase() ?? ''
  if (alwaysWhole.has(name)) return true
  const [first] = node.children
  if (!first) return false
  if (name === 'sum' && sumsToDecimal(first, scope)) return false
  if (name === 'avg') {
    return dialectOf(scope.index.dialect).values.truncatesAverage && isWhole(first, scope, left - 1)
  }
  if (wholeIfFirst.has(name)) return isWhole(first, scope, left - 1)
  return wholeIfAll.has(name) && node.children.every((child) => isWhole(child, scope, left - 1))
}

/** Where large whole numbers add up to a decimal, such as PostgreSQL's `SUM(bigint)`. */
function sumsToDecimal(node: ExpressionNode, scope: SelectScope): boolean {
  if (!dialectOf(scope.index.dialect).hasOwnGrammar) return false
  if (node.type !== 'column') return node.type === 'call'
  const found = resolveColumn(node.parts, scope.sources, scope.index)
  if (found) return /big|int8/i.test(found.column.column.dataType)
  return outputOf(node.parts, scope) !== null
}
