import { singular, tokenise } from '@parlance/retrieval'
import { nearestValues } from '../../agent/nearest-values.ts'
import type { ColumnProfile, StoredPlace, StoredValues } from '../../agent/stored-values.ts'
import type { AppContext } from '../../context/context.ts'
import { valueListLimit } from '../../door/limits.ts'
import { openValues } from './sealing.ts'
import { findChunks, findColumns, findGeneration, findPostings, keyOfPlace } from './store.ts'
import type { ValueColumnRow } from './store.ts'
import { termHasher, termsOf, wholeOf } from './terms.ts'

/** Texts in one encrypted chunk. */
export const chunkSize = 100
/** Values of one column that are compared with a text. */
const mostCandidates = 40
/** Similar values of one column that are returned for a text. */
const mostSimilar = 3

interface Generation {
  connectionId: string
  generation: string
}

/**
 * Reads stored values. It knows no users: callers pass only columns that `storedPlace` allows. A value that was read
 * under other settings of the connection, or after values were switched off, is never returned.
 */
export function createStoredValues({ store, keys }: Pick<AppContext, 'store' | 'keys'>): StoredValues {
  async function locate(connectionId: string): Promise<Generation | null> {
    const generation = await findGeneration(store.db, connectionId)
    return generation === null ? null : { connectionId, generation }
  }

  async function columnAt(at: Generation, place: StoredPlace): Promise<ValueColumnRow | null> {
    const [row] = await findColumns(store.db, at, [place])
    return row ?? null
  }

  /** The texts of some chunks of a column, by number. */
  async function readTexts(at: Generation, position: number, chunks: number[] | null): Promise<Map<number, string>> {
    const rows = await findChunks(store.db, { ...at, position }, chunks)
    return new Map(
      rows.flatMap(({ chunk, sealed }) =>
        openValues<string[]>(keys, sealed, { ...at, position, chunk }).map(
          (text, index) => [chunk * chunkSize + index, text] as const,
        ),
      ),
    )
  }

  /** The numbers of the values that share terms with a text, by column; the most similar first. */
  async function rank(at: Generation, text: string, positions: ReadonlySet<number>): Promise<Map<number, number[]>> {
    const hash = termHasher(keys.dataKey, at.connectionId)
    const weights = new Map(termsOf(text).map((term) => [hash(term), weightOf(term)]))
    const scores = new Map<number, Map<number, number>>()
    for (const { position, term, postings } of await findPostings(store.db, at, [...weights.keys()])) {
      if (!positions.has(position)) continue
      const values = scores.get(position) ?? new Map<number, number>()
      scores.set(position, values)
      for (const value of postings.split(',').map(Number)) {
        values.set(value, (values.get(value) ?? 0) + (weights.get(term) ?? 0))
      }
    }
    return new Map(
      [...scores].map(([position, values]) => [
        position,
        [...values]
          .toSorted((left, right) => right[1] - left[1] || left[0] - right[0])
          .slice(0, mostCandidates)
          .map(([value]) => value),
      ]),
    )
  }

  async function findIn(at: Generation, text: string, columns: ReadonlyMap<number, StoredPlace>) {
    const found: (StoredPlace & { value: string })[] = []
    for (const [position, numbers] of await rank(at, text, new Set(columns.keys()))) {
      const place = columns.get(position)
      if (place === undefined) continue
      const chunks = [...new Set(numbers.map((number) => Math.floor(number / chunkSize)))]
      const texts = await readTexts(at, position, chunks)
      const candidates = numbers.flatMap((number) => texts.get(number) ?? [])
      found.push(...similar(text, candidates).map((value) => ({ ...place, value })))
    }
    return found
  }

  return {
    listOf: async (connectionId, place) => {
      const at = await locate(connectionId)
      const row = at && (await columnAt(at, place))
      const count = row?.value_count ?? Infinity
      if (at === null || row === null || count > valueListLimit) return null
      return [...(await readTexts(at, row.position, null)).values()]
    },
    search: async (connectionId, texts, places) => {
      const at = places.length === 0 ? null : await locate(connectionId)
      if (at === null) return { found: [], searched: [] }
      const byKey = new Map(places.map((place) => [keyOfPlace(place), place]))
      const columns = new Map<number, StoredPlace>()
      for (const row of await findColumns(store.db, at, places)) {
        const key = keyOfPlace({ schema: row.schema_name, table: row.table_name, column: row.column_name })
        const place = byKey.get(key)
        if (place !== undefined && row.value_count !== null) columns.set(row.position, place)
      }
      const found = []
      for (const text of texts) found.push(...(await findIn(at, text, columns)))
      return { found, searched: [...columns.values()] }
    },
    profileOf: async (connectionId, place) => {
      const at = await locate(connectionId)
      const row = at && (await columnAt(at, place))
      if (at === null || row === null || row.facts === null) return null
      return openValues<ColumnProfile>(keys, row.facts, { ...at, position: row.position, chunk: null })
    },
  }
}

/** Equal texts first, then equal words, then words that begin or end alike. */
const termWeights: Record<string, number> = { '=': 100, w: 10, p: 1, s: 1 }

function weightOf(term: string): number {
  return termWeights[term.charAt(0)] ?? 0
}

/** The equal values; else those with every word of the text; else those that differ by a typo. */
function similar(text: string, candidates: string[]): string[] {
  const equal = candidates.filter((value) => wholeOf(value) === wholeOf(text))
  if (equal.length > 0) return equal
  const words = tokenise(text).map(singular)
  const complete = candidates.filter((value) => {
    const own = new Set(tokenise(value).map(singular))
    return words.length > 0 && words.every((word) => own.has(word))
  })
  return complete.length > 0 ? complete.slice(0, mostSimilar) : nearestValues(text, candidates)
}
