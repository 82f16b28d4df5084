import type { Operator } from '../query.ts'
import type { Condition, Left, Operand } from './draft.ts'
import {
  attempt,
  bestTable,
  isKind,
  isMainlyTable,
  isPreposition,
  keywordAt,
  peek,
  skip,
  type Parser,
} from './parser.ts'
import { columnPhrase } from './columns.ts'
import { isClauseEnd } from './condition-context.ts'
import { computedOperand, freeText, operand, operandList } from './operands.ts'

interface Context {
  negated: boolean
  holding: boolean
  at: number
}

/** What is said of a column: '> 5', 'is France or Spain', 'between 1 and 2', 'is missing', 'contains x'. */
export function comparison(parser: Parser, left: Left, context: Context): Condition | null {
  return attempt(parser, () => {
    let { negated } = context
    let linked = false
    while (
      isKind(peek(parser), 'be', 'not', 'filler', 'do', 'relative', 'both') ||
      isPreposition(peek(parser), 'of', 'at', 'as') ||
      isInValue(parser)
    ) {
      if (isKind(peek(parser), 'not')) negated = !negated
      linked = true
      parser.at++
    }
    const shared = { left, negated, at: context.at }
    return (
      missing(parser, shared) ??
      attempt(parser, () => like(parser, shared)) ??
      attempt(parser, () => betweenValues(parser, shared)) ??
      attempt(parser, () => operatorValue(parser, shared)) ??
      attempt(parser, () => equality(parser, shared, linked, context.holding))
    )
  })
}

/** 'headquarters in Tokyo': the preposition leads to a value. */
function isInValue(parser: Parser): boolean {
  const next = isKind(peek(parser, 1), 'or', 'both', 'filler') ? peek(parser, 2) : peek(parser, 1)
  return isPreposition(peek(parser), 'in') && next !== null && (next.quoted || next.values.length > 0)
}

interface Shared {
  left: Left
  negated: boolean
  at: number
}

function missing(parser: Parser, shared: Shared): Condition | null {
  if (isKind(peek(parser), 'missing')) {
    parser.at++
    return { kind: 'missing', ...shared }
  }
  if (!isKind(peek(parser), 'present')) return null
  parser.at++
  return { kind: 'missing', ...shared, negated: !shared.negated }
}

const textNouns = new Set(['letter', 'word', 'text', 'string', 'substring', 'phrase', 'prefix', 'character', 'letters'])

function like(parser: Parser, shared: Shared): Condition | null {
  let keyword = keywordAt(parser, 'like')
  if (keyword === null) return null
  parser.at++
  let spelled = false
  for (;;) {
    const lower = peek(parser)?.tokens[0]?.lower ?? ''
    const next = keywordAt(parser, 'like')
    if (next !== null) keyword = next
    else if (textNouns.has(lower)) spelled = true
    else if (!isKind(peek(parser), 'filler')) break
    parser.at++
  }
  spelled ||= /letter|word|string/.test(parser.chunks[parser.at - 1]?.text ?? '')
  const chunk = peek(parser)
  if (chunk === null) return null
  const isText =
    chunk.quoted ||
    chunk.capital ||
    chunk.number !== null ||
    spelled ||
    (chunk.text.length <= 2 && chunk.keyword === null)
  const isKnown = chunk.tables.length + chunk.columns.length > 0 || chunk.keyword !== null
  if (!isText && isKnown) return null
  const { text } = chunk
  parser.at++
  return { kind: 'like', ...shared, text, where: keyword.where }
}

function betweenValues(parser: Parser, shared: Shared): Condition | null {
  const isBetween = isKind(peek(parser), 'between')
  if (!isBetween && !isPreposition(peek(parser), 'from')) return null
  parser.at++
  skip(parser, 'filler')
  const from = operand(parser)
  if (from === null || !(isKind(peek(parser), 'and') || isPreposition(peek(parser), 'to'))) return null
  parser.at++
  skip(parser, 'filler')
  const to = operand(parser)
  if (to === null || from.kind === 'values' || to.kind === 'values') return null
  return { kind: 'between', ...shared, from, to }
}

function operatorValue(parser: Parser, shared: Shared): Condition | null {
  const keyword = keywordAt(parser, 'compare')
  if (keyword === null) return null
  parser.at++
  skip(parser, 'filler', 'than', 'be')
  let { operator } = keyword
  const value = operand(parser) ?? computedOperand(parser) ?? attempt(parser, () => columnOperand(parser))
  if (value === null || (value.kind === 'values' && operator !== '<>')) return null
  if (value.kind === 'computed' && !isClauseEnd(parser)) return null
  operator = orEqual(parser, operator)
  const next = peek(parser)
  if (value.kind === 'number' && isMainlyTable(next) && bestTable(next) >= 0.8) return null
  return { kind: 'compare', ...shared, operator, operand: value }
}

/** 'greater than or equal to' may be split by its number: '5 or more'. */
function orEqual(parser: Parser, operator: Operator): Operator {
  const after = keywordAt(parser, 'after-number')
  if (after === null) return operator
  parser.at++
  return after.operator
}

function columnOperand(parser: Parser): Operand | null {
  const mention = columnPhrase(parser)
  return mention === null ? null : { kind: 'column', mention }
}

function equality(parser: Parser, shared: Shared, linked: boolean, holding: boolean): Condition | null {
  const both = isKind(peek(parser), 'both') || isKind(peek(parser, -1), 'both')
  skip(parser, 'filler', 'both', 'or')
  if (isKind(peek(parser), 'named')) parser.at++
  const list = operandList(parser, both)
  const every = both && list.length > 1 ? ('both' as const) : null
  const [first] = list
  if (first === undefined) {
    if (!linked && !holding) return null
    const text = freeText(parser)
    return text === null ? null : { kind: 'one of', ...shared, values: [{ kind: 'text', value: text }], every: null }
  }
  const after = first.kind === 'number' ? keywordAt(parser, 'after-number') : null
  if (after !== null) {
    parser.at++
    return { kind: 'compare', ...shared, operator: after.operator, operand: first }
  }
  if (first.kind === 'date')
    return { kind: 'date', left: shared.left, verb: null, range: first.range, negated: shared.negated, at: shared.at }
  if (first.kind === 'number' && !linked && !holding && parser.at > 0)
    return shared.left?.kind === 'column' ? { kind: 'one of', ...shared, values: list, every } : null
  return { kind: 'one of', ...shared, values: list, every }
}
