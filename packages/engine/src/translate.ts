import { message, type Catalogue, type Message } from '@parlance/contract'
import { indexCatalogue, searchTables, type CatalogueIndex, type Description } from '@parlance/retrieval'
import type { Ambiguous, Choice, OfferedQuestion, Translation, TranslateRequest, Understood } from './contract.ts'
import { knownTo, read, readAlone, type Prepared, type Reader } from './conversation.ts'
import type { SemanticModel } from '@parlance/semantics'
import type { Context } from './candidates/variant.ts'
import { readRanked } from './ranked.ts'
import { openChoices, type OpenChoice } from './answer/alternatives.ts'
import { addOffers, mostOffered, type Offer } from './answer/offers.ts'
import { asksToChange } from './answer/missed-words.ts'
import { refuse } from './answer/refuse.ts'
import { assumedIn, earlierQueries, linksIn, priorQuery } from './interpret/follow-up.ts'
import { addDefinedValues } from './match/defined-values.ts'
import { addDefinitions, definitionWords } from './schema/definitions.ts'
import { lookAfter, lookIn, wishPhrase } from './parse/chart-looks.ts'
import { wishIn } from './parse/chart-wishes.ts'
import { displayIn } from './parse/displays.ts'
import { chunksOf, type Chunk } from './match/chunks.ts'
import { tablesSpokenOf } from './interpret/interpret.ts'
import { indexPhrases } from './match/phrases.ts'
import { certain } from './match/quality.ts'
import { plainQuestion, tokensOf } from './match/tokens.ts'
import { wronglyCompared } from './stored-texts.ts'
import { Decline } from './decline.ts'
import { addValues, emptyValues, type ValueIndex } from './match/values.ts'
import {
  comparedWith,
  findValues,
  textsToFind,
  uncheckedNotes,
  uncheckedWords,
  type WantedValues,
} from './interpret/unlisted-values.ts'
import { type Query, tableKeyOf } from './query.ts'
import { neighbors } from './schema/graph.ts'
import { tooLongFor } from './answer/too-long.ts'
import { smallTalk } from './answer/small-talk.ts'
import type { AnswerFacts } from './answer/facts.ts'
import { suggestions } from './answer/suggest.ts'
import { tableOf, type ColumnModel, type Schema, type TableModel } from './schema/model.ts'
import { modelSchema } from './schema/model-schema.ts'

const manyTables = 150
const consideredTables = 40
const readColumns = 80
const prepared = new WeakMap<
  Catalogue,
  { descriptions: string; definitions: SemanticModel | undefined; prepared: Prepared }
>()

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
  const { definitions } = request
  if (isWhole && known !== undefined && known.descriptions === key && known.definitions === definitions)
    return known.prepared
  const schema = modelSchema(narrowed(request, [...descriptions, ...definitionWords(definitions)]), descriptions)
  if (definitions !== undefined) addDefinitions(schema, definitions)
  const made = { schema, phrases: indexPhrases(schema) }
  if (isWhole) prepared.set(request.catalogue, { descriptions: key, definitions, prepared: made })
  return made
}

function mayHoldNamedValues(column: ColumnModel): boolean {
  if (column.computed !== undefined) return false
  return column.kind === 'text' || column.kind === 'other' || column.kind === 'boolean'
}

function bestOf(chunk: Chunk): number {
  return Math.max(0, ...chunk.tables.map((one) => one.quality), ...chunk.columns.map((one) => one.quality))
}

/** Whether a part of the question may be a stored value: it doesn't certainly name a table, column, or function. */
function mayBeValue(chunk: Chunk, before: Chunk | undefined, after: Chunk | undefined): boolean {
  if (chunk.quoted || (chunk.capital && before !== undefined) || chunk.tokens[0]?.lower === 'done') return true
  const isBeforeTable = after !== undefined && after.tables.length > 0
  if (chunk.number !== null) return chunk.date === null && !isBeforeTable && !leadsToAmount(before)
  return (
    ((isBeforeTable || followsBe(before)) && namesText(chunk)) ||
    (bestOf(chunk) < certain && chunk.keyword === null && chunk.date === null)
  )
}

/** 'which are discontinued': a column of yes/no texts. */
function followsBe(before: Chunk | undefined): boolean {
  return ['be', 'not'].includes(before?.keyword?.kind ?? '')
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
  const all = tables.flatMap((table) => table.columns.filter(mayHoldNamedValues))
  const columns = all.slice(0, readColumns)
  for (const column of all.slice(readColumns)) addValues(index, column, { values: null })
  const read = await Promise.all(
    columns.map(async (column) => ({ column, found: await request.valuesOf(column.table.key, column.name) })),
  )
  for (const { column, found } of read) addValues(index, column, found)
  request.signal?.throwIfAborted()
  return index
}

const offered = new WeakMap<Prepared, Map<string, Offer[]>>()

/** Questions about these tables that are understood without reading values; remembered, because they don't change. */
function answerable(prepared: Prepared, today: string, about: readonly TableModel[], most = mostOffered): Offer[] {
  const known = offered.get(prepared) ?? new Map<string, Offer[]>()
  offered.set(prepared, known)
  const key = JSON.stringify([today, most, about.map((one) => one.key)])
  const reader = plainReader(prepared, today)
  const found =
    known.get(key) ?? addOffers([], suggestions(prepared.schema, about), (one) => readAlone(reader, one), { most })
  known.set(key, found)
  return found
}

/** The answer's follow-up questions, only those that are understood after it and ask for something else. */
function withFollowUps(reader: Reader, found: Understood): Understood {
  const { state, sql } = found
  if (!isTold(state)) return found
  const { prepared, today } = reader
  const { query, told } = state
  const own = addOffers([], told.followUps, (one) => read({ ...reader, prior: query }, one), { asked: sql })
  const others = answerable(prepared, today, [tableOf(prepared.schema, query.subject)])
  const distinct = others.filter(
    ({ read: { sql: other } }) => other !== sql && !own.some((one) => one.read.sql === other),
  )
  const followUps = [...own, ...distinct].slice(0, mostOffered).map((one) => one.question)
  return { ...found, state: { ...state, told: { ...told, followUps } } }
}

/** The parts of the question that may mean something else, with the questions that are understood as other queries. */
function choicesIn(reader: Reader, question: string, { state, sql, assumptions }: Understood): Choice[] {
  if (!isTold(state)) return []
  const { schema } = reader.prepared
  return openChoices({ schema, question: plainQuestion(question), query: state.query, assumptions }).flatMap((open) => {
    const alternatives = distinctAlternatives(reader, open.alternatives, sql)
    return alternatives.length === 0 ? [] : [{ ...open, alternatives }]
  })
}

function distinctAlternatives(reader: Reader, asked: OpenChoice['alternatives'], sql: string): OfferedQuestion[] {
  const known = new Set([sql])
  return asked.flatMap(({ label, question }) => {
    const found = read(reader, question)
    if (found instanceof Decline || known.has(found.sql)) return []
    known.add(found.sql)
    return [{ label, question, sql: found.sql }]
  })
}

function isTold(state: unknown): state is { query: Query; told: AnswerFacts } {
  return typeof state === 'object' && state !== null && 'told' in state && 'query' in state
}

/**
 * Reads the question. If it may name values of columns that have too many to list, looks for them and reads it again.
 * Notes the values that could not be checked.
 */
async function readWithFoundValues(
  request: TranslateRequest,
  reader: Reader,
  question: string,
): Promise<Understood | Decline> {
  const { schema } = reader.prepared
  const queryOf = (one: Understood | Decline) => (one instanceof Decline ? null : priorQuery(schema, one.state))
  const first = read(reader, question)
  const wanted = first instanceof Decline ? missedValues(reader, question, first) : null
  const isNew = await findValues(request, reader.values, wanted ?? comparedValues(reader, queryOf(first)))
  const again = isNew ? read(reader, question) : first
  const found = again instanceof Decline ? first : again
  if (found instanceof Decline) return again
  const notes = uncheckedNotes(comparedValues(reader, queryOf(found)), reader.values)
  return notes.length === 0 ? found : { ...found, assumptions: [...found.assumptions, ...notes] }
}

function missedValues({ values }: Reader, question: string, { missed }: Decline): WantedValues[] {
  const texts = textsToFind(question, missed)
  return [...values.unread].map((column) => ({ column, texts }))
}

function comparedValues({ prepared: { schema }, values }: Reader, query: Query | null): WantedValues[] {
  return query === null ? [] : comparedWith(schema, query, values)
}

function smallTalkQuestions(ready: Prepared, request: TranslateRequest): string[] {
  return answerable(ready, request.today, []).map((one) => one.question)
}

/** The different readings of an ambiguous word that the engine understands when the question names them. */
function readingsOf(reader: Reader, question: string, declined: Decline): OfferedQuestion[] {
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
  const understoodOnes = asked.map((one) => ({ ...one, found: read(reader, one.question) }))
  const distinct = new Map<string, OfferedQuestion>()
  for (const { label, question: again, found } of understoodOnes)
    if (!(found instanceof Decline) && !distinct.has(found.sql))
      distinct.set(found.sql, { label, question: again, sql: found.sql })
  return distinct.size >= 2 ? [...distinct.values()] : []
}

/**
 * Turns a plain question into one SELECT over the catalogue's tables, without a language model. Every content word must
 * have a meaning; otherwise the result says which doesn't, or between which readings it can't decide.
 * Rejects only if `valuesOf` does or the signal aborts.
 */
export async function translate(request: TranslateRequest): Promise<Translation> {
  request.signal?.throwIfAborted()
  const tooLong = tooLongFor(request.question)
  if (tooLong !== null) return notUnderstood(tooLong, [], [])
  const ready = prepare(request)
  if (ready.schema.tables.length === 0) return notUnderstood(message('There are no tables to ask about.'), [], [])
  const talk = smallTalk(request.question)
  if (talk !== null) return notUnderstood(talk, [], smallTalkQuestions(ready, request))
  const state = request.history.at(-1)?.state
  const prior = priorQuery(ready.schema, state)
  const asked = wishIn(request.question, { schema: ready.schema, prior, shown: displayIn(state) })
  const question = asked.question === '' ? request.question : asked.question
  const spoken = tablesSpokenOf(ready.schema, ready.phrases, question)
  const places = prior === null ? spoken : [...new Set([...tablesOf(ready.schema, prior), ...spoken])]
  const values = await valuesFor(request, ready, question, places)
  const reader: Reader = {
    ...plainReader(ready, request.today),
    values,
    prior,
    links: linksIn(state),
    assumed: assumedIn(state),
    earlier: earlierQueries(ready.schema, state),
    display: displayIn(state),
    asked: asked.display,
    look: lookIn(state),
    askedLook: asked.look,
  }
  const strict = await readWithFoundValues(request, reader, asked.question)
  const found = strict instanceof Decline ? readAgain(reader, asked.question, strict) : strict
  if (!(found instanceof Decline)) return answered(request, reader, found)
  const about = spoken.length < ready.schema.tables.length ? spoken.slice(0, 2) : []
  const { offers, ...refused } = refuse({
    question,
    found,
    known: knownTo(reader),
    // 'add a line' changes a chart, not data.
    isFirst: request.history.length === 0 && asked.look === null,
    reads: (one) => readAlone(reader, one),
    others: answerable(ready, request.today, about),
  })
  const unchecked = asksToChange(question) ? null : uncheckedWords(found, values, ready.phrases)
  return {
    ...refused,
    reason: unchecked ?? refused.reason,
    suggestions: await withComparableDates(request, ready.schema, offers),
  }
}

/** A declined question again: the choices that the decline offers, else its most likely reading. */
function readAgain(reader: Reader, question: string, strict: Decline): Understood | Ambiguous | Decline {
  const readings = readingsOf(reader, question, strict)
  return readings.length > 0
    ? { understood: false, missed: [], reason: strict.reason, suggestions: [], readings }
    : readRanked(reader, question, strict)
}

async function answered(
  request: TranslateRequest,
  reader: Reader,
  found: Understood | Ambiguous,
): Promise<Translation> {
  if (!found.understood) return { ...found, readings: found.readings.map((one) => withDisplay(reader, one)) }
  const wrong = await wronglyCompared(request, reader.prepared.schema, found)
  return wrong === null
    ? { ...withFollowUps(reader, found), choices: choicesIn(reader, request.question, found) }
    : notUnderstood(wrong.reason, wrong.missed, [])
}

/** A question that is chosen later still says how to show its result. */
function withDisplay({ asked, askedLook }: Reader, offered: OfferedQuestion): OfferedQuestion {
  if (asked === null) return offered
  return { ...offered, question: `${offered.question} ${wishPhrase(asked, lookAfter(null, askedLook, asked))}` }
}

/** Reads questions without values and without an earlier question. */
function plainReader(prepared: Prepared, today: string): Reader {
  return {
    prepared,
    values: emptyValues(),
    today,
    prior: null,
    links: '',
    assumed: [],
    earlier: [],
    display: null,
    asked: null,
    look: null,
    askedLook: null,
  }
}

/** The values of the columns that the question may name. */
async function valuesFor(
  request: TranslateRequest,
  ready: Prepared,
  question: string,
  places: readonly TableModel[],
): Promise<ValueIndex> {
  const values = mayNameValues(ready, question, request.today) ? await readValues(request, places) : emptyValues()
  addDefinedValues(values, ready.schema)
  return values
}

/** What all readings of a first question share. Rejects only if `valuesOf` does or the signal aborts. */
export async function contextOf(request: TranslateRequest): Promise<Context> {
  const ready = prepare(request)
  const spoken = tablesSpokenOf(ready.schema, ready.phrases, request.question)
  const values = await valuesFor(request, ready, request.question, spoken)
  return { ...ready, values, question: request.question, today: request.today }
}

/** Leaves out questions about dates and numbers that are stored as texts of another form. */
async function withComparableDates(
  request: TranslateRequest,
  schema: Schema,
  offers: readonly Offer[],
): Promise<string[]> {
  const foreign = await Promise.all(offers.map(async ({ read: one }) => await wronglyCompared(request, schema, one)))
  return offers.filter((_, at) => foreign[at] === null).map((one) => one.question)
}

/** First questions over a schema that the engine understands, without reading values. The best ones come first. */
export function suggestQuestions(request: Omit<TranslateRequest, 'question' | 'history' | 'valuesOf'>): string[] {
  const ready = prepare({ ...request, question: '', history: [] })
  return answerable(ready, request.today, [], mostFirstQuestions).map((one) => one.question)
}

const mostFirstQuestions = 12

function notUnderstood(reason: Message, missed: string[], proposed: string[]): Translation {
  return { understood: false, missed, unmatched: [], reason, suggestions: proposed }
}

function tablesOf(schema: Schema, query: Query): TableModel[] {
  const own = [
    query.subject,
    ...[...query.select, ...query.order].map((one) => tableKeyOf(one.expression)),
    ...query.groups.map((one) => tableKeyOf(one)),
  ].map((key) => tableOf(schema, key))
  return [...new Set([...own, ...own.flatMap((one) => neighbors(schema, one))])]
}
