import { isMeasurable } from '../schema/roles.ts'
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
import { extremeBy, isDoubled, isLastVerb, leadingNumber } from './extremes.ts'
import { items } from './items.ts'

/** 'sorted by price', 'in alphabetical order of name', 'in descending order'. */
export function sorting(parser: Parser): true | null {
  const start = parser.at
  let descending: boolean | null = null
  let named = false
  skip(parser, 'relative', 'be', 'filler', 'and')
  if (
    /^(ordered|listed|arranged)$/i.test(peek(parser)?.text ?? '') &&
    isKind(peek(parser, 1), 'direction', 'alphabetical', 'order')
  )
    parser.at++
  for (;;) {
    const direction = keywordAt(parser, 'direction')
    if (direction !== null) descending = direction.descending
    else if (!isKind(peek(parser), 'order', 'alphabetical')) break
    named ||= isKind(peek(parser), 'alphabetical')
    parser.at++
    while (isPreposition(peek(parser), 'of', 'by', 'on', 'in') || isKind(peek(parser), 'filler', 'pronoun', 'be'))
      parser.at++
  }
  if (parser.chunks.slice(start, parser.at).every((one) => !isKind(one, 'order', 'alphabetical', 'direction')))
    return null
  const keys = sortKeys(parser)
  const after = keywordAt(parser, 'direction')
  if (after !== null) {
    descending = after.descending
    parser.at++
    while (isPreposition(peek(parser), 'of') || isKind(peek(parser), 'filler')) parser.at++
    if (keys.length === 0) keys.push(...sortKeys(parser))
  } else if (isKind(peek(parser), 'alphabetical')) parser.at++
  const last = parser.draft.orders.at(-1)
  if (keys.length === 0 && last !== undefined && last.plain && !named) {
    last.descending = descending ?? last.descending
    return true
  }
  const shared = {
    descending: descending ?? false,
    temporal: false,
    of: null,
    frequency: false,
    limit: null,
    added: false,
    plain: true,
    at: start,
  }
  if (keys.length === 0) parser.draft.orders.push({ ...shared, by: null })
  for (const by of keys) parser.draft.orders.push({ ...shared, by })
  return true
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

/** 'by': a group, what 'top 5' is measured by, or the maker of something. */
export function byPhrase(parser: Parser): true | null {
  const isBy = isPreposition(peek(parser), 'by')
  const inTermsOf = /^(in terms of|based on|according to|with respect to|with regard to)$/i.test(
    parser.chunks
      .slice(parser.at, parser.at + 3)
      .map((one) => one.text)
      .join(' '),
  )
  if (!isBy && !inTermsOf) return null
  if (
    isBy &&
    (isKind(peek(parser, 1), 'all') || /(ed|en)$/.test(parser.chunks[parser.at - 1]?.tokens.at(-1)?.lower ?? ''))
  )
    return null
  // 'lessons taught by a teacher': one of them, not each.
  if (isBy && /^(a|an|some|any)$/i.test(peek(parser, 1)?.text ?? '')) return null
  parser.at += inTermsOf ? 3 : 1
  skip(parser, 'filler', 'pronoun')
  const open = parser.draft.orders.findLast(
    (one) => !one.plain && one.by === null && !one.temporal && !saysFrequency(parser, one),
  )
  if (open !== undefined) {
    const found = items(parser)
    const by = found?.[0]
    if (by === undefined) return null
    open.by = by
    open.frequency = false
    return true
  }
  const next = peek(parser)
  if (next !== null && next.values.length > 0 && bestColumn(next) < 0.9 && bestTable(next) < 0.9) return null
  const isAggregated = parser.draft.items.some(
    (one) => one.kind === 'count' || one.kind === 'aggregate' || one.kind === 'measure' || one.kind === 'share',
  )
  const [only, other] = parser.draft.items
  const isCounted = only?.kind === 'table' && other === undefined && isCategory(next)
  if (isAggregated || isCounted || keywordAt(parser, 'unit') !== null) return groupTargets(parser) ? true : null
  return null
}

/** 'the most common': how often is said, not merely supposed. */
function saysFrequency(parser: Parser, order: Order): boolean {
  const keyword = parser.chunks[order.at]?.keyword ?? null
  return order.frequency && !(keyword?.kind === 'superlative' && !keyword.frequency)
}

/** 'orders by status' counts in groups; 'products by price' does not. */
function isCategory(chunk: Chunk | null): boolean {
  if (chunk === null || chunk.capital || chunk.quoted) return false
  return (
    bestTable(chunk) >= 0.8 ||
    (bestColumn(chunk) >= 0.9 && chunk.columns.every(({ column, quality }) => quality < 0.9 || !isMeasurable(column)))
  )
}

/** 'with the highest price', 'that has the most orders', 'earned the most', 'the most recently'. */
export function superlativeClause(parser: Parser): true | null {
  const start = parser.at
  skip(parser, 'relative', 'question', 'with', 'have', 'whose', 'be', 'do', 'filler', 'pronoun', 'all')
  const verb = verbMeasure(parser)
  skip(parser, 'filler')
  if (isDoubled(parser)) parser.at++
  const before = leadingNumber(parser)
  if (isLastVerb(parser)) return null
  const extreme = keywordAt(parser, 'superlative')
  if (extreme === null) return null
  const hinted = extremeBy(parser, extreme, parser.at)
  const extremeText = peek(parser)?.text ?? ''
  parser.at++
  skip(parser, 'filler')
  if (verb !== null && isKind(peek(parser), 'measure')) parser.at++
  const chunk = peek(parser)
  const behind =
    chunk !== null && chunk.number !== null && (isColumn(peek(parser, 1)) || isTable(peek(parser, 1)))
      ? chunk.number
      : null
  if (behind !== null) parser.at++
  const limit = behind ?? before
  const order: Order = {
    by: hinted ?? verb,
    descending: extreme.descending,
    temporal: extreme.temporal,
    of: null,
    frequency: extreme.frequency,
    limit: limit ?? parser.draft.limit ?? 1,
    added: /most|least|fewest|number|amount|count/i.test(extremeText),
    plain: false,
    at: start,
  }
  if (order.temporal) order.of = temporalOwner(parser)
  if (order.by === null && !order.frequency && order.of === null) order.by = superlativeTarget(parser, extremeText)
  if (order.by === null && order.descending && extreme.hints === null) order.by = measureAsked(parser)
  if (order.by === null && !order.frequency && !order.temporal) return null
  parser.draft.orders.push(order)
  return true
}

/** 'the latest order': whose date decides. */
function temporalOwner(parser: Parser): TableMention | null {
  const chunk = peek(parser)
  if (!isMainlyTable(chunk) || isColumn(peek(parser, 1))) return null
  const mention = tableMention(parser, chunk)
  parser.at++
  parser.draft.tables.push(mention)
  return mention
}

/** 'who spent the most': the measure is what the people are ranked by. */
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

/** What there is most of: a column, a number of rows, or a measure. */
function superlativeTarget(parser: Parser, extreme: string): Item | null {
  const countable =
    /most|least|fewest|number|amount|count|maximum|minimum/i.test(extreme) || isKind(peek(parser), 'count')
  while (isKind(peek(parser), 'filler', 'count', 'distinct', 'aggregate') || isPreposition(peek(parser), 'of')) {
    if (isKind(peek(parser), 'aggregate') || (isKind(peek(parser), 'count') && !isTable(peek(parser, 1)))) break
    parser.at++
  }
  const chunk = peek(parser)
  if (chunk === null) return null
  if (isMainlyTable(chunk) && !isColumn(peek(parser, 1))) {
    if (!countable) return null
    const of = tableMention(parser, chunk)
    parser.at++
    parser.draft.tables.push(of)
    return { kind: 'count', of, distinct: false, at: of.at }
  }
  const found = items(parser)
  const [item] = found ?? []
  if (item === undefined || found?.length !== 1) return null
  if (item.kind === 'table') return { kind: 'count', of: item, distinct: false, at: item.at }
  return item
}
