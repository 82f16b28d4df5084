import { certain, fair, likely } from '../match/quality.ts'
import { singular } from '@parlance/retrieval'
import type { AggregateFunction } from '../query.ts'
import { isMeasurable } from '../schema/roles.ts'
import type { ColumnMention, ElapsedMention, Group, HintMention, Item, LengthMention } from './draft.ts'
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
import { isCompared, measure } from './measures.ts'
import { howItems } from './how-items.ts'
import { ageItem, elapsedItem, elapsedTime } from './elapsed.ts'
import { lengthItem } from './text-lengths.ts'
import { quotientItem } from './quotients.ts'
import { rateItem } from './rates.ts'
import { ofOnlyNumber, totalColumn, totalOf } from './totals.ts'
import { groupTarget } from './groups.ts'

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
  if (sold !== null) return sold.of === 'quantity' ? { kind: 'aggregate', fn: 'sum', of: sold, at } : null
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

/** 'the property id and the resident count': how many residents there are. */
function countBehind(parser: Parser): Item | null {
  const [noun, word, next] = [peek(parser), peek(parser, 1), peek(parser, 2)]
  if (!isMainlyTable(noun) || !isKind(word, 'count') || !/^counts?$/i.test(word?.text ?? '')) return null
  if (next !== null && !isKind(next, 'end', 'comma', 'and') && !isPreposition(next, 'in', 'of', 'for')) return null
  const table = tableItem(parser)
  if (table === null) return null
  parser.at++
  return { kind: 'count', of: table, distinct: false, at: table.at }
}

/** Skips 'of all the' before what is computed. */
function skipToNoun(parser: Parser): void {
  while (isKind(peek(parser), 'filler', 'all', 'pronoun') || isPreposition(peek(parser), 'of')) parser.at++
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

/** 'average number of films per actor', 'average monthly revenue', 'average revenue per customer'. */
function averagePer(parser: Parser): Item[] | null {
  const { at } = parser
  if (aggregateFunctions(parser).join() !== 'avg') return null
  skipToNoun(parser)
  const unit = keywordAt(parser, 'unit')
  const isAdverb = /ly$|^annual$/i.test(peek(parser)?.text ?? '')
  const adverb = unit !== null && isAdverb ? ({ kind: 'unit', unit: unit.unit, at: parser.at } as const) : null
  if (adverb !== null) parser.at++
  const of = addable(parser)
  if (of === null) return null
  const per = adverb ?? perOne(parser, of.kind === 'count')
  return per === null ? null : [{ kind: 'ratio', of, per, at }]
}

function aggregateItems(parser: Parser): Item[] | null {
  return attempt(parser, () => {
    const at = parser.at
    const fns = aggregateFunctions(parser)
    if (fns.length === 0) return null
    skipToNoun(parser)
    const isSum = fns.join() === 'sum'
    if (isKind(peek(parser), 'count')) {
      if (isSum) return wrap(countItem(parser))
      parser.at++
      skip(parser, 'filler')
      if (isMainlyTable(peek(parser))) return null
    }
    adjectives(parser)
    const computed = computedValue(parser)
    if (computed !== null) return fns.map((fn) => ({ kind: 'aggregate', fn, of: computed, at }))
    const owner = peek(parser)
    if (owner !== null && isKind(owner, 'measure') && bestColumn(owner) < certain) return measured(parser, fns, at)
    if (isMainlyTable(owner) && !ownsNext(parser) && !isKind(peek(parser, 1), 'possessive'))
      return isSum ? totalOf(parser, owner, at) : ofOnlyNumber(parser, owner, fns, at)
    const of = totalsOf(parser) ?? columnPhrase(parser)
    if (of === null) return null
    return [of, ...alsoAggregated(parser)].flatMap((one) =>
      fns.map((fn) => ({ kind: 'aggregate' as const, fn, of: one, at })),
    )
  })
}

/** 'average length of names', 'average shipping time', 'average age': a number that is computed for each row. */
function computedValue(parser: Parser): LengthMention | ElapsedMention | HintMention | null {
  return lengthItem(parser) ?? elapsedItem(parser) ?? ageItem(parser)
}

/** 'median total of orders': the column that has each order's total. */
function totalsOf(parser: Parser): ColumnMention | null {
  return attempt(parser, () => {
    if (keywordAt(parser, 'aggregate')?.fn !== 'sum') return null
    parser.at++
    skipToNoun(parser)
    const owner = peek(parser)
    return isMainlyTable(owner) ? totalColumn(parser, owner) : null
  })
}

/** A number of rows, or an amount that can be added up: 'number of films', 'orders', 'revenue'. */
function addable(parser: Parser): Item | null {
  const chunk = peek(parser)
  if (isKind(chunk, 'count')) return rowsOrUnits(countItem(parser))
  if (chunk !== null && isKind(chunk, 'measure') && bestColumn(chunk) < certain) {
    const of = measure(parser)
    return of?.of === 'order value' ? null : of
  }
  const isPlural = chunk !== null && singular(chunk.text.toLowerCase()) !== chunk.text.toLowerCase()
  if (!isPlural || !isMainlyTable(chunk) || ownsNext(parser)) return null
  const table = tableItem(parser)
  return table === null ? null : { kind: 'count', of: table, distinct: false, at: table.at }
}

/** The number of a column's values isn't added up per group. */
function rowsOrUnits(counted: Item | null): Item | null {
  const isRows = counted?.kind === 'count' && counted.of?.kind === 'table'
  return isRows || counted?.kind === 'aggregate' ? counted : null
}

/** 'per actor'; after a number of rows also 'for each actor', because the average of a single number has no sense. */
function perOne(parser: Parser, isCount: boolean): Group | null {
  const chunk = peek(parser)
  if (!isKind(chunk, 'each') || !(isCount || chunk?.text.toLowerCase() === 'per')) return null
  parser.at++
  skip(parser, 'filler')
  return groupTarget(parser)
}

/** 'the difference between the highest and the lowest price', '… between the longest and the shortest film'. */
function differenceItem(parser: Parser): Item | null {
  if (!isKind(peek(parser), 'difference')) return null
  const { at } = parser
  parser.at++
  const [of, less, third] = attempt(parser, () => hintedPair(parser)) ?? twoItems(parser)
  if (of === undefined || less === undefined || third !== undefined) return null
  return { kind: 'difference', of, less, at }
}

/** 'the ratio of orders to customers': how many orders there are for each customer. */
function ratioItem(parser: Parser): Item | null {
  if (!isKind(peek(parser), 'ratio')) return null
  const quotient = quotientItem(parser)
  if (quotient !== null) return quotient
  const { at } = parser
  parser.at++
  skip(parser, 'filler', 'all')
  const of = addable(parser)
  if (of === null || !(isPreposition(peek(parser), 'to') || isKind(peek(parser), 'and'))) return null
  parser.at++
  skip(parser, 'filler', 'all', 'count')
  const per = groupTarget(parser)
  return per === null ? null : { kind: 'ratio', of, per, at }
}

function twoItems(parser: Parser): Item[] {
  const found = items(parser) ?? []
  if (found.length !== 1 || !skip(parser, 'and')) return found
  return [...found, ...(items(parser) ?? [])]
}

/** 'the longest and the shortest film': both adjectives refer to one column. */
function hintedPair(parser: Parser): Item[] | null {
  skip(parser, 'filler')
  const { at } = parser
  const first = keywordAt(parser, 'superlative')
  const text = peek(parser)?.text ?? ''
  parser.at++
  if (!skip(parser, 'and')) return null
  skip(parser, 'filler')
  const second = keywordAt(parser, 'superlative')
  const words = first?.hints?.filter((word) => second?.hints?.includes(word)) ?? []
  if (first === null || second === null || words.length === 0 || first.descending === second.descending) return null
  parser.at++
  if (isMainlyTable(peek(parser))) tableItem(parser)
  const of = { kind: 'hint', text, words, at } as const
  return [first, second].map(({ descending }) => ({ kind: 'aggregate', fn: descending ? 'max' : 'min', of, at }))
}

/** 'average revenue', 'total sales'. */
function measured(parser: Parser, fns: readonly AggregateFunction[], at: number): Item[] | null {
  const of = measure(parser)
  return of === null ? null : fns.map((fn) => ({ kind: 'aggregate', fn, of, at }))
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
  skipToNoun(parser)
  const [of, other] = items(parser) ?? []
  if (of === undefined || other !== undefined || of.kind === 'column' || of.kind === 'hint') return null
  parser.draft.partFrom = predicateBehind(parser)
  return { kind: 'share', of, at }
}

/** The position of the sentence's own verb, not that of a relative clause: 'orders that were late are from France'. */
function predicateBehind(parser: Parser): number | null {
  const found = parser.chunks.findIndex((one, at) => {
    const isVerb = isKind(one, 'be', 'have', 'do') || /^(?:have|has|had)\b/i.test(one.text)
    return at >= parser.at && isVerb && !isKind(parser.chunks[at - 1] ?? null, 'relative', 'whose')
  })
  return found < 0 ? null : found
}

/** Skips the words before a requested thing; false if a group follows instead. */
function skipBeforeItem(parser: Parser): boolean {
  while (isKind(peek(parser), 'filler', 'all', 'distinct', 'pronoun', 'each', 'both')) {
    if (isKind(peek(parser), 'distinct')) parser.draft.distinct = true
    if (isKind(peek(parser), 'each') && peek(parser)?.text !== 'each') return false
    if (isKind(peek(parser), 'all')) parser.draft.allOf.push(parser.at + 1)
    parser.at++
  }
  return true
}

/** One thing that the question asks for; null if the cursor is at none. */
export function items(parser: Parser): Item[] | null {
  return attempt(parser, () => {
    if (!skipBeforeItem(parser)) return null
    const chunk = peek(parser)
    if (chunk === null) return null
    const elapsed = elapsedTime(parser)
    if (elapsed !== null) return [elapsed]
    const how = attempt(parser, () => howItems(parser))
    if (how !== null) return how
    const strongColumn = bestColumn(chunk) >= certain && chunk.tokens.length > 1
    if (!strongColumn) {
      const combined = attempt(
        parser,
        () =>
          rateItem(parser) ?? lengthItem(parser) ?? shareItem(parser) ?? differenceItem(parser) ?? ratioItem(parser),
      )
      if (combined !== null) return [combined]
      const counted = attempt(parser, () => countBehind(parser) ?? countItem(parser))
      if (counted !== null) return [counted]
      const aggregated = attempt(parser, () => averagePer(parser)) ?? aggregateItems(parser)
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
  if (isKind(chunk, 'measure') && bestColumn(chunk) < certain && bestTable(chunk) < certain)
    return isCompared(parser) ? null : measure(parser)
  if (isMainlyTable(chunk) && !tableActsAsColumn(parser) && !ownsNext(parser) && !isKind(peek(parser, 1), 'possessive'))
    return tableItem(parser)
  return columnPhrase(parser) ?? ageItem(parser) ?? (isTable(chunk) ? tableItem(parser) : null)
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
