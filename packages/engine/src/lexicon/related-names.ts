import type { RelatedName } from '@parlance/retrieval'
import { synonymsOf } from './synonyms.ts'
import { distances, relativesOf } from './wordnet/relatives.ts'
import { wordnet } from './wordnet/wordnet.ts'

/** A name this far away is not likely at all. */
const unlikely = 2 * distances.most

/**
 * The names that a singular word may stand for, by the product's own vocabulary and by WordNet, most likely first.
 * @param names singular words, in lower case
 */
export function relatedNames(word: string, names: { has(name: string): boolean }): RelatedName[] {
  const synonyms = synonymsOf(word).filter((name) => names.has(name))
  const relatives = relativesOf(wordnet(), { term: word, isNoun: false }, names)
  return [
    ...synonyms.map((name) => ({ name, likeness: 1 })),
    ...relatives
      .filter(({ name }) => !synonyms.includes(name))
      .map(({ name, distance }) => ({ name, likeness: 1 - distance / unlikely })),
  ]
}
