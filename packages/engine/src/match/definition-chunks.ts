import { singular } from '@parlance/retrieval'
import type { TableModel } from '../schema/model.ts'
import type { Chunk, ChunkSource } from './chunk.ts'
import { matchPhrase } from './phrases.ts'
import { certain, quality } from './quality.ts'
import { definitionAt } from './definition-phrases.ts'

/**
 * The metric or filter of the area that is named at a token, if no longer stretch of the question means something.
 * @param longest the number of tokens that otherwise mean something
 */
export function definedChunk(
  { phrases, tokens }: ChunkSource,
  at: number,
  before: Chunk | undefined,
  longest: number,
): { length: number; meaning: Partial<Chunk> } | null {
  const found = phrases.definitions === undefined ? null : definitionAt(phrases.definitions, tokens, at)
  if (found === null || found.length < longest) return null
  const { match, length } = found
  if (match.kind === 'filter') return { length, meaning: { filter: match.state, number: null } }
  const words = tokens.slice(at, at + length).map((one) => one.word)
  const named = matchPhrase(phrases, words).tables
  if (named.some((one) => one.quality >= certain) && !asksForNumber(tokens[at + length]?.lower, before)) return null
  return { length, meaning: { keyword: match.keyword, number: null } }
}

const owning = new Set(['relative', 'with', 'have'])
const grouping = new Set(['by', 'per', 'each'])

/** 'orders by month' and 'how many orders' ask for the metric; 'list the orders' and 'with 3 orders' for the table. */
function asksForNumber(next: string | undefined, before: Chunk | undefined): boolean {
  const keyword = before?.keyword ?? null
  if (keyword?.kind === 'count' || (keyword?.kind === 'aggregate' && keyword.fn === 'sum')) return true
  if (before !== undefined && (before.filter !== null || before.values.length > 0)) return false
  return !owning.has(keyword?.kind ?? '') && grouping.has(next ?? '')
}

/**
 * Joins 'how many' with the metric that it asks for, and says the table after a filter that is used like a noun: 'VIPs'
 * are customers.
 */
export function withDefinedNouns({ phrases }: ChunkSource, chunks: readonly Chunk[]): Chunk[] {
  if (phrases.definitions === undefined) return [...chunks]
  return chunks.flatMap((chunk, at): Chunk[] => {
    const [before, after] = [chunks[at - 1], chunks[at + 1]]
    if (chunk.keyword?.kind === 'count' && isMetric(after)) return []
    if (chunk.filter === null) return [chunk]
    const table = phrases.definitions?.entries
    const own = [...(table?.values() ?? [])].find((one) => one.kind === 'filter' && one.state === chunk.filter)
    if (own?.kind !== 'filter' || !(isNoun(chunk, before, after) || beginsWithNoun(chunk, own.table))) return [chunk]
    const noun: Chunk = {
      ...chunk,
      text: own.table.spoken,
      tokens: [],
      filter: null,
      tables: [{ table: own.table, quality: quality.whole }],
    }
    return [chunk, noun]
  })
}

function isMetric(chunk: Chunk | undefined): boolean {
  return chunk?.keyword?.kind === 'measure' && typeof chunk.keyword.of === 'object'
}

/** 'products to reorder': the name of the filter says its rows first. */
function beginsWithNoun({ tokens }: Chunk, table: TableModel): boolean {
  const names = [table.words, ...table.synonyms].map((words) => words.map(singular))
  return names.some((name) => name.length > 0 && name.every((word, at) => tokens[at]?.word === word))
}

/** Whether a filter is said in the plural and nothing after it says of what. */
function isNoun({ tokens }: Chunk, before: Chunk | undefined, after: Chunk | undefined): boolean {
  const last = tokens.at(-1)
  const isPlural = last !== undefined && last.lower !== last.word
  const isPredicate = before?.keyword?.kind === 'be' || before?.keyword?.kind === 'not'
  return (
    isPlural && !isPredicate && (after === undefined || after.tables.length === 0) && (after?.filter ?? null) === null
  )
}
