import type { CatalogueTable } from '@parlance/contract'
import type { CatalogueIndex } from './catalogue-index.ts'
import { splitIdentifier, singular, stem, tokenise } from './words.ts'

export interface TableHit {
  table: CatalogueTable
  /** Comparable within one search; higher is better. */
  score: number
}

const stopWords = new Set(
  (
    'a an the of for in on at to by with from and or not no is are was were be been do does did have has had what which who whom whose ' +
    'how many much show list find give tell me all each every per that this these those it its their our we you i my there than more less most least top'
  ).split(' '),
)

interface QueryWord {
  word: string
  factor: number
}

/** The words of the index that a word may mean, and how likely. */
export function variants(index: CatalogueIndex, word: string): QueryWord[] {
  if (index.postings.has(word)) return [{ word, factor: 1 }]
  const sameStem = index.stems.get(stem(word)) ?? []
  if (sameStem.length > 0) return sameStem.map((found) => ({ word: found, factor: 0.7 }))
  if (word.length < 4) return []
  const near: QueryWord[] = []
  for (const found of index.postings.keys()) {
    if (
      found.length > 3 &&
      (found.startsWith(word) || found.includes(word) || (word.startsWith(found) && found.length > 4))
    )
      near.push({ word: found, factor: 0.4 })
    if (near.length >= 20) break
  }
  return near
}

function addScores(index: CatalogueIndex, found: readonly QueryWord[], total: Float64Array): void {
  const best = new Map<number, number>()
  for (const { word, factor } of found) {
    const posting = index.postings.get(word)
    if (posting === undefined) continue
    const rarity = Math.log(1 + index.tables.length / posting.tables.length)
    posting.tables.forEach((table, position) => {
      const score = factor * rarity * (posting.weights[position] ?? 0)
      if (score > (best.get(table) ?? 0)) best.set(table, score)
    })
  }
  for (const [table, score] of best) total[table] = (total[table] ?? 0) + score
}

/** Maximum number of words to look up: each unknown one is compared with all words of the catalogue. */
const mostWords = 300

/**
 * The words of a question that may name something, each once and in the singular; only the first ones of a long text.
 */
export function questionWords(question: string): string[] {
  const words = tokenise(question)
    .filter((word) => !stopWords.has(word))
    .flatMap((word) => splitIdentifier(word))
  return [...new Set(words.map(singular))].slice(0, mostWords)
}

/**
 * The tables that a question mentions, best first: up to `limit`, and only those that share a word with it.
 * Longer names lose slightly against exact ones; ties keep the catalogue's order.
 */
export function searchTables(index: CatalogueIndex, question: string, limit: number): TableHit[] {
  const words = questionWords(question)
  const total = new Float64Array(index.tables.length)
  for (const word of words) addScores(index, variants(index, word), total)
  const hits: { position: number; score: number }[] = []
  total.forEach((score, position) => {
    const table = index.tables[position]
    if (score > 0 && table !== undefined) hits.push({ position, score: score / (1 + table.name.length / 400) })
  })
  hits.sort((left, right) => right.score - left.score || left.position - right.position)
  return hits.slice(0, limit).flatMap(({ position, score }) => {
    const table = index.tables[position]
    return table === undefined ? [] : [{ table, score }]
  })
}

/** The number of matches that include their neighbors, and the maximum number of neighbors of one match. */
const widenedHits = 4
const neighborLimit = 6
/** A match this much weaker than the best matters less than a neighbor of a good one. */
const weakShare = 0.25

/**
 * The tables that a question needs, best first: the tables it mentions, then the tables that join them (those between
 * two matches first), then weaker matches. Returns up to `limit` matches, and a few neighbors of the best.
 */
export function relevantTables(index: CatalogueIndex, question: string, limit: number): CatalogueTable[] {
  const hits = searchTables(index, question, limit)
  const best = hits[0]?.score ?? 0
  const strong = hits.filter((hit) => hit.score >= best * weakShare).map((hit) => hit.table)
  const positions = new Map(index.tables.map((table, position) => [table, position]))
  const touched = new Map<CatalogueTable, number>()
  for (const table of strong) {
    const near = index.neighbors.get(positions.get(table) ?? -1) ?? []
    const isTop = strong.indexOf(table) < widenedHits
    for (const position of near.slice(0, isTop ? neighborLimit : near.length)) {
      const neighbor = index.tables[position]
      if (neighbor !== undefined && !strong.includes(neighbor) && (isTop || touched.has(neighbor)))
        touched.set(neighbor, (touched.get(neighbor) ?? 0) + 1)
    }
  }
  const joining = [...touched].toSorted((left, right) => right[1] - left[1]).map(([table]) => table)
  return [...new Set([...strong, ...joining, ...hits.map((hit) => hit.table)])]
}
