import { joinMessages, message, type Message } from '@parlance/contract'
import { metricNames } from '../schema/metrics.ts'
import { Decline } from '../decline.ts'
import { plainQuestion } from '../match/tokens.ts'
import { isAggregate, refsOf, type ColumnRef, type Query } from '../query.ts'
import { columnOf, type Schema } from '../schema/model.ts'
import { fragmentOf, type Change, type Changed, type ReadChange } from './changes/change.ts'
import { comparedWith } from './changes/comparing.ts'
import { excluded, narrowed, onlyWords, undefaulted, unfiltered, widened } from './changes/filters.ts'
import { regrouped, split, ungrouped } from './changes/grouping.ts'
import { averaged, computed, remeasured, shared } from './changes/measures.ts'
import { counted, listed } from './changes/rows.ts'
import { extreme, placed } from './changes/places.ts'
import { limited, rankable, sorted } from './changes/sorting.ts'
import type { Fragment } from './resolve.ts'

const opening =
  /^(?:(?:and|ok|okay|now|then|but|so|also|please|well|what about|how about|what if|same|the same|show|show me|give me|make (?:it|that)|only|just|can you|could you|do it|split|break|split it|break it down|split that|break that down|filter|restrict|limit|it|that|this(?! (?:day|week|month|quarter|year))|them|those|these|for the|instead)\b[\s,:]*)+/i

/** Whether a question's first words mark it as a follow-up. */
export function soundsLikeFollowUp(question: string): boolean {
  return (
    /^(and|only|just|what about|how about|now|same|but|also|ok|okay|then|instead)\b/i.test(question.trim()) ||
    /\b(instead|of those|of them|of these|is that|are those|are that)\b\s*\??$/i.test(question.trim())
  )
}

/** Whether a question has a word that only an earlier answer gives a meaning. */
export function refersBack(question: string): boolean {
  return /\b(?:it|them|that|those|these|they|this|one|ones|same|again|instead)\b(?! (?:day|week|month|quarter|year))/i.test(
    question,
  )
}

/** Whether a question is only a part of one, which means nothing without an earlier one: 'and by month?'. */
export function isFragment(question: string): boolean {
  return /^(?:by|per|for|in|from|with|since|before|after)(?: [^\s]+){1,3}$/i.test(saidIn(question))
}

const pointing =
  /^\W*(?:(?:and|so|but|now|then)\W+)?(?:\w[\w']*\s+){1,4}?(?:of|among|from|for|by)\s+(?:them|these|those)\b/i
const theirs =
  /^\W*(?:(?:and|so|but|now|then)\W+)?(?:\w[\w']*\s+){1,4}?(?:did|do|does|have|has|had)\s+(?:they|he|she)\b/i

/** 'what is their average salary?', 'and their invoices': nothing before the word says whose. */
const possessive =
  /^\W*(?:(?:and|so|but|now|then|ok|okay|also)\W+)*(?:(?:what|which|how|much|many|is|are|was|were|show|list|give|find|tell|count|me|us|about|the|all|of)\s+)*(?:the\s+\w+(?:\s+\w+)?\s+of\s+)?(?:their|his|her)\s/i

/** Whether a question refers to the previous result: 'which of them …'. */
export function pointsBack(question: string): boolean {
  return pointing.test(question)
}

/**
 * Whether it asks for something that belongs to that result: 'what did they …', 'their …', which no earlier query shows
 * how to find.
 */
export function asksForTheirs(question: string): boolean {
  return theirs.test(question) || possessive.test(question)
}

const contextual: readonly RegExp[] = [
  // 'what did the first one buy', 'the second one'
  /\bthe (?:first|second|third|fourth|fifth|last|top|bottom|other|\d+(?:st|nd|rd|th)) ones?\b/i,
  // 'show their orders', 'what is its price'
  /^\W*(?:(?:and|so|but|now|then|show|list|give|me|all|of|what|which|how many|is|are|was|were)\W+)*(?:their|its|his|her)\s/i,
  // 'who rented it', 'where do they live'
  /^\W*(?:who|what|which|when|where|how)\s(?:[^\s,]+\s+){0,3}(?:it|them|him|they)\s*[?.!]*$/i,
  // 'sort by date'
  /^\W*(?:(?:and|now|then|please)\W+)*(?:re-?)?(?:sort|order|rank|arrange)(?:\s+(?:it|them|that|this|these|those))?(?:\s+(?:by|in|from|descending|ascending|alphabetically)\b|\W*$)/i,
]

const uncounted =
  /^(\W*(?:(?:and|so|but|now|then)\W+)?how many) (?=(?:were|are|was|is|got|have|had|did)\b(?! (?:there|that|those|these|they|it|we|you)\b))/i
const countedBy =
  /^\W*(?:(?:and|so|but|now|then)\W+)?how many (?:(?:were|are|is|was) (?:there|that|those|these|they) )?(?=(?:by|per|for each|in each)\b)/i

/** A question for a number of rows that it doesn't name, in words about the earlier answer: 'how many of them were …'. */
export function countOfEarlier(question: string): string | null {
  if (countedBy.test(question)) return question.replace(countedBy, '').replace(/^by /i, 'for each ')
  return uncounted.test(question) ? question.replace(uncounted, '$1 of them ') : null
}

const being = new Set(['is', 'are', 'was', 'were', 'be', 'been'])

/** 'what sells best there?', unlike 'how many are there?'. */
function endsThere(question: string): boolean {
  const words = question.toLowerCase().match(/[a-z]+/g) ?? []
  return words.at(-1) === 'there' && words.length > 1 && !being.has(words.at(-2) ?? '')
}

/** Whether a question only changes an earlier answer or asks about its rows, so that it means nothing without one. */
export function needsPrior(question: string): boolean {
  return contextual.some((one) => one.test(question)) || endsThere(question)
}

/** Rewrites 'how many of them …' as 'which of them …'; null for any other question. */
export function countedFollowUp(question: string): string | null {
  const counted = /^(\W*(?:(?:and|so|but|now|then)\W+)?)how many(?=\s+(?:of|among|from)\s+(?:them|these|those)\b)/i
  return counted.test(question) ? question.replace(counted, '$1which') : null
}

/** The query that an earlier turn left in `state`; null if there is none that this schema can read. */
export function priorQuery(schema: Schema, state: unknown): Query | null {
  if (
    typeof state !== 'object' ||
    state === null ||
    !('query' in state) ||
    !('version' in state) ||
    state.version !== 1
  )
    return null
  const query = state.query as Query
  return isKnown(schema, query) ? query : null
}

/** The words that chose the links of the query in `state`. */
export function linksIn(state: unknown): string {
  const links = typeof state === 'object' && state !== null && 'links' in state ? state.links : null
  return typeof links === 'string' ? links : ''
}

/** An earlier query, and what was assumed for it. */
export interface EarlierQuery {
  query: Query
  assumed: Message[]
}

/** The queries before the one in `state`, oldest first, as far as this schema can read them. */
export function earlierQueries(schema: Schema, state: unknown): EarlierQuery[] {
  if (typeof state !== 'object' || state === null || !('earlier' in state) || !Array.isArray(state.earlier)) return []
  const stored = state.earlier as (Query | EarlierQuery)[]
  // Older conversations stored only the queries.
  const all = stored.map((one) => ('query' in one ? one : { query: one, assumed: [] }))
  return all.filter(({ query }) => isKnown(schema, query))
}

/** What was assumed for the query in `state`. */
export function assumedIn(state: unknown): Message[] {
  const found = typeof state === 'object' && state !== null && 'assumed' in state ? state.assumed : null
  return Array.isArray(found) ? (found as Message[]) : []
}

function isKnown(schema: Schema, query: Query): boolean {
  const tables = [query.subject, ...namesIn(query)]
  const refs = refsOf(query)
  const hasColumn = ({ table, column }: ColumnRef) =>
    schema.byKey.get(table)?.columns.some((one) => one.name === column) === true
  const hasMetric = (name: string) => schema.vocabulary?.metrics.has(name.toLowerCase()) === true
  return tables.every((key) => schema.byKey.has(key)) && refs.every(hasColumn) && metricNames(query).every(hasMetric)
}

/** The names of tables anywhere in a query. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  const own = 'table' in value && typeof value.table === 'string' ? [value.table] : []
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

const undoing =
  /^(?:go )?back(?: to (?:the )?(?:previous|last|earlier) (?:one|answer|question|result))?$|^undo(?: (?:it|that|this|the last (?:change|step)))?$|^(?:the )?(?:previous|earlier) (?:answer|question|result)(?: again)?$|^as (?:it was )?before$/i

/** Whether a question asks for the answer before the last one: 'back', 'undo that'. */
export function goesBack(question: string): boolean {
  return undoing.test(saidIn(question))
}

/** Kinds of changes, in the order in which they are tried: words that fit several are read as the first one. */
const kinds: readonly ReadChange[] = [
  undefaulted,
  comparedWith,
  unfiltered,
  placed,
  extreme,
  limited,
  counted,
  shared,
  averaged,
  computed,
  listed,
  sorted,
  ungrouped,
  split,
  excluded,
  widened,
]

/** The changes that fit the first rows of each group: which rows take part, and how many are first. */
const filtering: readonly ReadChange[] = [undefaulted, limited, unfiltered, excluded, widened]

const politeness = /^(?:(?:and|ok|okay|now|then|but|so|please|well|can you|could you|instead)\b[\s,:]*)+/i
const ending = new Set(['please', 'then', 'now'])

function saidIn(question: string): string {
  const words = plainQuestion(question)
    .trim()
    .replace(politeness, '')
    .split(/[\s?!]+|\.(?=\s|$)/)
  while (words.length > 0 && isEnding(words.at(-1) ?? '')) words.pop()
  return words.filter((one) => one !== '').join(' ')
}

function isEnding(word: string): boolean {
  return word === '' || ending.has(word.toLowerCase())
}

/** Reads a question in words that only make sense as a change to an earlier query; null if it has no such words. */
export function changed(change: Change, question: string): Changed | Decline | null {
  const text = saidIn(question)
  const bare = text.replace(/ instead$/i, '')
  let first: Decline | null = null
  const isPicked = change.prior.within !== undefined
  for (const kind of kinds) {
    const found = kind(change, bare)
    if (found !== null && isPicked && !filtering.includes(kind)) return onlyFiltered()
    if (found !== null && (!(found instanceof Decline) || kind === placed)) return found
    first ??= found
  }
  return first ?? (isPicked ? null : remeasured(change, text))
}

function onlyFiltered(): Decline {
  return new Decline(message('The first rows of each group cannot be changed like this. Ask the question in full.'))
}

/** Reads a question as a change to an earlier query. Declines if it isn't one. */
export function followUp(change: Change, question: string): Changed | Decline {
  const found = changed(change, question)
  if (found !== null && !(found instanceof Decline)) return found
  const rest = plainQuestion(question)
    .trim()
    .replace(opening, '')
    .replace(/(?<!\s)\s*\b(?:instead|please|too|as well|then|only|now)\b\s*(?=[?.!]*$)/gi, '')
  const { schema, prior } = change
  const fragment = fragmentOf(change, rest)
  if (fragment instanceof Decline) return found ?? fragment
  return (fragment.isPlainDate ? entryDate(schema, prior, fragment) : null) ?? merged(schema, prior, fragment)
}

const entryWords = ['created', 'added', 'inserted', 'entered', 'updated', 'update', 'modified']

/**
 * 'and this year?' after the cheapest products: the date when a row was entered doesn't say which were cheapest this
 * year.
 */
function entryDate(schema: Schema, prior: Query, fragment: Fragment): Decline | null {
  const [only, other] = fragment.filters
  const measured = [...prior.select, ...prior.order].some((one) => isAggregate(one.expression))
  if (only?.kind !== 'period' || other !== undefined || measured || prior.order.length === 0) return null
  if (prior.filters.some((one) => one.kind === 'period')) return null
  const column = columnOf(schema, only.ref)
  const entered = column.words.find((word) => entryWords.includes(word))
  if (entered === undefined) return null
  return new Decline(
    message(
      'The previous question does not use a date, and {column} only shows when a row was entered. If you mean that date, ask for “only those {entered} {period}”.',
      { column: `${column.table.name}.${column.name}`, entered, period: only.label },
    ),
  )
}

function merged(schema: Schema, prior: Query, fragment: Fragment): Changed | Decline {
  if (prior.within !== undefined && fragment.groups.length + fragment.orders.length > 0) return onlyFiltered()
  const query = narrowed(prior, fragment.filters)
  const narrowing = onlyWords(schema, prior, fragment.filters)
  const grouped: Changed | Decline =
    fragment.groups.length === 0
      ? { query, assumptions: [], change: narrowing }
      : regrouped(schema, query, fragment.groups)
  if (grouped instanceof Decline) return grouped
  const isShare = fragment.filters.length > 0 && prior.select.some((one) => one.expression.kind === 'share')
  const assumptions = [
    ...fragment.assumptions,
    ...grouped.assumptions,
    ...(isShare ? [message('Percentages are of these rows only')] : []),
  ]
  const [order] = fragment.orders
  const change =
    fragment.filters.length > 0 && fragment.groups.length > 0
      ? joinMessages([narrowing, grouped.change])
      : grouped.change
  if (order === undefined) return { query: grouped.query, assumptions, change }
  const ranked = rankable(schema, grouped.query, order)
  if (ranked instanceof Decline) return ranked
  return {
    query: {
      ...ranked,
      order: [{ expression: order.expression, descending: order.descending }],
      limit: order.plain ? ranked.limit : order.limit,
    },
    assumptions,
    change: message('Same question in another order.'),
  }
}
