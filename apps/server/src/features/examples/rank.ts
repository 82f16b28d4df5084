import { stem, tokenise } from '@parlance/retrieval'

/** Words that say nothing about the question. */
const fillers = new Set([
  'the',
  'a',
  'an',
  'of',
  'for',
  'to',
  'in',
  'is',
  'are',
  'me',
  'show',
  'what',
  'how',
  'many',
  'and',
  'by',
])

/**
 * Rates the similarity of two questions from 0 to 1 by their shared words. Rare words weigh more.
 * @param documents the questions that decide whether a word is rare or common
 */
export function rankByLikeness<T>(
  question: string,
  documents: T[],
  textOf: (document: T) => string,
): { document: T; likeness: number }[] {
  const words = documents.map((document) => wordsOf(textOf(document)))
  const frequency = new Map<string, number>()
  for (const set of words) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log(1 + (documents.length + 1) / (1 + (frequency.get(word) ?? 0)))
  const sum = (set: Iterable<string>) => [...set].reduce((total, word) => total + weight(word), 0)
  const asked = wordsOf(question)
  return documents
    .map((document, index) => {
      const own = words[index] ?? new Set()
      const all = sum(asked.union(own))
      return { document, likeness: all === 0 ? 0 : sum(asked.intersection(own)) / all }
    })
    .toSorted((left, right) => right.likeness - left.likeness)
}

function wordsOf(text: string): Set<string> {
  const words = tokenise(text).filter((word) => !fillers.has(word))
  return new Set(words.map(stem))
}
