import { certain, fair, nearlyEqual } from '../match/quality.ts'
import { stateOf } from '../lexicon/states.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Operator } from '../query.ts'
import { rangeOf, type Condition, type HintMention, type Left, type Operand } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  keywordAt,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import { afterNumber, add, type Context } from './condition-context.ts'
import { columnPhrase } from './columns.ts'
import { operand } from './operands.ts'
import { spanOf, type DateRange } from '../match/dates.ts'

/** 'between 2010 and 2012', 'between 10 and 20 dollars', 'between 5 and 8 rooms', 'from 5 to 10 dollars'. */
export function between(parser: Parser, context: Context, said: HintMention | null): true | null {
  const { at } = parser
  if (isKind(peek(parser), 'between') || isPreposition(peek(parser), 'from', 'of')) parser.at++
  else if (!context.holding && said === null && !isPreposition(peek(parser, -1)) && !isVerb(peek(parser, -1)))
    return null
  const ends = rangeEnds(parser)
  if (ends === null) return null
  const { from, to } = ends
  const counted = countedBetween(parser, context, ends, at)
  if (counted !== null) return counted
  const first = rangeOf(from)
  const second = rangeOf(to)
  if (first !== null && second !== null && !isColumn(peek(parser))) {
    return add(parser, {
      kind: 'date',
      left: null,
      verb: verbBefore(parser, at),
      range: spanOf(first, second),
      negated: context.negated,
      at,
    })
  }
  const left = said ?? columnPhrase(parser) ?? hintOfUnit(parser, to, at)
  if (left === null) return null
  return add(parser, { kind: 'between', left, from, to, negated: context.negated, at })
}

/** 'who placed 2 to 4 orders': a word without its own meaning, which leads to the range. */
function isVerb(chunk: Chunk | null): boolean {
  return chunk?.keyword === null && chunk.tokens.length === 1 && bestTable(chunk) === 0 && chunk.values.length === 0
}

/** '2 to 4', 'between 2 and 4': the ends of a range; null if the cursor is at none. */
export function rangeEnds(parser: Parser): { from: Operand; to: Operand } | null {
  const isBetween = isKind(peek(parser, -1), 'between')
  skip(parser, 'filler')
  const from = operand(parser)
  const isJoined = isPreposition(peek(parser), 'to') || (isBetween && isKind(peek(parser), 'and'))
  if (from === null || !isJoined) return null
  parser.at++
  skip(parser, 'filler')
  const to = operand(parser)
  return to === null ? null : { from, to }
}

/** 'with 2 to 4 orders', 'between 2 and 4 orders': how many rows of a table there must be. */
function countedBetween(
  parser: Parser,
  context: Context,
  { from, to }: { from: Operand; to: Operand },
  at: number,
): true | null {
  if (from.kind !== 'number' || to.kind !== 'number' || from.unit !== null || to.unit !== null) return null
  skip(parser, 'distinct')
  const target = peek(parser)
  if (!isMainlyTable(target) || bestTable(target) < bestColumn(target) - nearlyEqual) return null
  const table = tableMention(parser, target)
  parser.at++
  parser.draft.tables.push(table)
  const ends = [
    { operator: '>=', value: from.value },
    { operator: '<=', value: to.value },
  ] as const
  if (context.negated) return null
  for (const count of ends) add(parser, { kind: 'relation', table, negated: false, count, inner: [], at })
  return true
}

/** 'between 30 and 40 years old', 'between 10 and 20 dollars': the unit says what is measured. */
function hintOfUnit(parser: Parser, to: Operand, at: number): HintMention | null {
  const unit = to.kind === 'number' ? to.unit : null
  const words = unit === null ? undefined : wordsOfUnit[unit]
  return words === undefined ? null : { kind: 'hint', text: parser.chunks[at]?.text ?? '', words, at }
}

const wordsOfUnit: Record<string, string[]> = {
  age: ['age'],
  money: ['total', 'amount', 'price', 'cost', 'fee', 'fare'],
}

/** 'in 2024', 'since January', 'last month', 'from 2010 to 2012'. */
export function dates(parser: Parser, context: Context): true | null {
  const { at } = parser
  const keyword = keywordAt(parser, 'compare')
  const temporal = keyword?.temporal === true ? keyword : null
  if (temporal !== null) parser.at++
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler')) parser.at++
  const yearWord = attempt(parser, () => yearColumn(parser))
  const chunk = peek(parser)
  if (chunk === null || chunk.date === null || context.both) return null
  const first = chunk.date
  parser.at++
  const last = attempt(parser, () => lastDate(parser))
  const operator = temporal === null ? afterNumber(parser) : temporal.operator
  const range = last !== null ? spanOf(first, last) : openRange(first, operator)
  const others = last === null && operator === null ? furtherDates(parser) : []
  const made = [range, ...others].map((one): Condition => {
    const { negated } = context
    return { kind: 'date', left: yearWord, verb: verbBefore(parser, at), range: one, negated, at }
  })
  return add(parser, anyOf(made, at))
}

/** 'tickets closed by Ann in May': a stored state after its noun is also the verb that says which date is meant. */
function verbBefore({ chunks, lastVerb }: Parser, at: number): string | null {
  for (let before = at - 1; before > 0; before--) {
    const chunk = chunks[before]
    if (chunk === undefined || bestTable(chunk) >= fair || isKind(chunk, 'and', 'or', 'comma', 'end')) break
    const word = chunk.tokens.length === 1 && chunk.values.length > 0 ? (chunk.tokens[0]?.lower ?? '') : ''
    if (stateOf(word) !== null) return word
  }
  return lastVerb
}

function anyOf(made: Condition[], at: number): Condition {
  const [only, other] = made
  return only !== undefined && other === undefined ? only : { kind: 'any', of: made, at }
}

/** '… to 2012': the end of a span. */
function lastDate(parser: Parser): DateRange | null {
  const until = keywordAt(parser, 'compare')
  const isUntil = until?.temporal === true && until.operator === '<='
  return isPreposition(peek(parser), 'to', 'through') || isUntil ? dateBehind(parser) : null
}

/** '… or in 2012', '…, 2012': dates that are alternatives. */
function furtherDates(parser: Parser): DateRange[] {
  const found: DateRange[] = []
  for (;;) {
    const other = attempt(parser, () => (isKind(peek(parser), 'or', 'and', 'comma') ? dateBehind(parser, 'in') : null))
    if (other === null) return found
    found.push(other)
  }
}

/** The date after an introducing word and prepositions. */
function dateBehind(parser: Parser, ...prepositions: string[]): DateRange | null {
  parser.at++
  while (prepositions.length > 0 && isPreposition(peek(parser), ...prepositions)) parser.at++
  const found = peek(parser)?.date ?? null
  if (found !== null) parser.at++
  return found
}

/** 'in year 2010', 'in the year of 2010': the word may be the column itself. */
function yearColumn(parser: Parser): Left {
  const chunk = peek(parser)
  if (chunk === null || chunk.date !== null || !/^(year|month)$/.test(chunk.tokens.at(-1)?.word ?? '')) return null
  const mention = isColumn(chunk) && bestColumn(chunk) >= certain ? columnPhrase(parser) : null
  if (mention === null) parser.at++
  while (isPreposition(peek(parser)) || isKind(peek(parser), 'filler', 'be')) parser.at++
  return peek(parser)?.date === null
    ? null
    : (mention ?? { kind: 'hint', text: 'date', words: /year/i.test(chunk.text) ? ['year'] : [], at: parser.at })
}

function openRange(range: DateRange, operator: Operator | null): DateRange {
  if (operator === '>') return { from: range.before, before: null, label: `after ${range.label}`, year: range.year }
  if (operator === '>=') return { from: range.from, before: null, label: `since ${range.label}`, year: range.year }
  if (operator === '<') return { from: null, before: range.from, label: `before ${range.label}`, year: range.year }
  if (operator === '<=') return { from: null, before: range.before, label: `until ${range.label}`, year: range.year }
  return range
}
