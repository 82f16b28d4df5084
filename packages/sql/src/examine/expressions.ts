import type { ExpressionNode, SelectNode } from '../parse/model.ts'
import { selectExpressions } from '../parse/walk.ts'

type Call = Extract<ExpressionNode, { type: 'call' }>

/** Visits an expression and its parts; subqueries are SELECTs of their own. */
export function visitExpression(node: ExpressionNode, visit: (node: ExpressionNode) => unknown): void {
  visit(node)
  if (node.type !== 'subquery' && 'children' in node) for (const child of node.children) visitExpression(child, visit)
}

/** Result columns and clauses of one SELECT. */
export function ownExpressions(select: SelectNode): ExpressionNode[] {
  const items = select.items.flatMap((item) => (item.type === 'item' ? [item.expression] : []))
  return [...items, ...selectExpressions(select)]
}

/** Splits a condition at AND. */
export function conjuncts(node: ExpressionNode | null): ExpressionNode[] {
  if (!node) return []
  if (node.type === 'operation' && /^and(_expr)?$/i.test(node.operator)) return node.children.flatMap(conjuncts)
  return [node]
}

/** What an operation of either parser compares by; null if it isn't a comparison. */
export function comparisonOf(
  node: ExpressionNode,
): 'equal' | 'unequal' | 'list' | 'less' | 'greater' | 'between' | null {
  if (node.type !== 'operation') return null
  switch (node.operator.replace(/^AEXPR_OP /, '')) {
    case 'Eq':
    case '=':
      return 'equal'
    case 'NotEq':
    case '<>':
    case '!=':
      return 'unequal'
    case 'Lt':
    case 'LtEq':
    case '<':
    case '<=':
      return 'less'
    case 'Gt':
    case 'GtEq':
    case '>':
    case '>=':
      return 'greater'
    case 'InList':
    case 'AEXPR_IN =':
    case 'AEXPR_IN <>':
      return 'list'
    case 'Between':
    case 'AEXPR_BETWEEN BETWEEN':
      return 'between'
    default:
      return null
  }
}

/** The sides of a comparison; one parser wraps lists in a tuple. */
export function operandsOf(node: ExpressionNode): ExpressionNode[] {
  if (!('children' in node)) return []
  return node.children.flatMap((child) =>
    child.type === 'operation' && child.operator === 'Tuple' ? child.children : [child],
  )
}

export interface Aggregate {
  node: Call
  /** The text of an expression as the query writes it. */
  text: string
  function: string
  distinct: boolean
}

const aggregateFunctions = new Set(['sum', 'avg', 'total', 'count', 'min', 'max'])

/**
 * Whether this is a plain aggregate, not a window function. The trees drop DISTINCT and OVER, so this reads the text.
 */
export function aggregateOf(node: ExpressionNode, text: string): Aggregate | null {
  if (node.type !== 'call' || node.start < 0) return null
  const name = node.name.at(-1)?.toLowerCase() ?? ''
  if (!aggregateFunctions.has(name)) return null
  const end = closingParenthesis(text, node.start)
  if (end === null || /^\s*(over|filter)\b/i.test(text.slice(end))) return null
  const written = text.slice(node.start, end)
  return {
    node,
    text: written.replaceAll(/\s+/g, ' '),
    function: name,
    distinct: /^[^(]*\(\s*distinct\b/i.test(written),
  }
}

/** The offset after the parenthesis that closes the first one after `start`. */
function closingParenthesis(text: string, start: number): number | null {
  let depth = 0
  let quote: string | null = null
  for (let at = start; at < text.length; at++) {
    const letter = text.charAt(at)
    if (quote !== null) {
      if (letter === quote) quote = null
    } else if (letter === "'" || letter === '"' || letter === '`') quote = letter
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return at + 1
  }
  return null
}
