import type { Message } from '@parlance/contract'
import type { Schema, TableModel } from '../schema/model.ts'
import type { Step } from '../schema/graph.ts'
import { neighbors } from '../schema/graph.ts'
import { singular, stem } from '@parlance/retrieval'
import { chunksOf, type Chunk } from '../match/chunks.ts'
import { directivesOf, withPlainComparison } from '../parse/directives.ts'
import { readQuestion } from '../parse/grammar.ts'
import type { Draft } from '../parse/draft.ts'
import type { PhraseIndex } from '../match/phrases.ts'
import { matchPhrase } from '../match/phrases.ts'
import { withAges } from './age-wordings.ts'
import { withAmounts } from './amount-wordings.ts'
import { resolve, type Resolved } from './resolve.ts'
import { tableWords } from '../answer/describe.ts'
import { declineMissed } from '../answer/missed-words.ts'
import { isSale, quantityMeasure } from '../schema/measures.ts'
import type { Known } from '../match/known-words.ts'
import { withoutDefaultWords } from '../match/default-words.ts'
import { plainQuestion, tokensOf, type Token } from '../match/tokens.ts'
import { Decline } from '../decline.ts'
import { spokenTable, wayPick } from './weights.ts'
import { dateColumns } from '../schema/roles.ts'
import type { ValueIndex } from '../match/values.ts'

export interface Interpretation extends Resolved {
  draft: Draft
  chunks: readonly Chunk[]
}

/**
 * The tables that a question's words may mean, then those linked to them, nearest first: the places to look for values.
 */
export function tablesSpokenOf(schema: Schema, phrases: PhraseIndex, question: string): TableModel[] {
  const words = tokensOf(plainQuestion(question))
    .filter((one) => !one.quoted)
    .map((one) => one.word)
  const scores = new Map<TableModel, number>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + 4); to++) {
      const found = matchPhrase(phrases, words.slice(from, to))
      for (const { table, quality } of found.tables)
        scores.set(table, Math.max(scores.get(table) ?? 0, quality * spokenTable.name))
      for (const { column, quality } of found.columns)
        scores.set(column.table, Math.max(scores.get(column.table) ?? 0, quality))
    }
  }
  const found = [...scores]
    .filter(([table, score]) => !table.isView || score >= spokenTable.name)
    .toSorted((left, right) => right[1] - left[1])
    .map(([table]) => table)
  for (let at = 0; at < found.length; at++) {
    const table = found[at]
    if (table !== undefined)
      for (const near of neighbors(schema, table)) if (!near.isView && !found.includes(near)) found.push(near)
  }
  return found.length > 0 ? found : schema.tables
}

/** Chooses between several links of the same two tables by the question's own words. */
export function linkChooser(tokens: readonly Token[]): (paths: Step[][]) => Step[] | null {
  const words = new Set(tokens.map((one) => stem(one.lower)))
  const score = (path: Step[]) =>
    path.reduce(
      (sum, step) =>
        sum +
        step.link.pairs.reduce(
          (inner, pair) => inner + pair.child.words.filter((word) => words.has(stem(word))).length,
          0,
        ),
      0,
    )
  return (paths) => {
    const scored = paths
      .map((path) => ({
        path,
        score: score(path) + path.filter((step) => isPlainLink(step)).length * wayPick.plainLink,
      }))
      .toSorted((left, right) => right.score - left.score)
    const [first, second] = scored
    if (first === undefined) return null
    if (second === undefined || first.score > second.score) return first.path
    return null
  }
}

/** A link named like its parent (`language_id`) comes before one with a role (`original_language_id`). */
function isPlainLink(step: Step): boolean {
  const name = step.link.parent.words.join(' ')
  return step.link.pairs.some(
    (pair) => pair.child.words.slice(0, -1).join(' ') === name || pair.child.words.join(' ') === name,
  )
}

/** A question as chunks, and what it says about counting rows without any. */
export interface ChunkedQuestion {
  chunks: readonly Chunk[]
  countsNone: boolean | null
}

/** Splits a question into chunks. */
export function chunked(phrases: PhraseIndex, values: ValueIndex, question: string, today: string): ChunkedQuestion {
  const asked = directivesOf(withoutDefaultWords(phrases.definitions?.defaults ?? [], question).question)
  const plain = plainQuestion(withPlainComparison(asked.question))
  const chunks = chunksOf({ question: plain, tokens: tokensOf(plain), phrases, values, today })
  return { chunks, countsNone: asked.countsNone }
}

const soldThings = /^(?:what|which (?:ones|things|items)) (?:sells?|sold) (?:the )?(best|most|worst|least)\b/i
const boughtThings = /^what (did|do|does|has|have) (.+?) (?:buy|bought|purchased?|order(?:ed)?)\b/i

/** 'which products were ordered by Ben' sorts nothing. */
const orderedBy = /\b(was|were|been) ordered by\b/i

/** 'how many products did each customer order' orders nothing either. */
const eachOrders =
  /\b(did|does|has|have) (each|every) (\p{L}+(?: \p{L}+)?) order(?:ed)?(?=\s*(?:[?.]|$)|\s+(?:in|since|last|this|during|between|before|after)\b)/iu

/** 'who was hired last': by the date of what was done. */
const doneLast = /\b(\p{L}+ed|bought|sold|sent|built|paid) (last|first)(?=\s*(?:[?.]|$))/iu

/** 'on what day did Ana enroll' asks when it was, and groups nothing. */
const onWhichDay =
  /^(?:on )?(?:what|which) (?:day|date) (did|was|were)\b(?!.*\b(?:most|least|fewest|best|worst|\p{L}+est)\b)/iu

/** The question with 'order' as a verb, and 'last' as an adverb, in words that mean only that. */
function withPlainVerbs(question: string): string {
  return question
    .replace(orderedBy, '$1 bought by')
    .replace(eachOrders, '$1 $2 $3 buy')
    .replace(
      doneLast,
      (_, verb: string, when: string) => `${verb} ${/last/i.test(when) ? 'most recently' : 'earliest'}`,
    )
    .replace(periodWith, 'what is the $1 ')
    .replace(onWhichDay, 'when $1')
}

/** 'the month with the most orders' asks which one it is. */
const periodWith =
  /^(?:(?:show|give|tell)(?: me| us)? )?(?:the )?((?:day|weekday|week|month|quarter|year) (?:with|that had|that has)) /i

const thingsBoughtBy =
  /^wh(?:at|ich (?:things|items)) (?:was|were|is|are|has been) (?:bought|purchased|ordered) by (.+)$/i

/** 'what sells best', 'what did Ben buy' ask for the products: what a line of a sale belongs to, other than the sale. */
function withSoldThings(schema: Schema, question: string): string {
  if (![soldThings, boughtThings, thingsBoughtBy].some((one) => one.test(question))) return question
  const line = quantityMeasure(schema, null)?.table
  const [only, other] = schema.links.filter((one) => one.child === line && !isSale(one.parent)).map((one) => one.parent)
  if (only === undefined || other !== undefined) return question
  const things = tableWords(schema, only.key)
  return question
    .replace(soldThings, `which ${things} sold $1`)
    .replace(
      thingsBoughtBy,
      (_, buyers: string) => `which ${things} did ${buyers.replace(/(?<![\s?.!])[\s?.!]+$/, '')} buy`,
    )
    .replace(boughtThings, `which ${things} $1 $2 buy`)
}

const newRows = /\bnew (\p{L}+)\b/iu
const datedWords = /\b(?:day|week|month|quarter|year|today|yesterday|since|20\d\d)(?:s|ly)?\b/i
const entryWords = new Set(
  'created joined join registered registration signup signed hired opened added since'.split(' '),
)

/** 'new customers this month' are the customers of this month, if their own date says when they came. */
function withoutNew({ schema, values }: Known, question: string): string {
  const [, noun = ''] = newRows.exec(question) ?? []
  if (noun === '' || values.exact.has('new') || !datedWords.test(question)) return question
  const table = schema.tables.find((one) => !one.isView && one.words.join(' ') === singular(noun.toLowerCase()))
  const [date] = table === undefined ? [] : dateColumns(table)
  return date?.words.some((word) => entryWords.has(word)) === true ? question.replace(newRows, '$1') : question
}

/** Reads a question over a schema. Declines with what is missing if it can't read the whole question. */
export function interpret(known: Known, asked: string): Interpretation | Decline {
  const sold = withSoldThings(known.schema, withPlainVerbs(asked))
  const reworded = withAges(withAmounts(known.schema, sold), known.today)
  const question = withoutNew(known, reworded.question)
  const found = interpretChunks(known, chunked(known.phrases, known.values, question, known.today))
  return found instanceof Decline
    ? found
    : { ...found, assumptions: [...reworded.assumptions, ...found.assumptions.filter((one) => isAbout(one, asked))] }
}

/** Whether an assumption is about a word of the question, not about one that replaced it. */
function isAbout({ values }: Message, asked: string): boolean {
  const word = values?.word
  return typeof word !== 'string' || asked.toLowerCase().includes(word.toLowerCase())
}

/** Reads the chunks of a question like `interpret`. */
export function interpretChunks(known: Known, { chunks, countsNone }: ChunkedQuestion): Interpretation | Decline {
  const { schema, values, today } = known
  const draft = { ...readQuestion(chunks), countsNone }
  if (draft.missed.length > 0) return declineMissed(chunks, draft.missed, known)
  const resolved = resolve(schema, values, draft, today)
  return resolved instanceof Decline ? resolved : { ...resolved, draft, chunks }
}
