import { certain, nearlyEqual } from '../match/quality.ts'
import type { Operator } from '../query.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Condition, HintMention, Left, TableMention } from './draft.ts'
import {
  attempt,
  bestColumn,
  columnMention,
  bestTable,
  isKind,
  isMainlyTable,
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
import { measure } from './measures.ts'
import { adjectives } from './adjectives.ts'
import { characterNouns, isText } from './text-lengths.ts'
import { operand, operandList } from './operands.ts'

/** 'more than 5 orders', 'older than 30', 'over 100', 'after 2010', 'at least 3 bedrooms'. */
export function fromComparison(parser: Parser, context: Context): true | null {
  const keyword = keywordAt(parser, 'compare')
  if (keyword === null) return between(parser, context, null)
  if (keyword.temporal) return null
  if (keyword.hints !== null) {
    const left = keyword.hints.includes('length') ? longText(parser, context) : null
    const made = comparison(parser, left ?? hintOf(parser, keyword.hints), context)
    return made === null ? null : add(parser, namedUnit(parser, made, keyword.hints))
  }
  const { at } = parser
  parser.at++
  skip(parser, 'filler')
  if (isOne(parser)) return countedOrColumn(parser, context, { operator: keyword.operator, value: 1 }, at)
  const value = operand(parser)
  if (value === null || value.kind !== 'number') return null
  if (value.unit === 'character') {
    const left = textBefore(parser, at)
    return amount(parser, context, left, { operator: keyword.operator, value: value.value, unit: value.unit }, at)
  }
  return countedOrColumn(parser, context, { operator: keyword.operator, value: value.value, unit: value.unit }, at)
}

/** 'who spent over $5,000', 'with revenue above 100': a comparison of what the rows earned or sold. */
export function measuredAmount(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  const keyword = keywordAt(parser, 'measure')
  if (chunk === null || keyword === null || bestColumn(chunk) >= certain) return null
  const { at } = parser
  const left = { kind: 'measure' as const, of: keyword.of, text: chunk.text, at }
  parser.at++
  skip(parser, 'be', 'filler')
  const compare = keywordAt(parser, 'compare')
  if (compare === null || compare.temporal || compare.hints !== null) return null
  const made = comparison(parser, left, context)
  if (made?.kind !== 'compare' || made.operand.kind !== 'number') return null
  if (keyword.of === 'quantity' && pieces.has(peek(parser)?.tokens[0]?.word ?? '')) parser.at++
  return add(parser, made)
}

/** Words for what is sold, after its number. */
const pieces: ReadonlySet<string> = new Set(['unit', 'piece', 'copy'])

/** 'at least a member': an article counts one row. */
function isOne(parser: Parser): boolean {
  const target = peek(parser)
  return /^an?$/i.test(peek(parser, -1)?.text ?? '') && isMainlyTable(target) && target.number === null
}

/** 'aged 35', 'aged over 65', '30 years old or older'. */
export function ages(parser: Parser, context: Context): true | null {
  const { at } = parser
  const isAged = peek(parser)?.tokens[0]?.lower === 'aged'
  if (isAged) {
    parser.at++
    const range = attempt(parser, () => between(parser, context, ageHint(parser, at)))
    if (range !== null) return range
  }
  const keyword = isAged ? keywordAt(parser, 'compare') : null
  if (keyword !== null) parser.at++
  const value = operand(parser)
  if (value?.kind !== 'number' || (!isAged && value.unit !== 'age')) return null
  const operator = afterNumber(parser) ?? keyword?.operator ?? '='
  return amount(parser, context, ageHint(parser, at), { operator, value: value.value, unit: 'age' }, at)
}

function ageHint(parser: Parser, at: number): HintMention {
  return { kind: 'hint', text: parser.chunks[at]?.text ?? '', words: ['age'], at }
}

/** 'track names longer than 50', 'tracks longer than 20 characters': a text; null if something else is long. */
function longText(parser: Parser, { at }: Context): Left {
  const last = parser.draft.items.at(-1)
  if (last?.kind === 'column' && last.at === at - 1 && isText(last)) return last
  const noun = peek(parser, 2)?.tokens[0]?.word ?? ''
  return characterNouns.has(noun) ? textBefore(parser, at) : null
}

/** 'names with more than 20 characters': the text asked for, else the name of the rows. */
function textBefore(parser: Parser, at: number): Left {
  const last = parser.draft.items.at(-1)
  return last?.kind === 'column' ? last : { kind: 'hint', text: 'name', words: ['name', 'title'], at }
}

function hintOf(parser: Parser, hints: string[]): HintMention {
  return { kind: 'hint', text: peek(parser)?.text ?? '', words: hints, at: parser.at }
}

/** 'longer than 1000 milliseconds': the unit may be the column that the adjective refers to. */
function namedUnit(parser: Parser, made: Condition, hints: readonly string[]): Condition {
  const chunk = peek(parser)
  if (made.kind !== 'compare' || !isColumn(chunk) || bestColumn(chunk) < certain) return made
  const fitting = chunk.columns.filter(({ column }) => column.words.some((word) => hints.includes(word)))
  if (fitting.length === 0) return made
  const left = { ...columnMention(parser, chunk), candidates: fitting }
  parser.at++
  return { ...made, left }
}

/** What a number after a comparison counts: rows of a table, or a column's amount. */
function countedOrColumn(parser: Parser, context: Context, count: Count, at: number): true | null {
  if (count.unit === 'age') return amount(parser, context, ageHint(parser, at), count, at)
  skip(parser, 'filler', 'distinct')
  const word = peek(parser)?.tokens[0]?.lower
  if (word === 'times' || word === 'time') return countedTimes(parser, count)
  adjectives(parser)
  const metric = definedMetric(parser)
  if (metric !== null) return amount(parser, context, metric, count, at)
  const target = peek(parser)
  if (isTable(target) && bestTable(target) >= bestColumn(target) - nearlyEqual)
    return countedRows(parser, context, target, count, at)
  const end = parser.at
  if (isPreposition(peek(parser), 'in')) parser.at++
  const column = columnPhrase(parser)
  if (column !== null) return amount(parser, context, column, count, at)
  if (isTable(target)) return countedRows(parser, context, target, count, at)
  parser.at = end
  return isBare(parser, at) ? amount(parser, context, amountHint(parser, at, count.unit), count, at) : null
}

/** 'markets with more than 50 bookings', if the area defines bookings. */
function definedMetric(parser: Parser): Left | null {
  const keyword = keywordAt(parser, 'measure')
  return keyword !== null && typeof keyword.of === 'object' ? measure(parser) : null
}

/** 'orders over 100', 'orders over 100 in 2024': the number has no noun of its own, so it means their amount. */
function isBare(parser: Parser, at: number): boolean {
  const before = parser.chunks[at - 1] ?? null
  const isBehind = before?.tables.length !== 0 || isDate(before)
  return (isClauseEnd(parser) || leadsToDate(parser)) && parser.draft.subject !== null && isBehind
}

function isDate(chunk: Chunk | null): boolean {
  return chunk !== null && chunk.date !== null
}

function leadsToDate(parser: Parser): boolean {
  return isDate(peek(parser)) || (isPreposition(peek(parser)) && isDate(peek(parser, 1)))
}

/** An amount without a name; money may also be a price. */
export function amountHint(parser: Parser, at: number, unit?: string | null): HintMention {
  const prices = unit === 'money' ? ['price', 'cost', 'fee', 'fare'] : []
  return { kind: 'hint', text: parser.chunks[at]?.text ?? '', words: ['total', 'amount', ...prices], at }
}

interface Count {
  operator: Operator
  value: number
  unit?: string | null
}

/** 'ordered more than 3 times': how often the previously mentioned action happened. */
function countedTimes(parser: Parser, count: Count): true | null {
  const { conditions } = parser.draft
  const last = conditions.at(-1)
  const { at } = parser
  parser.at++
  if (last?.kind !== 'relation') return timesOfItem(parser, count, at)
  if (last.count !== null) return null
  conditions[conditions.length - 1] = { ...last, count: { operator: count.operator, value: count.value } }
  return true
}

/** 'the nominees who were nominated more than 3 times': how many rows have the value that is asked for. */
function timesOfItem(parser: Parser, { operator, value }: Count, at: number): true | null {
  const { draft } = parser
  const [item, other] = draft.items
  if (item?.kind !== 'column' || other !== undefined || draft.subject !== null || !isClauseEnd(parser)) return null
  const candidates = item.candidates.map((one) => ({ table: one.column.table, quality: one.quality }))
  const table: TableMention = { kind: 'table', text: candidates[0]?.table.spoken ?? '', candidates, at }
  draft.conditions.push({ kind: 'relation', table, negated: false, count: { operator, value }, inner: [], at })
  return true
}

function countedRows(parser: Parser, context: Context, target: Chunk, count: Count, at: number): true {
  const table = tableMention(parser, target)
  parser.at++
  parser.draft.tables.push(table)
  return add(parser, {
    kind: 'relation',
    table,
    negated: context.negated,
    count: { operator: count.operator, value: count.value },
    inner: [],
    at,
  })
}

function amount(parser: Parser, context: Context, left: Left, { operator, value, unit }: Count, at: number): true {
  return add(parser, {
    kind: 'compare',
    left,
    operator,
    operand: { kind: 'number', value, year: null, unit: unit ?? null },
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

const vagueNumbers = new Map<string, Count>([
  ['single', { operator: '=', value: 1 }],
  ['several', { operator: '>', value: 1 }],
  ['multiple', { operator: '>', value: 1 }],
])

/** 'a single order', 'several orders': a number of rows without a figure. */
function vagueNumber(parser: Parser, chunk: Chunk): { count: Count; target: Chunk } | null {
  const count = vagueNumbers.get(chunk.tokens[0]?.lower ?? '')
  const target = peek(parser, 1)
  if (count === undefined || chunk.tokens.length > 1 || chunk.values.length + chunk.columns.length > 0) return null
  return isMainlyTable(target) ? { count, target } : null
}

/** 'who took one course', 'that received 4 stars': the number follows a verb without its own meaning. */
function isAfterVerb(parser: Parser): boolean {
  const verb = peek(parser, -1)
  if (verb === null || verb.keyword !== null || verb.tokens.length !== 1 || parser.lastVerb === null) return false
  return verb.tokens[0]?.lower === parser.lastVerb && verb.columns.length === 0
}

/** 'with 3 bedrooms', 'with two or more orders', 'with no orders', 'with a single order', 'who placed 3 or more orders'. */
export function counted(parser: Parser, context: Context): true | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.quoted) return null
  const vague = vagueNumber(parser, chunk)
  if (vague !== null) {
    parser.at++
    return countedRows(parser, context, vague.target, vague.count, parser.at - 1)
  }
  if (chunk.number === null || !(context.holding || isKind(peek(parser, 1), 'after-number') || isAfterVerb(parser)))
    return null
  const { at } = parser
  const list = attempt(parser, () => alternatives(parser, context, at))
  if (list !== null) return list
  parser.at++
  const operator = afterNumber(parser) ?? '='
  return countedOrColumn(parser, context, { operator, value: chunk.number }, at)
}
