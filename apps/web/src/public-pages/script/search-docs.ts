import type { SearchEntry } from '../docs/docs-pages.ts'

/** The best entries for the words, headings before text; each word must begin a word of the entry. At most `limit`. */
export function searchDocs(entries: SearchEntry[], words: string, limit = 8): SearchEntry[] {
  const wanted = wordsOf(words)
  if (wanted.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

function scoreOf(entry: SearchEntry, wanted: string[]): number {
  const places: [string[], number][] = [
    [wordsOf(entry.heading), 8],
    [wordsOf(entry.page), 4],
    [wordsOf(entry.text), 1],
  ]
  let score = 0
  for (const word of wanted) {
    const best = Math.max(...places.map(([words, weight]) => weight * likeness(words, word)))
    if (best === 0) return 0
    score += best
  }
  return score
}

/** 1 for the word itself, less for its beginning, 0 for neither. */
function likeness(words: string[], wanted: string): number {
  if (words.includes(wanted)) return 1
  return words.some((word) => word.startsWith(wanted)) ? 0.6 : 0
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}
