import { stem } from '@parlance/retrieval'
import type { Reading } from '../candidates/generate.ts'
import { canBeNoun, isMainlyNoun, relativeNames } from '../candidates/relatives.ts'
import type { Context, Edit } from '../candidates/variant.ts'
import {
  filterTables,
  tableKeyOf,
  type ColumnRef,
  type Expression,
  type Filter,
  type Query,
  type TableKey,
} from '../query.ts'
import { columnOf, type Schema } from '../schema/model.ts'
import { certain, fair } from '../match/quality.ts'
import type { Chunk } from '../match/chunks.ts'
import type { Token } from '../match/tokens.ts'
import { bestColumn, bestTable } from '../parse/parser.ts'
import { classOf, placeOf } from './word-classes.ts'

/** Named numbers that describe a reading; a feature that isn't set is 0. */
export type Features = ReadonlyMap<string, number>

/** What the question's readings have in common. */
export interface Field {
  /** How many different readings there are, and the place of this one in the order of the search. */
  readings: number
  place: number
}

class Tally {
  readonly values = new Map<string, number>()

  add(name: string, value = 1): void {
    if (value !== 0) this.values.set(name, (this.values.get(name) ?? 0) + value)
  }

  /** Counts up to `most` as features of their own, because twice as many aren't twice as bad. */
  level(name: string, count: number, most: number): void {
    if (count > 0) this.add(`${name} ${count >= most ? `${most}+` : count}`)
  }
}

/** Levels of counts that get features of their own. */
const most = { groups: 2, edits: 4, tables: 4, items: 4, filters: 4, weak: 3, readings: 4 } as const
/** Words of a question in each level of its length. */
const wordsPerLevel = 5
const longestLevel = 6
/** Levels of the quality of a name. */
const qualityLevels = 10

/** Describes a reading. A table in `docs/develop/engine.md` explains the names. */
export function featuresOf(context: Context, reading: Reading, field: Field): Features {
  const tally = new Tally()
  tally.add('bias')
  const isStrict = reading.edits.length === 0
  tally.add(isStrict ? 'strict' : 'edited')
  tally.level('edits', reading.edits.length, most.edits)
  tally.level('readings', field.readings, most.readings)
  tally.level('place', field.place, most.readings)
  const content = contentOf(reading)
  addEdits(tally, context, reading, content)
  addQuery(tally, context.schema, reading, content)
  addWords(tally, reading, isStrict)
  return tally.values
}

/** What the chunks of a reading name. */
interface Content {
  /** Stems of the names of the query's tables and columns. */
  used: Set<string>
  /** Stems of all words that the reading uses. */
  said: Set<string>
}

function contentOf({ query, chunks }: Reading): Content {
  const names = [...refsOf(query)].flatMap((name) => name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u))
  const said = chunks.flatMap((one) => one.tokens.map((token) => stem(token.lower)))
  return { used: new Set(names.filter(Boolean).map((word) => stem(word.toLowerCase()))), said: new Set(said) }
}

/** The names of tables and columns in a query. */
function* refsOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* refsOf(one)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      if ((key === 'table' || key === 'column' || key === 'subject') && typeof one === 'string') yield one
      else if (key !== 'spoken') yield* refsOf(one)
}

function addEdits(tally: Tally, context: Context, reading: Reading, content: Content): void {
  const names = schemaStems(context.schema)
  for (const edit of reading.edits) {
    const { rule, how, chunk, before, after, nearness } = edit
    if (nearness !== null) {
      tally.add(`${rule} fits ${Math.floor(nearness.fit * qualityLevels)}`)
      tally.add(`${how} ${nearness.isClear ? 'clearly' : 'with rivals'}`)
    }
    if (rule !== 'skip') {
      tally.add(`${rule} ${how}`)
      tally.add(`${rule} ${classOf(chunk)}`)
      continue
    }
    const word = classOf(chunk)
    const [left, right] = [placeOf(before), placeOf(after)]
    tally.add(`skip ${word}`)
    tally.add(`skip after ${left}`)
    tally.add(`skip before ${right}`)
    tally.add(`skip ${word} after ${left}`)
    tally.add(`skip ${word} before ${right}`)
    tally.add(`skip between ${left} and ${right}`)
    if (isBare(reading.query)) tally.add(`skip ${word} without conditions`)
    if (reading.draft.items.every((one) => one.kind === 'table')) tally.add(`skip ${word} while rows are shown`)
    if (!isSaid(context.schema, reading.query.subject, content)) tally.add(`skip ${word} and the subject is unspoken`)
    if (!isContentBefore(reading, chunk)) tally.add('skip what is asked for')
    addMeanings(tally, chunk, reading, content)
    addRelatives(tally, context, edit, content)
    const stems = chunk.tokens.map((one) => stem(one.lower))
    if (stems.some((one) => content.said.has(one))) tally.add('skip a word that is used elsewhere')
    if (stems.some((one) => names.has(one))) tally.add('skip a stem of the schema')
    if (stems.some((one) => content.used.has(one))) tally.add('skip a stem of the query')
    for (const token of chunk.tokens) tally.add(`skip word ${token.word}`)
  }
}

/** Whether WordNet relates a skipped word to a name that the query uses, or to one that it doesn't. */
function addRelatives(tally: Tally, { phrases }: Context, { chunk, before, after }: Edit, { used }: Content): void {
  const [first] = chunk.tokens
  if (first === undefined || chunk.tokens.length > 1) return
  const relatives = relativeNames(phrases, { term: first.word, isNoun: first.word !== first.lower })
  const isUsed = (name: string) => name.split(' ').every((word) => used.has(stem(word)))
  const nearest = relatives.find((one) => isUsed(one.name))
  const lost = relatives.find((one) => !isUsed(one.name))
  const word = partOfSpeech(first)
  tally.add(`skip ${word}`)
  tally.add(`skip ${word} after ${placeOf(before)}`)
  tally.add(`skip ${word} before ${placeOf(after)}`)
  if (nearest !== undefined) {
    tally.add(`skip a relative by ${nearest.relation}`)
    tally.add(`skip ${word} that has a relative`)
  }
  if (lost !== undefined) tally.add(`skip a relative by ${lost.relation} of what is not used`)
  if (relatives.length === 0) tally.add(`skip ${word} without a relative`)
}

/** Whether a skipped word is a noun, as far as WordNet knows. */
function partOfSpeech({ word, lower }: Token): string {
  const isNoun = isMainlyNoun(word)
  const isPlural = lower !== word
  if (isNoun === null) return isPlural ? 'an unknown plural' : 'an unknown word'
  if (isNoun) return 'a noun'
  if (!canBeNoun(word)) return 'no noun'
  return isPlural ? 'a possible plural' : 'a possible noun'
}

function isBare({ filters, groups, order, having }: Query): boolean {
  return filters.length + groups.length + order.length + having.length === 0
}

/** Whether a skipped chunk names what the query uses anyway, or something that it lost. */
function addMeanings(tally: Tally, chunk: Chunk, { query }: Reading, { used }: Content): void {
  const names = [...chunk.tables.map((one) => one.table), ...chunk.columns.map((one) => one.column)]
  if (names.length === 0) return
  const isUsed = names.some((one) => one.words.every((word) => used.has(stem(word))))
  const isSure = Math.max(bestTable(chunk), bestColumn(chunk)) >= fair
  tally.add(`skip a ${isSure ? 'sure' : 'weak'} name that is ${isUsed ? 'used' : 'lost'}`)
  if (chunk.tables.some((one) => one.table.key === query.subject)) tally.add('skip the name of the subject')
}

const stemsOf = new WeakMap<Schema, Set<string>>()

function schemaStems(schema: Schema): Set<string> {
  const known = stemsOf.get(schema)
  if (known !== undefined) return known
  const words = schema.tables.flatMap((table) => [...table.words, ...table.columns.flatMap((one) => one.words)])
  const found = new Set(words.map((word) => stem(word)))
  stemsOf.set(schema, found)
  return found
}

/** Whether anything that the query uses comes before a skipped chunk. */
function isContentBefore({ chunks }: Reading, skipped: Chunk): boolean {
  const start = skipped.tokens[0]?.start ?? 0
  return chunks.some(
    (one) =>
      (one.tokens[0]?.start ?? 0) < start &&
      (one.tables.length + one.columns.length + one.values.length > 0 ||
        ['count', 'aggregate', 'superlative'].includes(one.keyword?.kind ?? '')),
  )
}

function addQuery(tally: Tally, schema: Schema, { query, draft, sql }: Reading, content: Content): void {
  addParts(tally, schema, query)
  if (/\bEXISTS\b/.test(sql)) tally.add('exists')
  if (/\bJOIN\b/.test(sql)) tally.add('joins')
  const tables = new Set(tablesOf(query))
  tally.level('tables', tables.size, most.tables)
  const unsaid = [...tables].filter((key) => !isSaid(schema, key, content))
  tally.level('unspoken tables', unsaid.length, most.tables)
  if (unsaid.includes(query.subject)) tally.add('subject is unspoken')
  if (draft.items.length > 0 && draft.items.every((one) => one.kind === 'table')) tally.add('shows a table')
  if (draft.items.length === 0) tally.add('asks for nothing')
  if (draft.passed.length > 0) tally.add('passed verbs')
  addColumns(tally, schema, query, content)
}

/** The kinds and numbers of the query's parts. */
function addParts(tally: Tally, schema: Schema, query: Query): void {
  tally.level('shown', query.select.length, most.items)
  tally.level('filters', query.filters.length, most.filters)
  tally.level('groups', query.groups.length, most.groups)
  for (const { expression } of query.select) tally.add(`show ${kindOf(expression)}${ofText(schema, expression)}`)
  for (const filter of query.filters) tally.add(`filter ${kindOfFilter(filter)}`)
  for (const { expression } of query.order) tally.add(`order by ${kindOf(expression)}`)
  if (query.limit !== null) tally.add(query.order.length > 0 ? 'limit' : 'limit without order')
  if (query.having.length > 0) tally.add('having')
  if (query.distinct) tally.add('distinct')
  if (isBare(query)) tally.add('no condition')
}

/** The columns that no word of the question names, by what the query does with them. */
function addColumns(tally: Tally, schema: Schema, query: Query, { said }: Content): void {
  const uses = {
    shown: query.select.map((one) => one.expression),
    ordered: query.order.map((one) => one.expression),
    grouped: query.groups,
  }
  for (const [use, expressions] of Object.entries(uses)) {
    const refs = expressions.flatMap((one) => refOf(one) ?? [])
    const unsaid = refs.filter((ref) => columnOf(schema, ref).words.every((word) => !said.has(stem(word))))
    const half = refs.filter((ref) => columnOf(schema, ref).words.some((word) => !said.has(stem(word))))
    tally.level(`${use} but unspoken`, unsaid.length, most.weak)
    tally.level(`${use} and half spoken`, half.length - unsaid.length, most.weak)
  }
  const shown = uses.shown.flatMap((one) => refOf(one) ?? []).map((ref) => `${ref.table}.${ref.column}`)
  if (new Set(shown).size < shown.length) tally.add('shows a column twice')
}

function refOf(expression: Expression): ColumnRef | null {
  if (expression.kind === 'aggregate') return refOf(expression.of)
  return expression.kind === 'column' || expression.kind === 'period' ? expression.ref : null
}

/** The least or greatest text is rarely meant. */
function ofText(schema: Schema, expression: Expression): string {
  if (expression.kind !== 'aggregate' || expression.of.kind !== 'column') return ''
  return columnOf(schema, expression.of.ref).kind === 'text' ? ' of a text' : ''
}

function isSaid(schema: Schema, key: TableKey, { said }: Content): boolean {
  const words = schema.byKey.get(key)?.words ?? []
  return words.some((word) => said.has(stem(word)))
}

function tablesOf(query: Query): TableKey[] {
  return [
    query.subject,
    ...[...query.select, ...query.order, ...query.having].map((one) => tableKeyOf(one.expression)),
    ...query.groups.map((one) => tableKeyOf(one)),
    ...query.filters.flatMap(filterTables),
  ]
}

function kindOf(expression: Expression): string {
  return expression.kind === 'aggregate' ? `${expression.fn}${expression.distinct ? ' distinct' : ''}` : expression.kind
}

function kindOfFilter(filter: Filter): string {
  const isNegated = 'negated' in filter && filter.negated
  const counts = filter.kind === 'related' && filter.having !== null ? ' counted' : ''
  return `${filter.kind}${counts}${isNegated ? ' negated' : ''}`
}

/** The quality of the names that are used, and the length of the question. */
function addWords(tally: Tally, reading: Reading, isStrict: boolean): void {
  const named = reading.chunks.filter((one) => one.keyword === null && one.tables.length + one.columns.length > 0)
  const quality = named.map((one) => Math.max(bestTable(one), bestColumn(one)))
  const mode = isStrict ? 'strict' : 'edited'
  tally.level(`${mode} certain names`, quality.filter((one) => one >= certain).length, most.items)
  tally.level('uncertain names', quality.filter((one) => one < certain).length, most.weak)
  tally.level('weak names', quality.filter((one) => one < fair).length, most.weak)
  tally.level('assumptions', reading.assumptions.length - stated(reading.edits), most.weak)
  const least = Math.floor(Math.min(1, ...quality) * qualityLevels)
  tally.add(`${mode} least quality ${least}`)
  for (const { text } of reading.assumptions.slice(stated(reading.edits))) tally.add(`assumes ${text}`)
  for (const chunk of reading.chunks) if (isNeutral(chunk)) tally.add(`pass word ${chunk.tokens[0]?.lower ?? ''}`)
  const words = reading.chunks.reduce((sum, one) => sum + one.tokens.length, 0)
  tally.level(`${mode} length`, Math.ceil(words / wordsPerLevel), longestLevel)
  const values = reading.chunks.filter((one) => one.values.length > 0)
  tally.level('values', values.length, most.weak)
  if (values.some((one) => one.values.every(({ quality: fit }) => fit < certain))) tally.add('uncertain value')
  if (reading.chunks.some((one) => one.quoted)) tally.add('quoted text')
  const first = reading.chunks[0]?.keyword
  tally.add(`${mode} begins with ${first?.kind === 'question' ? first.word : (first?.kind ?? 'a word')}`)
}

/** Whether a chunk has no meaning, so that the grammar could only pass over it. */
function isNeutral(chunk: Chunk): boolean {
  return (
    chunk.keyword === null &&
    !chunk.quoted &&
    chunk.number === null &&
    chunk.date === null &&
    chunk.tables.length + chunk.columns.length + chunk.values.length === 0
  )
}

/** The number of edits that state an assumption; those come first. */
function stated(edits: readonly Edit[]): number {
  return edits.filter((one) => one.assumption !== null).length
}
