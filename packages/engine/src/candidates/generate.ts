import { message, type Message } from '@parlance/contract'
import { significantWords } from '../answer/missed-words.ts'
import { Decline } from '../decline.ts'
import { doubtful } from '../interpret/doubtful.ts'
import { comparedIn } from '../interpret/doubtful-words.ts'
import { chunked, interpretChunks, linkChooser } from '../interpret/interpret.ts'
import { plainQuestion, tokensOf } from '../match/tokens.ts'
import type { Chunk } from '../match/chunks.ts'
import { plainKey } from '../match/values.ts'
import { columnOf } from '../schema/model.ts'
import { relatedWords, withRelated, withRelatedValues } from '../match/related-words.ts'
import type { Draft } from '../parse/draft.ts'
import { readQuestion } from '../parse/grammar.ts'
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
const bounds = { chunks: 60, edits: 4, reads: 40, readings: 10 } as const

/**
 * How certain a reading's words are: as asked, read as the names that they clearly misspell, as names that they are
 * clearly related to, or changed otherwise.
 */
export type ReadingKind = 'strict' | 'misspelled' | 'related' | 'changed'

/** The kind of a reading. */
export function kindOf({ edits }: Reading): ReadingKind {
  if (edits.length === 0) return 'strict'
  if (edits.every((one) => one.how === `${clearly}typo`)) return 'misspelled'
  return edits.every((one) => one.how.startsWith(clearly)) ? 'related' : 'changed'
}

/** How edits begin that read a word as the name that it is clearly related to. */
const clearly = 'clearly '

/** The strict reading of a question, and the readings of its variants if it is declined, likely ones first. */
export interface Readings {
  strict: Reading | Decline
  others: Reading[]
}

/** Reads a question strictly again and again, while weights change; null if that never depends on them. */
export function strictReader(context: Context): (() => Reading | Decline) | null {
  const { chunks, countsNone } = chunked(context.phrases, context.values, context.question, context.today)
  if (readQuestion(chunks).missed.length > 0) return null
  return () => readVariant(context, { chunks, edits: [], cost: 0 }, countsNone)
}

/** Reads a question strictly. If that declines, changes what was declined, step by step, within bounds. */
export function readingsOf(context: Context): Readings {
  const { chunks, countsNone } = chunked(context.phrases, context.values, context.question, context.today)
  const start: Variant = { chunks, edits: [], cost: 0 }
  const strict = readVariant(context, start, countsNone)
  if (!(strict instanceof Decline) || chunks.length > bounds.chunks) return { strict, others: [] }
  const others = new Map<string, Reading>()
  const related = relatedVariant(context, start)
  const queue = [...(related === null ? [] : [related]), ...variantsOf(context, start, strict)]
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

/** All unknown words read as the names that they are clearly related to; null if there are none. */
function relatedVariant({ phrases, values, question, today }: Context, { chunks }: Variant): Variant | null {
  const related = relatedWords(chunks, phrases, values)
  if (related.length === 0) return null
  const again = chunked(withRelated(phrases, related), withRelatedValues(values, related), question, today)
  const edits = related.flatMap(({ text, isValue, relative: { name, relation, distance } }): Edit[] => {
    const at = chunks.findIndex((one) => text.endsWith(one.text) || text.startsWith(`${one.text} `))
    const chunk = chunks[at]
    if (chunk === undefined) return []
    const assumption = message('“{word}” is interpreted as {table}', {
      word: text,
      table: isValue ? `“${name}”` : name,
    })
    const nearness = { fit: Math.max(0, 1 - distance), isClear: true }
    const [before, after] = [chunks[at - 1] ?? null, chunks[at + 1] ?? null]
    const isWhole = text === chunk.text
    return [
      {
        rule: 'near',
        how: `${clearly}${relation}`,
        chunk,
        before,
        after,
        words: isWhole ? name : null,
        nearness,
        assumption,
      },
    ]
  })
  return { chunks: again.chunks, edits, cost: 0 }
}

function readVariant(context: Context, variant: Variant, countsNone: boolean | null): Reading | Decline {
  const { schema, question } = context
  const { chunks, edits } = variant
  const found = interpretChunks(context, { chunks, countsNone })
  if (found instanceof Decline) return found
  const doubt = doubtful(schema, question, found.query) ?? foreignValue(context, found.query, edits)
  if (doubt !== null) return doubt
  const choose = linkChooser(tokensOf(plainQuestion(question)))
  const sql = renderSql(schema, found.query, choose)
  if (sql instanceof Decline) return sql
  const assumed = edits.flatMap(({ assumption }) => (assumption === null ? [] : [assumption]))
  const words = new Set(assumed.map((one) => one.values?.word))
  const more = found.assumptions.filter(({ values: said }) => said?.word === undefined || !words.has(said.word))
  return { ...found, sql, edits, assumptions: [...assumed, ...more] }
}

/** 'in the state "Colorado"' isn't a country, if no country has that name: a changed name must have the value. */
function foreignValue({ schema, values }: Context, { filters }: Query, edits: readonly Edit[]): Decline | null {
  if (edits.length === 0) return null
  for (const { ref, value } of comparedIn(filters)) {
    const known = values.read.get(columnOf(schema, ref))
    if (typeof value !== 'string' || known === undefined) continue
    if (!known.some((one) => plainKey(String(one)) === plainKey(value)))
      return new Decline(message('{column} has no value “{value}”.', { column: `${ref.table}.${ref.column}`, value }), [
        value,
      ])
  }
  return null
}

/** The variants that may be read where this one declined. */
function variantsOf(context: Context, variant: Variant, declined: Decline): Variant[] {
  const at = culprit(variant.chunks, declined)
  if (at < 0) return []
  return changesAt(context, variant, at, declined).toSorted((left, right) => left.cost - right.cost)
}

/** The first chunk that a decline complains about; -1 if it names none. */
function culprit(chunks: readonly Chunk[], { missed }: Decline): number {
  const words = significantWords(missed)
  return chunks.findIndex((chunk) => words.includes(chunk.text))
}
