import { datesIn } from '../../dates-in-text.ts'
import { textBefore } from '../../plain-text.ts'
import { fallWords, riseWords, totalWords } from '../cues.ts'
import type { FactColumn } from '../facts.ts'
import type { Step } from '../step.ts'
import {
  columnsFor,
  commonRows,
  isNegated,
  isWithin,
  spokenColumns,
  type Mention,
  type Statement,
} from '../statement.ts'
import type { Condition } from './condition.ts'
import { conditionsIn } from './conditions.ts'
import { columnsOf, meets } from './condition-columns.ts'

/** Whether a row is as a sentence says; null if the row doesn't say. */
export type RowTest = (row: number) => boolean | null

/** What a part of a sentence says about rows. */
export interface RowTests {
  /** Its separate claims, each with the ways in which it may be meant. */
  claims: readonly (readonly RowTest[])[]
  /** The rows that the names in it choose; null for all. */
  rows: readonly number[] | null
  /** Whether it only says which names, or which times, the rows have. */
  isOnlyOfNames: boolean
  isOnlyOfTimes: boolean
  /** Whether it says how numbers moved from row to row. */
  isOfMoves: boolean
}

/**
 * Reads what a part of a sentence says about the rows of a result: “have more than five seats”, “are in Bern”, “opened
 * after 2000”, “have an owner”.
 * @returns null if a part of it can't be compared with the rows
 */
export function rowTestsIn(part: Statement, step: Step): RowTests | null {
  if (totalWords.test(part.text)) return null
  const conditions = conditionsIn(part)
  const dates = datesOf(part, step)
  const figures = part.mentions.filter(
    (one) =>
      one.kind !== 'text' &&
      !isYearOfColumns(part, one) &&
      !conditions.some((condition) => isWithin(one, condition)) &&
      !dates.some(({ start, end }) => one.start >= start && one.end <= end),
  )
  // “had 300, 240, and 216” lists what each has.
  if (figures.length > 1) return null
  const numeric = [
    ...conditions.map((condition) => conditionTests(part, condition, step)),
    ...dates.map(({ tests }) => tests),
    ...figures.map((mention) => equalTests(mention, step)),
  ]
  const moves = numeric.length > 0 ? [] : moveTests(part, step)
  const inWords = moves.length > 0 ? [moves] : presenceTests(part, step)
  const own = numeric.length > 0 ? numeric : inWords
  if (own.some((tests) => tests.length === 0)) return null
  const names = part.names.filter((name) => name.step === step.id && !name.isDate)
  const rows = commonRows(names, step.id)
  const isOnlyOfTimes = own.length > 0 && own.length === dates.length
  if (own.length > 0) return { claims: own, rows, isOnlyOfNames: false, isOnlyOfTimes, isOfMoves: moves.length > 0 }
  if (rows === null || comparing.test(part.text)) return null
  const isIn: RowTest = (row) => rows.includes(row) !== isNegated(part.text)
  return { claims: [[isIn]], rows: null, isOnlyOfNames: true, isOnlyOfTimes: false, isOfMoves: false }
}

/** “scored above 8 in 2026” is about the column of that year. */
function isYearOfColumns({ facts, text }: Statement, { start, end }: Mention): boolean {
  const written = text.slice(start, end)
  return /^(?:19|20)\d\d$/.test(written) && facts.numbers.some(({ name }) => name.includes(written))
}

/** Names are compared with, and don't say which rows are meant. */
const comparing =
  /(?<!\p{L})(?:than|more|less|fewer|beats?|ahead|behind|exceed\p{L}*|match\p{L}*|follow\p{L}*|between|als|mehr|weniger|que|más|menos|plus|moins)(?!\p{L})/iu

function conditionTests(part: Statement, condition: Condition, step: Step): RowTest[] {
  const columns = (condition.columns ?? columnsOf(part, condition)).filter((column) => column.step === step)
  return columns.map((column) => (row) => {
    const value = column.numbers[row]
    return value === null || value === undefined ? null : meets(condition, column, value)
  })
}

/** “sales grew in three of four months”: from the row before; the first row may have grown or not. */
function moveTests(part: Statement, step: Step): RowTest[] {
  const { text, facts } = part
  const own = facts.columns.filter((column) => column.step === step)
  const [time, ...names] = own.filter(({ role }) => role === 'time' || role === 'name')
  const sign = [riseWords, fallWords].findIndex((pattern) => pattern.test(text))
  if (time?.role !== 'time' || names.length > 0 || sign < 0) return []
  const columns = columnsFor(part, { start: 0, end: text.length }).filter((column) => column.step === step)
  return columns.map(({ numbers }) => (row) => {
    const [value, before] = [numbers[row], numbers[row - 1]]
    if (typeof value !== 'number' || typeof before !== 'number') return null
    return sign === 0 ? value > before : value < before
  })
}

/** “cost €8.50”: the rows with this number. */
function equalTests({ meanings }: Mention, step: Step): RowTest[] {
  const columns = meanings.flatMap(({ op, column, value, from }) =>
    (op === 'cell' || op === 'derived') && column?.step === step && value !== null
      ? [{ column: from ?? column, value }]
      : [],
  )
  return columns.map(
    ({ column: { numbers }, value }) =>
      (row) =>
        numbers[row] === undefined ? null : numbers[row] === value,
  )
}

const dateBefore =
  /(?<!\p{L})(before|earlier than|prior to|until|by|after|later than|since|in|during|on|from|vor|nach|seit|im|am|in|antes de|después de|desde|en|avant|après|depuis)\s(?:the\s|end of\s|del?\s|le\s)*$/iu

/** “opened after 2000”, “are due in March 2026”. */
function datesOf(part: Statement, step: Step): { start: number; end: number; tests: RowTest[] }[] {
  const times = part.facts.columns.filter((column) => column.step === step && column.role === 'time')
  if (times.length === 0) return []
  const spoken = spokenColumns(part, { start: 0, end: part.text.length }, times)
  return datesIn(part.text).flatMap((date) => {
    const word = dateBefore.exec(textBefore(part.text, date.start))?.[1]?.toLowerCase()
    if (word === undefined || date.year === null) return []
    const wanted = [date.year, date.month, date.day].flatMap((one) =>
      one === null ? [] : [String(one).padStart(2, '0')],
    )
    if (date.quarter !== undefined) return []
    const limit = wanted.join('-')
    const tests = (spoken.length > 0 ? spoken : times).map((time): RowTest => (row) => {
      const cell = step.result.rows[row]?.[time.index] ?? null
      return cell === null ? null : isAt(String(cell).slice(0, limit.length), limit, word)
    })
    return [{ start: date.start, end: date.end, tests }]
  })
}

function isAt(own: string, limit: string, word: string): boolean {
  if (/^(?:before|earlier|prior|vor|antes|avant)/.test(word)) return own < limit
  if (/^(?:until|by)/.test(word)) return own <= limit
  if (/^(?:after|later|nach|después|après)/.test(word)) return own > limit
  return /^(?:since|from|seit|desde|depuis)/.test(word) ? own >= limit : own === limit
}

const missing =
  /(?<!\p{L})(?:no|without|lacks?|missing|never|un\p{L}{3,}ed|not|kein\p{L}*|ohne|nicht|sin|sans|aucune?|ning[uú]n\p{L}*)(?!\p{L})|n['’]t(?!\p{L})/iu
const present =
  /(?<!\p{L})(?:ha[sd]|have|with|got|saw|made|had|is|are|was|were|been|hat|haben|mit|tienen?|con|ont|avec)\s(?:already\s|all\s|currently\s|still\s|now\s)?(?:an?|any|some|at least one|assigned|been|eine?n?|un[ae]?|\p{L}+ed(?= |[.,;]|$))(?!\p{L})|at least once|(?:ha[sd]|have|hat|hatte|haben|hatten|tienen?|ont) \p{L}+(?=[.,;]|$)|(?:to|by) (?:someone|somebody|anyone)(?!\p{L})/iu

/** “have an owner”, “are without a date”, “were late at least once”: rows with a value, or with something other than zero. */
function presenceTests(part: Statement, step: Step): RowTest[][] {
  const { text, facts } = part
  const isMissing = missing.test(text)
  if (!isMissing && !present.test(text)) return []
  const among = facts.columns.filter((column) => column.step === step && column.role !== 'masked')
  const spoken = spokenColumns(part, { start: 0, end: text.length }, among)
  const columns = spoken.length > 0 ? spoken : emptied(text, among)
  if (columns.length !== 1) return []
  return [columns.map((column) => (row) => hasValue(column, row) !== isMissing)]
}

/** “assigned to someone”: the only column with missing texts, if no other one is meant. */
function emptied(text: string, among: readonly FactColumn[]): readonly FactColumn[] {
  if (!/(?<!\p{L})(?:assigned|someone|somebody|anyone)(?!\p{L})/iu.test(text)) return []
  return among.filter(
    ({ role, step, index }) => role === 'name' && step.result.rows.some((row) => (row[index] ?? '') === ''),
  )
}

function hasValue({ step, index, numbers }: FactColumn, row: number): boolean {
  const cell = step.result.rows[row]?.[index] ?? ''
  return cell !== '' && numbers[row] !== 0
}
