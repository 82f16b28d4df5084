import { certain, fair, likely } from '../match/quality.ts'
import type { Keyword } from '../lexicon/keywords.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Draft, Item } from './draft.ts'
import {
  attempt,
  bestColumn,
  bestTable,
  isColumn,
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
import { byPhrase, sorting, superlativeClause } from './sorting.ts'
import { isLoaded, neutralityOf } from '../lexicon/neutral.ts'

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
  if (!isFirst) parser.draft.items = []
  itemList(parser)
  if (!isFirst && (parser.draft.items.length === 0 || goesOn(parser, start, before)))
    parser.draft.items = [...before, ...parser.draft.items]
  else if (!isFirst) parser.draft.missed.push(...droppedRoles(parser.draft, before))
  while (peek(parser) !== null && !isKind(peek(parser), 'end')) {
    if (!modifier(parser)) miss(parser)
  }
  if (howMuch !== null && parser.draft.items.every((one) => one.kind === 'table')) parser.draft.missed.push(howMuch)
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
  if (isKind(chunk, 'everything', 'command')) {
    const isName = bestColumn(chunk) >= certain || bestTable(chunk) >= certain || isReturnNoun(parser, chunk)
    if (isName && isKind(chunk, 'command')) return false
    draft.listing = true
    draft.everything ||= isKind(chunk, 'everything')
  } else if (isKind(chunk, 'be', 'do') && draft.items.length === 0) draft.asksWhether ||= parser.at === 0
  else if (!isIdleOpening(parser, chunk) && !followsQuestion(parser)) return false
  parser.at++
  return true
}

/** 'what is our return rate': after a question word, no order to return something. */
function isReturnNoun(parser: Parser, chunk: Chunk): boolean {
  return (
    chunk.text.toLowerCase() === 'return' && parser.chunks.slice(0, parser.at).some((one) => isKind(one, 'question'))
  )
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

/** A part after the requested items; false if the cursor is at none. */
function modifier(parser: Parser): boolean {
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

/** 'hired after 1993': a verb that shares its stem with a date column's name, before its date. */
function datesFollow(parser: Parser): boolean {
  let ahead = 1
  while (
    isPreposition(peek(parser, ahead)) ||
    isKind(peek(parser, ahead), 'filler') ||
    keywordAt(parser, 'compare', ahead)?.temporal === true
  )
    ahead++
  const next = peek(parser, ahead)
  return next !== null && (next.date !== null || isKind(next, 'between'))
}

/** Whether the verb's object follows: 'enrolled in Physics', 'supplied by whom'; not the end of a clause. */
function links(parser: Parser): boolean {
  let ahead = 1
  while (
    isPreposition(peek(parser, ahead)) ||
    isKind(peek(parser, ahead), 'filler', 'all', 'both', 'distinct', 'pronoun', 'be', 'each')
  )
    ahead++
  const next = peek(parser, ahead)
  if (next === null) return false
  if (next.quoted || next.number !== null || next.date !== null || next.values.length > 0) return true
  if (next.tables.length + next.columns.length > 0) return true
  return isKind(next, 'superlative', 'compare', 'count', 'between', 'unit', 'after-number')
}

/** 'the classes that each teacher teaches', 'how many orders did Ben place': the actor comes right before the verb. */
function endsClause(parser: Parser): boolean {
  const before = peek(parser, -1)
  const isActor = before !== null && (before.tables.length > 0 || before.values.length > 0)
  return isActor && parser.chunks.slice(0, parser.at).some((one) => isKind(one, 'do', 'relative', 'whose', 'each'))
}

/** 'who bought only tea': nothing else is bought, which a plain filter doesn't say. */
function isExclusive(parser: Parser): boolean {
  const [before, chunk, next] = [peek(parser, -1), peek(parser), peek(parser, 1)]
  if (!/^(only|just|exclusively|solely)$/i.test(chunk?.text ?? '') || before === null || next === null) return false
  if (before.tokens.length !== 1 || before.keyword !== null || next.number !== null) return false
  return next.quoted || next.values.length > 0 || next.tables.length > 0
}

/** '… and how many each', '… in each of them'. */
function isEnd(parser: Parser): boolean {
  let ahead = 1
  while (isPreposition(peek(parser, ahead), 'of') || isKind(peek(parser, ahead), 'pronoun')) ahead++
  return peek(parser, ahead) === null || isKind(peek(parser, ahead), 'end', 'comma')
}

/** 'dates, places, and names': one of several requested items, not a word to skip. */
function isListed(parser: Parser): boolean {
  const [before, next] = [peek(parser, -1), peek(parser, 1)]
  return isKind(before, 'comma', 'and') && isKind(next, 'comma', 'and')
}

/** Skips words without a meaning in their position; false if the cursor is at none. */
function neutral(parser: Parser): boolean {
  const chunk = peek(parser)
  if (chunk === null || (chunk.keyword?.kind === 'preposition' && isLoaded(chunk.keyword.word))) return false
  if (isEmptyKeyword(parser, chunk)) {
    if (isKind(chunk, 'distinct')) parser.draft.distinct = true
    parser.at++
    return true
  }
  const word = chunk.tokens[0]
  if (word === undefined || chunk.tokens.length !== 1 || chunk.quoted) return false
  if (word.word === 'member' && bestTable(peek(parser, -1) ?? chunk) >= likely) {
    parser.at++
    return true
  }
  return !isListed(parser) && passedVerb(parser, chunk, word.lower)
}

const emptyKinds = [
  'filler',
  'pronoun',
  'relative',
  'do',
  'be',
  'all',
  'with',
  'preposition',
  'have',
  'distinct',
  'whose',
  'question',
] as const

function isEmptyKeyword(parser: Parser, chunk: Chunk): boolean {
  return isKind(chunk, ...emptyKinds) || (isKind(chunk, 'each') && parser.draft.items.length > 1 && isEnd(parser))
}

/** A verb that only links two things, or that shares its stem with the name of a date column. */
function passedVerb(parser: Parser, chunk: Chunk, verb: string): boolean {
  const neutrality = neutralityOf(verb)
  const isLinking = neutrality === 'linking' && (links(parser) || endsClause(parser))
  const isLight = (neutrality === 'always' || isLinking) && !isRatherColumn(parser, chunk)
  if (!isLight && !(isColumn(chunk) && datesFollow(parser))) return false
  if (isLight && isLinking) parser.draft.passed.push(verb)
  parser.lastVerb = verb
  parser.at++
  return true
}

/** A verb with the name of a column, if neither a preposition nor a superlative follows it. */
function isRatherColumn(parser: Parser, chunk: Chunk): boolean {
  if (bestColumn(chunk) < fair || isPreposition(peek(parser, 1))) return false
  return !isKind(peek(parser, isKind(peek(parser, 1), 'filler') ? 2 : 1), 'superlative')
}
