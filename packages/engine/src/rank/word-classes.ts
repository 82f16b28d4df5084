import { neutralityOf } from '../lexicon/neutral.ts'
import { certain, fair } from '../match/quality.ts'
import type { Chunk } from '../match/chunks.ts'
import { bestColumn, bestTable } from '../parse/parser.ts'

/** Endings that show what kind of word an unknown one is. */
const endings: readonly [RegExp, string][] = [
  [/ly$/, 'adverb'],
  [/ing$/, 'word in -ing'],
  [/ed$/, 'word in -ed'],
  [/(?:ous|ful|able|ible|ive|ic|al|ary|less|est)$/, 'adjective'],
  [/(?:tion|sion|ment|ness|ity|ship|ance|ence|age)s?$/, 'abstract noun'],
  [/(?:er|or|ist|ian)s?$/, 'agent noun'],
  [/[^s]s$/, 'word in -s'],
]

/** The class of a skipped chunk. */
export function classOf(chunk: Chunk): string {
  if (chunk.quoted) return 'quoted text'
  if (chunk.date !== null) return 'date'
  if (chunk.number !== null) return 'number'
  if (chunk.values.length > 0) return 'value'
  if (chunk.keyword !== null) return `keyword ${chunk.keyword.kind}`
  const best = Math.max(bestTable(chunk), bestColumn(chunk))
  if (best >= certain) return 'certain name'
  if (best > 0) return best >= fair ? 'fair name' : 'weak name'
  return classOfWord(chunk)
}

function classOfWord({ capital, tokens: [token] }: Chunk): string {
  if (token === undefined) return 'other word'
  if (capital && token.start > 0) return 'capitalized word'
  if (neutralityOf(token.lower) === 'linking') return 'linking verb'
  return endings.find(([ending]) => ending.test(token.lower))?.[1] ?? 'other word'
}

/** What a neighbor of a skipped chunk is. */
export function placeOf(chunk: Chunk | null): string {
  if (chunk === null) return 'nothing'
  if (chunk.quoted || chunk.values.length > 0) return 'a value'
  if (chunk.date !== null || chunk.number !== null) return 'a number'
  const { keyword } = chunk
  if (keyword?.kind === 'preposition' || keyword?.kind === 'question') return keyword.word
  if (keyword !== null) return keyword.kind
  if (bestTable(chunk) >= fair && bestTable(chunk) >= bestColumn(chunk)) return 'a table'
  if (bestColumn(chunk) >= fair) return 'a column'
  return bestTable(chunk) + bestColumn(chunk) > 0 ? 'a weak name' : 'a word'
}
