import type { ExpressionNode, SelectNode } from '../parse/model.ts'
import { selectExpressions } from '../parse/walk.ts'

type Call = Extract<ExpressionNode, { type: 'call' }>
type Operation = Extract<ExpressionNode, { type: 'operation' }>

const andOperators = new Set(['And', 'AND_EXPR'])
const notOperators = new Set(['Not', 'NOT_EXPR'])
const logicalOperators = new Set([...andOperators, ...notOperators, 'Or', 'OR_EXPR'])

/** Visits an expression and its parts; subqueries are SELECTs of their own. */
export function visitExpression(node: ExpressionNode, visit: (node: ExpressionNode) => unknown): void {
  visit(node)
  if (node.type !== 'subquery' && 'children' in node) for (const child of node.children) visitExpression(child, visit)
}

/** An expression and all its parts, without those of subqueries. */
export function expressionsIn(node: ExpressionNode): ExpressionNode[] {
  const all: ExpressionNode[] = []
  visitExpression(node, (inner) => all.push(inner))
  return all
}

/** Whether one of these expressions is or contains an aggregate of one of these functions. */
export function hasAggregate(
  expressions: readonly ExpressionNode[],
  text: string,
  functions: ReadonlySet<string> = aggregateFunctions,
): boolean {
  return expressions.flatMap(expressionsIn).some((node) => functions.has(aggregateOf(node, text)?.function ?? ''))
}

/** Result columns and clauses of one SELECT. */
export function ownExpressions(select: SelectNode): ExpressionNode[] {
  const items = select.items.flatMap((item) => (item.type === 'item' ? [item.expression] : []))
  return [...items, ...selectExpressions(select)]
}

/** Splits a condition at AND. */
export function conjuncts(node: ExpressionNode | null): ExpressionNode[] {
  if (!node) return []
  if (node.type === 'operation' && andOperators.has(node.operator)) return node.children.flatMap(conjuncts)
  return [node]
}

/** Visits each expression of a list with whether an odd number of NOTs are around it. */
export function visitNegated(
  nodes: readonly ExpressionNode[],
  visit: (node: ExpressionNode, isNegated: boolean) => unknown,
  isNegated = false,
): void {
  for (const node of nodes) {
    const own = isNegated !== (node.type === 'operation' && node.negated === true)
    visit(node, own)
    if (node.type === 'subquery' || !('children' in node)) continue
    const isKept = node.type === 'operation' && (andOperators.has(node.operator) || notOperators.has(node.operator))
    const turns = node.type === 'operation' && notOperators.has(node.operator)
    visitNegated(node.children, visit, isKept && own !== turns)
  }
}

/** Splits a condition at AND, OR, and NOT. */
export function comparisonsIn(node: ExpressionNode): ExpressionNode[] {
  if (node.type !== 'operation' || !logicalOperators.has(node.operator)) return [node]
  return node.children.flatMap(comparisonsIn)
}

/** The values that a CASE may return; null if the expression isn't a CASE. */
export function caseResults(node: ExpressionNode): ExpressionNode[] | null {
  if (node.type !== 'operation' || (node.operator !== 'Case' && node.operator !== 'CaseOf')) return null
  const children = node.operator === 'CaseOf' ? node.children.slice(1) : node.children
  if (children.some(isWhen)) return children.flatMap((child) => (isWhen(child) ? child.children.slice(1) : [child]))
  return children.filter((_, at) => at % 2 === 1 || at === children.length - 1)
}

/** One parser wraps a condition and its result; the other one lists them in turn. */
function isWhen(node: ExpressionNode): node is Operation {
  return node.type === 'operation' && node.operator === 'When'
}

/** The arithmetic operator of either parser's tree; null for anything else. */
export function arithmeticOf(node: ExpressionNode): '+' | '-' | '*' | '/' | null {
  if (node.type !== 'operation') return null
  switch (node.operator.replace(/^AEXPR_OP /, '')) {
    case 'Plus':
    case '+':
      return '+'
    case 'Minus':
    case '-':
      return '-'
    case 'Multiply':
    case '*':
      return '*'
    case 'Divide':
    case '/':
      return '/'
    default:
      return null
  }
}

/** The name of a function or an operator in lower case; some functions are operators of a tree. */
export function functionOf(node: ExpressionNode): string {
  if (node.type === 'call') return node.name.at(-1)?.toLowerCase() ?? ''
  return node.type === 'operation' ? node.operator.toLowerCase() : ''
}

const unchangedBy = new Set(['round', 'coalesce', 'ifnull', 'nvl', 'isnull', 'nullif', 'trunc', 'cast'])

/** The value inside of casts, rounding, and replacements of NULL. */
export function innerValue(node: ExpressionNode): ExpressionNode {
  const name = functionOf(node)
  const isWrapper = node.type === 'cast' || unchangedBy.has(name) || name.startsWith('aexpr_nullif')
  const [inner] = isWrapper && 'children' in node ? node.children : []
  return inner ? innerValue(inner) : node
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
