import { singular, stem, tokenise } from '@parlance/retrieval'
import type { AreaRecord } from '../store/area-record.ts'

/** The value of a word in an area's own texts, and the table that it describes. Null is the area as a whole. */
export interface HintWord {
  value: number
  table: string | null
}

/** The key is the stem of each word. */
export type HintWords = ReadonlyMap<string, HintWord>

const worth = { tableSynonym: 0.95, columnSynonym: 0.75, area: 0.6, text: 0.35 } as const

/**
 * Collects the words that an administrator wrote about an area, its tables and columns.
 * @param readable the tables that exist
 */
export function hintWords(area: AreaRecord, readable: ReadonlySet<string>): HintWords {
  const words = new Map<string, HintWord>()
  const add = (text: string | null, value: number, table: string | null) => {
    for (const token of tokenise(text ?? '')) {
      const key = stem(singular(token))
      const known = words.get(key)
      if (key.length > 1 && (known === undefined || known.value < value)) words.set(key, { value, table })
    }
  }
  for (const text of [area.name, ...area.synonyms]) add(text, worth.area, null)
  add(area.description, worth.text, null)
  for (const { name, description, synonyms } of area.tables) {
    if (!readable.has(name.slice(name.lastIndexOf('.') + 1)) && !readable.has(name)) continue
    for (const synonym of synonyms) add(synonym, worth.tableSynonym, name)
    add(description, worth.text, name)
  }
  return words
}

/** Finds what the area's texts say about a word of a question. */
export function hintFor(word: string, words: HintWords): HintWord | null {
  return words.get(stem(singular(word))) ?? null
}
