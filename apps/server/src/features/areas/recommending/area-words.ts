import { singular, stem, tokenise } from '@parlance/retrieval'
import type { AreaRecord } from '../store/area-record.ts'

/** What a word of an area's own texts is worth, and the table that it speaks of; null: the area as a whole. */
export interface HintWord {
  value: number
  table: string | null
}

/** By the stem of each word. */
export type HintWords = ReadonlyMap<string, HintWord>

const worth = { tableSynonym: 0.95, columnSynonym: 0.75, area: 0.6, text: 0.35 } as const

/** The words that an administrator wrote of an area, its tables and columns. @param readable the tables that are there */
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

/** What the area's texts know of a word of a question. */
export function hintFor(word: string, words: HintWords): HintWord | null {
  return words.get(stem(singular(word))) ?? null
}
