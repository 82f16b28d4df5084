import { likely } from '../match/quality.ts'
import { amountOf, sizeOf } from '../lexicon/amount-verbs.ts'
import { adjectives } from './adjectives.ts'
import { columnPhrase } from './columns.ts'
import { comparedWith, comparison } from './comparisons.ts'
import { add, type Context } from './condition-context.ts'
import { rowOperand } from './computed-operand.ts'
import { amountHint } from './condition-numbers.ts'
import type { HintMention, Left } from './draft.ts'
import {
  attempt,
  bestTable,
  isKind,
  isMainlyTable,
  isPreposition,
  keywordAt,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'

/** Comparisons whose column comes from a verb or follows the comparing word. */
export function compared(parser: Parser, context: Context): true | null {
  return (
    attempt(parser, () => byVerb(parser, context)) ??
    attempt(parser, () => averageFirst(parser, context)) ??
    attempt(parser, () => rowsFirst(parser, context)) ??
    attempt(parser, () => sizeFirst(parser, context))
  )
}

/** Whether a comparison without its own column, or a range, is at the cursor. */
function isBareComparison(parser: Parser): boolean {
  const keyword = keywordAt(parser, 'compare')
  return (keyword !== null && keyword.hints === null && !keyword.temporal) || isKind(peek(parser), 'between')
}

/** '10 to 20' */
function isRange(parser: Parser): boolean {
  return peek(parser)?.number !== null && isPreposition(peek(parser, 1), 'to') && peek(parser, 2)?.number !== null
}

/** 'weigh more than 80', 'earn above average', 'cost between 10 and 20'. */
function byVerb(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  const words =
    chunk === null || chunk.quoted || chunk.tokens.length > 1 ? null : amountOf(chunk.tokens[0]?.lower ?? '')
  if (words === null || chunk === null) return null
  const earns = keywordAt(parser, 'measure')?.of === 'revenue' ? { earns: true as const } : {}
  const left: HintMention = { kind: 'hint', text: chunk.text, words: [...words], ...earns, at: parser.at }
  parser.at++
  skip(parser, 'filler')
  if (!isBareComparison(parser) && !isRange(parser)) return null
  return made(parser, left, context)
}

/** 'above average salary', 'below the average price of books'. */
function averageFirst(parser: Parser, context: Context): true | null {
  skip(parser, 'filler')
  const { at } = parser
  if (!isBareComparison(parser) || isKind(peek(parser), 'between')) return null
  parser.at++
  skip(parser, 'filler', 'than')
  if (keywordAt(parser, 'aggregate')?.fn !== 'avg') return null
  const left = lookAhead(parser, () => {
    parser.at++
    adjectives(parser)
    return isNamedTable(parser) ? amountHint(parser, at) : columnPhrase(parser)
  })
  if (left === null) return null
  parser.at = at
  return made(parser, left, context)
}

/** What a rule finds at the cursor, which stays where it is. */
function lookAhead<T>(parser: Parser, rule: () => T): T | null {
  const found: T[] = []
  attempt(parser, () => {
    found.push(rule())
    return null
  })
  return found[0] ?? null
}

function isNamedTable(parser: Parser): boolean {
  const chunk = peek(parser)
  return isMainlyTable(chunk) && bestTable(chunk) >= likely
}

/** 'more orders than Ana': the number of rows is compared with that of another row. */
function rowsFirst(parser: Parser, context: Context): true | null {
  skip(parser, 'filler')
  const word = peek(parser)?.text.toLowerCase() ?? ''
  parser.at++
  const noun = peek(parser)
  if (!['more', 'fewer'].includes(word) || noun === null || !isNamedTable(parser)) return null
  const table = tableMention(parser, noun)
  parser.at++
  if (peek(parser)?.tokens[0]?.lower !== 'than') return null
  parser.at++
  const operator = word === 'more' ? '>' : '<'
  const row = rowOperand(parser, operator)
  if (row === null || row.inner.length === 0) return null
  parser.draft.tables.push(table)
  const count = { operator, value: 0, than: { text: row.than ?? '', conditions: row.inner } } as const
  return add(parser, { kind: 'relation', table, negated: context.negated, count, inner: [], at: context.at })
}

/** 'a higher price than the Spade', 'more pages than average'. */
function sizeFirst(parser: Parser, context: Context): true | null {
  skip(parser, 'filler')
  const chunk = peek(parser)
  const operator = chunk?.tokens.length === 1 ? sizeOf(chunk.tokens[0]?.lower ?? '') : null
  if (operator === null || chunk?.quoted === true) return null
  parser.at++
  const left = columnPhrase(parser)
  if (left === null || peek(parser)?.tokens[0]?.lower !== 'than') return null
  parser.at++
  const found = comparedWith(parser, { left, negated: context.negated, at: context.at }, operator)
  return found === null ? null : add(parser, found)
}

function made(parser: Parser, left: Left, context: Context): true | null {
  const found = comparison(parser, left, context)
  return found === null ? null : add(parser, found)
}
