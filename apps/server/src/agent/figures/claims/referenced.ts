import { speaksOf } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import type { Meaning } from '../meanings.ts'
import type { FactColumn } from '../fact-column.ts'
import type { Clause } from '../sentences.ts'
import {
  isWithin,
  clauseAt,
  namesFor,
  spokenColumns,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import { stemOf } from '../concepts.ts'
import { fitsRatio } from './fits-ratio.ts'

/**
 * Looks for words around a reference that name another column. A reference says which figure it is, so nothing else around
 * it has to say so.
 * @returns why it is wrong, in words for the model; null if nothing contradicts it
 */
export function referenceProblem(statement: Statement, mention: Mention): string | null {
  const [meaning] = mention.meanings
  const isOther = meaning !== undefined && isOfOtherColumn(statement, mention, meaning)
  return isOther ? `${textOf(statement, mention)} is not what the word after it says.` : null
}

/** Whether the words after each reference fit what it computes: of what it is a share, or whether it is more or less. */
export const computedFits: Check = (statement) => {
  for (const mention of statement.mentions) {
    const [meaning] = mention.meanings
    const problem = mention.isTyped || !meaning ? null : computedProblem(statement, mention, meaning)
    if (problem !== null) return problem
  }
  return null
}

function computedProblem(statement: Statement, mention: Mention, meaning: Meaning): string | null {
  const { text, facts, words } = statement
  const { op, column, value } = meaning
  const shown = textOf(statement, mention)
  const after = text.slice(mention.end, mention.end + 60)
  // “{change(a, b)} less”: a change is positive if b is more.
  if (op === 'change' && (value ?? 0) > 0 && lessAfter.test(after)) return `${shown} is how much more it is.`
  if (!column) return null
  const { step } = column
  if (op === 'share') {
    const part = wholeAfter.exec(after)?.[1]
    const stem = part === undefined ? null : stemOf(part)
    const named = facts.numbers.filter((one) => stem !== null && one.step === step && speaksOf({ stem }, one))
    if (named.length > 0 && !named.includes(column)) return `${shown} is a share of ${column.name}.`
    if (everythingAfter.test(after) && isLimited(meaning))
      return `The query has only ${step.result.rows.length} rows, so ${shown} is not a share of everything.`
  }
  // An average of averages is only that of the groups.
  const isOfGroups = words.some((word) =>
    facts.columns.some((one) => one.step === step && one.role === 'name' && speaksOf(word, one)),
  )
  if (op === 'avg' && averageName.test(column.name) && !isOfGroups)
    return `${shown} is the average of averages. Query the average of all.`
  return null
}

const lessAfter = /^\s(?:less|lower|fewer|below|cheaper|shorter|weniger|niedriger|menos|moins)(?!\p{L})/iu
const wholeAfter = /^\sof (?:all |the |total |our |its |their )*(\p{L}{3,})(?=[\s.,;:)]|$)/iu
const everythingAfter =
  /^\s(?:of|des|del|du)\s(?:the |our |all |\p{L}+['’]s )*(?:total|overall|whole|entire|company|gesamt\p{L}*)(?!\p{L})|^\sof (?:all|our)(?! (?:of )?(?:these|those|the (?:top|listed|shown)))(?!\p{L})/iu
const averageName = /(?:^|_)(?:avg|average|mean)(?:_|$)/i

/** Whether the query cuts its rows off, so that their sum isn't that of everything. */
function isLimited({ column }: Meaning): boolean {
  const { sql, result } = column?.step ?? { sql: '', result: { rows: [] } }
  const most = /\b(?:limit|top|fetch (?:first|next))\s*\(?(\d{1,6})/i.exec(sql)?.[1]
  return most !== undefined && result.rows.length > 1 && result.rows.length === Number(most)
}

/**
 * Whether only other rows than those of a reference are named beside it.
 * “with 326 customers against 273”: the second figure is of what isn't named, and so is “8,121 against 7,923 in Bern”.
 */
export function isOfOtherRow(statement: Statement, mention: Mention): boolean {
  const { text } = statement
  if (opposed.test(textBefore(text, mention.start))) return false
  const next = opposing.exec(text.slice(mention.end))
  const end = next === null ? text.length : mention.end + next.index
  const near = namesFor(statement, mention).filter((name) => name.start < end)
  return mention.meanings.every(({ column, rows, op, value }) => {
    const own = near.filter((name) => name.step === column?.step.id)
    if (own.length === 0) return false
    const named = own.flatMap((name) => name.rows)
    // A change is of two periods, of which one may be named.
    if (rows !== null && rows.length > 1 && op !== 'sum' && op !== 'avg')
      return !rows.some((row) => named.includes(row))
    // Two rows may have the same figure.
    return op !== 'cell' || !named.some((row) => column?.numbers[row] === value)
  })
}

const opposed =
  /(?<!\p{L})(?:than|against|versus|vs\.?|compared (?:to|with)|behind|ahead of|over|als|que|frente a|gegenüber|statt)\s(?:\p{L}+\s){0,3}[$€£]?$/iu
const opposing = /(?<!\p{L})(?:than|against|versus|vs\.?|compared (?:to|with)|frente a|gegenüber|statt)(?!\p{L})/iu

/** “97 customers” of a column of orders. */
function isOfOtherColumn(statement: Statement, { start, end }: Mention, { column, op }: Meaning): boolean {
  const { text, facts, words } = statement
  if (column && isOtherSpoken(statement, { start, end }, { column, op })) return true
  if (!column || op === 'ratio' || op === 'share' || op === 'change' || op === 'rank' || op === 'derived') return false
  const word = nounAfter.exec(text.slice(end, end + 40))?.[1]
  if (word === undefined) return false
  const stem = stemOf(word)
  const spoken = facts.columns.filter(
    (one) => one.step === column.step && one.role !== 'masked' && speaksOf({ stem }, one),
  )
  // “we sold 140 tracks”: of the column of what was sold.
  const clause = clauseAt(statement, start)
  if (op !== 'count' && words.some((one) => isWithin(one, clause) && speaksOf(one, column))) return false
  if (op === 'count') return spoken.length > 0 && spoken.every(({ role }) => role === 'number')
  return spoken.length > 0 && spoken.every(({ role, name }) => role === 'number' && name !== column.name)
}

/** “It took {r1.payments} in revenue”: the sentence speaks of other columns, and no other figure is of them. */
function isOtherSpoken(
  statement: Statement,
  place: Clause,
  { column, op }: { column: FactColumn; op: Meaning['op'] },
): boolean {
  if (op !== 'cell' && op !== 'sum' && op !== 'avg' && op !== 'min' && op !== 'max') return false
  const among = statement.facts.columns.filter(
    ({ step, role }) => step === column.step && (role === 'number' || role === 'id'),
  )
  const isTaken = (one: FactColumn): boolean =>
    statement.mentions.some(
      ({ start, meanings }) => start !== place.start && meanings.some((other) => other.column === one),
    )
  const near = spokenColumns(statement, clauseAt(statement, place.start), among)
  if (statement.words.some((word) => speaksOf(word, column))) return false
  return column.role === 'id' || (near.length > 0 && !near.some(isTaken))
}

const nounAfter = /^\s(\p{L}{3,})(?=[\s.,;:)]|$)/u

/** Whether two or more figures of a sentence are references, so that it says itself where they are from. */
export function hasSeveralReferences({ mentions }: Statement): boolean {
  return mentions.filter(({ kind, isTyped }) => kind !== 'text' && !isTyped).length > 1
}

/**
 * “nearly a third (32.8%)”, “six representatives for each manager”: what a typed number says of the references of its
 * sentence, in other words.
 */
export function saysReferences({ text, mentions }: Statement, { start, end, kind, value }: Mention): boolean {
  if (value === null) return false
  const before = textBefore(text, start)
  const references = mentions.filter((one) => !one.isTyped && one.value !== null)
  if (kind === 'percent' && !/\d/.test(text.slice(start, end)))
    return references.some((one) => one.kind === 'percent' && fitsRatio(one.value ?? 0, value, before))
  if (kind !== 'value' || !forEach.test(text.slice(end))) return false
  const values = references.flatMap((one) => (one.kind === 'value' && one.value ? [one.value] : []))
  return values.some((one) => values.some((other) => one !== other && fitsRatio(one / other, value, before)))
}

const forEach = /^\s\p{L}+ (?:for (?:each|every)|per|to (?:one|each))(?!\p{L})/iu
