import type { SearchEntry } from '../docs/docs-pages.ts'
import { nearestWords, stemOf } from './word-forms.ts'

interface ReadEntry {
  entry: SearchEntry
  /** Words of the heading, the page, and the text, each with the weight of a match. */
  places: [string[], number][]
}

/**
 * Returns the best entries for the words, headings before text, at most `limit`. An entry must contain each word, its
 * beginning, or another form of it. If no entry does, words with a similar spelling are used instead.
 */
export function searchDocs(entries: SearchEntry[], words: string, limit = 8): SearchEntry[] {
  const wanted = wordsOf(words)
  if (wanted.length === 0) return []
  const read = readEntries(entries)
  const scores = wanted.map((word) => scoresOf(read, word))
  return read
    .map(({ entry }, index) => ({ entry, score: joined(scores.map((each) => each[index] ?? 0)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

function scoresOf(read: ReadEntry[], word: string): number[] {
  const scores = read.map(({ places }) => bestOf(places, (other) => likeness(other, word)))
  if (scores.some((score) => score > 0)) return scores
  const vocabulary = new Set(read.flatMap(({ places }) => places.flatMap(([words]) => words)))
  const near = nearestWords(vocabulary, word)
  return read.map(({ places }) => bestOf(places, (other) => (near.has(other) ? 0.4 : 0)))
}

function bestOf(places: ReadEntry['places'], likenessOf: (word: string) => number): number {
  return Math.max(...places.map(([words, weight]) => weight * Math.max(0, ...words.map(likenessOf))))
}

/** Returns 0 if the entry lacks one of the words. */
function joined(scores: number[]): number {
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** Returns 1 for the word itself, less for its beginning or another form, and 0 otherwise. */
function likeness(word: string, wanted: string): number {
  if (word === wanted) return 1
  const stem = stemOf(wanted)
  if (stemOf(word) === stem) return 0.8
  if (word.startsWith(wanted)) return 0.6
  return stem.length >= 4 && word.startsWith(stem) ? 0.5 : 0
}

const known = new WeakMap<SearchEntry[], ReadEntry[]>()

/** Prepared once, because the search runs at every key. */
function readEntries(entries: SearchEntry[]): ReadEntry[] {
  const read =
    known.get(entries) ??
    entries.map((entry): ReadEntry => {
      const heading = wordsOf(entry.heading)
      return {
        entry,
        places: [
          // A short heading is mostly about its words.
          [heading, 8 + 4 / Math.max(1, heading.length)],
          [wordsOf(entry.page), 4],
          [[...new Set(wordsOf(entry.text))], 1],
        ],
      }
    })
  known.set(entries, read)
  return read
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}
