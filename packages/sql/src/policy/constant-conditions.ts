import type { SqlDialect } from '@parlance/contract'
import { dialectOf } from '../dialects/index.ts'
import type { ExpressionNode } from '../parse/model.ts'

/** The possible results of a condition: true, false, or unknown (NULL). */
type Outcome = 'true' | 'false' | 'unknown'
type Outcomes = ReadonlySet<Outcome>

const anything: Outcomes = new Set(['true', 'false', 'unknown'])
const never: Outcomes = new Set(['false'])
const always: Outcomes = new Set(['true'])
const unknown: Outcomes = new Set(['unknown'])

/** One name for an operator of both parsers, without the prefix that PostgreSQL's parser adds. */
const comparisons: Record<string, (left: number, right: number) => boolean> = {
  Eq: (left, right) => left === right,
  '=': (left, right) => left === right,
  NotEq: (left, right) => left !== right,
  '<>': (left, right) => left !== right,
  Lt: (left, right) => left < right,
  '<': (left, right) => left < right,
  LtEq: (left, right) => left <= right,
  '<=': (left, right) => left <= right,
  Gt: (left, right) => left > right,
  '>': (left, right) => left > right,
  GtEq: (left, right) => left >= right,
  '>=': (left, right) => left >= right,
}

/**
 * Whether a condition is provably the same for every row: 'shows-all', or 'hides-all' if it can only be false or
 * unknown. Null means that it may differ. Anything read from a row or a user may have any value, so only comparisons
 * between literals and comparisons with NULL decide.
 */
export function constantCondition(condition: ExpressionNode, dialect: SqlDialect): 'shows-all' | 'hides-all' | null {
  const outcomes = outcomesOf(condition, dialect)
  if (!outcomes.has('true')) return 'hides-all'
  return outcomes.size === 1 ? 'shows-all' : null
}

function outcomesOf(node: ExpressionNode, dialect: SqlDialect): Outcomes {
  if (node.type === 'literal') return literalOutcome(node, dialect)
  if (node.type !== 'operation') return anything
  const parts = node.children
  switch (node.operator) {
    case 'And':
    case 'AND_EXPR':
      return parts.map((part) => outcomesOf(part, dialect)).reduce((left, right) => combined(left, right, both), always)
    case 'Or':
    case 'OR_EXPR':
      return parts
        .map((part) => outcomesOf(part, dialect))
        .reduce((left, right) => combined(left, right, either), never)
    case 'Not':
    case 'NOT_EXPR':
      return parts[0] && parts.length === 1 ? negated(outcomesOf(parts[0], dialect)) : anything
    case 'Nested':
      return parts[0] && parts.length === 1 ? outcomesOf(parts[0], dialect) : anything
    default:
      return comparisonOutcome(node.operator, parts, dialect)
  }
}

function literalOutcome(node: Extract<ExpressionNode, { type: 'literal' }>, dialect: SqlDialect): Outcomes {
  if (node.kind === 'null') return unknown
  if (node.kind === 'boolean') return node.value.toLowerCase() === 'true' ? always : never
  if (node.kind !== 'number' || !dialectOf(dialect).values.booleansAreNumbers) return anything
  return Number(node.value) === 0 ? never : always
}

function comparisonOutcome(operator: string, parts: ExpressionNode[], dialect: SqlDialect): Outcomes {
  const compare = comparisons[operator.replace(/^AEXPR_OP /, '')]
  const [left, right] = parts
  if (!compare || !left || !right || parts.length !== 2) return anything
  if (isNull(left) || isNull(right)) return unknown
  const [first, second] = [numberOf(left), numberOf(right)]
  if (first !== null && second !== null) return compare(first, second) ? always : never
  // A collation may treat different texts as equal, and the empty text may be NULL; only identical texts are certain.
  const { emptyTextIsNull } = dialectOf(dialect).values
  const isSameText = isText(left) && isText(right) && left.value === right.value && !emptyTextIsNull
  if (!isSameText) return anything
  return compare(0, 0) ? always : never
}

function isNull(node: ExpressionNode): boolean {
  return node.type === 'literal' && node.kind === 'null'
}

function isText(node: ExpressionNode): node is Extract<ExpressionNode, { type: 'literal' }> {
  return node.type === 'literal' && node.kind === 'string'
}

function numberOf(node: ExpressionNode): number | null {
  if (node.type === 'operation' && node.operator === 'Minus' && node.children.length === 1 && node.children[0]) {
    const value = numberOf(node.children[0])
    return value === null ? null : -value
  }
  if (node.type !== 'literal' || node.kind !== 'number') return null
  const value = Number(node.value)
  // With more digits, two different numbers could be equal here.
  return Number.isFinite(value) && node.value.length <= 15 ? value : null
}

function combined(left: Outcomes, right: Outcomes, join: (one: Outcome, other: Outcome) => Outcome): Outcomes {
  return new Set([...left].flatMap((one) => [...right].map((other) => join(one, other))))
}

function both(left: Outcome, right: Outcome): Outcome {
  if (left === 'false' || right === 'false') return 'false'
  return left === 'true' && right === 'true' ? 'true' : 'unknown'
}

function either(left: Outcome, right: Outcome): Outcome {
  if (left === 'true' || right === 'true') return 'true'
  return left === 'false' && right === 'false' ? 'false' : 'unknown'
}

function negated(outcomes: Outcomes): Outcomes {
  const opposite = { true: 'false', false: 'true', unknown: 'unknown' } as const
  return new Set([...outcomes].map((one) => opposite[one]))
}
