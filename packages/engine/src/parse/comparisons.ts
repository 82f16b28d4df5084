import { likely } from '../match/quality.ts'
import type { Chunk } from '../match/chunks.ts'
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
import type { Operator } from '../query.ts'
import { columnPhrase } from './columns.ts'
import { rangeEnds } from './condition-dates.ts'
import { afterNumber, isClauseEnd } from './condition-context.ts'
import { computedOperand, rowOperand } from './computed-operand.ts'
import { freeText, operand, operandList } from './operands.ts'
import { characterNouns, isText } from './text-lengths.ts'

interface Context {
  negated: boolean
  holding: boolean
  at: number
}

/** The comparison after a column: '> 5', 'is France or Spain', 'between 1 and 2', 'is missing', 'contains x'. */
export function comparison(parser: Parser, left: Left, context: Context): Condition | null {
  return attempt(parser, () => {
    let { negated } = context
    let linked = false
    while (
      isKind(peek(parser), 'be', 'not', 'filler', 'do', 'relative', 'both') ||
      isPreposition(peek(parser), 'of', 'at', 'as') ||
      isInValue(parser) ||
      hasCharacters(parser)
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

/** 'headquarters in Tokyo': the preposition introduces a value. */
function isInValue(parser: Parser): boolean {
  const next = isKind(peek(parser, 1), 'or', 'both', 'filler') ? peek(parser, 2) : peek(parser, 1)
  return isPreposition(peek(parser), 'in') && next !== null && (next.quoted || next.values.length > 0)
}

export interface Shared {
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

/** Words for a text that is searched for. */
export const textNouns: ReadonlySet<string> = new Set([
  'letter',
  'word',
  'text',
  'string',
  'substring',
  'phrase',
  'prefix',
  'character',
  'letters',
])

function like(parser: Parser, shared: Shared): Condition | null {
  const said = likeWords(parser)
  const chunk = peek(parser)
  if (said === null || chunk === null || !isPattern(chunk, said.spelled)) return null
  parser.at++
  return { kind: 'like', ...shared, text: chunk.text, where: said.where }
}

/** 'starts with the letter': where to look for the text, and whether it is a literal text. */
function likeWords(parser: Parser): { where: 'start' | 'end' | 'anywhere'; spelled: boolean } | null {
  let keyword = keywordAt(parser, 'like')
  if (keyword === null) return null
  parser.at++
  let spelled = false
  for (;;) {
    const next = keywordAt(parser, 'like')
    if (next !== null) keyword = next
    else if (textNouns.has(peek(parser)?.tokens[0]?.lower ?? '')) spelled = true
    else if (!isKind(peek(parser), 'filler')) break
    parser.at++
  }
  spelled ||= /letter|word|string/.test(parser.chunks[parser.at - 1]?.text ?? '')
  return { where: keyword.where, spelled }
}

/** Whether a text is searched for, not a name of the schema or a word of the grammar. */
function isPattern(chunk: Chunk, spelled: boolean): boolean {
  if (spelled || chunk.quoted || chunk.capital || chunk.number !== null) return true
  return chunk.keyword === null && (chunk.text.length <= 2 || chunk.tables.length + chunk.columns.length === 0)
}

function betweenValues(parser: Parser, shared: Shared): Condition | null {
  if (isKind(peek(parser), 'between') || isPreposition(peek(parser), 'from')) parser.at++
  else if ((peek(parser)?.number ?? null) === null) return null
  const ends = rangeEnds(parser)
  if (ends === null || ends.from.kind === 'values' || ends.to.kind === 'values') return null
  return { kind: 'between', ...shared, ...ends }
}

function operatorValue(parser: Parser, shared: Shared): Condition | null {
  const keyword = keywordAt(parser, 'compare')
  if (keyword === null) return null
  parser.at++
  const made = comparedWith(parser, shared, keyword.operator)
  return keyword.hints?.includes('length') === true ? inCharacters(made) : made
}

/** 'names longer than 20': a text is as long as it has characters. */
function inCharacters(made: Condition | null): Condition | null {
  if (made?.kind !== 'compare' || made.operand.kind !== 'number' || made.operand.unit !== null) return made
  return made.left?.kind === 'column' && isText(made.left)
    ? { ...made, operand: { ...made.operand, unit: 'character' } }
    : made
}

/** 'has more than 20 characters' */
function hasCharacters(parser: Parser): boolean {
  const noun = peek(parser, 3)?.tokens[0]?.word ?? ''
  return isKind(peek(parser), 'with', 'have') && isKind(peek(parser, 1), 'compare') && characterNouns.has(noun)
}

/** What a value is compared with, after the comparing words: a number, an aggregate, another row, or a column. */
export function comparedWith(parser: Parser, shared: Shared, said: Operator): Condition | null {
  const row = rowOperand(parser, said)
  skip(parser, 'filler', 'be')
  const value = row ?? operand(parser) ?? computedOperand(parser) ?? attempt(parser, () => columnOperand(parser))
  if (value === null || (value.kind === 'values' && said !== '<>')) return null
  if (value.kind === 'computed' && !isClauseEnd(parser)) return null
  const operator = afterNumber(parser) ?? said
  const next = peek(parser)
  if (value.kind === 'number' && isMainlyTable(next) && bestTable(next) >= likely) return null
  return { kind: 'compare', ...shared, operator, operand: value }
}

function columnOperand(parser: Parser): Operand | null {
  const mention = columnPhrase(parser)
  return mention === null ? null : { kind: 'column', mention }
}

function equality(parser: Parser, shared: Shared, linked: boolean, holding: boolean): Condition | null {
  const both = leadToOperands(parser)
  const list = operandList(parser, both)
  const [first, second] = list
  if (first === undefined) return linked || holding ? unknownText(parser, shared) : null
  if (first.kind === 'date')
    return { kind: 'date', left: shared.left, verb: null, range: first.range, negated: shared.negated, at: shared.at }
  const operator = first.kind === 'number' ? afterNumber(parser) : null
  if (operator !== null) return { kind: 'compare', ...shared, operator, operand: first }
  const isLoose = first.kind === 'number' && !linked && !holding && parser.at > 0
  if (isLoose && shared.left?.kind !== 'column') return null
  return { kind: 'one of', ...shared, values: list, every: both && second !== undefined ? 'both' : null }
}

/** Skips the words before the operands; returns whether 'both' is among them. */
function leadToOperands(parser: Parser): boolean {
  const both = isKind(peek(parser), 'both') || isKind(peek(parser, -1), 'both')
  skip(parser, 'filler', 'both', 'or')
  if (isKind(peek(parser), 'named')) parser.at++
  return both
}

/** A text that no column is known to have. */
function unknownText(parser: Parser, shared: Shared): Condition | null {
  const value = freeText(parser)
  return value === null ? null : { kind: 'one of', ...shared, values: [{ kind: 'text', value }], every: null }
}
