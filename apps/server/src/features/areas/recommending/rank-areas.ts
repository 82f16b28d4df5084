import type { CatalogueTable } from '@parlance/contract'
import type { WordMatch } from '@parlance/retrieval'
import { hintFor } from './area-words.ts'
import type { AreaParts } from './area-parts.ts'

/** An area with its database's matches for a question. */
export interface Candidate {
  parts: AreaParts
  /**
   * The question's words, matched against all tables of the database. The words and their order are the same for each
   * candidate.
   */
  matches: WordMatch[]
  tables: readonly CatalogueTable[]
  /** The same for the tables with columns that the area hides. Null if there are none. */
  changed: WordMatch[] | null
}

export interface BestArea {
  position: number
  /** 0 to 1: the share of the question's words that the area's tables know. Rare words weigh more. */
  confidence: number
  tables: (CatalogueTable | string)[]
}

/** A word that no table knows is usually a value, which no name can confirm, so it weighs less. */
const unknownWeight = 0.5
/** Below this confidence, no area is recommended. */
const leastConfidence = 0.3
/** At least one word must be the name of a table or a column, or a synonym. */
const leastValue = 0.5
const mostTables = 5
/** Tables that match this much worse than the best one were probably not meant. */
const tableShare = 0.4

/** Picks the area that matches a question best, and the smallest if several do. Null if none matches well enough. */
export function rankAreas(candidates: Candidate[]): BestArea | null {
  const known = candidates.map(knownWords)
  const weights = wordWeights(candidates, known)
  const scored = candidates.map((candidate, position) => {
    const confidence = confidenceOf(known[position] ?? [], weights)
    return { position, confidence, size: candidate.parts.size }
  })
  const [best] = scored.toSorted((left, right) => right.confidence - left.confidence || left.size - right.size)
  const chosen = best === undefined ? undefined : candidates[best.position]
  if (best === undefined || chosen === undefined || best.confidence < leastConfidence) return null
  const { position, confidence } = best
  return { position, confidence: Math.round(confidence * 100) / 100, tables: bestTables(chosen, weights) }
}

/** How well an area matches a word, and how many of its tables match it. */
interface Known {
  value: number
  tables: number
}

function knownWords({ parts, matches, changed }: Candidate): Known[] {
  return matches.map(({ word, positions, values }, at) => {
    const hint = hintFor(word, parts.hints)
    const known: Known = { value: hint?.value ?? 0, tables: hint === null ? 0 : 1 }
    for (let place = 0; place < positions.length; place++) {
      if (parts.members[positions[place] ?? -1] !== 1) continue
      known.tables++
      known.value = Math.max(known.value, values[place] ?? 0)
    }
    for (const value of changed?.[at]?.values ?? []) {
      known.tables++
      known.value = Math.max(known.value, value)
    }
    return known
  })
}

/** A word that few tables match says more than one that all match. Only tables that the caller may see are counted. */
function wordWeights(candidates: Candidate[], known: Known[][]): number[] {
  const total = candidates.reduce((sum, { parts }) => sum + parts.size, 0)
  return (candidates[0]?.matches ?? []).map((_, at) => {
    const knowing = known.reduce((sum, words) => sum + (words[at]?.tables ?? 0), 0)
    return knowing === 0 ? unknownWeight : Math.log(1 + total / knowing)
  })
}

function confidenceOf(known: Known[], weights: number[]): number {
  const most = weights.reduce((sum, weight) => sum + weight, 0)
  const strongest = Math.max(0, ...known.map(({ value }) => value))
  if (most === 0 || strongest < leastValue) return 0
  return known.reduce((sum, { value }, at) => sum + value * (weights[at] ?? 0), 0) / most
}

/** Finds the area's best tables for a question. An administrator's text can also point to a table. */
function bestTables({ parts, matches, changed, tables }: Candidate, weights: number[]): BestArea['tables'] {
  const scores = new Map<CatalogueTable | string, number>()
  const add = (table: CatalogueTable | string | null | undefined, value: number) => {
    if (table !== null && table !== undefined) scores.set(table, (scores.get(table) ?? 0) + value)
  }
  for (const [at, { word, positions, values }] of matches.entries()) {
    const weight = weights[at] ?? 0
    const hint = hintFor(word, parts.hints)
    add(hint?.table, weight * (hint?.value ?? 0))
    positions.forEach((position, place) => {
      if (parts.members[position] === 1) add(tables[position], weight * (values[place] ?? 0))
    })
    const own = changed?.[at]
    own?.positions.forEach((position, place) => add(parts.changed?.tables[position], weight * (own.values[place] ?? 0)))
  }
  const ranked = [...scores].toSorted((left, right) => right[1] - left[1])
  const least = (ranked[0]?.[1] ?? 0) * tableShare
  return ranked
    .filter(([, value]) => value >= least)
    .slice(0, mostTables)
    .map(([table]) => table)
}
