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

/** A question as its words without fillers. */
export interface Words {
  /** The words of the question, without the values that its SQL names. */
  question: ReadonlySet<string>
  /** The same and the words of its reading. */
  all: ReadonlySet<string>
}

/** The words of a question with SQL. Another question may have other values, so these say nothing about likeness. */
export function wordsOf({ question, reading, sql }: { question: string; reading: string | null; sql: string }): Words {
  const values = wordsIn((sql.match(/'[^']*'/g) ?? []).join(' '))
  const own = wordsIn(question)
  const named = own.difference(values)
  return { question: named.size === 0 ? own : named, all: named.union(wordsIn(reading ?? '').difference(values)) }
}

/** Questions whose words are known, so that a search reads only those that share a word. */
export interface RankedQuestions<T> {
  entries: readonly { document: T; words: Words; weights: { question: number; all: number } }[]
  /** The positions of the questions with each word. */
  places: ReadonlyMap<string, readonly number[]>
}

export interface Ranked<T> {
  document: T
  /** From 0 to 1, by the shared words. Rare words weigh more. */
  likeness: number
  /** Whether the other question has all words of this one, apart from values. */
  isContained: boolean
}

/** Prepares questions for `rankByLikeness`. */
export function rankedQuestions<T>(documents: readonly { document: T; words: Words }[]): RankedQuestions<T> {
  const places = new Map<string, number[]>()
  for (const [at, { words }] of documents.entries())
    for (const word of words.all) {
      const known = places.get(word)
      if (known === undefined) places.set(word, [at])
      else known.push(at)
    }
  const weight = weightIn(places, documents.length)
  const sum = (set: ReadonlySet<string>) => [...set].reduce((total, word) => total + weight(word), 0)
  const entries = documents.map(({ document, words }) => {
    return { document, words, weights: { question: sum(words.question), all: sum(words.all) } }
  })
  return { entries, places }
}

/** The most questions that are compared. They are found by the rarest words. */
const mostCompared = 2_000

/** The questions that share a word with a question, most similar first. */
export function rankByLikeness<T>(question: string, { entries, places }: RankedQuestions<T>): Ranked<T>[] {
  const weight = weightIn(places, entries.length)
  const asked = wordsIn(question)
  const sum = (words: ReadonlySet<string>) => [...words].reduce((total, word) => total + weight(word), 0)
  const whole = sum(asked)
  const likenessOf = (words: ReadonlySet<string>, own: number) => {
    const shared = sum(asked.intersection(words))
    return shared / (whole + own - shared)
  }
  return candidatesOf(asked, places)
    .flatMap((at) => {
      const entry = entries[at]
      if (entry === undefined) return []
      const { document, words, weights } = entry
      const likeness = Math.max(likenessOf(words.question, weights.question), likenessOf(words.all, weights.all))
      return [{ document, likeness, isContained: words.question.isSubsetOf(asked) }]
    })
    .toSorted((left, right) => right.likeness - left.likeness)
}

/** The positions of the questions to compare, in their order. */
function candidatesOf(asked: ReadonlySet<string>, places: RankedQuestions<unknown>['places']): number[] {
  const found = new Set<number>()
  const known = [...asked].map((word) => places.get(word) ?? [])
  for (const own of known.toSorted((left, right) => left.length - right.length))
    for (const at of own) {
      if (found.size >= mostCompared) break
      found.add(at)
    }
  return [...found].toSorted((left, right) => left - right)
}

function weightIn(places: RankedQuestions<unknown>['places'], count: number): (word: string) => number {
  return (word) => Math.log(1 + (count + 1) / (1 + (places.get(word)?.length ?? 0)))
}

/** Numbers are values too. */
function wordsIn(text: string): Set<string> {
  const words = tokenise(text).filter((word) => !fillers.has(word) && !/^\d+$/.test(word))
  return new Set(words.map(stem))
}
