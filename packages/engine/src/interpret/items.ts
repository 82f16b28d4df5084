import { singular } from '@parlance/retrieval'
import { isMeasurable } from '../schema/roles.ts'
import type { AggregateFunction } from '../query.ts'
import type { ColumnModel } from '../schema/model.ts'
import type { Chunk } from './chunks.ts'
import type { ColumnMention, HintMention, Item, MeasureMention, TableMention } from './draft.ts'
import {
  addCondition,
  attempt,
  bestColumn,
  bestTable,
  columnMention,
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

/** A column, perhaps with the table that owns it before ('customer names', 'the customer's name') or behind ('of the customer'). */
export function columnPhrase(parser: Parser): ColumnMention | null {
  return attempt(parser, () => ownedColumn(parser) ?? compoundColumn(parser) ?? plainColumn(parser))
}

function ownedColumn(parser: Parser): ColumnMention | null {
  const first = peek(parser)
  if (!isTable(first)) return null
  const owner = tableMention(parser, first)
  const possessive = isKind(peek(parser, 1), 'possessive')
  const next = peek(parser, possessive ? 2 : 1)
  if (!isColumn(next) || (!possessive && isMainlyTable(next) && bestTable(next) === 1)) return null
  const owned = next.columns.filter((one) => owner.candidates.some((candidate) => candidate.table === one.column.table))
  if (owned.length === 0 && (!possessive || bestColumn(next) < 0.7)) return null
  parser.at += possessive ? 2 : 1
  const mention = columnMention(parser, next, owned.length > 0 ? owner : null)
  parser.at++
  noteTable(parser, owner)
  return mention
}

/** 'membership level': a table's word before a column that it does not own only says where to look. */
function compoundColumn(parser: Parser): ColumnMention | null {
  return attempt(parser, () => {
    const [first, next] = [peek(parser), peek(parser, 1)]
    if (!isMainlyTable(first) || next === null || bestColumn(next) < 0.95 || isMainlyTable(next)) return null
    parser.draft.tables.push(tableMention(parser, first))
    parser.at++
    return plainColumn(parser)
  })
}

function plainColumn(parser: Parser): ColumnMention | null {
  const chunk = peek(parser)
  if (!isColumn(chunk) || bestColumn(chunk) < 0.45 || (bestTable(chunk) >= 0.95 && bestColumn(chunk) < 0.9)) return null
  const mention = columnMention(parser, chunk)
  parser.at++
  return withOwner(parser, mention)
}

/** 'name of the customer': ties the column to the table behind it; 'name of each city' is the city. */
function withOwner(parser: Parser, mention: ColumnMention): ColumnMention {
  const found = attempt(parser, (): ColumnMention | null => {
    if (!isPreposition(peek(parser), 'of', 'for')) return null
    const isOf = isPreposition(peek(parser), 'of')
    parser.at++
    skip(parser, 'filler', 'all', 'pronoun', 'distinct')
    if (isKind(peek(parser), 'each')) return null
    const chunk = peek(parser)
    if (chunk === null || chunk.number !== null) return null
    const isName = isOf && /^names?$/i.test(mention.text)
    if (isName && !isTable(chunk) && bestColumn(chunk) >= 0.9) {
      const meant = columnMention(parser, chunk)
      parser.at++
      return meant
    }
    if (!isMainlyTable(chunk) || isColumn(peek(parser, 1))) return null
    const table = tableMention(parser, chunk)
    const fits = mention.candidates.some((one) =>
      table.candidates.some((candidate) => candidate.table === one.column.table),
    )
    parser.at++
    noteTable(parser, table)
    return fits ? { ...mention, owner: table } : { ...mention, about: table }
  })
  return found ?? mention
}

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

function ownsNext(parser: Parser): boolean {
  const [owner, next] = [peek(parser), peek(parser, 1)]
  if (owner === null || next === null) return false
  return next.columns.some(
    (one) => one.quality >= 0.7 && owner.tables.some((candidate) => candidate.table === one.column.table),
  )
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
    if (isKind(peek(parser), 'count')) {
      if (fns.length === 1 && fns[0] === 'sum') return wrap(countItem(parser))
      parser.at++
      skip(parser, 'filler')
      if (isMainlyTable(peek(parser))) return null
    }
    const owner = peek(parser)
    if (isKind(owner, 'measure') && bestColumn(owner ?? never()) < 0.9) {
      const of = measure(parser)
      return of === null ? null : fns.map((fn) => ({ kind: 'aggregate', fn, of, at }))
    }
    if (isMainlyTable(owner) && !ownsNext(parser) && !isKind(peek(parser, 1), 'possessive')) {
      if (fns.length !== 1 || fns[0] !== 'sum') return null
      const summed = / of$/i.test(parser.chunks[at]?.text ?? '') || isMoney(owner) ? totalColumn(parser, owner) : null
      if (summed !== null) return [{ kind: 'aggregate', fn: 'sum', of: summed, at }]
      const table = tableMention(parser, owner)
      parser.at++
      noteTable(parser, table)
      if (isKind(peek(parser), 'measure') && keywordAt(parser, 'measure')?.of === 'quantity') {
        const of = measure(parser)
        if (of !== null) return [{ kind: 'aggregate', fn: 'sum', of, at }]
      }
      return [{ kind: 'count', of: table, distinct: false, at }]
    }
    const of = columnPhrase(parser)
    if (of === null) return null
    return [of, ...alsoAggregated(parser)].flatMap((one) =>
      fns.map((fn) => ({ kind: 'aggregate' as const, fn, of: one, at })),
    )
  })
}

const moneyTables = new Set(['payment', 'sale', 'expense', 'donation', 'refund', 'cost', 'fee', 'salary', 'budget'])

/** 'total payments' means their amounts, 'total orders' their number. */
function isMoney(chunk: Chunk): boolean {
  return chunk.tables.some(({ table, quality }) => quality >= 0.8 && moneyTables.has(table.words.at(-1) ?? ''))
}

/** 'total of orders' adds up what the orders call their total. */
function totalColumn(parser: Parser, chunk: Chunk): ColumnMention | null {
  const columns = chunk.tables.flatMap(({ table }) =>
    table.columns.filter((one) => ['total', 'amount', 'total amount'].includes(one.words.join(' '))),
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

/** 'highest price and score': what an extreme is taken of may go on as well. */
function withSisters(parser: Parser, item: Item): Item[] {
  if (item.kind !== 'aggregate') return [item]
  return [item, ...alsoAggregated(parser).map((of) => ({ ...item, of }))]
}

/** 'average price and score': further columns of numbers share the function. */
function alsoAggregated(parser: Parser): ColumnMention[] {
  const found: ColumnMention[] = []
  for (;;) {
    const more = attempt(parser, () => {
      if (!skip(parser, 'and', 'comma')) return null
      const mention = columnPhrase(parser)
      if (mention === null || mention.candidates.some((one) => one.quality >= 0.7 && !isMeasurable(one.column)))
        return null
      return isKind(peek(parser), 'compare', 'between') ? null : mention
    })
    if (more === null) return found
    found.push(more)
  }
}

function never(): never {
  throw new Error('A chunk is expected here')
}

function wrap(item: Item | null): Item[] | null {
  return item === null ? null : [item]
}

const flagName = /(?:ed|ive|able|ible)$/

/** 'active customers', 'discontinued products': a column that says yes or no, before the table that has it. */
function flag(parser: Parser): boolean {
  const found = attempt(parser, () => {
    const [chunk, next] = [peek(parser), peek(parser, 1)]
    if (
      chunk === null ||
      next === null ||
      !isColumn(chunk) ||
      chunk.values.length > 0 ||
      !isTable(next) ||
      bestTable(chunk) >= 0.9
    )
      return null
    const owned = chunk.columns.filter(
      ({ column, quality }) => quality >= 0.9 && next.tables.some(({ table }) => table === column.table),
    )
    const flags = owned.filter(
      ({ column }) => column.kind === 'boolean' || column.words[0] === 'is' || flagName.test(column.words.at(-1) ?? ''),
    )
    if (flags.length === 0) return null
    const left: ColumnMention = { ...columnMention(parser, chunk), candidates: flags }
    const negated = isKind(peek(parser, -1), 'not')
    parser.at++
    addCondition(parser, { kind: 'flag', left, negated, at: left.at })
    return true
  })
  return found !== null
}

/** Values before a noun: 'French customers', 'cancelled and returned orders'. */
export function adjectives(parser: Parser): void {
  for (;;) {
    if (flag(parser)) continue
    const found = attempt(parser, () => {
      const chunk = peek(parser)
      if (chunk === null || chunk.values.length === 0 || bestTable(chunk) >= 0.9 || bestColumn(chunk) >= 0.97)
        return null
      const next = peek(parser, 1)
      if (next === null) return null
      const hasTable: boolean = bestTable(next) >= 0.33
      if (!hasTable && !(next.values.length > 0 && isTable(peek(parser, 2)))) return null
      const noun = hasTable ? next : peek(parser, 2)
      const fitting = noun === null ? [] : chunk.values.filter((one) => chunk.capital || belongsTo(noun, one.column))
      const own = fitting.filter((one) => noun?.tables.some(({ table }) => table === one.column.table))
      const matches = own.length > 0 ? own : fitting
      if (matches.length === 0) return null
      const at = parser.at
      parser.at++
      addCondition(parser, {
        kind: 'one of',
        left: null,
        values: [{ kind: 'values', text: chunk.text, matches }],
        every: false,
        negated: false,
        at,
      })
      return true
    })
    if (found === null) return
  }
}

/** 'that last two weeks': the verb, not the end of a row. */
export function isLastVerb(parser: Parser): boolean {
  if (!/^(last|first)$/i.test(peek(parser)?.text ?? '')) return false
  const next = peek(parser, 1)
  if (next === null) return true
  if (next.number !== null) return !isTable(peek(parser, 2)) && !isColumn(peek(parser, 2))
  return next.tables.length + next.columns.length === 0
}

/** 'three cheapest': a number before a superlative. */
export function leadingNumber(parser: Parser): number | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.number === null || chunk.quoted || !isKind(peek(parser, 1), 'superlative')) return null
  parser.at++
  return chunk.number
}

/** Whether an adjective before a noun can be about that noun: its own column, or that of a table it belongs to. */
function belongsTo(noun: Chunk, column: ColumnModel): boolean {
  return noun.tables.some(
    ({ table }) =>
      column.table === table ||
      table.columns.some((one) => one.isForeignKey && one.words.some((word) => column.table.words.includes(word))),
  )
}

function extremeItem(parser: Parser): Item | null {
  if (isLastVerb(parser)) return null
  const before = leadingNumber(parser)
  const extreme = keywordAt(parser, 'superlative')
  if (extreme === null) return null
  const at = parser.at
  parser.at++
  skip(parser, 'filler')
  const number = peek(parser)
  const behind = number !== null && number.number !== null && number.columns.length === 0 ? number.number : null
  if (behind !== null) parser.at++
  const limit = behind ?? before
  skip(parser, 'filler')
  adjectives(parser)
  const target = peek(parser)
  const order = {
    descending: extreme.descending,
    temporal: extreme.temporal,
    frequency: extreme.frequency,
    of: null,
    limit: limit ?? 1,
    plain: false,
    at,
  }
  const hinted = extremeBy(parser, extreme, at)
  if (isMainlyTable(target) && !(ownsNext(parser) && limit === null)) {
    const table = tableMention(parser, target)
    parser.at++
    noteTable(parser, table)
    const decided = hinted !== null || extreme.temporal || extreme.frequency
    parser.draft.orders.push({
      ...order,
      by: hinted,
      limit:
        limit ?? (decided ? impliedLimit(parser, table.text, extreme.measure !== null || extreme.frequency) : null),
    })
    return table
  }
  const column = columnPhrase(parser)
  if (column === null) return null
  if (extreme.frequency || limit !== null) {
    parser.draft.orders.push({ ...order, by: null, frequency: true })
    return column
  }
  if (hinted !== null) return null
  return { kind: 'aggregate', fn: extreme.descending ? 'max' : 'min', of: column, at }
}

/** What an adjective itself says of the order: a column ('oldest') or a measure ('best-selling'). */
export function extremeBy(
  parser: Parser,
  extreme: { hints: string[] | null; measure: 'revenue' | 'quantity' | null },
  at: number,
): HintMention | MeasureMention | null {
  const text = parser.chunks[at]?.text ?? ''
  if (extreme.measure !== null) return { kind: 'measure', of: extreme.measure, text, at }
  return extreme.hints === null ? null : { kind: 'hint', text, words: extreme.hints, at }
}

/** 'the best-selling products' are some, 'the cheapest products' the cheapest one. */
function impliedLimit(parser: Parser, noun: string, isRanking: boolean): number {
  if (parser.draft.limit !== null) return parser.draft.limit
  const isPlural = singular(noun.toLowerCase()) !== noun.toLowerCase()
  return isRanking && isPlural ? 10 : 1
}

/** 'movie ratings': of two tables in a row the second is meant, tied to the first. */
function compound(parser: Parser): void {
  attempt(parser, () => {
    const [first, second] = [peek(parser), peek(parser, 1)]
    if (!isMainlyTable(first) || bestTable(first) < 0.8 || second === null || bestTable(second) < 0.95) return null
    if (isKind(second, 'count', 'aggregate')) return null
    const mention = tableMention(parser, first)
    parser.draft.tables.push(mention)
    parser.at++
    return true
  })
}

/** One thing that the question asks for; null when the cursor stands on none. */
export function items(parser: Parser): Item[] | null {
  return attempt(parser, () => {
    while (isKind(peek(parser), 'filler', 'all', 'distinct', 'pronoun', 'each', 'both')) {
      if (isKind(peek(parser), 'distinct')) parser.draft.distinct = true
      if (isKind(peek(parser), 'each') && peek(parser)?.text !== 'each') return null
      parser.at++
    }
    const chunk = peek(parser)
    if (chunk === null) return null
    const strongColumn = bestColumn(chunk) >= 0.9 && chunk.tokens.length > 1
    if (!strongColumn) {
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

function nounItem(parser: Parser): Item | null {
  adjectives(parser)
  const number = peek(parser)
  if (
    number !== null &&
    number.number !== null &&
    !number.quoted &&
    isTable(peek(parser, 1)) &&
    number.columns.length === 0
  ) {
    parser.draft.limit = number.number
    parser.at++
  }
  const chunk = peek(parser)
  if (chunk === null) return null
  if (isKind(chunk, 'measure') && bestColumn(chunk) < 0.9 && bestTable(chunk) < 0.9) return measure(parser)
  if (isMainlyTable(chunk) && !tableActsAsColumn(parser) && !ownsNext(parser) && !isKind(peek(parser, 1), 'possessive'))
    return tableItem(parser)
  return columnPhrase(parser) ?? (isTable(chunk) ? tableItem(parser) : null)
}

function tableItem(parser: Parser): TableMention | null {
  compound(parser)
  const chunk = peek(parser)
  if (chunk === null) return null
  const table = tableMention(parser, chunk)
  parser.at++
  noteTable(parser, table)
  return table
}

/** 'the city of the customers': a word that names both a table and a column is a column when an owner follows. */
function tableActsAsColumn(parser: Parser): boolean {
  const chunk = peek(parser)
  if (!isColumn(chunk) || bestColumn(chunk) < 0.7) return false
  if (!isPreposition(peek(parser, 1), 'of', 'for')) return false
  let ahead = 2
  while (isKind(peek(parser, ahead), 'filler', 'all', 'each')) ahead++
  const owner = peek(parser, ahead)
  return (
    isMainlyTable(owner) &&
    chunk.columns.some(
      (one) => one.quality >= 0.7 && owner.tables.some((candidate) => candidate.table === one.column.table),
    )
  )
}
