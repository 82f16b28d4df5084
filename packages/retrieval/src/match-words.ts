import type { CatalogueIndex } from './catalogue-index.ts'
import { questionWords, variants } from './search-tables.ts'

/** A word of a question, and how well the tables know it. */
export interface WordMatch {
  word: string
  /** Positions in the index's `tables`, each once. */
  positions: Int32Array
  /** By the same places, from 0 to 1: 1 is a table's own name, a column's name is less, a comment's word least. */
  values: Float64Array
}

/** Weights of the index as shares of what a whole match is worth. */
function worth(weight: number): number {
  if (weight >= 6) return 1
  if (weight >= 5) return 0.95
  return weight >= 2 ? 0.75 : 0.35
}

/** How the words of a question match the tables of a catalogue; a word that none of them knows matches nothing. */
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
