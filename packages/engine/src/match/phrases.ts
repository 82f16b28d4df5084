import { wordsOf } from '../schema/definitions.ts'
import { indexDefinitions, type DefinitionPhrases } from './definition-phrases.ts'
import { keywordOf } from '../lexicon/keywords.ts'
import { stem } from '@parlance/retrieval'
import { isDeed, synonymsOf } from '../lexicon/synonyms.ts'
import names from '../lexicon/vocabulary/names.json' with { type: 'json' }
import { displayColumns, isNumeric } from '../schema/roles.ts'
import type { ColumnModel, Schema, TableModel } from '../schema/model.ts'
import { fair, quality, stemFactor, synonymFactor } from './quality.ts'

export interface TableMatch {
  table: TableModel
  /** 1 for the whole name, less for a part of it or only a stem. */
  quality: number
}

export interface ColumnMatch {
  column: ColumnModel
  quality: number
}

interface Entry {
  tables: TableMatch[]
  columns: ColumnMatch[]
}

/** What each phrase of words may mean in a schema. */
export interface PhraseIndex {
  entries: ReadonlyMap<string, Entry>
  stems: ReadonlyMap<string, Entry>
  /** Names that unknown words, or pairs of words, of the question are read as. */
  related?: ReadonlyMap<string, string>
  /** The names of the area's metrics and filters. */
  definitions?: DefinitionPhrases
}

const functionWords = new Set(names.functionWords)

const sameNames: [string, string[]][] = [
  ['forename', ['first', 'name']],
  ['given name', ['first', 'name']],
  ['surname', ['last', 'name']],
  ['family name', ['last', 'name']],
  ['first name', ['forename']],
  ['last name', ['surname']],
]

const genericTails = new Set(names.generic)

function entryOf(entries: Map<string, Entry>, key: string): Entry {
  const found = entries.get(key) ?? { tables: [], columns: [] }
  entries.set(key, found)
  return found
}

function addColumn(entries: Map<string, Entry>, words: readonly string[], column: ColumnModel, fit: number): void {
  if (words.length === 0) return
  const entry = entryOf(entries, words.join(' '))
  const known = entry.columns.find((one) => one.column === column)
  if (known === undefined) entry.columns.push({ column, quality: fit })
  else known.quality = Math.max(known.quality, fit)
}

function addTable(entries: Map<string, Entry>, words: readonly string[], table: TableModel, fit: number): void {
  if (words.length === 0) return
  const entry = entryOf(entries, words.join(' '))
  const known = entry.tables.find((one) => one.table === table)
  if (known === undefined) entry.tables.push({ table, quality: fit })
  else known.quality = Math.max(known.quality, fit)
}

function withoutTableWords(column: ColumnModel): string[] | null {
  const own = column.table.words
  for (let from = 0; from < own.length; from++) {
    const prefix = own.slice(from)
    if (column.words.length > prefix.length && prefix.every((word, position) => column.words[position] === word))
      return column.words.slice(prefix.length)
  }
  return null
}

function subPhraseQuality(words: readonly string[], from: number, to: number): number {
  if (to === words.length) return quality.columnEnd
  const rest = words.slice(to)
  return from === 0 && rest.every((word) => genericTails.has(word)) ? quality.columnStart : quality.part
}

/** Whether a part of a name is only a function word, an abbreviation, or a number that names nothing. */
function saysNothing(part: readonly string[], words: readonly string[], to: number): boolean {
  const [only, other] = part
  if (only === undefined || other !== undefined || words.length === 1) return false
  return functionWords.has(only) || ((only.length < 3 || /^\d+$/.test(only)) && to !== words.length)
}

function indexParts(entries: Map<string, Entry>, column: ColumnModel): void {
  const { words } = column
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const part = words.slice(from, to)
      if (!saysNothing(part, words, to)) addColumn(entries, part, column, subPhraseQuality(words, from, to))
    }
  }
}

/** A name of several words written as one; nothing for a single word. */
function joined(words: readonly string[]): string[] {
  return words.length > 1 ? [words.join('')] : []
}

const irregularDoers: ReadonlyMap<string, string> = new Map(Object.entries(names.doers))

/** 'the director' is in `directed_by`: the words for who does what a column with a name says. */
function doersOf({ words, isKey, isForeignKey }: ColumnModel): string[] {
  const [verb, by, more] = words
  if (verb === undefined || by !== 'by' || more !== undefined || isKey || isForeignKey) return []
  const irregular = irregularDoers.get(verb)
  if (irregular !== undefined) return [irregular]
  return verb.endsWith('ed') ? [`${verb.slice(0, -1)}r`, `${verb.slice(0, -2)}or`] : []
}

function indexColumn(entries: Map<string, Entry>, column: ColumnModel): void {
  const { words } = column
  indexParts(entries, column)
  const bare = withoutTableWords(column)
  if (bare !== null) addColumn(entries, bare, column, quality.bare)
  addColumn(entries, words, column, quality.whole)
  addColumn(entries, joined(words), column, quality.bare)
  if (words[0] === 'is' && words.length > 1) addColumn(entries, words.slice(1), column, quality.bare)
  if (words.length === 2) addColumn(entries, words.toReversed(), column, quality.turned)
  for (const [name, alias] of sameNames) if (words.join(' ') === name) addColumn(entries, alias, column, quality.bare)
  for (const doer of doersOf(column)) addColumn(entries, [doer], column, quality.turned)
  for (const synonym of column.synonyms) addColumn(entries, synonym, column, quality.whole)
}

/** A view such as `products_by_category`: its name is what people say to group the products by category. */
function namesGrouping({ tables }: Schema, { isView, words }: TableModel): boolean {
  const at = words.findIndex((word) => word === 'by' || word === 'per')
  const [rows, group] = [words.slice(0, at).join(' '), words.slice(at + 1).join(' ')]
  const isTable = (name: string) => tables.some((one) => !one.isView && one.words.join(' ') === name)
  const isColumn = () => tables.some((one) => !one.isView && one.columns.some((own) => own.words.join(' ') === group))
  const isCounted = () => isTable(rows) || keywordOf(`${rows}s`)?.kind === 'measure'
  return isView && at > 0 && isCounted() && (isTable(group) || isColumn())
}

function indexTableParts(entries: Map<string, Entry>, table: TableModel): void {
  const { words } = table
  for (let from = 1; from < words.length; from++)
    if (!functionWords.has(words[from] ?? '')) addTable(entries, words.slice(from), table, quality.tableEnd)
  for (let to = 1; to < words.length; to++)
    if (!functionWords.has(words[to - 1] ?? '')) addTable(entries, words.slice(0, to), table, quality.part)
}

function indexTable(entries: Map<string, Entry>, schema: Schema, table: TableModel): void {
  const { words } = table
  if (!table.isView) indexTableParts(entries, table)
  if (!namesGrouping(schema, table)) {
    addTable(entries, words, table, quality.whole)
    addTable(entries, joined(words), table, quality.bare)
  }
  for (const synonym of table.synonyms) addTable(entries, synonym, table, quality.whole)
  indexKey(entries, table)
  const shown = displayColumns(table)
  const [only, other] = shown
  if (other !== undefined && shown.every((one) => !one.isKey))
    for (const one of shown)
      for (const words of [['full', 'name'], ['name']]) addColumn(entries, words, one, quality.partsOfName)
  else if (only !== undefined && only.kind === 'text' && !only.isKey && !only.isForeignKey)
    addColumn(entries, ['name'], only, quality.turned)
}

/** 'the ids of the planes', 'the flight number': the key, if its own name doesn't say so. */
function indexKey(entries: Map<string, Entry>, table: TableModel): void {
  const [key, other] = table.primaryKey
  if (key === undefined || other !== undefined || table.isView) return
  const names = (word: string) => table.columns.some((one) => one.words.includes(word))
  if (!names('id') && (isNumeric(key) || key.words.at(-1)?.endsWith('id') === true))
    addColumn(entries, ['id'], key, quality.keyName)
  if (!names('number') && isNumeric(key)) addColumn(entries, [...table.words, 'number'], key, quality.keyName)
}

/** Prepares a schema's names for `matchPhrase`. */
export function indexPhrases(schema: Schema): PhraseIndex {
  const entries = new Map<string, Entry>()
  for (const table of schema.tables) {
    indexTable(entries, schema, table)
    for (const column of table.columns) indexColumn(entries, column)
  }
  preferDimensions(entries, schema)
  const stems = new Map<string, Entry>()
  for (const [key, entry] of entries) {
    if (key.includes(' ')) continue
    const target = entryOf(stems, stem(key))
    target.tables.push(...entry.tables)
    target.columns.push(...entry.columns)
  }
  return schema.vocabulary === undefined
    ? { entries, stems }
    : { entries, stems, definitions: indexDefinitions(schema) }
}

/** A dimension of the area wins over other columns with its name, unless the question says whose column it means. */
function preferDimensions(entries: Map<string, Entry>, { vocabulary }: Schema): void {
  const named = Map.groupBy(
    (vocabulary?.dimensions ?? []).flatMap(({ dimension, column }) =>
      [dimension.name, ...dimension.synonyms].map((name) => ({ key: wordsOf(name).join(' '), column })),
    ),
    (one) => one.key,
  )
  for (const [key, meant] of named) {
    const entry = entries.get(key)
    for (const one of entry?.columns ?? [])
      if (!meant.some(({ column }) => column === one.column)) one.quality = Math.min(one.quality, quality.bare)
  }
}

const nothing: Entry = { tables: [], columns: [] }

function weaken(entry: Entry, factor: number): Entry {
  return {
    tables: entry.tables.map((one) => ({ ...one, quality: one.quality * factor })),
    columns: entry.columns.map((one) => ({ ...one, quality: one.quality * factor })),
  }
}

function merge(left: Entry, right: Entry): Entry {
  return { tables: [...left.tables, ...right.tables], columns: [...left.columns, ...right.columns] }
}

function bySynonym(index: PhraseIndex, words: readonly string[]): Entry {
  let found = byRelative(index, words)
  words.forEach((word, position) => {
    for (const other of synonymsOf(word)) {
      const entry = index.entries.get(words.with(position, other).join(' '))
      if (entry !== undefined)
        found = merge(found, weaken(isDeed(word) ? { tables: entry.tables, columns: [] } : entry, synonymFactor))
    }
  })
  return found
}

/** The entry of a phrase in which each related word is replaced by its name. */
function byRelative({ entries, related }: PhraseIndex, words: readonly string[]): Entry {
  if (related === undefined) return nothing
  const replaced: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', next] = words.slice(at, at + 2)
    const pair = next === undefined ? undefined : related.get(`${word} ${next}`)
    replaced.push(pair ?? related.get(word) ?? word)
    if (pair !== undefined) at++
  }
  const phrase = replaced.join(' ')
  const entry = phrase === words.join(' ') ? undefined : entries.get(phrase)
  return entry === undefined ? nothing : weaken(entry, synonymFactor)
}

const agentNoun = /(?:er|or|ist)$/

/** What a word may stand for that isn't said as such: a 'mountaineer' isn't a mountain, nor the key of one. */
export function withoutThings(word: string, { tables, columns }: Entry): Entry {
  if (!agentNoun.test(word)) return { tables, columns }
  const isThing = ({ words }: TableModel) => words.every((own) => !own.startsWith(word) && !agentNoun.test(own))
  return {
    tables: tables.filter((one) => !isThing(one.table)),
    columns: columns.filter(({ column }) => !(column.isKey || column.isForeignKey) || !isThing(column.table)),
  }
}

/**
 * The tables and columns that a phrase of singular words may mean: by name, else by a synonym, else (for one word of
 * four or more letters) by its stem.
 */
export function matchPhrase(index: PhraseIndex, words: readonly string[]): Entry {
  const exact = index.entries.get(words.join(' ')) ?? index.entries.get(words.length > 1 ? words.join('') : '')
  if (exact !== undefined) {
    const best = Math.max(0, ...exact.tables.map((one) => one.quality), ...exact.columns.map((one) => one.quality))
    return best >= fair || words.length > 1 ? exact : merge(exact, bySynonym(index, words))
  }
  const synonym = bySynonym(index, words)
  if (synonym.tables.length + synonym.columns.length > 0) return synonym
  const [word] = words
  if (words.length !== 1 || word === undefined || word.length < 4) return nothing
  const sameStem = index.stems.get(stem(word))
  return sameStem === undefined ? nothing : weaken(withoutThings(word, sameStem), stemFactor)
}
