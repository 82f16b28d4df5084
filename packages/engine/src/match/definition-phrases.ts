import { singular } from '@parlance/retrieval'
import type { Keyword } from '../lexicon/keywords.ts'
import type { State } from '../lexicon/states.ts'
import { defaultWordsOf, type DefaultWords } from './default-words.ts'
import { tokensOf, type Token } from './tokens.ts'
import type { Schema, TableModel } from '../schema/model.ts'

/** A definition that words of a question name. */
export type DefinitionMatch =
  | { kind: 'metric'; keyword: Keyword }
  /** `noun`: the table's own name, which the filter's name ends with and which must follow the words. */
  | { kind: 'filter'; state: State; table: TableModel; noun: readonly string[] }

/** The names and synonyms of metrics and named filters, by their singular words. */
export interface DefinitionPhrases {
  entries: ReadonlyMap<string, DefinitionMatch>
  /** The number of words of the longest one. */
  longest: number
  /** The words that leave default filters out. */
  defaults: readonly DefaultWords[]
}

const articles = new Set(['of', 'the', 'a', 'an'])

/** 'that are internal', 'is not internal': the filter is said of rows that were named before. */
const being = new Set(['is', 'are', 'was', 'were', 'be', 'not'])

/** The words of a phrase that matter, in the singular. */
function wordsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ lower, word }) => (articles.has(lower) || !/[\p{L}\p{N}]/u.test(lower) ? [] : [word]))
}

/** Prepares the names of definitions for `definitionAt`. */
export function indexDefinitions(schema: Schema): DefinitionPhrases {
  const { vocabulary, tables } = schema
  const entries = new Map<string, DefinitionMatch>()
  let longest = 0
  const add = (words: readonly string[], match: DefinitionMatch) => {
    const key = words.join(' ')
    if (key === '' || entries.has(key)) return
    entries.set(key, match)
    longest = Math.max(longest, words.length)
  }
  for (const { metric } of vocabulary?.metrics.values() ?? []) {
    const match: DefinitionMatch = { kind: 'metric', keyword: { kind: 'measure', of: { metric: metric.name } } }
    for (const name of [metric.name, ...metric.synonyms]) add(wordsIn(tokensOf(name)), match)
  }
  for (const { filter, column } of vocabulary?.filters.values() ?? []) {
    const state: State = { kind: 'defined', event: [], flags: [], filter: column.ref }
    for (const name of [filter.name, ...filter.synonyms]) {
      const words = wordsIn(tokensOf(name))
      const noun = nounOf(words, column.table, tables)
      add(words.slice(0, words.length - noun.length), { kind: 'filter', state, table: column.table, noun })
    }
  }
  return { entries, longest, defaults: defaultWordsOf(schema) }
}

/** The end of a filter's name that only repeats its table: 'customers' in 'active customers'. */
function nounOf(words: readonly string[], table: TableModel, tables: readonly TableModel[]): string[] {
  const names = [table.words, ...table.synonyms].map((one) => one.map(singular))
  const found = names.find(
    (name) => name.length > 0 && name.length < words.length && name.join(' ') === words.slice(-name.length).join(' '),
  )
  return found === undefined || tables.length === 0 ? [] : found
}

/** The longest definition whose name begins at a token, and its number of tokens; null if there is none. */
export function definitionAt(
  { entries, longest }: DefinitionPhrases,
  tokens: readonly Token[],
  at: number,
): { match: DefinitionMatch; length: number } | null {
  const most = Math.min(longest === 0 ? 0 : longest + articles.size, tokens.length - at)
  for (let length = most; length > 0; length--) {
    const part = tokens.slice(at, at + length)
    const [first, last] = [part[0], part.at(-1)]
    if (first === undefined || last === undefined || part.some((one) => one.quoted || one.lower === ',')) continue
    if (articles.has(first.lower) || articles.has(last.lower)) continue
    const match = entries.get(wordsIn(part).join(' '))
    if (match === undefined) continue
    if (match.kind === 'metric' || match.noun.length === 0) return { match, length }
    const next = wordsIn(tokens.slice(at + length, at + length + match.noun.length)).join(' ')
    if (next === match.noun.join(' ') || being.has(tokens[at - 1]?.lower ?? '')) return { match, length }
  }
  return null
}
