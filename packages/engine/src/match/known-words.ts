import { singular } from '@parlance/retrieval'
import { isFunctionWord } from '../lexicon/function-words.ts'
import { neutralityOf } from '../lexicon/neutral.ts'
import type { Schema } from '../schema/model.ts'
import { chunksOf, type Chunk } from './chunks.ts'
import type { PhraseIndex } from './phrases.ts'
import { tokensOf, type Token } from './tokens.ts'
import type { ValueIndex } from './values.ts'

/** What the words of a question may mean: the schema's names and the stored values that were read. */
export interface Known {
  schema: Schema
  phrases: PhraseIndex
  values: ValueIndex
  today: string
}

/**
 * Whether a part of a question matches nothing: no table, column, stored value, date, number, or word of English that
 * the engine understands. A part that only didn't fit the grammar matches something.
 */
export function matchesNothing(text: string, known: Known): boolean {
  const tokens = tokensOf(text)
  return (
    tokens.length > 0 && chunksOf({ ...known, question: text, tokens }).every((one) => isUnknown(one, known.schema))
  )
}

function isUnknown(chunk: Chunk, schema: Schema): boolean {
  const hasMeaning =
    chunk.keyword !== null ||
    chunk.number !== null ||
    chunk.date !== null ||
    chunk.tables.length + chunk.columns.length + chunk.values.length > 0
  return !hasMeaning && (chunk.quoted || chunk.tokens.every((token) => !isEnglish(token) && !isInNames(token, schema)))
}

function isEnglish({ lower }: Token): boolean {
  return isFunctionWord(lower) || neutralityOf(lower) !== 'never' || !/\p{L}/u.test(lower)
}

function isInNames({ lower, word }: Token, schema: Schema): boolean {
  const names = namesOf(schema)
  return names.has(lower) || names.has(word)
}

const allNames = new WeakMap<Schema, ReadonlySet<string>>()

/** The names of all tables and columns, their words, and the singulars of both, made once for each schema. */
function namesOf(schema: Schema): ReadonlySet<string> {
  const known = allNames.get(schema)
  if (known !== undefined) return known
  const named = schema.tables.flatMap((table) => [table, ...table.columns])
  const spellings = named.flatMap(({ name, words }) => {
    const lower = name.toLowerCase()
    return [...words, words.join(''), lower, ...lower.split('_')]
  })
  const made = new Set(spellings.flatMap((one) => [one, singular(one)]))
  allNames.set(schema, made)
  return made
}

/** Whether all texts that a question may name were read, so that an unknown word certainly is none of them. */
export function knowsAllValues({ schema, values }: Pick<Known, 'schema' | 'values'>): boolean {
  return schema.tables.every((table) =>
    table.columns.every((column) => (column.kind !== 'text' && column.kind !== 'other') || values.read.has(column)),
  )
}
