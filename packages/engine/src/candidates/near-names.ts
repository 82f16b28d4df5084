import type { Chunk } from '../match/chunks.ts'
import { slipsBetween } from '../match/slips.ts'
import { isEnglishWord } from '../match/typos.ts'
import { withoutThings, type ColumnMatch, type PhraseIndex, type TableMatch } from '../match/phrases.ts'
import { nearFactor } from '../match/quality.ts'
import type { Relation } from '../lexicon/wordnet/relatives.ts'
import { relativeNames } from './relatives.ts'

/** In what way a word is near a name of the schema. */
export type Nearness = Likeness | `related by ${Relation}`

/** In what way a word looks like a name. */
type Likeness = 'compound' | 'typo' | 'derived' | 'short'

export interface NearName {
  name: string
  how: Nearness
  /** How near it is, from 0 to 1. */
  fit: number
  tables: TableMatch[]
  columns: ColumnMatch[]
}

/** A relative is weakened by its distance, up to this. */
const leastRelated = 0.4

/** The names that a word or a pair of words is related to in WordNet. */
export function relatedNames(phrases: PhraseIndex, chunk: Chunk): NearName[] {
  const term = chunk.tokens.map((one) => one.word).join(' ')
  if (!/^[a-z]{3,}(?: [a-z]+)?$/.test(term)) return []
  const isNoun = chunk.tokens.some((one) => one.word !== one.lower)
  return relativeNames(phrases, { term, isNoun })
    .slice(0, mostNames)
    .map(({ name, relation, distance }) => {
      const entry = phrases.entries.get(name)
      const factor = Math.max(leastRelated, nearFactor.related - distance * nearFactor.perDistance)
      const weaken = <One extends { quality: number }>(all: readonly One[] = []) =>
        all.map((one) => ({ ...one, quality: one.quality * factor }))
      return {
        name,
        how: `related by ${relation}`,
        fit: factor,
        tables: weaken(entry?.tables),
        columns: weaken(entry?.columns),
      }
    })
}

/** Bounds of likeness, in letters. */
const letters = { typo: 5, twoTypos: 7, derived: 5, short: 3, compound: 6 } as const
/** Words derived from one stem share at least this part of the longer one. */
const sharedPart = 0.6

const known = new WeakMap<PhraseIndex, Map<string, NearName[]>>()

/** The names of the schema that a chunk nearly is: as one word or several, with a typo, derived, or shortened. */
export function nearNames(phrases: PhraseIndex, chunk: Chunk): NearName[] {
  const words = chunk.tokens.map((one) => one.word)
  const joined = words.join('')
  if (!/^\p{L}{4,40}$/u.test(joined)) return []
  const found = known.get(phrases) ?? new Map<string, NearName[]>()
  known.set(phrases, found)
  const key = words.join(' ')
  const names = found.get(key) ?? namesNear(phrases, joined, words.length > 1)
  if (found.size < mostKnown) found.set(key, names)
  return names
}

/** The number of words whose names are remembered for a schema. */
const mostKnown = 1000

function namesNear(phrases: PhraseIndex, word: string, isCompound: boolean): NearName[] {
  const found: NearName[] = []
  for (const [key, entry] of phrases.entries) {
    const how = nearness(word, isCompound, key)
    if (how === null) continue
    const weaken = <One extends { quality: number }>(all: readonly One[]) =>
      all.map((one) => ({ ...one, quality: one.quality * nearFactor[how] }))
    const { tables, columns } = how === 'typo' || how === 'compound' ? entry : withoutThings(word, entry)
    if (tables.length + columns.length === 0) continue
    found.push({ name: key, how, fit: nearFactor[how], tables: weaken(tables), columns: weaken(columns) })
  }
  const rank = (one: NearName) =>
    Math.max(0, ...one.tables.map(({ quality }) => quality), ...one.columns.map(({ quality }) => quality))
  return found.toSorted((left, right) => rank(right) - rank(left)).slice(0, mostNames)
}

const mostNames = 3

function nearness(word: string, isCompound: boolean, key: string): Likeness | null {
  const isPhrase = key.includes(' ')
  if (isPhrase || isCompound)
    return word.length >= letters.compound && key.replaceAll(' ', '') === word ? 'compound' : null
  if (word === key) return null
  if (isDerived(word, key)) return 'derived'
  if (isTypo(word, key)) return 'typo'
  return key.length >= letters.short && word.length > key.length && word.startsWith(key) ? 'short' : null
}

function isTypo(word: string, key: string): boolean {
  const most = word.length < letters.twoTypos ? 1 : 2
  return (
    word.length >= letters.typo &&
    key.length > letters.short &&
    Math.abs(key.length - word.length) <= most &&
    word[0] === key[0] &&
    slipsBetween(word, key, most) <= most &&
    !isEnglishWord(word)
  )
}

/** 'country' isn't 'county': words of English that differ by one letter, unless one begins with the other. */
function isOtherWord(word: string, key: string): boolean {
  if (word.startsWith(key) || key.startsWith(word)) return false
  return slipsBetween(word, key, 1) <= 1 && isEnglishWord(word)
}

function isDerived(word: string, key: string): boolean {
  const longest = Math.max(word.length, key.length)
  let shared = 0
  while (shared < longest && word[shared] === key[shared]) shared++
  return shared >= letters.derived && shared >= longest * sharedPart && !isOtherWord(word, key)
}
