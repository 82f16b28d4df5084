import type { Chunk } from './chunks.ts'
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
import { condition } from './conditions.ts'
import { group, unitAdverb } from './groups.ts'
import { items } from './items.ts'
import { byPhrase, sorting, superlativeClause } from './sorting.ts'
import { isNeutral } from '../lexicon/neutral.ts'

/** Reads the chunks of a question by the grammar. What it cannot place stands in `missed`. */
export function readQuestion(chunks: readonly Chunk[]): Draft {
  const parser = newParser(chunks)
  let first = true
  while (peek(parser) !== null) {
    if (skip(parser, 'end')) continue
    sentence(parser, first)
    first = false
  }
  return parser.draft
}

/** Reads a follow-up: only what narrows, groups or sorts. */
export function readFragment(chunks: readonly Chunk[]): Draft {
  const parser = newParser(chunks)
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
  if (!isFirst) parser.draft.items = []
  itemList(parser)
  if (!isFirst && parser.draft.items.length === 0) parser.draft.items = before
  while (peek(parser) !== null && !isKind(peek(parser), 'end')) {
    if (!modifier(parser)) miss(parser)
  }
  if (howMuch !== null && parser.draft.items.every((one) => one.kind === 'table')) parser.draft.missed.push(howMuch)
}

function miss(parser: Parser): void {
  const chunk = peek(parser)
  if (chunk !== null) parser.draft.missed.push(chunk.text)
  parser.at++
}

/** What may stand before the question proper: 'for each country,', 'in 2024,', 'among products,'. */
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

function opening(parser: Parser): string | null {
  let howMuch: string | null = null
  for (;;) {
    const chunk = peek(parser)
    const question = keywordAt(parser, 'question')
    if (question !== null) {
      if (question.word === 'when' || question.word === 'where') {
        miss(parser)
        continue
      }
      if (question.word === 'who') parser.draft.asksWho = true
      if (question.word === 'which') parser.draft.asksWhich = true
      if (question.word === 'how much') parser.draft.asksHowMuch = true
      if (question.word === 'how much') howMuch = parser.chunks[parser.at]?.text ?? null
      parser.at++
    } else if (unitAdverb(parser)) {
      continue
    } else if (isKind(chunk, 'everything')) {
      parser.draft.listing = true
      parser.draft.everything = true
      parser.at++
    } else if (isKind(chunk, 'command')) {
      if (bestColumn(chunk as Chunk) >= 0.9 || bestTable(chunk as Chunk) >= 0.9) return howMuch
      parser.draft.listing = true
      parser.at++
    } else if (isKind(chunk, 'be', 'do') && parser.draft.items.length === 0) {
      if (parser.at === 0) parser.draft.asksWhether = true
      parser.at++
    } else if (
      isKind(chunk, 'filler', 'comma', 'pronoun', 'and', 'relative') ||
      (isPreposition(chunk, 'in', 'of') && parser.at > 0 && isKind(peek(parser, -1), 'question'))
    ) {
      parser.at++
    } else return howMuch
  }
}

function itemList(parser: Parser): void {
  periodItem(parser)
  for (;;) {
    const found = items(parser)
    if (found === null) return
    const last = parser.draft.items.at(-1)
    parser.draft.items.push(...found.map((one) => alsoCounted(last, one)))
    const more = attempt(parser, () => {
      const joined =
        skip(parser, 'and', 'comma') ||
        (isKind(peek(parser), 'with', 'whose') &&
          (/^with their$/i.test(peek(parser)?.text ?? '') || withCount(parser)) &&
          skip(parser, 'with', 'whose'))
      if (!joined) return null
      skip(parser, 'filler', 'pronoun', 'comma', 'and', 'question', 'command')
      return startsItem(parser) ? true : null
    })
    if (more === null) return
  }
}

/** 'how many students and teachers': both are counted. */
function alsoCounted(last: Item | undefined, item: Item): Item {
  return last?.kind === 'count' && last.of?.kind === 'table' && item.kind === 'table'
    ? { kind: 'count', of: item, distinct: last.distinct, at: item.at }
    : item
}

/** 'which month had …': the period itself is asked for. */
function periodItem(parser: Parser): void {
  const unit = keywordAt(parser, 'unit')
  const chunk = peek(parser)
  if (unit === null || chunk === null || bestColumn(chunk) >= 0.9 || !isKind(peek(parser, -1), 'question')) return
  parser.draft.groups.push({ kind: 'unit', unit: unit.unit, at: parser.at })
  parser.at++
}

/** 'with the number of …' asks for a number. */
function withCount(parser: Parser): boolean {
  return (
    /^with( the)?$/i.test(peek(parser)?.text ?? '') &&
    isKind(peek(parser, isKind(peek(parser, 1), 'filler') ? 2 : 1), 'count')
  )
}

/** Whether another thing asked for follows 'and': not a condition that merely begins with a column. */
function startsItem(parser: Parser): boolean {
  const found = attempt(parser, () => {
    const before = parser.at
    const one = items(parser)
    if (one === null) return null
    const next = peek(parser)
    if (isKind(next, 'compare', 'between', 'like', 'missing', 'after-number')) return null
    const end = parser.at
    parser.at = before
    return { end }
  })
  if (found === null) return false
  return true
}

/** A part behind the things asked for; false when the cursor stands on none. */
function modifier(parser: Parser): boolean {
  if (skip(parser, 'comma', 'and', 'possessive', 'both')) return true
  if (isKind(peek(parser), 'or')) {
    parser.at++
    parser.alternative = true
    return true
  }
  return (
    attempt(parser, () => (group(parser) ? true : null)) !== null ||
    attempt(parser, () => sorting(parser)) !== null ||
    attempt(parser, () => byPhrase(parser)) !== null ||
    attempt(parser, () => superlativeClause(parser)) !== null ||
    nested(parser) ||
    attempt(parser, () => laterItems(parser)) !== null ||
    measureVerb(parser) ||
    neutral(parser)
  )
}

/** A condition; what follows a negated or counted relation in the same clause narrows the related rows. */
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

/** '…, and the number of orders': things asked for behind the conditions. */
function laterItems(parser: Parser): true | null {
  if (!isKind(peek(parser, -1), 'and', 'comma')) return null
  skip(parser, 'filler', 'pronoun', 'command', 'question', 'be')
  const found = items(parser)
  if (found === null || found.some((one) => one.kind === 'table')) return null
  parser.draft.items.push(...found)
  return true
}

/** 'how much did each store earn': the measure stands behind. */
function measureVerb(parser: Parser): boolean {
  const chunk = peek(parser)
  if (chunk === null || !parser.draft.asksHowMuch || parser.draft.items.some((one) => one.kind === 'measure'))
    return false
  const measure = keywordAt(parser, 'measure')
  if (measure === null && !/^(pay|paid|pays|cost|costs)$/i.test(chunk.text)) return false
  parser.draft.items.push({ kind: 'measure', of: measure?.of ?? 'revenue', text: chunk.text, at: parser.at })
  parser.at++
  return true
}

/** 'hired after 1993': a verb that a date column's name shares, before its date. */
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

/** '… and how many each', '… in each of them'. */
function isEnd(parser: Parser): boolean {
  let ahead = 1
  while (isPreposition(peek(parser, ahead), 'of') || isKind(peek(parser, ahead), 'pronoun')) ahead++
  return peek(parser, ahead) === null || isKind(peek(parser, ahead), 'end', 'comma')
}

/** Words that carry no meaning of their own where they stand. */
function neutral(parser: Parser): boolean {
  const chunk = peek(parser)
  if (chunk === null) return false
  if (
    isKind(
      chunk,
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
    )
  ) {
    if (isKind(chunk, 'distinct')) parser.draft.distinct = true
    parser.at++
    return true
  }
  if (isKind(chunk, 'each') && parser.draft.items.length > 1 && isEnd(parser)) {
    parser.at++
    return true
  }
  const word = chunk.tokens[0]
  if (word === undefined || chunk.tokens.length !== 1 || chunk.quoted) return false
  if (word.word === 'member' && bestTable(peek(parser, -1) ?? chunk) >= 0.8) {
    parser.at++
    return true
  }
  const isLight =
    isNeutral(word.lower) &&
    (bestColumn(chunk) < 0.7 ||
      isPreposition(peek(parser, 1)) ||
      isKind(peek(parser, isKind(peek(parser, 1), 'filler') ? 2 : 1), 'superlative'))
  if (!isLight && !(isColumn(chunk) && datesFollow(parser))) return false
  parser.lastVerb = word.lower
  parser.at++
  return true
}
