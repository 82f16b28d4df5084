import type { CatalogueTable } from '@parlance/contract'
import type { CatalogueIndex } from './catalogue-index.ts'
import { guessWords, type QueryWord } from './guess-words.ts'
import { splitIdentifier, singular, stem, tokenise } from './words.ts'

export interface TableHit {
  table: CatalogueTable
  /** Comparable within one search; higher is better. */
  score: number
  /** Whether no word is in the table, but a similar one is. Such tables come last. */
  isGuess: boolean
}

/** A name that a word may stand for, and how likely, from 0 to 1. */
export interface RelatedName {
  name: string
  likeness: number
}

/** The names that are related to a singular word in lower case: 'customer' for 'client'. */
export type Relate = (word: string, names: { has(name: string): boolean }) => RelatedName[]

const unrelated: Relate = () => []

/** What a related name adds, compared with the word itself. Chosen with the development data that isn't held out. */
const relatedShare = 0.4

const stopWords = new Set(
  (
    'a an the of for in on at to by with from and or not no is are was were be been do does did have has had what which who whom whose ' +
    'how many much show list find give tell me all each every per that this these those it its their our we you i my there than more less most least top'
  ).split(' '),
)

/** The words of the index that a word may mean, and how likely. */
export function variants(index: CatalogueIndex, word: string): QueryWord[] {
  if (index.postings.has(word)) return [{ word, factor: 1 }]
  const sameStem = index.stems.get(stem(word)) ?? []
  if (sameStem.length > 0) return sameStem.map((found) => ({ word: found, factor: 0.7 }))
  return word.length < 4 ? [] : nearWords(index, word, 20)
}

/** Up to `most` words of the index that contain a word or begin it. */
export function nearWords(index: CatalogueIndex, word: string, most: number): QueryWord[] {
  const near: QueryWord[] = []
  for (const found of index.postings.keys()) {
    if (
      found.length > 3 &&
      (found.startsWith(word) || found.includes(word) || (word.startsWith(found) && found.length > 4))
    )
      near.push({ word: found, factor: 0.4 })
    if (near.length >= most) break
  }
  return near
}

/** How well each table matches a word, given what the word may mean. */
export function scoresOf(index: CatalogueIndex, found: readonly QueryWord[]): Map<number, number> {
  const best = new Map<number, number>()
  for (const { word, factor } of found) {
    const posting = index.postings.get(word)
    if (posting === undefined) continue
    const rarity = rarityOf(index, posting.tables)
    posting.tables.forEach((table, position) => {
      const score = factor * rarity * (posting.weights[position] ?? 0)
      if (score > (best.get(table) ?? 0)) best.set(table, score)
    })
  }
  return best
}

function addScores(scores: ReadonlyMap<number, number>, total: Float64Array): void {
  for (const [table, score] of scores) total[table] = (total[table] ?? 0) + score
}

function rarityOf({ tables }: CatalogueIndex, positions: readonly number[]): number {
  return Math.log(1 + tables.length / positions.length)
}

/** A schema's name alone finds no table, because it would find thousands; it only decides between them. */
export function schemaScores(index: CatalogueIndex, word: string): Map<number, number> {
  const positions = index.schemas.get(word) ?? []
  return new Map(positions.map((position) => [position, rarityOf(index, positions)]))
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

/** Maximum number of unknown words to compare with similar ones. */
export const mostGuesses = 12

/**
 * The tables that a question mentions, best first: up to `limit`, and only those that share a word with it, or a
 * related one. Tables that share only a similar word come last, so a typo changes nothing that the other words find.
 * Longer names lose slightly against exact ones; ties keep the catalogue's order.
 */
export function searchTables(
  index: CatalogueIndex,
  question: string,
  limit: number,
  relate: Relate = unrelated,
): TableHit[] {
  const words = questionWords(question)
  const sure = new Float64Array(index.tables.length)
  const guessed = new Float64Array(index.tables.length)
  let guesses = 0
  for (const word of words) {
    const known = variants(index, word)
    const related = relate(word, index.postings).map(({ name, likeness }) => ({
      word: name,
      factor: likeness * relatedShare,
    }))
    if (known.length + related.length > 0) addScores(scoresOf(index, [...known, ...related]), sure)
    else if (!index.schemas.has(word) && guesses++ < mostGuesses)
      addScores(scoresOf(index, guessWords(index.spellings, word)), guessed)
  }
  for (const word of words) {
    for (const [position, score] of schemaScores(index, word)) {
      if ((sure[position] ?? 0) > 0) sure[position] = (sure[position] ?? 0) + score
    }
  }
  const hits = [...ranked(index, sure), ...ranked(index, guessed).filter(({ position }) => sure[position] === 0)]
  return hits.slice(0, limit).map(({ table, score, position }) => ({ table, score, isGuess: sure[position] === 0 }))
}

/** The tables with a score, best first. */
export function ranked(
  { tables }: CatalogueIndex,
  total: Float64Array,
): { table: CatalogueTable; position: number; score: number }[] {
  return tables
    .flatMap((table, position) => {
      const score = (total[position] ?? 0) / (1 + table.name.length / 400)
      return score > 0 ? [{ table, position, score }] : []
    })
    .toSorted((left, right) => right.score - left.score || left.position - right.position)
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
export function relevantTables(
  index: CatalogueIndex,
  question: string,
  limit: number,
  relate: Relate = unrelated,
): CatalogueTable[] {
  const hits = searchTables(index, question, limit, relate)
  const [first] = hits
  const isStrong = (hit: TableHit) => hit.isGuess === first?.isGuess && hit.score >= first.score * weakShare
  const strong = hits.filter(isStrong).map((hit) => hit.table)
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
