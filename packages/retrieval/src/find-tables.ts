import type { CatalogueColumn, CatalogueTable } from '@parlance/contract'
import type { CatalogueIndex } from './catalogue-index.ts'
import { guessWords, type QueryWord } from './guess-words.ts'
import { mostGuesses, nearWords, questionWords, ranked, schemaScores, scoresOf } from './search-tables.ts'
import { singular, splitIdentifier, stem, tokenise } from './words.ts'

/** The tables that a user looks for. */
export interface FoundTables {
  /** Best first. */
  tables: CatalogueTable[]
  /** The columns that explain why a table was found; empty if its name explains it. */
  columnsOf: (table: CatalogueTable) => string[]
}

/** The words of a search, and how many words of the index each of them may mean. */
const limits = { words: mostGuesses, near: 300 } as const

/**
 * The tables that match the most words of a search by their name, schema, columns, or comments. Unlike `searchTables`,
 * every word counts, also a part of one: the user looks for all tables that fit and knows what they are named.
 */
export function findTables(index: CatalogueIndex, search: string): FoundTables {
  const total = new Float64Array(index.tables.length)
  const matched = new Uint8Array(index.tables.length)
  const meanings: Set<string>[] = []
  for (const word of questionWords(search).slice(0, limits.words)) {
    const schemas = schemaScores(index, word)
    const found = meaningsOf(index, word, schemas.size > 0)
    const scores = scoresOf(index, found)
    for (const [position, score] of schemas) scores.set(position, score + (scores.get(position) ?? 0))
    for (const [position, score] of scores) {
      total[position] = (total[position] ?? 0) + score
      matched[position] = (matched[position] ?? 0) + 1
    }
    meanings.push(new Set(found.map((one) => one.word)))
  }
  const most = matched.reduce((left, right) => Math.max(left, right), 0)
  const hits = ranked(index, total).filter(({ position }) => matched[position] === most)
  return { tables: hits.map(({ table }) => table), columnsOf: (table) => matchedColumns(table, meanings) }
}

/** Everything that a word of the search may mean. It is guessed only if nothing else is found. */
function meaningsOf(index: CatalogueIndex, word: string, isSchema: boolean): QueryWord[] {
  const exact = index.postings.has(word) ? [{ word, factor: 1 }] : []
  const sameStem = (index.stems.get(stem(word)) ?? []).map((found) => ({ word: found, factor: 0.7 }))
  const parts = word.length < 4 ? beginningWith(index, word) : nearWords(index, word, limits.near)
  const found = [...exact, ...sameStem, ...parts]
  return found.length > 0 || isSchema ? found : guessWords(index.spellings, word)
}

function beginningWith(index: CatalogueIndex, start: string): QueryWord[] {
  const found: QueryWord[] = []
  for (const word of index.postings.keys()) {
    if (word.startsWith(start)) found.push({ word, factor: 0.4 })
    if (found.length >= limits.near) break
  }
  return found
}

function matchedColumns(table: CatalogueTable, meanings: readonly Set<string>[]): string[] {
  const ofName = [...splitIdentifier(table.name), ...splitIdentifier(table.schema ?? '')].map(singular)
  const unexplained = meanings.filter((words) => !ofName.some((word) => words.has(word)))
  if (unexplained.length === 0) return []
  return table.columns
    .filter((column) => wordsOf(column).some((word) => unexplained.some((words) => words.has(word))))
    .map(({ name }) => name)
}

function wordsOf({ name, comment }: CatalogueColumn): string[] {
  return [...splitIdentifier(name), ...tokenise(comment ?? '')].map(singular)
}
