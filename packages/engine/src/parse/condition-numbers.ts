import type { Operator } from '../query.ts'
import type { Condition, HintMention } from './draft.ts'
import {
  attempt,
  bestColumn,
  columnMention,
  bestTable,
  isPreposition,
  isTable,
  keywordAt,
  peek,
  skip,
  tableMention,
  type Parser,
  isColumn,
} from './parser.ts'
import { afterNumber, add, isClauseEnd, type Context } from './condition-context.ts'
import { between } from './condition-dates.ts'
import { comparison } from './comparisons.ts'
import { columnPhrase } from './columns.ts'
import { adjectives } from './adjectives.ts'
import { operand, operandList } from './operands.ts'

/** 'more than 5 orders', 'older than 30', 'over 100', 'after 2010', 'at least 3 bedrooms'. */
export function fromComparison(parser: Parser, context: Context): true | null {
  const keyword = keywordAt(parser, 'compare')
  if (keyword === null) return between(parser, context)
  if (keyword.temporal) return null
  if (keyword.hints !== null) {
    const left = hintOf(parser, keyword.hints)
    const made = comparison(parser, left, context)
    return made === null ? null : add(parser, namedUnit(parser, made, keyword.hints))
  }
  const { at } = parser
  parser.at++
  skip(parser, 'filler')
  const value = operand(parser)
  if (value === null || value.kind !== 'number') return null
  return countedOrColumn(parser, context, keyword.operator, value.value, at)
}

function hintOf(parser: Parser, hints: string[]): HintMention {
  return { kind: 'hint', text: peek(parser)?.text ?? '', words: hints, at: parser.at }
}

/** 'longer than 1000 milliseconds': the unit may be the very column that the adjective speaks of. */
function namedUnit(parser: Parser, made: Condition, hints: readonly string[]): Condition {
  const chunk = peek(parser)
  if (made.kind !== 'compare' || !isColumn(chunk) || bestColumn(chunk) < 0.9) return made
  const fitting = chunk.columns.filter(({ column }) => column.words.some((word) => hints.includes(word)))
  if (fitting.length === 0) return made
  const left = { ...columnMention(parser, chunk), candidates: fitting }
  parser.at++
  return { ...made, left }
}

/** What a number behind a comparison counts: rows of a table, or a column's amount. */
function countedOrColumn(parser: Parser, context: Context, operator: Operator, value: number, at: number): true | null {
  skip(parser, 'filler', 'distinct')
  const timesWord = peek(parser)?.tokens[0]?.lower
  if (timesWord === 'times' || timesWord === 'time') {
    const last = parser.draft.conditions.at(-1)
    parser.at++
    if (last?.kind !== 'relation' || last.count !== null) return null
    parser.draft.conditions[parser.draft.conditions.length - 1] = { ...last, count: { operator, value } }
    return true
  }
  adjectives(parser)
  const target = peek(parser)
  if (isTable(target) && bestTable(target) >= bestColumn(target) - 0.05) {
    const table = tableMention(parser, target)
    parser.at++
    parser.draft.tables.push(table)
    return add(parser, { kind: 'relation', table, negated: context.negated, count: { operator, value }, inner: [], at })
  }
  if (isPreposition(peek(parser), 'in')) parser.at++
  const column = columnPhrase(parser)
  if (column !== null)
    return add(parser, {
      kind: 'compare',
      left: column,
      operator,
      operand: { kind: 'number', value, year: null, unit: null },
      negated: context.negated,
      at,
    })
  if (isTable(target)) {
    const table = tableMention(parser, target)
    parser.at++
    parser.draft.tables.push(table)
    return add(parser, { kind: 'relation', table, negated: context.negated, count: { operator, value }, inner: [], at })
  }
  const isBare = isClauseEnd(parser) && parser.draft.subject !== null && parser.chunks[at - 1]?.tables.length !== 0
  if (!isBare) return null
  const left = { kind: 'hint' as const, text: parser.chunks[at]?.text ?? '', words: ['total', 'amount'], at }
  return add(parser, {
    kind: 'compare',
    left,
    operator,
    operand: { kind: 'number', value, year: null, unit: null },
    negated: context.negated,
    at,
  })
}

/** '3 or 4 stars': several numbers of one column. */
function alternatives(parser: Parser, context: Context, at: number): true | null {
  const list = operandList(parser, false)
  if (list.length < 2) return null
  const left = columnPhrase(parser)
  return left === null
    ? null
    : add(parser, { kind: 'one of', left, values: list, every: null, negated: context.negated, at })
}

/** 'with 3 bedrooms', 'with two or more orders', 'with no orders'. */
export function counted(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  if (!context.holding || chunk === null || chunk.number === null || chunk.quoted) return null
  const { at } = parser
  const list = attempt(parser, () => alternatives(parser, context, at))
  if (list !== null) return list
  parser.at++
  const operator = afterNumber(parser) ?? '='
  return countedOrColumn(parser, context, operator, chunk.number, at)
}
