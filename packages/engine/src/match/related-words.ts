import questions from '../lexicon/vocabulary/questions.json' with { type: 'json' }
import { relativesOf, clearlyNearest, type Relative } from '../lexicon/wordnet/relatives.ts'
import { wordnet } from '../lexicon/wordnet/wordnet.ts'
import { neutralityOf } from '../lexicon/neutral.ts'
import { stateOf } from '../lexicon/states.ts'
import type { Chunk } from './chunks.ts'
import type { PhraseIndex } from './phrases.ts'
import { fair, likely } from './quality.ts'
import type { Token } from './tokens.ts'
import { misspelledName } from './typos.ts'
import { matchValue, type ValueIndex } from './values.ts'

/** An unknown word of a question with the name that it is clearly closest to, or that it misspells. */
export interface RelatedWord {
  /** As the question has it. */
  text: string
  /** The singular word, or two. */
  term: string
  relative: Pick<Relative, 'name' | 'distance'> & { relation: Relative['relation'] | 'typo' }
  /** Whether it is a plural, which can only be a noun. */
  isNoun: boolean
  /** Whether the relative is a stored value, not a name. */
  isValue: boolean
}

/** Each word that is replaced makes the reading less certain. */
const mostRelated = 3

/** What a word may stand for: names that say what a table or column contains, and stored values. */
interface Names {
  has: (name: string) => boolean
  /** Whether it is the name of a table or a column, not only a part of one. */
  isWhole: (name: string) => boolean
  /** Whether it names a table. */
  isTable: (name: string) => boolean
  isValue: (name: string) => boolean
  isSame: (name: string, other: string) => boolean
}

function namesIn({ entries }: PhraseIndex, { exact }: ValueIndex): Names {
  const meant = (name: string) => {
    const { tables = [], columns = [] } = entries.get(name) ?? {}
    return [...tables.map((one) => ({ ...one, it: one.table })), ...columns.map((one) => ({ ...one, it: one.column }))]
      .filter((one) => one.quality >= fair)
      .map((one) => one.it)
  }
  const isValue = (name: string) => meant(name).length === 0 && exact.has(name)
  return {
    has: (name) => meant(name).length > 0 || exact.has(name),
    isValue,
    isWhole: (name) => {
      const { tables = [], columns = [] } = entries.get(name) ?? {}
      return [...tables, ...columns].some((one) => one.quality >= likely)
    },
    isTable: (name) => (entries.get(name)?.tables ?? []).some((one) => one.quality >= likely),
    isSame: (name, other) => !isValue(other) && meant(other).every((one) => meant(name).includes(one)),
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
/** Words that ask to change data, or to show an answer differently, which no reading may make a question of. */
const instructing = new Set([...questions.changing, ...questions.presenting])

/** Whether a word asks to do something with the data or the answer, and so names nothing. */
export function isInstruction(word: string): boolean {
  return instructing.has(word.toLowerCase())
}

function isPlain(chunk: Chunk, at: number): boolean {
  const [token] = chunk.tokens
  return (
    chunk.tokens.length === 1 &&
    token !== undefined &&
    !token.quoted &&
    !(token.capital && at > 0) &&
    token.word.length >= shortest &&
    // 'active subscriptions' are in a state; no agent is meant.
    stateOf(token.lower) === null &&
    /^[a-z]+$/.test(token.lower) &&
    neutralityOf(token.lower) === 'never'
  )
}

/** The unknown words that are clearly closest to one name of the schema; none if there are too many of them. */
export function relatedWords(chunks: readonly Chunk[], phrases: PhraseIndex, values: ValueIndex): RelatedWord[] {
  const names = namesIn(phrases, values)
  const found = new Map<string, RelatedWord>()
  if (chunks.some((chunk, at) => isUnknown(chunk, at) && isInstruction(chunk.text))) return []
  chunks.forEach((chunk, at) => {
    if (!isUnknown(chunk, at)) return
    const [token] = chunk.tokens
    if (found.size > mostRelated) return
    const related = token === undefined ? null : relatedTerm(termsAt(chunks, at, token), names)
    if (related !== null && !mayBeValue(related, values)) found.set(related.term, related)
  })
  return found.size > mostRelated ? [] : [...found.values()]
}

const isPlural = (token: Token): boolean => token.word !== token.lower

/** An unknown word with the one after it, with the one before it, and alone. */
function termsAt(chunks: readonly Chunk[], at: number, token: Token): Token[][] {
  const before = chunks[at - 1]?.tokens.at(-1)
  const after = chunks[at + 1]?.tokens[0]
  const isWord = (one: Token | undefined): one is Token =>
    one !== undefined && !one.quoted && !(one.capital && one.start > 0) && /^[a-z]+$/.test(one.lower)
  return [...(isWord(after) ? [[token, after]] : []), ...(isWord(before) ? [[before, token]] : []), [token]]
}

function relatedTerm(terms: readonly Token[][], names: Names): RelatedWord | null {
  for (const tokens of terms) {
    const term = tokens.map((one) => one.word).join(' ')
    const isNoun = tokens.some(isPlural)
    const relatives = relativesOf(wordnet(), { term, isNoun }, names).filter((one) => isMeant(one, names))
    const relative = clearlyNearest(relatives, names.isSame)
    const text = tokens.map((one) => one.text).join(' ')
    if (relative !== null) return { text, term, isNoun, isValue: names.isValue(relative.name), relative }
  }
  return misspelled(terms.at(-1)?.[0], names)
}

/**
 * A value, or a part of a name, must mean the same: 'dogs' are not only poodles, and 'products' not a work type. What a
 * word is a kind of may be the table of such rows, but a column says one thing: a 'position' isn't a point.
 */
function isMeant({ relation, name }: Relative, names: Names): boolean {
  if (relation === 'synonym') return true
  return relation === 'general' ? names.isTable(name) : names.isWhole(name)
}

function misspelled(token: Token | undefined, names: Names): RelatedWord | null {
  const name = token === undefined ? null : misspelledName(token.word, names.has)
  if (token === undefined || name === null) return null
  const relative = { name, relation: 'typo', distance: 0 } as const
  return { text: token.text, term: token.word, isNoun: isPlural(token), isValue: names.isValue(name), relative }
}

/** Whether a word is a stored value, or may be one of those that aren't known, which a plural isn't. */
function mayBeValue({ text, isNoun }: RelatedWord, values: ValueIndex): boolean {
  return matchValue(values, text).length > 0 || (values.unread.size > 0 && !isNoun)
}

/** The index in which the words also have the meaning of their relatives. */
export function withRelated(phrases: PhraseIndex, related: readonly RelatedWord[]): PhraseIndex {
  const names = related.filter((one) => !one.isValue)
  return { ...phrases, related: new Map(names.map(({ term, relative }) => [term, relative.name])) }
}

/** The values in which the words also stand for the values that they are related to. */
export function withRelatedValues(values: ValueIndex, related: readonly RelatedWord[]): ValueIndex {
  const stored = related.filter((one) => one.isValue)
  return { ...values, related: new Map(stored.map(({ term, relative }) => [term, relative.name])) }
}
