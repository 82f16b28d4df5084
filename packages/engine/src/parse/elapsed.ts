import { stem } from '@parlance/retrieval'
import { isDeedVerb } from '../lexicon/synonyms.ts'
import { certain, likely } from '../match/quality.ts'
import { isTemporal } from '../schema/roles.ts'
import type { ColumnMention, ElapsedMention, HintMention, Item } from './draft.ts'
import {
  attempt,
  bestColumn,
  isKind,
  isMainlyTable,
  isPreposition,
  keywordAt,
  peek,
  skip,
  tableMention,
  noteTable,
  type Parser,
} from './parser.ts'

const timeNouns: ReadonlySet<string> = new Set(['time', 'duration'])

/** 'the average time between order and shipping', 'the average shipping time', after the words for the function. */
export function elapsedItem(parser: Parser): ElapsedMention | null {
  return (
    attempt(parser, () => timeBetween(parser)) ??
    attempt(parser, () => timeToDo(parser)) ??
    attempt(parser, () => timeOf(parser))
  )
}

/** 'the time between order and shipping', 'the number of days from order to shipping'. */
function timeBetween(parser: Parser): ElapsedMention | null {
  const { at } = parser
  if (isKind(peek(parser), 'count')) parser.at++
  if (!isTimeNoun(parser) && !isWord(parser, 'days')) return null
  parser.at++
  return betweenDates(parser, at)
}

/** 'the time to close a ticket', 'the time it takes us to ship orders'. */
function timeToDo(parser: Parser): ElapsedMention | null {
  const { at } = parser
  if (!isTimeNoun(parser)) return null
  parser.at++
  while (isKind(peek(parser), 'pronoun', 'filler') || isWord(parser, 'it', 'takes', 'took', 'needed')) parser.at++
  return isPreposition(peek(parser), 'to') ? rowsDone(parser, at) : null
}

/** 'the shipping time'; without a function it may be a time of day. */
function timeOf(parser: Parser): ElapsedMention | null {
  const { at } = parser
  const to = dateMention(parser)
  if (to === null || !isTimeNoun(parser)) return null
  parser.at++
  return { kind: 'elapsed', text: textFrom(parser, at), from: null, to, at }
}

/** The average time between two dates, or the longest or shortest. */
export function elapsedTime(parser: Parser): Item | null {
  const { at } = parser
  return attempt(parser, () => {
    const extreme = keywordAt(parser, 'superlative')
    if (extreme?.hints?.includes('duration') === true) parser.at++
    const isHow = /^how\b/i.test(peek(parser)?.text ?? '')
    const said = extreme === null ? attempt(parser, () => timeBetween(parser)) : elapsedItem(parser)
    const of = said ?? (isHow ? attempt(parser, () => howLong(parser)) : null)
    if (of === null) return null
    if (extreme === null) return { kind: 'aggregate', fn: 'avg', of, at }
    return { kind: 'aggregate', fn: extreme.descending ? 'max' : 'min', of, at }
  })
}

/** 'how long from order to shipping', 'how long does shipping take', 'how long are films rented'. */
function howLong(parser: Parser): ElapsedMention | null {
  const { at } = parser
  parser.at++
  if (peek(parser, -1)?.tokens.length === 1) parser.at++
  const isDone = skip(parser, 'be')
  while (isKind(peek(parser), 'do', 'pronoun', 'filler') || isWord(parser, 'it', 'take', 'takes', 'last', 'time'))
    parser.at++
  const pair = attempt(parser, () => betweenDates(parser, at))
  if (pair !== null) return pair
  if (isDone) return stateOf(parser, at)
  const done = attempt(parser, () => toDo(parser, at))
  if (done !== null) return done
  const to = dateMention(parser)
  if (to === null || !isWord(parser, 'take', 'takes', 'last')) return null
  parser.at++
  return { kind: 'elapsed', text: textFrom(parser, at), from: null, to, at }
}

/** '… does it take to ship an order': until the date of the row that the verb names. */
function toDo(parser: Parser, at: number): ElapsedMention | null {
  const isTaken = parser.chunks.slice(at, parser.at).some((one) => /\btakes?$/i.test(one.text))
  return isTaken && isPreposition(peek(parser), 'to') ? rowsDone(parser, at) : null
}

/** 'to ship an order' */
function rowsDone(parser: Parser, at: number): ElapsedMention | null {
  parser.at++
  const { at: verbAt } = parser
  const verb = peek(parser)
  parser.at++
  skip(parser, 'filler', 'each')
  const noun = peek(parser)
  if (verb === null || verb.tokens.length !== 1 || !isMainlyTable(noun)) return null
  const candidates = noun.tables
    .filter(({ quality }) => quality >= likely)
    .flatMap(({ table, quality }) => table.columns.map((column) => ({ column, quality })))
    .filter(({ column }) => isTemporal(column) && column.words.some((word) => stem(word) === stem(verb.text)))
  if (candidates.length === 0) return null
  noteTable(parser, tableMention(parser, noun))
  parser.at++
  skip(parser, 'average')
  const to: ColumnMention = { kind: 'column', text: verb.text, candidates, owner: null, about: null, at: verbAt }
  return { kind: 'elapsed', text: textFrom(parser, at), from: null, to, at }
}

/** 'are films rented': how long what the verb says lasts. */
function stateOf(parser: Parser, at: number): ElapsedMention | null {
  skip(parser, 'filler', 'all')
  const noun = peek(parser)
  if (!isMainlyTable(noun)) return null
  const mention = tableMention(parser, noun)
  parser.at++
  const isVerb = isDeedVerb(peek(parser)?.tokens[0]?.lower ?? '')
  const to = isVerb ? dateMention(parser) : null
  if (to === null) return null
  noteTable(parser, mention)
  return { kind: 'elapsed', text: textFrom(parser, at), from: null, to, at }
}

function betweenDates(parser: Parser, at: number): ElapsedMention | null {
  const isBetween = isKind(peek(parser), 'between')
  if (!isBetween && !isPreposition(peek(parser), 'from')) return null
  parser.at++
  const from = dateMention(parser)
  const isJoined = isBetween ? isKind(peek(parser), 'and') : isPreposition(peek(parser), 'to', 'until', 'till')
  if (from === null || !isJoined) return null
  parser.at++
  const to = dateMention(parser)
  return to === null ? null : { kind: 'elapsed', text: textFrom(parser, at), from, to, at }
}

/** The dates that words may mean: a column, or the date of what a table records. */
function dateMention(parser: Parser): ColumnMention | null {
  skip(parser, 'filler', 'pronoun')
  const chunk = peek(parser)
  if (chunk === null || chunk.quoted) return null
  const own = chunk.columns.filter(({ column }) => isTemporal(column))
  const ofTables = chunk.tables
    .filter(({ quality }) => quality >= likely)
    .flatMap(({ table, quality }) =>
      table.columns
        .filter((column) => isTemporal(column) && column.words.some((word) => table.words.includes(word)))
        .map((column) => ({ column, quality })),
    )
  const candidates = [...own, ...ofTables].filter(({ column }) => !column.table.isView)
  if (candidates.length === 0) return null
  const mention: ColumnMention = {
    kind: 'column',
    text: chunk.text,
    candidates,
    owner: null,
    about: null,
    at: parser.at,
  }
  parser.at++
  return mention
}

/** 'average age': the age from a date of birth, if no column has its name. */
export function ageItem(parser: Parser): HintMention | null {
  const chunk = peek(parser)
  if (chunk === null || chunk.quoted || chunk.tokens.length !== 1 || chunk.tokens[0]?.word !== 'age') return null
  if (chunk.columns.length + chunk.tables.length + chunk.values.length > 0) return null
  parser.at++
  return { kind: 'hint', text: chunk.text, words: ['age'], at: parser.at - 1 }
}

function isTimeNoun(parser: Parser): boolean {
  const chunk = peek(parser)
  return chunk?.tokens.length === 1 && timeNouns.has(chunk.tokens[0]?.word ?? '') && bestColumn(chunk) < certain
}

function isWord(parser: Parser, ...words: string[]): boolean {
  return words.includes(peek(parser)?.text.toLowerCase() ?? '')
}

function textFrom({ chunks, at }: Parser, start: number): string {
  return chunks
    .slice(start, at)
    .map((one) => one.text)
    .join(' ')
}
