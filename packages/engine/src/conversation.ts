import { joinMessages, message, type Message, type ResultDisplay, type ResultLook } from '@parlance/contract'
import { forbiddenGroup } from './definitions/allowed.ts'
import { contradictedMetric } from './definitions/contradicted.ts'
import { combinesTables, compiledQuery, needsSummaries, type Compiled } from './definitions/compiled.ts'
import { columnFormats } from './schema/metric-formats.ts'
import { definitionNotes, usedDefinitions } from './definitions/used.ts'
import { readingOf } from './answer/reading.ts'
import { answerFacts } from './answer/facts.ts'
import type { Understood } from './contract.ts'
import { Decline } from './decline.ts'
import type { Change, Changed } from './interpret/changes/change.ts'
import { count } from './interpret/changes/rows.ts'
import { unfinished } from './interpret/comparison.ts'
import { withDefaultFilters } from './interpret/default-filters.ts'
import { doubtful } from './interpret/doubtful.ts'
import {
  asksForTheirs,
  changed,
  countedFollowUp,
  countOfEarlier,
  type EarlierQuery,
  followUp,
  goesBack,
  isFragment,
  needsPrior,
  pointsBack,
  refersBack,
  soundsLikeFollowUp,
} from './interpret/follow-up.ts'
import { interpret, linkChooser } from './interpret/interpret.ts'
import { nestedRanking } from './interpret/nested-rankings.ts'
import { distinctMessages, keptAssumptions } from './interpret/kept-assumptions.ts'
import type { Resolved } from './interpret/resolve.ts'
import type { Known } from './match/known-words.ts'
import type { PhraseIndex } from './match/phrases.ts'
import { plainQuestion, tokensOf } from './match/tokens.ts'
import type { ValueIndex } from './match/values.ts'
import { directivesOf } from './parse/directives.ts'
import type { LinkChooser } from './plan/joins.ts'
import { lookAfter, wishWords, withoutReferenceLines, type AskedLook } from './parse/chart-looks.ts'
import { isAggregate, type Query } from './query.ts'
import { renderSql } from './render/sql.ts'
import type { Schema } from './schema/model.ts'

/** A schema and the names in it. */
export interface Prepared {
  schema: Schema
  phrases: PhraseIndex
}

/** Number of earlier queries that 'back' can return to. */
const mostEarlier = 10

/** The look of the earlier chart. Lines at fixed values belong to its numbers: a share has others. */
function keptLook({ look, display, prior }: Reader, query: Query): ResultLook | null {
  const numbers = (of: Query) => JSON.stringify(of.select.filter(({ expression }) => isAggregate(expression)))
  return prior === null || numbers(prior) === numbers(query) ? look : withoutReferenceLines(look, display)
}

/** A query with its SQL and words, as the answer to a question. Declines if it is doubtful or cannot be written. */
export function understood(reader: Reader, read: Resolved | Changed, question: string): Understood | Decline {
  const { schema, phrases } = reader.prepared
  const prior = 'change' in read ? reader.prior : null
  const asked = { schema, words: phrases.definitions?.defaults ?? [], question, prior }
  const found = { ...read, query: withDefaultFilters(asked, read.query) }
  const doubt = doubtAbout(schema, question, found.query)
  if (doubt !== null) return doubt
  const isChange = 'change' in found
  const display = reader.asked ?? (isChange ? reader.display : null)
  const shown = isChange ? keptLook(reader, found.query) : null
  const look = reader.asked === null ? shown : lookAfter(shown, reader.askedLook, reader.asked)
  const kept = 'change' in found ? stillAssumed(reader, found.query) : []
  const own = distinctMessages([...kept, ...found.assumptions])
  const defined = definitionNotes(schema, found.query, `${reader.links} ${question}`)
  const assumptions = distinctMessages([...defined, ...own, ...unfinished(found.query, reader.today)])
  // A change keeps the links that the earlier question chose by its words.
  const links = 'change' in found ? reader.links : question
  const written = writtenQuery(schema, found.query, linkChooser(tokensOf(plainQuestion(`${links} ${question}`))))
  if (written instanceof Decline) return written
  const { sql, query } = written
  return {
    understood: true,
    sql,
    reading: 'change' in found ? joinMessages([found.change, readingOf(schema, query)]) : readingOf(schema, query),
    assumptions,
    choices: [],
    confidence: confidenceOf(own),
    state: {
      version: 1,
      query: query,
      told: answerFacts(schema, query),
      display,
      look,
      links,
      assumed: own,
      earlier: reader.prior === null ? [] : [...reader.earlier, earlierOf(reader, reader.prior)].slice(-mostEarlier),
    },
    display,
    look,
    used: usedDefinitions(schema, query),
    formats: columnFormats(schema, query),
  }
}

/** Why a query may not mean what was asked; null if nothing speaks against it. */
function doubtAbout(schema: Schema, question: string, query: Query): Decline | null {
  return forbiddenGroup(schema, query) ?? contradictedMetric(schema, query) ?? doubtful(schema, question, query)
}

/** A query as SQL. Metrics of several tables are summarized table by table; the rest is one SELECT over joins. */
function writtenQuery(schema: Schema, query: Query, choose: LinkChooser['choose']): Compiled | Decline {
  if (needsSummaries(schema, query)) return compiledQuery(schema, query) ?? combinesTables(schema, query)
  const sql = renderSql(schema, query, choose)
  return sql instanceof Decline ? sql : { sql, query }
}

const perAssumption = 0.05
const leastConfidence = 0.5

/** Each assumption makes a reading less certain, but an accepted reading is never improbable. */
export function confidenceOf(assumptions: readonly Message[]): number {
  return Math.max(leastConfidence, 1 - perAssumption * assumptions.length)
}

/** Everything that a question is read with. */
export interface Reader {
  prepared: Prepared
  values: ValueIndex
  today: string
  prior: Query | null
  /** The words of the question that `prior` began with. */
  links: string
  /** What was assumed for `prior`. */
  assumed: readonly Message[]
  /** The queries before `prior`, oldest first. */
  earlier: EarlierQuery[]
  /** How the rows of `prior` are shown, and how the question wants its own shown; null without a wish. */
  display: ResultDisplay | null
  asked: ResultDisplay | null
  /** What they ask of their charts besides the kind. */
  look: ResultLook | null
  askedLook: AskedLook | null
}

/** What questions are matched with. */
export function knownTo({ prepared, values, today }: Reader): Known {
  return { ...prepared, values, today }
}

/** Reads a question on its own. */
export function readAlone(reader: Reader, question: string): Understood | Decline {
  const found = nestedRanking(knownTo(reader), question) ?? interpret(knownTo(reader), question)
  return found instanceof Decline ? found : understood(reader, found, question)
}

function readOn(reader: Reader, question: string, prior: Query): Understood | Decline {
  const { schema } = reader.prepared
  const which = countedFollowUp(question)
  const found = followUp(changeOf(reader, prior), which ?? question)
  if (found instanceof Decline) return found
  const [only, more] = found.query.select
  const isCount = found.query.groups.length === 0 && more === undefined && only?.expression.kind === 'rows'
  if (which === null || isCount) return understood(reader, found, question)
  const counted = count(schema, found.query)
  return counted instanceof Decline ? counted : understood(reader, { ...found, query: counted.query }, question)
}

function changeOf({ prepared: { schema, phrases }, values, today }: Reader, prior: Query): Change {
  return { schema, phrases, values, today, prior }
}

/** A question in words that only change an earlier answer; null if it has no such words. */
function readChange(reader: Reader, question: string, prior: Query): Understood | Decline | null {
  const counted = countOfEarlier(question)
  if (counted !== null) return readOn(reader, counted, prior)
  const found = changed(changeOf(reader, prior), question)
  return found === null || found instanceof Decline ? found : understood(reader, found, question)
}

/** The reader before an earlier answer. */
function before(reader: Reader, count: number): Reader {
  const last = reader.earlier.at(-count)
  return {
    ...reader,
    prior: last?.query ?? null,
    assumed: last?.assumed ?? [],
    earlier: reader.earlier.slice(0, -count),
  }
}

function earlierOf({ assumed }: Reader, query: Query): EarlierQuery {
  return { query, assumed: [...assumed] }
}

/** What was assumed for the earlier answer and still applies to a changed one. */
function stillAssumed({ prior, assumed, prepared: { schema } }: Reader, query: Query): Message[] {
  return prior === null ? [] : keptAssumptions(schema, assumed, prior, query)
}

/** The answer before the last one. */
function readBack(reader: Reader, question: string): Understood | Decline {
  const found = reader.earlier.at(-1)
  if (found === undefined) return new Decline(message('There is no earlier answer to go back to.'))
  const { query, assumed } = found
  return understood(
    before(reader, 2),
    { query, assumptions: assumed, change: message('Back to the earlier question.') },
    question,
  )
}

/** The first of two readings that succeeds; else what the first one misses. */
function readEither(first: Understood | Decline, other: () => Understood | Decline): Understood | Decline {
  if (!(first instanceof Decline)) return first
  const second = other()
  return second instanceof Decline ? first : second
}

/** Reads a question in its conversation. Without words of its own, it shows the earlier answer another way. */
export function read(reader: Reader, question: string): Understood | Decline {
  if (question === '' && reader.asked !== null) return readAgain(reader, reader.asked)
  const alone = () => readAlone(reader, question)
  const { prior } = reader
  const unclear = () => new Decline(message('It is not clear what this question refers to. Ask it in full.'))
  const on = () => (prior === null ? unclear() : readOn(reader, question, prior))
  // Without its context, the question would be answered for all rows.
  if (needsPrior(question) || asksForTheirs(question))
    return (prior === null ? null : readChange(reader, question, prior)) ?? unclear()
  if (pointsBack(question)) return on()
  // The engine itself words questions with directives, always in full.
  if (prior === null || directivesOf(question).countsNone !== null) return alone()
  if (goesBack(question)) return readBack(reader, question)
  const change = readChange(reader, question, prior)
  if (change !== null) return refersBack(question) ? change : readEither(change, alone)
  if (isFragment(question)) return on()
  if (soundsLikeFollowUp(question)) return readEither(on(), alone)
  return readFirst(alone(), on)
}

/** A question in full that was asked back is asked back again, whatever was chosen before. */
function readFirst(first: Understood | Decline, on: () => Understood | Decline): Understood | Decline {
  return first instanceof Decline && first.choices !== null ? first : readEither(first, on)
}

/** The earlier answer, shown another way. */
function readAgain(reader: Reader, asked: ResultDisplay): Understood | Decline {
  const { prior } = reader
  if (prior === null) return new Decline(message('There is no earlier answer to show this way. Ask a question first.'))
  const again = before(reader, 1)
  return understood(
    again,
    { query: prior, assumptions: [...reader.assumed], change: wishWords(asked, reader.askedLook) },
    '',
  )
}
