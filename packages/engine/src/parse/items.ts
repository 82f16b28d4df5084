import { certain, fair, likely } from '../match/quality.ts'
import { singular } from '@parlance/retrieval'
import type { AggregateFunction } from '../query.ts'
import { isMeasurable } from '../schema/roles.ts'
import type { Chunk } from '../match/chunks.ts'
import type { ColumnMention, Item, MeasureMention } from './draft.ts'
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
  noteTable,
  peek,
  skip,
  tableMention,
  type Parser,
} from './parser.ts'
import { columnPhrase, ownsNext, compound, isFragment, tableItem } from './columns.ts'
import { adjectives } from './adjectives.ts'
import { extremeItem } from './extremes.ts'

function measure(parser: Parser): MeasureMention | null {
  const keyword = keywordAt(parser, 'measure')
  const chunk = peek(parser)
  if (keyword === null || chunk === null) return null
  const mention: MeasureMention = { kind: 'measure', of: keyword.of, text: chunk.text, at: parser.at }
  parser.at++
  return mention
}

function countItem(parser: Parser): Item | null {
  const chunk = peek(parser)
  if (chunk === null || !isKind(chunk, 'count')) return null
  const at = parser.at
  if (/how many|total/i.test(chunk.text)) parser.draft.asksHowMany = true
  parser.at++
  let distinct = false
  while (isKind(peek(parser), 'filler', 'all', 'distinct', 'count', 'pronoun') || isPreposition(peek(parser), 'of')) {
    distinct ||= isKind(peek(parser), 'distinct')
    parser.at++
  }
  adjectives(parser)
  const sold = measure(parser)
  if (sold !== null && sold.of === 'quantity') return { kind: 'aggregate', fn: 'sum', of: sold, at }
  compound(parser)
  const target = peek(parser)
  if (isFragment(parser)) return null
  if (isMainlyTable(target) && !(isColumn(peek(parser, 1)) && !isMainlyTable(peek(parser, 1)) && ownsNext(parser))) {
    const table = tableMention(parser, target)
    parser.at++
    noteTable(parser, table)
    return { kind: 'count', of: table, distinct, at }
  }
  const column = columnPhrase(parser)
  if (column !== null) return { kind: 'count', of: column, distinct, at }
  return { kind: 'count', of: null, distinct, at }
}

function aggregateFunctions(parser: Parser): AggregateFunction[] {
  const fns: AggregateFunction[] = []
  for (;;) {
    const found = attempt(parser, () => {
      if (fns.length > 0 && !skip(parser, 'and', 'comma')) return null
      skip(parser, 'filler', 'and')
      const keyword = keywordAt(parser, 'aggregate')
      const extreme = keywordAt(parser, 'superlative')
      if (keyword !== null) {
        parser.at++
        return keyword.fn
      }
      if (
        extreme === null ||
        extreme.hints !== null ||
        extreme.frequency ||
        (fns.length === 0 && !startsExtremeList(parser))
      )
        return null
      parser.at++
      return extreme.descending ? 'max' : 'min'
    })
    if (found === null) return fns
    fns.push(found)
  }
}

/** 'lowest and highest …': an extreme followed by another function. */
function startsExtremeList(parser: Parser): boolean {
  let ahead = 1
  while (isKind(peek(parser, ahead), 'and', 'comma', 'filler')) ahead++
  return ahead > 1 && (isKind(peek(parser, ahead), 'aggregate') || isKind(peek(parser, ahead), 'superlative'))
}

function aggregateItems(parser: Parser): Item[] | null {
  return attempt(parser, () => {
    const at = parser.at
    const fns = aggregateFunctions(parser)
    if (fns.length === 0) return null
    while (isKind(peek(parser), 'filler', 'all', 'pronoun') || isPreposition(peek(parser), 'of')) parser.at++
    const isSum = fns.join() === 'sum'
    if (isKind(peek(parser), 'count')) {
      if (isSum) return wrap(countItem(parser))
      parser.at++
      skip(parser, 'filler')
      if (isMainlyTable(peek(parser))) return null
    }
    const owner = peek(parser)
    if (owner !== null && isKind(owner, 'measure') && bestColumn(owner) < certain) return measured(parser, fns, at)
    if (isMainlyTable(owner) && !ownsNext(parser) && !isKind(peek(parser, 1), 'possessive'))
      return isSum ? totalOf(parser, owner, at) : null
    const of = columnPhrase(parser)
    if (of === null) return null
    return [of, ...alsoAggregated(parser)].flatMap((one) =>
      fns.map((fn) => ({ kind: 'aggregate' as const, fn, of: one, at })),
    )
  })
}

/** 'average revenue', 'total sales'. */
function measured(parser: Parser, fns: readonly AggregateFunction[], at: number): Item[] | null {
  const of = measure(parser)
  return of === null ? null : fns.map((fn) => ({ kind: 'aggregate', fn, of, at }))
}

/**
 * 'total of orders', 'total payments', 'total products sold', 'total orders': an amount, a quantity, or a number of
 * rows.
 */
function totalOf(parser: Parser, owner: Chunk, at: number): Item[] | null {
  const text = owner.text.toLowerCase()
  if (singular(text) === text) return null
  const isAmount = /(?: of|amount.*)$/i.test(parser.chunks[at]?.text ?? '') || isMoney(owner)
  const summed = isAmount ? totalColumn(parser, owner) : null
  if (summed !== null) return [{ kind: 'aggregate', fn: 'sum', of: summed, at }]
  const table = tableMention(parser, owner)
  parser.at++
  noteTable(parser, table)
  const sold = keywordAt(parser, 'measure')?.of === 'quantity' ? measure(parser) : null
  return sold === null
    ? [{ kind: 'count', of: table, distinct: false, at }]
    : [{ kind: 'aggregate', fn: 'sum', of: sold, at }]
}

const moneyTables = new Set(['payment', 'sale', 'expense', 'donation', 'refund', 'cost', 'fee', 'salary', 'budget'])

/** 'total payments' means their amounts, 'total orders' their number. */
function isMoney(chunk: Chunk): boolean {
  return chunk.tables.some(({ table, quality: match }) => match >= likely && moneyTables.has(table.words.at(-1) ?? ''))
}

/** 'total of orders' adds up the orders' own total column. */
function totalColumn(parser: Parser, chunk: Chunk): ColumnMention | null {
  const columns = chunk.tables.flatMap(({ table }) =>
    table.columns.filter((one) => ['total', 'amount'].includes(one.words.at(-1) ?? '')),
  )
  if (columns.length === 0) return null
  const owner = tableMention(parser, chunk)
  parser.at++
  noteTable(parser, owner)
  return {
    kind: 'column',
    text: `total of ${chunk.text}`,
    candidates: columns.map((one) => ({ column: one, quality: 1 })),
    owner,
    about: null,
    at: owner.at,
  }
}

/** 'highest price and score': the object of an extreme may be a list. */
function withSisters(parser: Parser, item: Item): Item[] {
  if (item.kind !== 'aggregate') return [item]
  return [item, ...alsoAggregated(parser).map((of) => ({ ...item, of }))]
}

/** 'average price and score': further numeric columns share the function. */
function alsoAggregated(parser: Parser): ColumnMention[] {
  const found: ColumnMention[] = []
  for (;;) {
    const more = attempt(parser, () => {
      if (!skip(parser, 'and', 'comma')) return null
      const mention = columnPhrase(parser)
      if (mention === null || mention.candidates.some((one) => one.quality >= fair && !isMeasurable(one.column)))
        return null
      return isKind(peek(parser), 'compare', 'between') ? null : mention
    })
    if (more === null) return found
    found.push(more)
  }
}

function wrap(item: Item | null): Item[] | null {
  return item === null ? null : [item]
}

/** 'share of revenue', 'percent of total sales', 'percentage of orders'. */
function shareItem(parser: Parser): Item | null {
  const chunk = peek(parser)
  if (chunk === null || !isKind(chunk, 'share') || bestColumn(chunk) >= certain) return null
  const { at } = parser
  parser.at++
  while (isKind(peek(parser), 'filler', 'all', 'pronoun') || isPreposition(peek(parser), 'of')) parser.at++
  const [of, other] = items(parser) ?? []
  if (of === undefined || other !== undefined || of.kind === 'column' || of.kind === 'hint') return null
  return { kind: 'share', of, at }
}

/** One thing that the question asks for; null if the cursor is at none. */
export function items(parser: Parser): Item[] | null {
  return attempt(parser, () => {
    while (isKind(peek(parser), 'filler', 'all', 'distinct', 'pronoun', 'each', 'both')) {
      if (isKind(peek(parser), 'distinct')) parser.draft.distinct = true
      if (isKind(peek(parser), 'each') && peek(parser)?.text !== 'each') return null
      if (isKind(peek(parser), 'all')) parser.draft.allOf.push(parser.at + 1)
      parser.at++
    }
    const chunk = peek(parser)
    if (chunk === null) return null
    const strongColumn = bestColumn(chunk) >= certain && chunk.tokens.length > 1
    if (!strongColumn) {
      const share = attempt(parser, () => shareItem(parser))
      if (share !== null) return [share]
      const counted = attempt(parser, () => countItem(parser))
      if (counted !== null) return [counted]
      const aggregated = aggregateItems(parser)
      if (aggregated !== null) return aggregated
      const extreme = attempt(parser, () => extremeItem(parser))
      if (extreme !== null) return withSisters(parser, extreme)
    }
    return wrap(nounItem(parser))
  })
}

/** 'five products': a number right before a table limits it; 'five star hotels' is different. */
function isLimited(parser: Parser): boolean {
  const [noun, next] = [peek(parser, 1), peek(parser, 2)]
  return isMainlyTable(noun) && bestTable(noun) >= likely && !isTable(next)
}

function nounItem(parser: Parser): Item | null {
  adjectives(parser)
  limitOf(parser)
  const chunk = peek(parser)
  if (chunk === null) return null
  if (isKind(chunk, 'measure') && bestColumn(chunk) < certain && bestTable(chunk) < certain) return measure(parser)
  if (isMainlyTable(chunk) && !tableActsAsColumn(parser) && !ownsNext(parser) && !isKind(peek(parser, 1), 'possessive'))
    return tableItem(parser)
  return columnPhrase(parser) ?? (isTable(chunk) ? tableItem(parser) : null)
}

/** Uses the number before a table as the limit. */
function limitOf(parser: Parser): void {
  const chunk = peek(parser)
  if (chunk === null || chunk.number === null || chunk.quoted || !isLimited(parser) || chunk.columns.length > 0) return
  parser.draft.limit = chunk.number
  parser.at++
}

/** 'the city of the customers': a word that names both a table and a column is a column if an owner follows. */
function tableActsAsColumn(parser: Parser): boolean {
  const chunk = peek(parser)
  if (!isColumn(chunk) || bestColumn(chunk) < fair) return false
  if (!isPreposition(peek(parser, 1), 'of', 'for')) return false
  let ahead = 2
  while (isKind(peek(parser, ahead), 'filler', 'all', 'each')) ahead++
  const owner = peek(parser, ahead)
  return (
    isMainlyTable(owner) &&
    chunk.columns.some(
      (one) => one.quality >= fair && owner.tables.some((candidate) => candidate.table === one.column.table),
    )
  )
}
