import { formatMessage, message, type Message } from '@parlance/contract'
import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import { relativesOf, clearlyNearest, type Relative } from '../lexicon/wordnet/relatives.ts'
import { wordnet } from '../lexicon/wordnet/wordnet.ts'
import { neutralityOf } from '../lexicon/neutral.ts'
import type { Chunk } from './chunks.ts'
import type { PhraseIndex } from './phrases.ts'
import { fair } from './quality.ts'
import type { Token } from './tokens.ts'
import type { ValueIndex } from './values.ts'

/** An unknown word of a question with the name that it is clearly closest to. */
export interface RelatedWord {
  /** As the question has it. */
  text: string
  /** The singular word, or two. */
  term: string
  relative: Relative
}

/** Each word that is replaced makes the reading less certain. */
const mostRelated = 3

/** The names of a schema that a word may stand for: whole ones, and those that say what a table or column contains. */
interface Names {
  has(name: string): boolean
  isSame(name: string, other: string): boolean
}

function namesIn({ entries }: PhraseIndex): Names {
  const meant = (name: string) => {
    const { tables = [], columns = [] } = entries.get(name) ?? {}
    return [...tables.map((one) => ({ ...one, it: one.table })), ...columns.map((one) => ({ ...one, it: one.column }))]
      .filter((one) => one.quality >= fair)
      .map((one) => one.it)
  }
  return {
    has: (name) => meant(name).length > 0,
    isSame: (name, other) => meant(other).every((one) => meant(name).includes(one)),
  }
}

/** Whether words have no meaning yet and may be a common noun, verb, or adjective: no name, number, or function word. */
function isUnknown(chunk: Chunk, at: number): boolean {
  const meanings = [...chunk.tables, ...chunk.columns, ...chunk.values]
  return (
    meanings.length === 0 &&
    chunk.keyword === null &&
    chunk.date === null &&
    chunk.number === null &&
    isPlain(chunk, at)
  )
}

const shortest = 3
/** Words that ask to change data, which no reading may make a question of. */
const changing = new Set(questions.changing)

function isPlain(chunk: Chunk, at: number): boolean {
  const [token] = chunk.tokens
  return (
    chunk.tokens.length === 1 &&
    token !== undefined &&
    !token.quoted &&
    !(token.capital && at > 0) &&
    token.word.length >= shortest &&
    /^[a-z]+$/.test(token.lower) &&
    neutralityOf(token.lower) === 'never'
  )
}

/** The unknown words that are clearly closest to one name of the schema; none if there are too many of them. */
export function relatedWords(chunks: readonly Chunk[], phrases: PhraseIndex, values: ValueIndex): RelatedWord[] {
  const names = namesIn(phrases)
  const found = new Map<string, RelatedWord>()
  if (chunks.some((chunk, at) => isUnknown(chunk, at) && changing.has(chunk.text.toLowerCase()))) return []
  chunks.forEach((chunk, at) => {
    if (!isUnknown(chunk, at)) return
    const [token] = chunk.tokens
    // It may be one of the values that aren't known; a plural isn't.
    if (values.unread.size > 0 && token !== undefined && !isPlural(token)) return
    const relative = token === undefined ? null : relatedTerm(termsAt(chunks, at, token), names)
    if (relative !== null) found.set(relative.term, relative)
  })
  return found.size > mostRelated ? [] : [...found.values()]
}

const isPlural = (token: Token): boolean => token.word !== token.lower

/** An unknown word with the one after it, with the one before it, and alone. */
function termsAt(chunks: readonly Chunk[], at: number, token: Token): Token[][] {
  const before = chunks[at - 1]?.tokens.at(-1)
  const after = chunks[at + 1]?.tokens[0]
  const isWord = (one: Token | undefined): one is Token =>
    one !== undefined && !one.quoted && /^[a-z]+$/.test(one.lower)
  return [...(isWord(after) ? [[token, after]] : []), ...(isWord(before) ? [[before, token]] : []), [token]]
}

function relatedTerm(terms: readonly Token[][], names: Names): RelatedWord | null {
  for (const tokens of terms) {
    const term = tokens.map((one) => one.word).join(' ')
    const isNoun = tokens.some(isPlural)
    const relative = clearlyNearest(relativesOf(wordnet(), { term, isNoun }, names), names.isSame)
    if (relative !== null) return { text: tokens.map((one) => one.text).join(' '), term, relative }
  }
  return null
}

/** States how each word was read, unless the reading already says so. */
export function stateRelated(related: readonly RelatedWord[], stated: readonly Message[]): Message[] {
  const said = stated.map((one) => formatMessage(one))
  return related
    .filter(({ text }) => !said.some((one) => one.startsWith(`“${text}” is interpreted as`)))
    .map(({ text, relative }) => message('“{word}” is interpreted as {table}', { word: text, table: relative.name }))
}

/** The index in which the words also have the meaning of their relatives. */
export function withRelated(phrases: PhraseIndex, related: readonly RelatedWord[]): PhraseIndex {
  return { ...phrases, related: new Map(related.map(({ term, relative }) => [term, relative.name])) }
}
