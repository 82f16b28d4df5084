import type { Chunk } from '../match/chunks.ts'
import { slipsBetween } from '../match/slips.ts'
import type { ColumnMatch, PhraseIndex, TableMatch } from '../match/phrases.ts'
import { nearFactor } from '../match/quality.ts'

/** In what way a word is near a name of the schema. */
export type Nearness = 'compound' | 'typo' | 'derived' | 'short'

export interface NearName {
  name: string
  how: Nearness
  tables: TableMatch[]
  columns: ColumnMatch[]
}

/** Bounds of likeness, in letters. */
const letters = { typo: 5, twoTypos: 7, derived: 5, short: 3, compound: 6 } as const
/** Words derived from one stem share at least this part of the longer one. */
const sharedPart = 0.6

/** The names of the schema that a chunk nearly is: as one word or several, with a typo, derived, or shortened. */
export function nearNames(phrases: PhraseIndex, chunk: Chunk): NearName[] {
  const words = chunk.tokens.map((one) => one.word)
  const joined = words.join('')
  if (!/^\p{L}{4,}$/u.test(joined)) return []
  const found: NearName[] = []
  for (const [key, entry] of phrases.entries) {
    const how = nearness(joined, words.length > 1, key)
    if (how === null) continue
    const weaken = <One extends { quality: number }>(all: readonly One[]) =>
      all.map((one) => ({ ...one, quality: one.quality * nearFactor[how] }))
    found.push({ name: key, how, tables: weaken(entry.tables), columns: weaken(entry.columns) })
  }
  const rank = (one: NearName) =>
    Math.max(0, ...one.tables.map(({ quality }) => quality), ...one.columns.map(({ quality }) => quality))
  return found.toSorted((left, right) => rank(right) - rank(left)).slice(0, mostNames)
}

const mostNames = 3

function nearness(word: string, isCompound: boolean, key: string): Nearness | null {
  const isPhrase = key.includes(' ')
  if (isPhrase || isCompound)
    return word.length >= letters.compound && key.replaceAll(' ', '') === word ? 'compound' : null
  if (word === key) return null
  const most = word.length < letters.twoTypos ? 1 : 2
  if (isDerived(word, key)) return 'derived'
  const isTypo =
    word.length >= letters.typo &&
    key.length > letters.short &&
    Math.abs(key.length - word.length) <= most &&
    word[0] === key[0] &&
    slipsBetween(word, key, most) <= most
  if (isTypo) return 'typo'
  return key.length >= letters.short && word.length > key.length && word.startsWith(key) ? 'short' : null
}

function isDerived(word: string, key: string): boolean {
  const longest = Math.max(word.length, key.length)
  let shared = 0
  while (shared < longest && word[shared] === key[shared]) shared++
  return shared >= letters.derived && shared >= longest * sharedPart
}
