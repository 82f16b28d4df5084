import { singular } from '@parlance/retrieval'
import { certain } from '../match/quality.ts'
import { isMeasurable } from '../schema/roles.ts'
import { isDeed } from '../lexicon/synonyms.ts'
import type { Keyword } from '../lexicon/keywords.ts'
import type { Chunk } from '../match/chunks.ts'
import type { ColumnMention, HintMention, Item, MeasureMention, Order, TableMention } from './draft.ts'
import {
  attempt,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  isTable,
  keywordAt,
  noteTable,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import { isNumeric, isTemporal } from '../schema/roles.ts'
import { columnPhrase, ownsNext } from './columns.ts'
import { adjectives } from './adjectives.ts'
import { hintedLength } from './text-lengths.ts'

/** 'that last two weeks': here 'last' is a verb, not an extreme. */
export function isLastVerb(parser: Parser): boolean {
  if (!/^(last|first)$/i.test(peek(parser)?.text ?? '')) return false
  const next = peek(parser, 1)
  if (next === null) return true
  if (next.number !== null) return !isTable(peek(parser, 2)) && !isColumn(peek(parser, 2))
  return next.tables.length + next.columns.length === 0
}

/** 'top three lowest prices': the second word decides. */
export function isDoubled(parser: Parser): boolean {
  return (
    /^(top|bottom)$/i.test(peek(parser)?.text ?? '') &&
    peek(parser, 1)?.number !== null &&
    isKind(peek(parser, 2), 'superlative')
  )
}

/** 'three cheapest': a number before a superlative. */
export function leadingNumber(parser: Parser): number | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.number === null || chunk.quoted || !isKind(peek(parser, 1), 'superlative')) return null
  parser.at++
  return chunk.number
}

/** 'the cheapest product', 'top 5 products', 'the highest price'. */
export function extremeItem(parser: Parser): Item | null {
  if (isLastVerb(parser)) return null
  if (isDoubled(parser)) parser.at++
  const before = leadingNumber(parser)
  const extreme = keywordAt(parser, 'superlative')
  if (extreme === null) return null
  const at = parser.at
  parser.at++
  skip(parser, 'filler')
  const limit = limitBehind(parser) ?? before
  skip(parser, 'filler')
  adjectives(parser)
  const { descending, temporal, frequency } = extreme
  const hinted = extremeBy(parser, extreme, at)
  const order = { descending, temporal, frequency, of: null, limit: limit ?? 1, added: false, plain: false, at }
  const ranked =
    attempt(parser, () => extremePeriod(parser, order, hinted)) ??
    (isDecided(extreme) ? null : extremeDeed(parser, order, limit))
  if (ranked !== null) return ranked
  const target = peek(parser)
  if (isMainlyTable(target) && !(ownsNext(parser) && limit === null)) {
    const table = rankedTable(parser, target)
    parser.draft.orders.push({
      ...order,
      by: hinted,
      said: textAt(parser, at),
      limit: limit ?? tableLimit(parser, extreme, table.text),
    })
    return table
  }
  return extremeColumn(parser, order, limit === null && !frequency, hinted)
}

function textAt(parser: Parser, at: number): string {
  return parser.chunks[at]?.text ?? ''
}

/** 'most reviewed products' */
function extremeDeed(parser: Parser, order: Omit<Order, 'by'>, limit: number | null): TableMention | null {
  const done = deedFirst(parser)
  if (done === null) return null
  const [by, table] = done
  parser.draft.orders.push({ ...order, by, limit: limit ?? impliedLimit(parser, table.text, true) })
  return table
}

/** 'our best month', 'the busiest weekday for rentals': periods ranked by what follows, else by revenue. */
function extremePeriod(parser: Parser, order: Omit<Order, 'by'>, measure: Item | null): Item | null {
  const unit = keywordAt(parser, 'unit')
  const text = textAt(parser, order.at)
  const isRanking = order.frequency || measure !== null || /^(?:best|worst|top|bottom)$/i.test(text)
  if (unit === null || !isRanking || order.temporal || measure?.kind === 'hint' || isColumn(peek(parser))) return null
  parser.draft.groups.push({ kind: 'unit', unit: unit.unit, at: parser.at })
  parser.at++
  const by = attempt(parser, () => periodMeasure(parser)) ?? measure
  if (by === null && order.frequency) return null
  const ranked: Item = by ?? { kind: 'measure', of: 'revenue', text, at: order.at }
  parser.draft.orders.push({ ...order, frequency: false, by: ranked })
  return ranked
}

/** 'for rentals', 'by revenue', 'in sales'. */
function periodMeasure(parser: Parser): Item | null {
  if (!isPreposition(peek(parser), 'for', 'by', 'in')) return null
  parser.at++
  skip(parser, 'filler', 'count')
  const chunk = peek(parser)
  if (isMainlyTable(chunk)) {
    const of = rankedTable(parser, chunk)
    return { kind: 'count', of, distinct: false, at: of.at }
  }
  const measure = keywordAt(parser, 'measure')
  if (measure === null) return null
  parser.at++
  return { kind: 'measure', of: measure.of, text: parser.chunks[parser.at - 1]?.text ?? '', at: parser.at - 1 }
}

/** 'the last name' isn't the latest of something. */
function mayBeDate({ candidates }: ColumnMention): boolean {
  return candidates.some(({ column }) => isTemporal(column) || column.kind === 'time' || isNumeric(column))
}

/** 'the longest distance': the column that the adjective refers to is named. */
export function hintedColumn(parser: Parser, words: readonly string[]): ColumnMention | null {
  const mention = columnPhrase(parser)
  const isMeant = mention?.candidates.some(({ column }) => column.words.some((word) => words.includes(word)))
  return isMeant === true ? mention : null
}

/** 'the highest price' is one value; 'the 3 most common cities' are values ranked by how often they occur. */
function extremeColumn(
  parser: Parser,
  order: Omit<Order, 'by'>,
  isOne: boolean,
  hinted: HintMention | MeasureMention | null,
): Item | null {
  const hint = hinted?.kind === 'hint' && isOne ? hinted : null
  const long = hint === null ? null : longestText(parser, order, hint)
  if (long !== null) return long
  const column = hint === null ? columnPhrase(parser) : hintedColumn(parser, hint.words)
  if (column === null || (order.temporal && !mayBeDate(column))) return null
  if (isOne)
    return hinted?.kind === 'measure'
      ? null
      : { kind: 'aggregate', fn: order.descending ? 'max' : 'min', of: column, at: order.at }
  parser.draft.orders.push({ ...order, by: null, frequency: true })
  if (!order.frequency) rankAmounts(parser, column)
  return column
}

/** 'the longest name': the text with the most characters. */
function longestText(parser: Parser, order: Omit<Order, 'by'>, hinted: HintMention): Item | null {
  const by = hintedLength(parser, hinted)
  if (by === null) return null
  parser.draft.orders.push({ ...order, by })
  return by.of
}

/** 'the 3 lowest prices' are ranked by themselves, not by how often they occur. */
function rankAmounts(parser: Parser, column: ColumnMention): void {
  const last = parser.draft.orders.at(-1)
  const isAmount = column.candidates.some((one) => one.quality >= certain && isMeasurable(one.column))
  if (last === undefined || !isAmount) return
  last.by = column
  last.frequency = false
}

/** 'top 5': a number after the superlative. */
function limitBehind(parser: Parser): number | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.number === null || chunk.columns.length > 0) return null
  parser.at++
  return chunk.number
}

function rankedTable(parser: Parser, target: Chunk): TableMention {
  const table = tableMention(parser, target)
  parser.at++
  noteTable(parser, table)
  return table
}

/** The number of rows that a superlative before a table means; null if it doesn't yet say what ranks them. */
function tableLimit(parser: Parser, extreme: Superlative, noun: string): number | null {
  const { hints, measure, frequency } = extreme
  if (!isDecided(extreme)) return null
  return impliedLimit(parser, noun, measure !== null || frequency || hints?.includes('rating') === true)
}

/** Whether a superlative says by itself what ranks the rows. */
function isDecided({ hints, measure, temporal, frequency }: Superlative): boolean {
  return hints !== null || measure !== null || temporal || frequency
}

type Superlative = Extract<Keyword, { kind: 'superlative' }>

/** 'most reviewed products': ranked by the rows of the action's own table. */
function deedFirst(parser: Parser): [Item, TableMention] | null {
  const [deed, noun] = [peek(parser), peek(parser, 1)]
  if (!isMainlyTable(deed) || !isMainlyTable(noun) || deed.tokens.length !== 1) return null
  if (!isDeed(deed.text.toLowerCase()) && !/ed$/i.test(deed.text)) return null
  const of = tableMention(parser, deed)
  parser.at++
  const table = tableMention(parser, noun)
  parser.at++
  noteTable(parser, table)
  parser.draft.tables.push(of)
  return [{ kind: 'count', of, distinct: false, at: of.at }, table]
}

/** What an adjective says about the order: a column ('oldest') or a measure ('best-selling'). */
export function extremeBy(
  parser: Parser,
  extreme: { hints: string[] | null; measure: 'revenue' | 'quantity' | null },
  at: number,
): HintMention | MeasureMention | null {
  const text = textAt(parser, at)
  if (extreme.measure !== null) return { kind: 'measure', of: extreme.measure, text, at }
  return extreme.hints === null ? null : { kind: 'hint', text, words: extreme.hints, at }
}

/** 'the best-selling products' means several, 'the cheapest products' only the cheapest. */
export function impliedLimit(parser: Parser, noun: string, isRanking: boolean): number {
  if (parser.draft.limit !== null) return parser.draft.limit
  const isPlural = singular(noun.toLowerCase()) !== noun.toLowerCase()
  return isRanking && isPlural ? 10 : 1
}
