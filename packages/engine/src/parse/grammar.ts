import { certain } from '../match/quality.ts'
import type { Keyword } from '../lexicon/keywords.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Draft, Item } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  isKind,
  isPreposition,
  keywordAt,
  newParser,
  peek,
  skip,
  type Parser,
} from './parser.ts'
import { averageOut, withoutAverage } from './averages.ts'
import { condition } from './conditions.ts'
import { isNor } from './condition-context.ts'
import { group, unitAdverb } from './groups.ts'
import { items } from './items.ts'
import { itemList } from './item-list.ts'
import { neutral } from './neutral-words.ts'
import { startsRate } from './rates.ts'
import { whoseState } from './states.ts'
import { byPhrase, plainOrder, sorting, startsSorting, superlativeClause } from './sorting.ts'

/** Parses the chunks of a question. Chunks that don't fit the grammar go to `missed`. */
export function readQuestion(all: readonly Chunk[]): Draft {
  const { chunks, average } = withoutAverage(all)
  const parser = newParser(chunks, condition, average !== null)
  parser.draft.compares = chunks.some((one) => isComparing(one))
  chunks.forEach((_, at) => {
    if (isExclusive({ ...parser, at })) parser.draft.missed.push(chunks[at]?.text ?? '')
  })
  let first = true
  while (peek(parser) !== null) {
    if (skip(parser, 'end')) continue
    sentence(parser, first)
    first = false
  }
  if (average !== null) averageOut(parser.draft, average)
  return parser.draft
}

function isComparing(chunk: Chunk): boolean {
  return chunk.keyword !== null && /^(compare|comparison|vs|versus|compared )/i.test(chunk.text)
}

/** Parses a follow-up: only what narrows, groups, or sorts. */
export function readFragment(chunks: readonly Chunk[]): Draft {
  const parser = newParser(chunks, condition)
  parser.draft.subject = { kind: 'table', text: '', candidates: [], at: 0 }
  parser.draft.compares = chunks.some((one) => isComparing(one))
  while (peek(parser) !== null) {
    if (!skip(parser, 'end', 'command', 'question') && !modifier(parser)) miss(parser)
  }
  return parser.draft
}

function sentence(parser: Parser, isFirst: boolean): void {
  leading(parser)
  const howMuch = opening(parser)
  const before = parser.draft.items
  const start = parser.at
  if (isFirst && !whoseState(parser)) itemList(parser)
  else if (!isFirst && !statesCondition(parser)) furtherItems(parser, start, before)
  while (peek(parser) !== null && !isKind(peek(parser), 'end')) {
    if (!modifier(parser)) miss(parser)
  }
  if (howMuch !== null && parser.draft.items.every((one) => one.kind === 'table')) parser.draft.missed.push(howMuch)
}

/** What a later sentence asks for; it replaces what was asked for before, unless it goes on. */
function furtherItems(parser: Parser, start: number, before: readonly Item[]): void {
  parser.draft.items = []
  itemList(parser)
  if (parser.draft.items.length === 0 || goesOn(parser, start, before))
    parser.draft.items = [...before, ...parser.draft.items]
  else parser.draft.missed.push(...droppedRoles(parser.draft, before))
}

/** '… Their sex is F.': a sentence that asks for nothing narrows what was asked for before. */
function statesCondition(parser: Parser): boolean {
  const start = startOfSentence(parser, parser.at)
  const isAsked = parser.chunks.slice(start, parser.at).some((one) => isKind(one, 'question', 'command', 'count'))
  return !isAsked && attempt(parser, () => (condition(parser) ? true : null)) !== null
}

/** 'Also return the title': an earlier sentence's request stays; so does a number, unless another one is named. */
function goesOn(parser: Parser, start: number, before: readonly Item[]): boolean {
  const sentenceEnd = parser.chunks.findIndex((one, at) => at >= start && isKind(one, 'end'))
  const own = parser.chunks.slice(startOfSentence(parser, start), sentenceEnd < 0 ? undefined : sentenceEnd)
  const isFurther = own.some((one) => /\b(?:also|too|as well|additionally)\b/i.test(one.text))
  const isNumber = (item: Item) => !['table', 'column', 'hint'].includes(item.kind)
  return isFurther || (before.some(isNumber) && !parser.draft.items.some(isNumber))
}

/** 'Who is the advisor of Linda? Give me the name': the requested name is the advisor's, not Linda's. */
function droppedRoles(draft: Draft, before: readonly Item[]): string[] {
  if (!draft.asksWho) return []
  return before.flatMap((item) => (item.kind === 'column' ? [item.text] : []))
}

function startOfSentence(parser: Parser, at: number): number {
  let start = at
  while (start > 0 && !isKind(parser.chunks[start - 1] ?? null, 'end')) start--
  return start
}

function miss(parser: Parser): void {
  const chunk = peek(parser)
  if (chunk !== null) parser.draft.missed.push(chunk.text)
  parser.at++
}

/** Phrases before the question itself: 'for each country,', 'in 2024,', 'among products,'. */
function leading(parser: Parser): void {
  attempt(parser, () => {
    const grouped = isKind(peek(parser), 'each') && group(parser)
    const filtered =
      !grouped && (isPreposition(peek(parser)) || keywordAt(parser, 'compare')?.temporal === true) && condition(parser)
    if (!grouped && !filtered) return null
    while (!isKind(peek(parser), 'comma') && peek(parser) !== null) {
      if (isKind(peek(parser), 'command', 'question', 'count')) return true
      if (!modifier(parser)) return null
    }
    return skip(parser, 'comma') ? true : null
  })
}

/** The opening words of a question; returns the text of 'how much', which must be answered, or null. */
function opening(parser: Parser): string | null {
  let howMuch: string | null = null
  for (;;) {
    const question = keywordAt(parser, 'question')
    if (question !== null) howMuch = questionWord(parser, question.word) ?? howMuch
    else if (!unitAdverb(parser) && !openingWord(parser)) return howMuch
  }
}

function questionWord(parser: Parser, word: Extract<Keyword, { kind: 'question' }>['word']): string | null {
  const { draft } = parser
  const text = peek(parser)?.text ?? ''
  draft.asksWhen ||= word === 'when'
  draft.asksWhere ||= word === 'where'
  draft.asksWho ||= word === 'who'
  draft.asksWhich ||= word === 'which'
  draft.asksHowMuch ||= word === 'how much'
  if (/\ball\b/i.test(text)) draft.allOf.push(parser.at + 1)
  parser.at++
  return word === 'how much' ? text : null
}

/** Skips a command, a verb, or a filler before the requested items; false if the cursor is at none. */
function openingWord(parser: Parser): boolean {
  const chunk = peek(parser)
  const { draft } = parser
  if (chunk === null) return false
  if (isSortCommand(parser)) draft.listing = true
  else if (isKind(chunk, 'alphabetical') && /of$/i.test(chunk.text))
    draft.orders.push(plainOrder(null, false, parser.at))
  else if (isKind(chunk, 'everything', 'command')) {
    if (isKind(chunk, 'command') && isNoun(parser, chunk)) return false
    draft.listing = true
    draft.everything ||= isKind(chunk, 'everything')
  } else if (isKind(chunk, 'be', 'do') && draft.items.length === 0) draft.asksWhether ||= parser.at === 0
  else if (!isIdleOpening(parser, chunk) && !followsQuestion(parser)) return false
  parser.at++
  return true
}

/** 'Sort the names of all counties by population': the command is to list them; the order comes later. */
function isSortCommand(parser: Parser): boolean {
  const [before, chunk] = [peek(parser, -1), peek(parser)]
  return (
    chunk !== null &&
    /^(?:sort|order|arrange|rank)$/i.test(chunk.text) &&
    (before === null || isKind(before, 'end', 'filler', 'command')) &&
    bestColumn(chunk) < certain &&
    !isPreposition(peek(parser, 1)) &&
    !isKind(peek(parser, 1), 'comma', 'and', 'relative', 'question') &&
    !startsSorting(parser)
  )
}

/** Whether a word that may be a command names something here. */
function isNoun(parser: Parser, chunk: Chunk): boolean {
  return (
    bestColumn(chunk) >= certain || bestTable(chunk) >= certain || isReturnNoun(parser, chunk) || startsRate(parser)
  )
}

/** 'what is our return rate': after a question word of the same sentence, no order to return something. */
function isReturnNoun(parser: Parser, chunk: Chunk): boolean {
  const before = parser.chunks.slice(startOfSentence(parser, parser.at), parser.at)
  return chunk.text.toLowerCase() === 'return' && before.some((one) => isKind(one, 'question'))
}

/** Words before the requested items without a meaning there: 'exactly 3 orders' are three orders. */
function isIdleOpening(parser: Parser, chunk: Chunk): boolean {
  const isExactly = keywordAt(parser, 'compare')?.operator === '='
  return isExactly || isKind(chunk, 'filler', 'comma', 'pronoun', 'and', 'relative')
}

/** 'which of the', 'who in the'. */
function followsQuestion(parser: Parser): boolean {
  return isPreposition(peek(parser), 'in', 'of') && parser.at > 0 && isKind(peek(parser, -1), 'question')
}

/** 'Ana Lopez's email and city': what is asked for comes after its owner's name. */
function ownedItems(parser: Parser): true | null {
  const isNamed = (peek(parser, -1)?.values.length ?? 0) > 0
  const before = parser.draft.items
  if (!isKind(peek(parser), 'possessive') || !isNamed || before.some((one) => one.kind !== 'table')) return null
  parser.at++
  parser.draft.items = []
  itemList(parser)
  const { items } = parser.draft
  const isColumn = (item: Item) => item.kind === 'column' || (item.kind === 'aggregate' && item.of.kind === 'column')
  return items.length > 0 && items.every(isColumn) ? true : null
}

/** A part after the requested items; false if the cursor is at none. */
function modifier(parser: Parser): boolean {
  if (attempt(parser, () => ownedItems(parser)) !== null) return true
  if (skip(parser, 'comma', 'and', 'possessive', 'both')) return true
  if (isKind(peek(parser), 'or')) {
    parser.alternative = !isNor(peek(parser))
    parser.at++
    return true
  }
  return (
    attempt(parser, () => (group(parser) ? true : null)) !== null ||
    attempt(parser, () => sorting(parser)) !== null ||
    attempt(parser, () => byPhrase(parser)) !== null ||
    attempt(parser, () => superlativeClause(parser)) !== null ||
    attempt(parser, () => (/^what/i.test(peek(parser)?.text ?? '') ? laterItems(parser) : null)) !== null ||
    nested(parser) ||
    attempt(parser, () => laterItems(parser)) !== null ||
    measureVerb(parser) ||
    neutral(parser)
  )
}

/** A condition; after a negated or counted relation in the same clause, it narrows the related rows. */
function nested(parser: Parser): boolean {
  const last = parser.draft.conditions.at(-1)
  const continues = parser.at > 0 && !isKind(peek(parser, -1), 'comma', 'and') && !parser.alternative
  if (!condition(parser)) return false
  const { conditions } = parser.draft
  const made = conditions.at(-1)
  if (!continues || last === undefined || made === undefined || made === last || last.kind !== 'relation') return true
  if (!last.negated && last.count === null) return true
  if (conditions.at(-2) !== last) return true
  conditions.splice(-2, 2, { ...last, inner: [...last.inner, made] })
  return true
}

/** '…, and the number of orders': requested items after the conditions. */
function laterItems(parser: Parser): true | null {
  if (!isKind(peek(parser, -1), 'and', 'comma')) return null
  const start = parser.at
  skip(parser, 'filler', 'pronoun', 'command', 'question', 'be')
  const isAsked = parser.chunks.slice(start, parser.at).some((one) => isKind(one, 'question', 'command'))
  const found = items(parser)
  if (found === null || (!isAsked && found.some((one) => one.kind === 'table'))) return null
  parser.draft.items.push(...found)
  return true
}

/** 'how much did each store earn': the measure comes later. */
function measureVerb(parser: Parser): boolean {
  const chunk = peek(parser)
  const { draft } = parser
  if (chunk === null) return false
  const isCost = /^costs?$/i.test(chunk.text) && draft.items.every((one) => one.kind === 'table')
  if (isCost && parser.chunks.slice(0, parser.at).some((one) => isCostAsked(one))) {
    draft.items = [...draft.items, { kind: 'hint', text: chunk.text, words: priceWords, at: parser.at }]
    parser.at++
    return true
  }
  const measure = keywordAt(parser, 'measure')
  if (measure?.of === 'quantity' && draft.items.some((one) => isQuantity(one))) return skip(parser, 'measure')
  if (!draft.asksHowMuch || draft.items.some((one) => one.kind === 'measure')) return false
  if (measure === null && !/^(pay|paid|pays)$/i.test(chunk.text)) return false
  draft.items = draft.items.filter((one) => one.kind !== 'table' || isKind(parser.chunks[one.at - 1] ?? null, 'each'))
  parser.draft.items.push({ kind: 'measure', of: measure?.of ?? 'revenue', text: chunk.text, at: parser.at })
  parser.at++
  return true
}

const priceWords = ['price', 'cost', 'fee', 'fare', 'rate']

/** 'how much does …' and 'what do …' ask for a price. */
function isCostAsked(chunk: Chunk): boolean {
  return isKind(chunk, 'do') || /^how much do(es)?$/i.test(chunk.text)
}

function isQuantity(item: Item): boolean {
  return item.kind === 'aggregate' && item.of.kind === 'measure' && item.of.of === 'quantity'
}

/** 'who bought only tea': nothing else is bought, which a plain filter doesn't say. */
function isExclusive(parser: Parser): boolean {
  const [before, chunk, next] = [peek(parser, -1), peek(parser), peek(parser, 1)]
  if (!/^(only|just|exclusively|solely)$/i.test(chunk?.text ?? '') || before === null || next === null) return false
  if (before.tokens.length !== 1 || before.keyword !== null || next.number !== null) return false
  return next.quoted || next.values.length > 0 || next.tables.length > 0
}
