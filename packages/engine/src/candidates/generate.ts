import type { Message } from '@parlance/contract'
import { Decline } from '../decline.ts'
import { doubtful } from '../interpret/doubtful.ts'
import { chunked, interpret, linkChooser } from '../interpret/interpret.ts'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Draft } from '../parse/draft.ts'
import type { Query } from '../query.ts'
import { renderSql } from '../render/sql.ts'
import { changesAt } from './rules.ts'
import type { Context, Edit, Variant } from './variant.ts'

/** A whole reading of a question, with everything that the ranking needs to judge it. */
export interface Reading {
  sql: string
  query: Query
  /** What was assumed about the words, and what the edits changed. */
  assumptions: Message[]
  draft: Draft
  chunks: readonly Chunk[]
  edits: readonly Edit[]
}

/** Bounds of the search: a question costs at most this many reads, whatever it says. */
const bounds = { edits: 4, reads: 40, readings: 10, ways: 3 } as const

/** The strict reading of a question, and the readings of its variants if it is declined, likely ones first. */
export interface Readings {
  strict: Reading | Decline
  others: Reading[]
}

/** Reads a question strictly. If that declines, changes what was declined, step by step, within bounds. */
export function readingsOf(context: Context): Readings {
  const { chunks, countsNone } = chunked(context.phrases, context.values, context.question, context.today)
  const start: Variant = { chunks, edits: [], way: null, cost: 0 }
  const strict = readVariant(context, start, countsNone)
  if (!(strict instanceof Decline)) return { strict, others: [] }
  const others = new Map<string, Reading>()
  const queue = variantsOf(context, start, strict)
  for (let reads = 0; reads < bounds.reads && others.size < bounds.readings; reads++) {
    const next = queue.shift()
    if (next === undefined) break
    const found = readVariant(context, next, countsNone)
    if (found instanceof Decline) {
      if (next.edits.length < bounds.edits) queue.push(...variantsOf(context, next, found))
      queue.sort((left, right) => left.cost - right.cost)
    } else if (!others.has(found.sql)) others.set(found.sql, found)
  }
  return { strict, others: [...others.values()] }
}

function readVariant(context: Context, variant: Variant, countsNone: boolean | null): Reading | Decline {
  const { schema, values, question, today } = context
  const { chunks, edits } = variant
  const found = interpret(schema, values, { chunks, countsNone }, today)
  if (found instanceof Decline) return found
  const doubt = doubtful(schema, question, found.query)
  if (doubt !== null) return doubt
  const choose = linkChooser(tokensOf(plainQuestion(question)))
  const sql = renderSql(schema, found.query, (paths) => choose(paths) ?? chosenWay(paths, variant.way))
  if (sql instanceof Decline) return sql
  const assumed = edits.flatMap(({ assumption }) => (assumption === null ? [] : [assumption]))
  return { ...found, sql, edits, assumptions: [...assumed, ...found.assumptions] }
}

function chosenWay<Path>(paths: readonly Path[], way: number | null): Path | null {
  return way === null ? null : (paths[way] ?? null)
}

/** The variants that may be read where this one declined. */
function variantsOf(context: Context, variant: Variant, declined: Decline): Variant[] {
  const at = culprit(variant.chunks, declined)
  if (at >= 0) return changesAt(context, variant, at, declined).toSorted((left, right) => left.cost - right.cost)
  if (declined.choices?.text !== null || variant.way !== null) return []
  return Array.from({ length: bounds.ways }, (_, way) => ({ ...variant, way, cost: variant.cost + way }))
}

/** The first chunk that a decline complains about; -1 if it names none. */
function culprit(chunks: readonly Chunk[], { missed }: Decline): number {
  return chunks.findIndex((chunk) => missed.includes(chunk.text))
}
