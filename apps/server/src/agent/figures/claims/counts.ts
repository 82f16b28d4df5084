import { stemOf } from '../concepts.ts'
import { shownWords } from '../cues.ts'
import { speaksOf } from '../facts.ts'
import { textBefore } from '../../plain-text.ts'
import type { NamedRows } from '../named-rows.ts'
import {
  clauseAt,
  commonRows,
  isSettled,
  isWithin,
  textOf,
  type Check,
  type Mention,
  type Statement,
} from '../statement.ts'
import type { Step } from '../step.ts'
import { conditionsIn, isBound } from './conditions.ts'
import { isRun } from './runs.ts'
import { isTimeGap } from './time-gaps.ts'

/** “was below 8% in only two quarters”. */
export const inBefore = /(?<!\p{L})(?:in|for|on|at) (?:only |just |all |exactly )?$/iu

/** Whether the word after a number names what the rows are about. */
export function countsThings(statement: Statement, { end }: { end: number }): boolean {
  return startsThings(statement, end)
}

/** Whether what follows a position names what the rows are about. */
export function startsThings({ words, facts, text, names }: Statement, end: number): boolean {
  if (/^\s(?:an?|per|each|every|pro|par|por|al)\s/i.test(text.slice(end, end + 8))) return false
  const next = words
    .filter((word) => word.start >= end && word.start <= end + 25 && /^[^.,;:(]*$/.test(text.slice(end, word.start)))
    .filter((word) => !names.some(({ start, end: last }) => word.start >= start && word.start < last))
    .slice(0, 2)
  const labels = facts.columns.filter(({ role }) => role === 'name' || role === 'time')
  const isCounted = (stem: string): boolean => facts.numbers.some((column) => speaksOf({ stem }, column))
  const [first, second] = next
  // “two overdue invoices” are invoices, whatever column says how long they are overdue.
  const isQualified =
    first !== undefined &&
    second?.start === first.end + 1 &&
    !isCounted(second.stem) &&
    labels.some(({ stems }) => stems.has(second.stem))
  if (first && isCounted(first.stem) && !isQualified) return false
  return next.some(
    ({ stem }) => !isCounted(stem) && (labels.some((column) => speaksOf({ stem }, column)) || rowWords.has(stem)),
  )
}

const rowWords = new Set(
  'row result entry record line item year month quarter week day people person'.split(' ').map(stemOf),
)

/** “There are five countries”, “three cinemas opened in 2010”: a number of things that the rows don't have. */
export const countsFit: Check = (statement) => {
  const { mentions, facts, text } = statement
  for (const mention of mentions) {
    const { value, kind, isTyped } = mention
    if (!isTyped || value === null || !Number.isInteger(value) || (kind !== 'value' && kind !== 'bound')) continue
    const isAll = /\ball\s$/i.test(textBefore(text, mention.start))
    if (isPartOfFigure(statement, mention)) continue
    // “these two topics” are those of the sentence before.
    if (
      /(?<!\p{L})(?:these|those)\s$/iu.test(textBefore(text, mention.start)) &&
      value > 1 &&
      !isAllRows(statement, value)
    )
      continue
    const isOfThem = isAll || /^\s(?:of|von|de)\s(?:the|these|them|den|los|las)\b/i.test(text.slice(mention.end))
    if (
      mention.meanings.some(({ op, from }) => op === 'cell' || from?.relation === 'days') &&
      !countsLabels(statement, mention) &&
      !/^\s(?:of|von|de|der)\s/i.test(text.slice(mention.end))
    )
      continue
    const mostRows = Math.max(0, ...facts.steps.map(({ result }) => result.rows.length))
    if (value > mostRows && mention.meanings.some(({ op }) => op !== 'count' && op !== 'stated')) continue
    if (ofMeasures.test(text.slice(mention.end))) continue
    if (isRun(text, mention) || isTimeGap(text, mention) || isSettled(statement, mention)) continue
    if (isBound(statement, mention) || !(countsThings(statement, mention) || isOfThem)) continue
    if (facts.steps.length > 0 && facts.steps.every(({ result }) => result.rows.length === 0) && value > 0)
      return 'No row was found.'
    if (
      /\b(?:top|first|last|bottom|over the|next|other|remaining|übrigen|anderen)\s$/i.test(
        textBefore(text, mention.start),
      ) ||
      groupOfRanked.test(text.slice(mention.end))
    )
      continue
    const conditions = conditionsIn(statement)
    const isAfterCondition = conditions.length > 0 && inBefore.test(textBefore(text, mention.start))
    if (isAfterCondition || conditions.some(({ start }) => start > mention.start)) continue
    const outcomes = stepsNamed(statement, mention)
      .filter(({ result, isUnpivoted }) => result.rows.length > 0 && !isUnpivoted)
      .map((step): boolean | null => {
        if (step.result.truncated) return value === step.result.rows.length && shownWords.test(text) ? true : null
        const outside = statement.names.filter((name) => name.step === step.id && !isWithin(name, mention))
        const clause = clauseAt(statement, mention.start)
        const near = outside.filter((name) => isWithin(name, clause))
        const names = near.length > 0 ? near : outside
        const rows = names.length === 0 ? null : commonRows(names, step.id)
        const distinct = facts.columns
          .filter((column) => column.step === step && column.role === 'name')
          .map(({ index }) => new Set(step.result.rows.map((row) => row[index] ?? null)).size)
        const all = [step.result.rows.length, ...distinct]
        if (value === 0) return rows === null ? null : rows.length === 0
        // A count of the named rows: “three were hired in 2002”.
        if (rowsWithFigureAfter(statement, mention, step.id) === value) return true
        if (rows !== null && isOfThem && !isAll) return rows.length === value || groupSize(statement, step.id) === value
        const isOfNamed = rows?.length === value || groupSize(statement, step.id) === value
        const isAllOfThem = definite.test(textBefore(text, mention.start))
        return isOfNamed || ((isAllOfThem || !isBeside(statement, mention, step.id)) && all.includes(value))
      })
    if (outcomes.length > 0 && !outcomes.includes(true)) return `There are not ${textOf(statement, mention)} of them.`
  }
  return null
}

/** “the smallest by all three figures”: it doesn't count rows. */
const ofMeasures = /^\s(?:figures|measures|metrics|counts|criteria|respects|aspects|numbers|columns)(?!\p{L})/iu

/** “three laptops”: not more than the rows have, and exactly as many after “there are”. */
export const kindsAreCounted: Check = (statement) => {
  const { mentions, names, facts, text } = statement
  const kinds = mentions.map((one) => kindAfter(statement, one))
  // “There are two drills in Oslo” may leave others out.
  const isCounted = (name: NamedRows): boolean => kinds.includes(name) || oneBefore.test(textBefore(text, name.start))
  const isList = thereAre.test(text) && kinds.every(Boolean) && names.every(isCounted)
  for (const mention of mentions) {
    const { value, kind, isTyped, meanings } = mention
    if (!isTyped || value === null || kind !== 'value' || isSettled(statement, mention)) continue
    const name = kindAfter(statement, mention)
    const step = facts.steps.find(({ id }) => id === name?.step)
    if (!name || !step || step.result.truncated || value > step.result.rows.length) continue
    const isFigure = meanings.some(
      ({ op, rows }) => (op === 'cell' || op === 'sum') && rows?.every((row) => name.rows.includes(row)),
    )
    if (isFigure) continue
    const isOther = names.some((one) => one.step !== step.id && one.start === name.start)
    const isWrong = isList ? name.rows.length !== value : name.rows.length < value
    if (isWrong && !isOther) return `There are not ${text.slice(mention.start, name.end)}.`
  }
  return null
}

const thereAre = /^[\s*_]*there (?:are|were) /iu
const oneBefore = /(?<!\p{L})(?:one|an?) $/iu
const endsKind = /^(?:[.,;:!)]|\s(?:and|or|in|at|with|from|are|were|is|was|have|had)(?!\p{L})|$)/iu

/** The name of several rows right after a number, such as “laptops”. */
function kindAfter({ names, text }: Statement, { end }: Mention): NamedRows | undefined {
  return names.find((one) => !one.isDate && one.start === end + 1 && endsKind.test(text.slice(one.end)))
}

/** “There were 145 calls, 11 of them urgent”: a figure of the same column as the one before, and not of rows. */
function isPartOfFigure({ mentions, text }: Statement, mention: Mention): boolean {
  const whole = mentions[mentions.indexOf(mention) - 1]
  if (!whole || !/^\s(?:of|von|de) (?:them|these|those|ihnen|ellos|ellas)(?!\p{L})/iu.test(text.slice(mention.end)))
    return false
  return mention.meanings.some(
    ({ op, column }) =>
      (op === 'sum' || op === 'cell') && whole.meanings.some((one) => column !== null && one.column === column),
  )
}

/** Whether a result has so many rows. */
function isAllRows({ facts }: Statement, value: number): boolean {
  return facts.steps.every(({ result }) => result.rows.length <= value)
}

/** The results whose rows have the name that follows a number; all if none has. */
function stepsNamed({ facts, words }: Statement, { end }: Mention): readonly Step[] {
  const [next] = words.filter(({ start }) => start >= end && start <= end + 2)
  const named = facts.steps.filter((step) =>
    facts.columns.some(
      (column) => column.step === step && column.role === 'name' && next !== undefined && column.stems.has(next.stem),
    ),
  )
  return named.length > 0 ? named : facts.steps
}

/** “the two busiest clinics” are some of them. */
export const groupOfRanked = /^\s(?:\p{L}{3,}est|best|worst|top|leading|most \p{L}+|least \p{L}+)(?!\p{L})/iu

/** Words before a number of all things: “the five countries”. */
const definite = /(?<!\p{L})(?:the|these|those|all|our|of|other|alle[rn]?|der|den|die|los|las|les|des)\s$/iu

/** Whether a name is in the clause of a number: “Spain has five cities”. */
function isBeside(statement: Statement, mention: Mention, step: string): boolean {
  const clause = clauseAt(statement, mention.start)
  return statement.names.some((name) => name.step === step && isWithin(name, clause) && !isWithin(name, mention))
}

/** “Two stations have only 6 platforms”: the rows with the number that follows. */
function rowsWithFigureAfter({ mentions }: Statement, { end }: Mention, step: string): number | null {
  const next = mentions.find(
    (one) =>
      one.start >= end &&
      one.isTyped &&
      one.meanings.some(({ op, column }) => op === 'cell' && column?.step.id === step),
  )
  const meaning = next?.meanings.find(({ op, column }) => op === 'cell' && column?.step.id === step)
  return meaning?.column ? meaning.column.numbers.filter((one) => one === meaning.value).length : null
}

/** Whether the word after a number is the name of a column of names, and not a word for any row, such as “people”. */
export function countsLabels({ words, facts }: Statement, { end }: Pick<Mention, 'end'>): boolean {
  const next = words.filter(({ start }) => start >= end && start <= end + 25).slice(0, 2)
  return next.some((word) =>
    facts.columns.some((column) => (column.role === 'name' || column.role === 'time') && speaksOf(word, column)),
  )
}

function groupSize({ names }: Statement, step: string): number {
  return new Set(names.filter((name) => name.step === step && name.rows.length === 1).map(({ start }) => start)).size
}
