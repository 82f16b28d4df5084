import { isPurchaseVerb } from '../lexicon/synonyms.ts'
import { neutralityOf } from '../lexicon/neutral.ts'
import { certain, likely } from '../match/quality.ts'
import { isAdditive, isMeasurable } from '../schema/roles.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Item, Order, TableMention } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  isColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  isTable,
  keywordAt,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import { groupTargets } from './groups.ts'
import { extremeBy, hintedColumn, impliedLimit, isDoubled, isLastVerb, leadingNumber } from './extremes.ts'
import { items } from './items.ts'
import { hintedLength } from './text-lengths.ts'
import { directionSaid, mayDirect } from './directions.ts'

/** 'sorted by price', 'in alphabetical order of name', 'in descending order'. */
export function sorting(parser: Parser): true | null {
  const at = parser.at
  const before = sortWords(parser)
  if (parser.chunks.slice(at, parser.at).every((one) => !isKind(one, 'order', 'alphabetical', 'direction'))) return null
  const keys = sortKeys(parser)
  const descending = directionBehind(parser, keys) ?? before.descending
  const last = parser.draft.orders.at(-1)
  const said = directionSaid(parser, at)
  if (keys.length === 0 && last !== undefined && last.plain && !before.alphabetical) {
    if (!mayDirect(said, last)) return null
    last.descending = descending ?? last.descending
    return true
  }
  const temporal = keys.length === 0 && said.temporal
  for (const by of keys.length === 0 ? [said.by] : keys)
    parser.draft.orders.push({
      ...plainOrder(by, descending ?? false, at),
      temporal,
      ...(before.alphabetical ? { said: alphabetical } : {}),
    })
  if (keys.length > 0) furtherKeys(parser)
  return true
}

function furtherKeys(parser: Parser): void {
  while (attempt(parser, () => thenBy(parser)) !== null);
}

/** What an order by letters says. */
export const alphabetical = 'alphabetical'

/** 'sorted by stock descending and price': further keys, each with its own direction, up to the end of the sentence. */
function thenBy(parser: Parser): true | null {
  const { at } = parser
  if (!skip(parser, 'and', 'comma') && !isThen(peek(parser))) return null
  while (isThen(peek(parser)) || isPreposition(peek(parser), 'by')) parser.at++
  // '… and their stock' asks to show it, too.
  const isBare = parser.chunks.slice(at, parser.at).every((one) => one.tokens.length === 1)
  const chunk = peek(parser)
  const keys = sortKeys(parser)
  const isDirected = isKind(peek(parser), 'direction')
  const descending = directionBehind(parser, keys)
  const isEnd = peek(parser) === null || isKind(peek(parser), 'end', 'and', 'comma') || isThen(peek(parser))
  if (keys.length === 0 || !isEnd || !(isDirected || (isBare && !isKind(chunk, 'filler', 'pronoun')))) return null
  for (const by of keys) parser.draft.orders.push(plainOrder(by, descending ?? false, at))
  return true
}

function isThen(chunk: Chunk | null): boolean {
  return /^then$/i.test(chunk?.text ?? '')
}

/** Sorts the rows, without picking the first. */
export function plainOrder(by: Item | null, descending: boolean, at: number): Order {
  return { by, descending, temporal: false, of: null, frequency: false, limit: null, added: false, plain: true, at }
}

/** The words for sorting and its direction; the cursor moves past them. */
function sortWords(parser: Parser): { descending: boolean | null; alphabetical: boolean } {
  const said: { descending: boolean | null; alphabetical: boolean } = { descending: null, alphabetical: false }
  skip(parser, 'relative', 'be', 'filler', 'and')
  attempt(parser, () => sortVerb(parser))
  while (isKind(peek(parser), 'direction', 'order', 'alphabetical')) {
    said.descending = keywordAt(parser, 'direction')?.descending ?? said.descending
    said.alphabetical ||= isKind(peek(parser), 'alphabetical')
    parser.at++
    while (isPreposition(peek(parser), 'of', 'by', 'on', 'in') || isKind(peek(parser), 'filler', 'pronoun', 'be'))
      parser.at++
  }
  return said
}

/** 'sort the result in …', 'listed in …': the verb before the words for the order. */
function sortVerb(parser: Parser): true | null {
  if (!/^(?:sort|order|list|arrange|rank)(?:ed)?$/i.test(peek(parser)?.text ?? '')) return null
  parser.at++
  while (isKind(peek(parser), 'filler', 'pronoun', 'command') || /^(?:results?|output|rows)$/i.test(textAt(parser)))
    parser.at++
  return isKind(peek(parser), 'direction', 'alphabetical', 'order') ? true : null
}

/** Whether a verb for sorting what was asked for is at the cursor: 'sort the result in …'. */
export function startsSorting(parser: Parser): boolean {
  return sortVerb({ ...parser }) !== null
}

/** 'by price in descending order', 'in descending order of price': the direction after the keys, or before them. */
function directionBehind(parser: Parser, keys: Item[]): boolean | null {
  const after = keywordAt(parser, 'direction')
  if (after === null) {
    if (isKind(peek(parser), 'alphabetical')) parser.at++
    return null
  }
  parser.at++
  while (isPreposition(peek(parser), 'of') || isKind(peek(parser), 'filler')) parser.at++
  if (keys.length === 0) keys.push(...sortKeys(parser))
  return after.descending
}

function sortKeys(parser: Parser): Item[] {
  const keys: Item[] = []
  for (;;) {
    const key = attempt(parser, () => {
      if (keys.length > 0 && !skip(parser, 'and', 'comma')) return null
      skip(parser, 'filler', 'pronoun', 'all')
      const unit = keywordAt(parser, 'unit')
      const chunk = peek(parser)
      if (unit !== null && chunk !== null && !isColumn(chunk)) return null
      const found = items(parser)
      return found === null || found.length !== 1 ? null : found
    })
    if (key === null) return keys
    keys.push(...key)
  }
}

/** 'by': a group, the measure of 'top 5', or the maker of something. */
export function byPhrase(parser: Parser): true | null {
  const length = byWords(parser)
  if (length === 0 || (length === 1 && namesMaker(parser))) return null
  parser.at += length
  skip(parser, 'filler', 'pronoun')
  const open = parser.draft.orders.findLast(
    (one) => !one.plain && one.by === null && !one.temporal && !saysFrequency(parser, one),
  )
  return open === undefined ? groupedBy(parser) : rankedBy(parser, open)
}

/** How many words mean 'by' at the cursor. */
function byWords(parser: Parser): number {
  if (isPreposition(peek(parser), 'by')) return 1
  const words = parser.chunks.slice(parser.at, parser.at + 3).map((one) => one.text)
  return /^(in terms of|based on|according to|with respect to|with regard to)$/i.test(words.join(' ')) ? 3 : 0
}

/** 'written by all', 'lessons taught by a teacher': the actor is one of them, not each. */
function namesMaker(parser: Parser): boolean {
  const verb = parser.chunks[parser.at - 1]?.tokens.at(-1)?.lower ?? ''
  return (
    isKind(peek(parser, 1), 'all') ||
    /(?:ed|en|bought)$/.test(verb) ||
    isKind(peek(parser, -2), 'be') ||
    /^(a|an|some|any)$/i.test(peek(parser, 1)?.text ?? '')
  )
}

/** 'top 5 by revenue': the measure of the order so far. */
function rankedBy(parser: Parser, open: Order): true | null {
  const by = items(parser)?.[0]
  if (by === undefined) return null
  open.added ||= by.kind === 'column' && isAddedUp(by)
  open.by = by
  open.frequency = false
  return true
}

/** 'revenue by country', 'orders by status'. */
function groupedBy(parser: Parser): true | null {
  const next = peek(parser)
  if (next !== null && next.values.length > 0 && bestColumn(next) < certain && bestTable(next) < certain) return null
  const isAggregated = parser.draft.items.some((one) =>
    ['count', 'aggregate', 'measure', 'share', 'ratio', 'quotient', 'difference'].includes(one.kind),
  )
  const [only, other] = parser.draft.items
  const isCounted = other === undefined && (only?.kind === 'table' || isAddedUp(only)) && isCategory(next)
  const isGrouped = isAggregated || isCounted || keywordAt(parser, 'unit') !== null
  return isGrouped && groupTargets(parser) ? true : null
}

/** Whether an item is a column whose numbers can be added up: hours, amounts. */
function isAddedUp(item: Item | undefined): boolean {
  return item?.kind === 'column' && item.candidates.every((one) => one.quality < likely || isAdditive(one.column))
}

/** 'the most common': the question states the frequency explicitly. */
function saysFrequency(parser: Parser, order: Order): boolean {
  const keyword = parser.chunks[order.at]?.keyword ?? null
  return order.frequency && !(keyword?.kind === 'superlative' && !keyword.frequency)
}

/** 'orders by status' counts in groups; 'products by price' doesn't. */
function isCategory(chunk: Chunk | null): boolean {
  if (chunk === null || chunk.capital || chunk.quoted) return false
  return (
    bestTable(chunk) >= likely ||
    (bestColumn(chunk) >= certain &&
      chunk.columns.every(({ column, quality: match }) => match < certain || !isMeasurable(column)))
  )
}

/** 'with the highest price', 'that has the most orders', 'earned the most', 'the most recently'. */
export function superlativeClause(parser: Parser): true | null {
  const { at } = parser
  const verb = verbBefore(parser)
  const before = leadingNumber(parser)
  const extreme = isLastVerb(parser) ? null : keywordAt(parser, 'superlative')
  if (extreme === null) return null
  const text = textAt(parser)
  const hinted = extremeBy(parser, extreme, parser.at)
  parser.at++
  skip(parser, 'filler')
  if (verb !== null) skip(parser, 'measure')
  const limit = numberBehind(parser) ?? before ?? (verb === null ? (parser.draft.limit ?? 1) : soldLimit(parser, text))
  const { descending, temporal, frequency } = extreme
  const added = /most|least|fewest|number|amount|count/i.test(text)
  const by = hintedTarget(parser, hinted) ?? verb
  const order: Order = { by, descending, temporal, of: null, frequency, limit, added, plain: false, at }
  if (temporal) order.of = temporalOwner(parser)
  if (!isAmountOfDeed(parser, order))
    order.by ??= targetOf(parser, order, extreme.hints, text) ?? deedBefore(parser, order, text)
  if (!isDecided(order)) return null
  rank(parser, order)
  return true
}

/** Whether an order says what decides, or that it is up to the user. */
function isDecided({ by, frequency, temporal, ofDeed }: Order): boolean {
  return by !== null || frequency || temporal || ofDeed === true
}

/** 'which country buys the most': by which amount isn't said. */
function isAmountOfDeed(parser: Parser, order: Order): boolean {
  const verb = parser.chunks[order.at - 1]?.tokens ?? []
  const isPurchase = verb.length === 1 && isPurchaseVerb(verb[0]?.lower ?? '')
  const isOpen = order.by === null && (isEnd(parser) || isPreposition(peek(parser)))
  order.ofDeed = order.added && isPurchase && isOpen
  return order.ofDeed
}

/** What the adjective refers to: the column behind it if it is that ('the longest distance'), else its own. */
function hintedTarget(parser: Parser, hinted: ReturnType<typeof extremeBy>): Item | null {
  if (hinted?.kind !== 'hint') return hinted
  return attempt(parser, () => hintedColumn(parser, hinted.words)) ?? hintedLength(parser, hinted) ?? hinted
}

/** 'which products sold best' asks for several, 'which product sold best' for one. */
function soldLimit(parser: Parser, text: string): number {
  const [only] = parser.draft.items
  return impliedLimit(parser, only?.kind === 'table' ? only.text : '', /^(?:best|worst)$/i.test(text))
}

/** 'top 5 genres with the highest number of tracks': one ranking, whose number comes first. */
function rank(parser: Parser, order: Order): void {
  const { orders } = parser.draft
  const last = orders.at(-1)
  const isOpen = last !== undefined && !last.plain && last.by === null && !last.temporal && !last.frequency
  if (isOpen && last.descending === order.descending) orders[orders.length - 1] = { ...order, limit: last.limit }
  else orders.push(order)
}

function textAt(parser: Parser): string {
  return peek(parser)?.text ?? ''
}

/** The words before a superlative; returns the measure if a verb names it ('earned the most'). */
function verbBefore(parser: Parser): Item | null {
  skip(parser, 'relative', 'question', 'with', 'have', 'whose', 'be', 'do', 'filler', 'pronoun', 'all')
  const verb = verbMeasure(parser)
  skip(parser, 'filler')
  if (isDoubled(parser)) parser.at++
  return verb
}

/** 'the highest 3 prices': a number after the superlative. */
function numberBehind(parser: Parser): number | null {
  const chunk = peek(parser)
  const next = peek(parser, 1)
  if (chunk === null || chunk.number === null || !(isColumn(next) || isTable(next))) return null
  parser.at++
  return chunk.number
}

/** What decides if neither the adjective nor a verb says it. */
function targetOf(parser: Parser, order: Order, hints: string[] | null, text: string): Item | null {
  const target = !order.frequency && order.of === null ? superlativeTarget(parser, text) : null
  return target ?? (order.descending && hints === null ? measureAsked(parser) : null)
}

/** 'the films that were rented the most': ranked by the rows of the action before. */
function deedBefore(parser: Parser, { at, frequency, temporal }: Order, extreme: string): Item | null {
  const last = parser.draft.conditions.at(-1)
  if (frequency || temporal || !/^(?:most|least)$/i.test(extreme) || !isEnd(parser) || last?.kind !== 'relation')
    return null
  if (last.negated || last.count !== null || last.table.at !== at - 1) return null
  return { kind: 'count', of: last.table, distinct: false, at }
}

function isEnd(parser: Parser): boolean {
  return peek(parser) === null || isKind(peek(parser), 'end', 'comma')
}

/** 'the latest order': the owner of the deciding date. */
function temporalOwner(parser: Parser): TableMention | null {
  const chunk = peek(parser)
  if (!isMainlyTable(chunk) || isColumn(peek(parser, 1))) return null
  const mention = tableMention(parser, chunk)
  parser.at++
  parser.draft.tables.push(mention)
  return mention
}

/** 'who spent the most': people are ranked by the measure. */
function measureAsked(parser: Parser): Item | null {
  const [only, other] = parser.draft.items
  if (!parser.draft.asksWho || only?.kind !== 'measure' || other !== undefined) return null
  parser.draft.items = []
  return only
}

function verbMeasure(parser: Parser): Item | null {
  const chunk = peek(parser)
  const measure = keywordAt(parser, 'measure')
  if (chunk === null || measure === null || !isKind(peek(parser, 1), 'superlative', 'filler')) return null
  const item: Item = { kind: 'measure', of: measure.of, text: chunk.text, at: parser.at }
  parser.at++
  return item
}

/** The object of 'most': a column, a number of rows, or a measure. */
function superlativeTarget(parser: Parser, extreme: string): Item | null {
  const countable =
    /most|least|fewest|number|amount|count|maximum|minimum/i.test(extreme) || isKind(peek(parser), 'count')
  skipToTarget(parser)
  if (countable && !/recent/i.test(extreme)) skipDone(parser)
  const chunk = peek(parser)
  if (chunk === null) return null
  if (isMainlyTable(chunk) && !isColumn(peek(parser, 1))) {
    if (!countable) return null
    const of = tableMention(parser, chunk)
    parser.at++
    parser.draft.tables.push(of)
    return { kind: 'count', of, distinct: false, at: of.at }
  }
  const [item, other] = items(parser) ?? []
  if (item === undefined || other !== undefined) return null
  return item.kind === 'table' ? { kind: 'count', of: item, distinct: false, at: item.at } : item
}

/** Skips 'number of' and the like, up to a function that is itself a target. */
function skipToTarget(parser: Parser): void {
  while (isKind(peek(parser), 'filler', 'count', 'distinct') || isPreposition(peek(parser), 'of')) {
    if (isKind(peek(parser), 'count') && !isTable(peek(parser, 1))) return
    parser.at++
  }
}

/** 'the most registered students': a verb that only links them. */
function skipDone(parser: Parser): void {
  const chunk = peek(parser)
  if (chunk === null || !/ed$/i.test(chunk.text) || chunk.tables.length + chunk.columns.length > 0) return
  if (neutralityOf(chunk.text.toLowerCase()) === 'linking' && isMainlyTable(peek(parser, 1))) parser.at++
}
