import { message, type Catalogue, type Message } from '@parlance/contract'
import { indexCatalogue, searchTables, type CatalogueIndex, type Description } from '@parlance/retrieval'
import type { Ambiguous, Translation, TranslateRequest, Understood } from './contract.ts'
import { readingOf } from './answer/reading.ts'
import {
  asksForTheirs,
  counted,
  countedFollowUp,
  followUp,
  pointsBack,
  priorQuery,
  soundsLikeFollowUp,
} from './interpret/follow-up.ts'
import { readingsOf as candidatesOf } from './candidates/generate.ts'
import { rewritten } from './candidates/rewrite.ts'
import type { Context } from './candidates/variant.ts'
import { decide, rank, type Ranked } from './rank/rank.ts'
import { chunksOf, type Chunk } from './match/chunks.ts'
import { chunked, interpret, linkChooser, tablesSpokenOf } from './interpret/interpret.ts'
import { indexPhrases, type PhraseIndex } from './match/phrases.ts'
import { certain } from './match/quality.ts'
import { plainQuestion, tokensOf } from './match/tokens.ts'
import { asksToChange, helpWith } from './answer/missed-words.ts'
import { datesOf, foreignDate } from './interpret/stored-dates.ts'
import { doubtful } from './interpret/doubtful.ts'
import { Decline } from './decline.ts'
import { addValues, emptyValues, type ValueIndex } from './match/values.ts'

import type { Resolved } from './interpret/resolve.ts'
import { type Query, tableKeyOf } from './query.ts'
import { dialectOf } from './render/dialects/index.ts'
import { renderSql } from './render/sql.ts'
import { neighbors } from './schema/graph.ts'
import { isForeign, smallTalk } from './answer/small-talk.ts'
import { answerFacts, firstQuestions, suggestions } from './answer/suggest.ts'
import { tableOf, type ColumnModel, type Schema, type TableModel } from './schema/model.ts'
import { modelSchema } from './schema/model-schema.ts'

interface Prepared {
  schema: Schema
  phrases: PhraseIndex
}

const manyTables = 150
const consideredTables = 40
const readColumns = 80
const prepared = new WeakMap<Catalogue, { descriptions: string; prepared: Prepared }>()

const indexes = new WeakMap<Catalogue, { descriptions: string; index: CatalogueIndex }>()

function indexOf(catalogue: Catalogue, descriptions: readonly Description[]): CatalogueIndex {
  const key = JSON.stringify(descriptions)
  const known = indexes.get(catalogue)
  if (known !== undefined && known.descriptions === key) return known.index
  const index = indexCatalogue(catalogue, descriptions)
  indexes.set(catalogue, { descriptions: key, index })
  return index
}

/** Reduces a catalogue that is too large to the tables that the question mentions and their partners. */
function narrowed(request: Omit<TranslateRequest, 'valuesOf'>, descriptions: readonly Description[]): Catalogue {
  const { catalogue } = request
  if (catalogue.tables.length <= manyTables) return catalogue
  const asked = [request.question, ...request.history.slice(-2).map((one) => one.question)].join(' ')
  const hits = searchTables(indexOf(catalogue, descriptions), asked, consideredTables).map((hit) => hit.table)
  const chosen = new Set(hits)
  for (const table of hits)
    for (const key of table.foreignKeys)
      for (const other of catalogue.tables) if (other.name === key.referencedTable) chosen.add(other)
  return { ...catalogue, tables: catalogue.tables.filter((table) => chosen.has(table)) }
}

function prepare(request: Omit<TranslateRequest, 'valuesOf'>): Prepared {
  const descriptions = request.descriptions ?? []
  const key = JSON.stringify(descriptions)
  const known = prepared.get(request.catalogue)
  const isWhole = request.catalogue.tables.length <= manyTables
  if (isWhole && known !== undefined && known.descriptions === key) return known.prepared
  const schema = modelSchema(narrowed(request, descriptions), descriptions)
  const made = { schema, phrases: indexPhrases(schema) }
  if (isWhole) prepared.set(request.catalogue, { descriptions: key, prepared: made })
  return made
}

function mayHoldNamedValues(column: ColumnModel): boolean {
  return column.kind === 'text' || column.kind === 'other' || column.kind === 'boolean'
}

function bestOf(chunk: Chunk): number {
  return Math.max(0, ...chunk.tables.map((one) => one.quality), ...chunk.columns.map((one) => one.quality))
}

/** Whether a part of the question may be a stored value: it doesn't certainly name a table, column, or function. */
function mayBeValue(chunk: Chunk, before: Chunk | undefined, after: Chunk | undefined): boolean {
  if (chunk.quoted || (chunk.capital && before !== undefined)) return true
  const isBeforeTable = after !== undefined && after.tables.length > 0
  if (chunk.number !== null) return chunk.date === null && !isBeforeTable && !leadsToAmount(before)
  return (
    (isBeforeTable && namesText(chunk)) || (bestOf(chunk) < certain && chunk.keyword === null && chunk.date === null)
  )
}

function leadsToAmount(before: Chunk | undefined): boolean {
  return ['compare', 'superlative'].includes(before?.keyword?.kind ?? '')
}

function namesText(chunk: Chunk): boolean {
  return chunk.columns.some((one) => one.quality >= certain && one.column.kind === 'text')
}

function mayNameValues({ phrases }: Prepared, question: string, today: string): boolean {
  const plain = plainQuestion(question)
  const chunks = chunksOf({ question: plain, tokens: tokensOf(plain), phrases, values: emptyValues(), today })
  return chunks.some((chunk, at) => mayBeValue(chunk, chunks[at - 1], chunks[at + 1]))
}

async function readValues(request: TranslateRequest, tables: readonly TableModel[]): Promise<ValueIndex> {
  const index = emptyValues()
  const columns = tables.flatMap((table) => table.columns.filter(mayHoldNamedValues)).slice(0, readColumns)
  const read = await Promise.all(
    columns.map(async (column) => ({ column, found: await request.valuesOf(column.table.key, column.name) })),
  )
  for (const { column, found } of read) addValues(index, column, found.values)
  request.signal?.throwIfAborted()
  return index
}

function understood(schema: Schema, found: Resolved, question: string): Understood | Decline {
  const doubt = doubtful(schema, question, found.query)
  if (doubt !== null) return doubt
  const sql = renderSql(schema, found.query, linkChooser(tokensOf(plainQuestion(question))))
  if (sql instanceof Decline) return sql
  return {
    understood: true,
    sql,
    reading: readingOf(schema, found.query),
    assumptions: found.assumptions,
    confidence: confidenceOf(found.assumptions),
    state: { version: 1, query: found.query, told: answerFacts(schema, found.query) },
  }
}

const perAssumption = 0.05
const leastConfidence = 0.5

/** Each assumption makes a reading less certain, but an accepted reading is never improbable. */
function confidenceOf(assumptions: readonly Message[]): number {
  return Math.max(leastConfidence, 1 - perAssumption * assumptions.length)
}

interface Reader {
  prepared: Prepared
  values: ValueIndex
  today: string
  prior: Query | null
}

function readAlone(reader: Reader, question: string): Understood | Decline {
  const { schema, phrases } = reader.prepared
  const asked = chunked(phrases, reader.values, question, reader.today)
  const found = interpret(schema, reader.values, asked, reader.today)
  return found instanceof Decline ? found : understood(schema, found, question)
}

function readOn(reader: Reader, question: string, prior: Query): Understood | Decline {
  const { schema, phrases } = reader.prepared
  const which = countedFollowUp(question)
  const found = followUp(schema, phrases, reader.values, which ?? question, reader.today, prior)
  if (found instanceof Decline) return found
  const [only, more] = found.query.select
  const isCount = found.query.groups.length === 0 && more === undefined && only?.expression.kind === 'rows'
  if (which === null || isCount) return understood(schema, found, question)
  const count = counted(schema, found.query)
  return count instanceof Decline ? count : understood(schema, { ...found, query: count.query }, question)
}

/** The first of two readings that succeeds; else what the first one misses. */
function readEither(first: Understood | Decline, other: () => Understood | Decline): Understood | Decline {
  if (!(first instanceof Decline)) return first
  const second = other()
  return second instanceof Decline ? first : second
}

function read(reader: Reader, question: string): Understood | Decline {
  const alone = () => readAlone(reader, question)
  const { prior } = reader
  const on = () =>
    prior === null || asksForTheirs(question)
      ? new Decline(message('It is not clear what this question refers to. Ask it in full.'))
      : readOn(reader, question, prior)
  // Without its context, the question would be answered for all rows.
  if (pointsBack(question) || asksForTheirs(question)) return on()
  if (prior === null) return alone()
  return soundsLikeFollowUp(question) ? readEither(on(), alone) : readEither(alone(), on)
}

const mostSuggestions = 4

function answerable(reader: Reader, about: readonly TableModel[]): string[] {
  const { schema } = reader.prepared
  return suggestions(schema, about)
    .filter((one) => !(readAlone(reader, one) instanceof Decline))
    .slice(0, mostSuggestions)
}

function smallTalkQuestions(ready: Prepared, request: TranslateRequest): string[] {
  return answerable({ prepared: ready, values: emptyValues(), today: request.today, prior: null }, [])
}

/** The different readings of an ambiguous word that the engine understands when the question names them. */
function readingsOf(reader: Reader, question: string, declined: Decline): { label: Message; question: string }[] {
  const { choices } = declined
  if (choices === null) return []
  const plain = plainQuestion(question)
  const whole = plain.trimEnd().replace(/(?<![\s.?!])[\s.?!]+$/, '')
  const text = choices.text ?? ''
  const at = choices.text === null ? whole.length : plain.toLowerCase().indexOf(text.toLowerCase())
  if (at < 0) return []
  const asked = choices.replacements.map((one) => ({
    label: one.label,
    question: `${plain.slice(0, at)}${one.words}${plain.slice(at + text.length)}`,
  }))
  const understoodOnes = asked.map((one) => ({ ...one, found: readAlone(reader, one.question) }))
  const distinct = new Map<string, { label: Message; question: string }>()
  for (const { label, question: again, found } of understoodOnes)
    if (!(found instanceof Decline) && !distinct.has(found.sql)) distinct.set(found.sql, { label, question: again })
  return distinct.size >= 2 ? [...distinct.values()] : []
}

/**
 * Turns a plain question into one SELECT over the catalogue's tables, without a language model. Every content word must
 * have a meaning; otherwise the result says which doesn't, or between which readings it can't decide.
 * Rejects only if `valuesOf` does or the signal aborts.
 */
export async function translate(request: TranslateRequest): Promise<Translation> {
  request.signal?.throwIfAborted()
  if (request.question.length > longestQuestion)
    return notUnderstood(
      message('The question is longer than {limit} characters. Shorten it.', { limit: longestQuestion }),
      [],
      [],
    )
  if (tokensOf(plainQuestion(request.question)).length > mostWords)
    return notUnderstood(message('The question has more than {limit} words. Shorten it.', { limit: mostWords }), [], [])
  const ready = prepare(request)
  if (ready.schema.tables.length === 0) return notUnderstood(message('There are no tables to ask about.'), [], [])
  const talk = smallTalk(request.question)
  if (talk !== null) return notUnderstood(talk, [], smallTalkQuestions(ready, request))
  const prior = priorQuery(ready.schema, request.history.at(-1)?.state)
  const spoken = tablesSpokenOf(ready.schema, ready.phrases, request.question)
  const values = await valuesFor(request, ready, prior, spoken)
  const reader: Reader = { prepared: ready, values, today: request.today, prior }
  const strict = read(reader, request.question)
  const found = strict instanceof Decline ? readAgain(reader, request.question, strict) : strict
  if (isAmbiguous(found)) return found
  if (!(found instanceof Decline)) return (await withoutForeignDates(request, ready.schema, found)) ?? found
  const about = spoken.length < ready.schema.tables.length ? spoken.slice(0, 2) : []
  const help = helpWith(request.question, found.missed, values, ready.phrases)
  const proposed = [...new Set([...help.questions, ...answerable(reader, about)])].slice(0, mostSuggestions)
  return notUnderstood(help.message ?? reasonFor(request, found), found.missed, proposed)
}

/** A declined question again: the buttons that the decline offers, else the most likely reading. */
function readAgain(reader: Reader, question: string, strict: Decline): Understood | Ambiguous | Decline {
  const readings = readingsOf(reader, question, strict)
  return readings.length > 0
    ? { understood: false, missed: [], reason: strict.reason, suggestions: [], readings }
    : readRanked(reader, question, strict)
}

/** The most likely reading of a question that is declined, a question back if several are about as likely, else the decline. */
function readRanked(reader: Reader, question: string, strict: Decline): Understood | Ambiguous | Decline {
  if (pointsBack(question) || asksForTheirs(question) || soundsLikeFollowUp(question)) return strict
  if (asksToChange(strict.missed) || isForeign(question, strict.missed)) return strict
  const { prepared, values, today } = reader
  const context: Context = { ...prepared, values, question, today }
  const { others } = candidatesOf(context)
  const decision = decide(rank(context, others))
  if (decision.kind === 'answer') return answered(prepared.schema, decision.ranked)
  return decision.kind === 'ask' ? (askBack(reader, question, decision.ranked) ?? strict) : strict
}

/** Asks which reading is meant; null if the question can't be worded so that each of them is read strictly. */
function askBack(reader: Reader, question: string, ranked: readonly Ranked[]): Ambiguous | null {
  const { schema } = reader.prepared
  const readings = ranked.flatMap(({ reading: { sql, query, edits } }) => {
    const again = rewritten(question, edits)
    const found = again === null ? null : readAlone(reader, again)
    if (again === null || found === null || found instanceof Decline || found.sql !== sql) return []
    return [{ label: readingOf(schema, query), question: again }]
  })
  const reason = message('The question could mean several things. Choose one.')
  return readings.length < 2 ? null : { understood: false, missed: [], reason, suggestions: [], readings }
}

function isAmbiguous(found: Understood | Ambiguous | Decline): found is Ambiguous {
  return !(found instanceof Decline) && !found.understood
}

function answered(schema: Schema, { reading, score }: Ranked): Understood {
  const { sql, query, assumptions } = reading
  return {
    understood: true,
    sql,
    reading: readingOf(schema, query),
    assumptions,
    confidence: score,
    state: { version: 1, query, told: answerFacts(schema, query) },
  }
}

/** The values of the columns that the question may name. */
async function valuesFor(
  request: TranslateRequest,
  ready: Prepared,
  prior: Query | null,
  spoken: readonly TableModel[],
): Promise<ValueIndex> {
  const places = prior === null ? spoken : [...new Set([...tablesOf(ready.schema, prior), ...spoken])]
  return mayNameValues(ready, request.question, request.today) ? await readValues(request, places) : emptyValues()
}

/** What all readings of a question share. Rejects only if `valuesOf` does or the signal aborts. */
export async function contextOf(request: TranslateRequest): Promise<Context> {
  const ready = prepare(request)
  const spoken = tablesSpokenOf(ready.schema, ready.phrases, request.question)
  const values = await valuesFor(request, ready, null, spoken)
  return { ...ready, values, question: request.question, today: request.today }
}

/** The message for a question that names nothing in the data. */
function reasonFor(request: TranslateRequest, found: Decline): Message {
  if (isForeign(request.question, found.missed))
    return message(
      'Without a language model, only English questions are supported. Ask in English, or choose a question below.',
    )
  const isFragment =
    request.history.length === 0 && /^\s*(?:and|what about|how about|only|but)\b/i.test(request.question)
  return isFragment && found.missed.length === 0
    ? message('This question continues an earlier one, but there is none. Ask it in full.')
    : found.reason
}

/** The message if texts such as '8/29/2013' would be compared as dates; null if there are none. */
async function withoutForeignDates(
  request: TranslateRequest,
  schema: Schema,
  found: Understood,
): Promise<Translation | null> {
  const query = priorQuery(schema, found.state)
  for (const column of query === null ? [] : datesOf(schema, query)) {
    if (column.kind !== 'text' && !dialectOf(schema.dialect).keepsDatesAsTexts) continue
    const { values } = await request.valuesOf(column.table.key, column.name)
    const foreign = foreignDate(values)
    if (foreign !== null)
      return notUnderstood(
        message('{column} contains text such as “{value}”, which cannot be compared as dates.', {
          column: `${column.table.name}.${column.name}`,
          value: foreign,
        }),
        [column.spoken],
        [],
      )
  }
  return null
}

/** First questions over a schema that the engine understands, without reading values. The best ones come first. */
export function suggestQuestions(request: Omit<TranslateRequest, 'question' | 'history' | 'valuesOf'>): string[] {
  const ready = prepare({ ...request, question: '', history: [] })
  const reader: Reader = { prepared: ready, values: emptyValues(), today: request.today, prior: null }
  return firstQuestions(ready.schema).filter((one) => !(readAlone(reader, one) instanceof Decline))
}

const longestQuestion = 2000
/** Maximum number of words and signs: a reading tries each position with what follows it. */
const mostWords = 200

function notUnderstood(reason: Message, missed: string[], proposed: string[]): Translation {
  return { understood: false, missed, reason, suggestions: proposed }
}

function tablesOf(schema: Schema, query: Query): TableModel[] {
  const own = [
    query.subject,
    ...[...query.select, ...query.order].map((one) => tableKeyOf(one.expression)),
    ...query.groups.map((one) => tableKeyOf(one)),
  ].map((key) => tableOf(schema, key))
  return [...new Set([...own, ...own.flatMap((one) => neighbors(schema, one))])]
}
