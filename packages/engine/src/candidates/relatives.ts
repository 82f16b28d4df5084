import { fair } from '../match/quality.ts'
import type { PhraseIndex } from '../match/phrases.ts'
import { relativesOf, type Relative, type Term } from '../lexicon/wordnet/relatives.ts'
import { wordnet } from '../lexicon/wordnet/wordnet.ts'

const known = new WeakMap<PhraseIndex, Map<string, Relative[]>>()

/** The number of words whose relatives are remembered for a schema. */
const mostKnown = 1000

/** The names of the schema that a word, or a pair of words, is related to in WordNet, nearest first. */
export function relativeNames(phrases: PhraseIndex, { term, isNoun }: Term): Relative[] {
  const found = known.get(phrases) ?? new Map<string, Relative[]>()
  known.set(phrases, found)
  const key = `${term} ${isNoun}`
  const before = found.get(key)
  if (before !== undefined) return before
  const isName = (name: string) => {
    const entry = phrases.entries.get(name)
    return entry !== undefined && [...entry.tables, ...entry.columns].some((one) => one.quality >= fair)
  }
  const relatives = relativesOf(wordnet(), { term, isNoun }, { has: isName })
  if (found.size < mostKnown) found.set(key, relatives)
  return relatives
}

/** Whether a word is a noun in its most frequent meanings; null if WordNet doesn't have it. */
export function isMainlyNoun(word: string): boolean | null {
  const net = wordnet()
  const first = net.meaningsOf(word).filter(({ rank }) => rank === 0)
  return first.length === 0 ? null : first.every(({ meaning }) => net.isNoun(meaning))
}

/** Whether a word can be a noun. */
export function canBeNoun(word: string): boolean {
  const net = wordnet()
  return net.meaningsOf(word).some(({ meaning }) => net.isNoun(meaning))
}
