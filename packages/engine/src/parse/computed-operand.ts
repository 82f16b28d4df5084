import { likely } from '../match/quality.ts'
import type { Operator } from '../query.ts'
import { adjectives } from './adjectives.ts'
import { columnPhrase } from './columns.ts'
import type { ColumnMention, Condition, Operand } from './draft.ts'
import { operand } from './operands.ts'
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

type Computed = Extract<Operand, { kind: 'computed' }>

/** 'the average', 'the average price of Kitchen products', 'the highest': an aggregate to compare with. */
export function computedOperand(parser: Parser): Computed | null {
  return attempt(parser, () => {
    skip(parser, 'filler', 'all', 'pronoun')
    const keyword = keywordAt(parser, 'aggregate') ?? extremeFunction(parser)
    if (keyword === null || ['sum', 'count', 'median'].includes(keyword.fn)) return null
    parser.at++
    skip(parser, 'filler', 'all')
    let of: ColumnMention | null = null
    const inner = conditionsIn(parser, () => {
      adjectives(parser)
      of = isNoun(parser) ? null : columnPhrase(parser)
      noun(parser)
      return true
    })
    return inner === null ? null : { kind: 'computed', fn: keyword.fn, of, inner, than: null }
  })
}

function extremeFunction(parser: Parser): { fn: 'min' | 'max' } | null {
  const keyword = keywordAt(parser, 'superlative')
  if (keyword === null || keyword.hints !== null || keyword.frequency || keyword.temporal) return null
  return { fn: keyword.descending ? 'max' : 'min' }
}

/** 'than the Spade', 'than that of the Spade', 'than all Kitchen products', 'than the employee with id 7'. */
export function rowOperand(parser: Parser, operator: Operator): Computed | null {
  if (operator === '=' || operator === '<>') return null
  return attempt(parser, () => {
    const every = quantifier(parser)
    const start = parser.at
    if (peek(parser)?.number !== null) return null
    const inner = conditionsIn(parser, () => {
      adjectives(parser)
      return isNoun(parser) ? noun(parser) : every === null && namedRow(parser)
    })
    if (inner === null || (every === null && inner.length === 0)) return null
    const text = parser.chunks.slice(start, parser.at).map((one) => one.text)
    const isHigh = operator.startsWith('>') !== (every === 'some')
    return { kind: 'computed', fn: isHigh ? 'max' : 'min', of: null, inner, than: every ?? text.join(' ') }
  })
}

/** Skips 'that of', 'any of the', 'all', 'at least one of the' before rows; returns what they say. */
function quantifier(parser: Parser): Every | null {
  let every: Every | null = null
  for (;;) {
    const chunk = peek(parser)
    const text = chunk?.text.toLowerCase() ?? ''
    if (/^(?:any|all|every|each)\b/.test(text) && !isNoun(parser)) every = text.startsWith('any') ? 'any' : 'all'
    else if (text === 'some') every = 'some'
    else if (!isKind(chunk, 'filler', 'relative', 'pronoun') && !isPreposition(chunk, 'of', 'for')) return every
    parser.at++
  }
}

type Every = 'any' | 'all' | 'some'

/** A name of one row: 'Finn Hale', '"Spade"'. */
function namedRow(parser: Parser): boolean {
  const { at } = parser
  const chunk = peek(parser)
  if (chunk === null || chunk.values.length === 0 || chunk.number !== null) return false
  const value = operand(parser)
  if (value === null) return false
  parser.draft.conditions.push({ kind: 'one of', left: null, values: [value], every: null, negated: false, at })
  return true
}

/** Runs a rule and the conditions behind it, and returns its conditions instead of adding them to the question's. */
function conditionsIn(parser: Parser, rule: () => boolean): Condition[] | null {
  const { conditions, tables, subject } = parser.draft
  parser.draft = { ...parser.draft, conditions: [] }
  const found = rule()
  while (found && narrows(parser) && parser.condition(parser));
  const inner = parser.draft.conditions
  parser.draft = { ...parser.draft, conditions, tables, subject }
  return found ? inner : null
}

/** Whether the words at the cursor narrow the noun before it: 'in Germany', 'whose id is 7'. */
function narrows(parser: Parser): boolean {
  return isPreposition(peek(parser)) || isKind(peek(parser), 'with', 'whose', 'relative', 'named')
}

function isNoun(parser: Parser): boolean {
  const chunk = peek(parser)
  return isMainlyTable(chunk) && bestTable(chunk) >= likely && chunk.values.length === 0
}

/** Skips the rows that are compared with: 'products', 'of all products'. */
function noun(parser: Parser): boolean {
  return (
    attempt(parser, () => {
      if (isPreposition(peek(parser), 'of', 'for', 'across', 'in', 'among')) parser.at++
      skip(parser, 'filler', 'all', 'each')
      adjectives(parser)
      if (!isNoun(parser)) return null
      parser.at++
      return true
    }) !== null
  )
}
