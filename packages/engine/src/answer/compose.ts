import { joinMessages, message, type Cell, type Message, type ResultColumn, type Row } from '@parlance/contract'
import type { Understood } from '../contract.ts'
import { comparisonText } from './comparison.ts'
import { qualified } from './describe.ts'
import type { AnswerFacts } from './facts.ts'
import { listOf, separated, type Phrase } from './lists.ts'
import { numberOf } from './numbers.ts'
import { groupsText, rankingText } from './rankings.ts'
import { seriesText } from './series.ts'
import { fromAllRows, fromRows, linkedRows, type LinkedRows } from './sources.ts'
import { cellText, isPartOfName, joinedCells, labelOf, subjectOf, valueOf, whereOf, type Telling } from './telling.ts'

export interface AnswerRequest {
  question: string
  understood: Understood
  columns: ResultColumn[]
  rows: Row[]
  /** Whether there are more rows than these. */
  truncated: boolean
  /** The total number of rows; absent or null if these aren't all and no one counted them. */
  totalRows?: number | null
  /** yyyy-mm-dd. */
  today: string
  /** The name of the result, which the figures of the text link to; by default that of a turn's first result. */
  step?: string
}

export interface Answer {
  text: Message
  followUps: string[]
}

const mostFollowUps = 3

function factsIn(state: unknown): AnswerFacts | null {
  if (typeof state !== 'object' || state === null || !('told' in state)) return null
  const { told: facts } = state
  return typeof facts === 'object' && facts !== null ? (facts as AnswerFacts) : null
}

/** Answers a question in one or two sentences, based only on its rows, and suggests follow-up questions. */
export function composeAnswer(request: AnswerRequest): Answer {
  const facts = factsIn(request.understood.state)
  return { text: textOf(request, facts), followUps: followUpsFor(request, facts) }
}

function followUpsFor(request: AnswerRequest, facts: AnswerFacts | null): string[] {
  if (facts === null) return []
  const usable =
    request.rows.length === 0
      ? facts.followUps.filter((one) => !/^(?:and by|and per|by|only|top|how many|as)\b/i.test(one))
      : facts.followUps
  return usable.filter((one) => one.toLowerCase() !== request.question.toLowerCase()).slice(0, mostFollowUps)
}

function textOf(request: AnswerRequest, facts: AnswerFacts | null): Message {
  const { rows, step = 'r1' } = request
  const [first] = rows
  const result = linkedRows(rows, step)
  if (facts === null) return plainText(request, result)
  const telling: Telling = { ...request, ...result, facts }
  if (first === undefined) return nothingText(telling)
  const compared = facts.compared && !request.truncated ? comparisonText(result, facts.compared, request.today) : null
  if (compared !== null) return compared
  if (rows.length === 1 && facts.shape === 'number') return numbersText(telling, first)
  const shaped = shapedText(telling)
  return shaped === null ? listText(request, telling) : ofShownRows(telling, shaped)
}

function shapedText(telling: Telling): Message | null {
  const { shape } = telling.facts
  if (shape === 'series') return seriesText(telling) ?? groupsText(telling)
  if (shape === 'ranking') return rankingText(telling) ?? groupsText(telling)
  return shape === 'groups' ? groupsText(telling) : null
}

/** What is said of cut rows applies to the shown ones only. */
function ofShownRows(telling: Telling, sentence: Message): Message {
  const n = fromAllRows(telling.rows.length, telling)
  return telling.truncated
    ? joinMessages([sentence, message('This is based on the first {n, number} rows only.', { n })])
    : sentence
}

function nothingText(telling: Telling): Message {
  const rows = qualified(telling.facts.subject, whereOf(telling))
  return message('No {rows} were found.', { rows })
}

function numbersText(telling: Telling, row: Row): Message {
  const { facts } = telling
  const value = numberOf(row[0])
  const [counted] = facts.counts
  if (row.length === 1 && counted?.at === 0 && value !== null)
    return countText(telling, fromRows(value, telling, [row], 0))
  if (row.every((cell) => cell === null))
    return message('No values were found for {rows}, so there is nothing to calculate.', {
      rows: qualified(facts.subject, whereOf(telling)),
    })
  if (row.length === 1)
    return message('{subject} is {value}.', { subject: subjectOf(telling, 0), value: valueOf(telling, row, 0) })
  const clauses = listOf(
    row.map((_, at) =>
      message('the {measure} is {value}', { measure: labelOf(telling, at), value: valueOf(telling, row, at) }),
    ),
  )
  const where = whereOf(telling)
  return where === null
    ? message('In total, {clauses}.', { clauses })
    : message('For {rows}, {clauses}.', { rows: qualified(facts.subject, where), clauses })
}

function countText(telling: Telling, n: Message): Message {
  const { subject, row } = telling.facts
  const where = whereOf(telling)
  const rows = qualified(subject, where)
  return message('{n, plural, =0 {There are no {rows}.} one {There is # {row}.} other {There are # {rows}.}}', {
    n,
    row: qualified(row, where),
    rows,
  })
}

/** The rows that a list names, and the cells of each. */
const mostExamples = 3
const mostCells = 3
const mostCellsAlone = 6
const fewCells = 2

/** The columns of a row that a sentence shows. */
function briefColumns(row: Row, most: number): number[] {
  return (row.length <= most ? row : row.slice(0, fewCells)).map((_, at) => at)
}

function shownCells(telling: Telling, row: Row, columns: readonly number[]): Phrase {
  const { measures, units } = telling.facts
  const isMeasure = (at: number) => measures.includes(at) || units[at] !== null
  return joinedCells(telling, telling.facts, row, columns, (at) =>
    isMeasure(at) ? valueOf(telling, row, at) : cellText(telling.facts, row, at),
  )
}

function listText(request: AnswerRequest, telling: Telling): Message {
  const { rows } = request
  const [first = []] = rows
  const { unit, limit } = telling.facts
  const where = whereOf(telling)
  if (rows.length === 1 && limit !== 1) {
    const row = qualified(unit?.one ?? message('row'), where)
    return message('One {row} was found: {values}.', {
      row,
      values: shownCells(telling, first, briefColumns(first, mostCellsAlone)),
    })
  }
  const examples = examplesOf(request, telling)
  // A requested number of rows isn't the number of rows that there are.
  if (limit !== null && rows.length === limit) {
    const values = {
      n: fromAllRows(limit, telling),
      row: qualified(unit?.one ?? message('row'), where),
      rows: qualified(unit?.many ?? message('rows'), where),
    }
    return examples === null
      ? message('{n, plural, one {This is the first {row}.} other {These are the first # {rows}.}}', values)
      : message('{n, plural, one {The first {row}: {examples}.} other {The first # {rows}: {examples}.}}', {
          ...values,
          examples,
        })
  }
  const found = foundText(request, telling)
  return examples === null ? message('{found}.', { found }) : message('{found}: {examples}.', { found, examples })
}

/** The first rows; all of them if they are few. Null if none of their columns names them. */
function examplesOf({ truncated, totalRows }: AnswerRequest, telling: Telling): Phrase | null {
  const { rows } = telling
  const [first = []] = rows
  const isWide = first.length > mostCells
  const naming = isWide ? namingColumns(telling) : first.map((_, at) => at)
  if (naming.length === 0) return null
  const shown = rows.slice(0, mostExamples).map((row) => shownCells(telling, row, naming))
  const isPlain = isWide || first.length === 1
  if (rows.length <= mostExamples) return isPlain ? listOf(shown) : separated(shown, '; ')
  const examples = separated(shown, isPlain ? ', ' : '; ')
  const n = truncated ? (totalRows ?? null) : rows.length
  if (n === null) return message('{examples}, and more', { examples })
  const others = fromRows(n - mostExamples, telling, rows.slice(mostExamples), null)
  return message('{examples}, and {n, number} more', { examples, n: others })
}

const isDated = new Set<ResultColumn['kind']>(['date', 'time', 'timestamp'])

/**
 * The first column of texts that differ in the first rows, with a last name after a first name. Numbers in a wide row
 * are mostly ids.
 */
function namingColumns({ facts, columns, rows }: Telling): number[] {
  const shown = rows.slice(0, mostExamples)
  const isText = (cell: Cell | undefined) => typeof cell === 'string' && numberOf(cell) === null
  const first = columns.findIndex(({ kind }, at) => {
    const texts = new Set(shown.map((row) => row[at]).filter(isText))
    return !isDated.has(kind) && !facts.dates.includes(at) && texts.size === shown.length
  })
  if (first < 0) return []
  const isPart = (at: number) => isPartOfName(facts.labels[at])
  return isPart(first) && isPart(first + 1) ? [first, first + 1] : [first]
}

/** How many rows were found, without a period. */
function foundText({ rows: { length }, truncated, totalRows }: AnswerRequest, telling: Telling): Message {
  const n = fromAllRows(totalRows ?? length, telling)
  const rows = qualified(telling.facts.unit?.many ?? message('rows'), whereOf(telling))
  return truncated && !totalRows
    ? message('More than {n, number} {rows} were found', { n, rows })
    : message('{n, number} {rows} were found', { n, rows })
}

/** The answer if nothing is known of the query but its rows. */
function plainText({ rows, truncated }: AnswerRequest, result: LinkedRows): Message {
  const [first] = rows
  if (first === undefined) return message('Nothing was found.')
  const n = fromAllRows(rows.length, result)
  const found = truncated
    ? message('More than {n, number} rows were found', { n })
    : message('{n, plural, one {One row was found} other {# rows were found}}', { n })
  const examples = separated(
    rows.slice(0, mostExamples).map((row) => joinedCells(result, null, row, briefColumns(row, mostCells))),
    '; ',
  )
  return rows.length > mostExamples
    ? message('{found}. The first three are: {examples}.', { found, examples })
    : message('{found}: {examples}.', { found, examples })
}
