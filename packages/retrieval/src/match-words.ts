import type { CatalogueIndex } from './catalogue-index.ts'
import { questionWords, variants } from './search-tables.ts'

/** A word of a question, and how well the tables match it. */
export interface WordMatch {
  word: string
  /** Positions in the index's `tables`, without duplicates. */
  positions: Int32Array
  /**
   * In the same order, from 0 to 1: 1 for a table's own name, less for a column's name, least for a word in a comment.
   */
  values: Float64Array
}

/** Weights of the index as shares of a full match. */
function worth(weight: number): number {
  if (weight >= 6) return 1
  if (weight >= 5) return 0.95
  return weight >= 2 ? 0.75 : 0.35
}

/** How the words of a question match the tables of a catalogue; a word that is in no table matches nothing. */
export function matchWords(index: CatalogueIndex, question: string): WordMatch[] {
  return questionWords(question).map((word) => {
    const best = new Map<number, number>()
    for (const { word: found, factor } of variants(index, word)) {
      const posting = index.postings.get(found)
      posting?.tables.forEach((position, at) => {
        const value = worth(posting.weights[at] ?? 0) * (factor === 1 ? 1 : 0.5 + factor / 2)
        if (value > (best.get(position) ?? 0)) best.set(position, value)
      })
    }
    return { word, positions: Int32Array.from(best.keys()), values: Float64Array.from(best.values()) }
  })
}
