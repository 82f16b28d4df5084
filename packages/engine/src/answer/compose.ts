import type { ResultColumn, Row } from '@parlance/contract'
import type { Understood } from '../contract.ts'
import { formatCell, formatNumber, numberOf } from './numbers.ts'

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
}

export interface Answer {
  text: string
  followUps: string[]
}

/** The data that `translate` leaves in its state for the answer. */
interface AnswerFacts {
  shape: 'number' | 'series' | 'ranking' | 'groups' | 'list'
  subject: string
  /** What a row of a list is: the subject, or only a row. */
  unit: string
  filters: string[]
  where: string
  /** Labels of the result's columns by position. */
  labels: string[]
  measures: number[]
  counts: number[]
  /** Columns whose numbers are names: keys, years, codes. */
  names: number[]
  followUps: string[]
}

function factsIn(state: unknown): AnswerFacts | null {
  if (typeof state !== 'object' || state === null || !('told' in state)) return null
  const { told: facts } = state
  return typeof facts === 'object' && facts !== null ? (facts as AnswerFacts) : null
}

function whereText(facts: AnswerFacts | null): string {
  return facts?.where ?? ''
}

/** Answers a question in one or two sentences, based only on its rows, and suggests follow-up questions. */
export function composeAnswer(request: AnswerRequest): Answer {
  const facts = factsIn(request.understood.state)
  return { text: textOf(request, facts), followUps: followUpsFor(request, facts) }
}

function followUpsFor(request: AnswerRequest, facts: AnswerFacts | null): string[] {
  if (facts === null) return []
  const usable =
    request.rows.length === 0 ? facts.followUps.filter((one) => !/^(and by|top|how many)/i.test(one)) : facts.followUps
  return usable.filter((one) => one.toLowerCase() !== request.question.toLowerCase()).slice(0, 3)
}

function textOf(request: AnswerRequest, facts: AnswerFacts | null): string {
  const { rows, columns } = request
  const [first] = rows
  if (first === undefined) return `No ${facts?.subject ?? 'rows'} were found${whereText(facts)}.`
  if (rows.length === 1 && facts?.shape === 'number') return numbersText(first, facts, columns)
  if (facts?.shape === 'series') return seriesText(request, facts)
  if (facts?.shape === 'ranking' || facts?.shape === 'groups') return rankingText(request, facts)
  return listText(request, facts)
}

function numbersText(row: Row, facts: AnswerFacts, columns: readonly ResultColumn[]): string {
  const [only] = facts.counts
  const value = numberOf(row[0])
  if (row.length === 1 && only === 0 && value !== null) {
    return value === 1
      ? `There is 1 ${singularOf(facts.subject)}${whereText(facts)}.`
      : `There are ${formatNumber(value)} ${facts.subject}${whereText(facts)}.`
  }
  if (row.every((cell) => cell === null))
    return `No ${facts.subject} were found${whereText(facts)}, so there is nothing to calculate.`
  const parts = row.map(
    (cell, at) => `the ${facts.labels[at] ?? columns[at]?.name ?? 'value'} is ${formatCell(numberOf(cell) ?? cell)}`,
  )
  const text = parts.join(', and ')
  if (parts.length === 1) {
    const cell = formatCell(numberOf(row[0] ?? null) ?? row[0])
    return `The ${facts.labels[0] ?? 'value'}${whereText(facts)} is ${cell}.`
  }
  const about = facts.filters.length > 0 ? ` for ${facts.subject}${whereText(facts)}` : ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${about}.`
}

function singularOf(words: string): string {
  return words
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/s$/, '')
}

/** A cell of a column; numbers that are names aren't formatted. */
function cellText(facts: AnswerFacts | null, row: Row, at: number): string {
  const cell = row[at]
  return facts?.names.includes(at) === true && cell !== null && cell !== undefined ? String(cell) : formatCell(cell)
}

/**
 * The cells that identify a row: all but the measures. Only the parts of a person's name are joined without a comma.
 */
function nameOf(row: Row, facts: AnswerFacts): string {
  const named = row.flatMap((_, at) =>
    facts.measures.includes(at) ? [] : [{ text: cellText(facts, row, at), isPart: isPartOfName(facts.labels[at]) }],
  )
  return named.reduce((text, one, at) => {
    const before = named[at - 1]
    if (before === undefined) return one.text
    return `${text}${before.isPart && one.isPart ? ' ' : ', '}${one.text}`
  }, '')
}

function isPartOfName(label: string | undefined): boolean {
  return label !== undefined && /\b(first|given|middle|last|family|sur) ?names?$/i.test(label)
}

function more(request: AnswerRequest): string {
  return request.truncated ? ' There are more rows than shown.' : ''
}

function seriesText(request: AnswerRequest, facts: AnswerFacts): string {
  const [measure] = facts.measures
  const points =
    measure === undefined
      ? []
      : request.rows.flatMap((row) => {
          const value = numberOf(row[measure])
          return value === null ? [] : [{ name: nameOf(row, facts), value }]
        })
  const [first] = points
  if (first === undefined || measure === undefined) return listText(request, facts)
  const label = facts.labels[measure] ?? 'value'
  const highest = points.reduce((best, one) => (one.value > best.value ? one : best), first)
  const lowest = points.reduce((best, one) => (one.value < best.value ? one : best), first)
  if (points.length === 1) return `The ${label}${whereText(facts)} is ${formatNumber(first.value)} (${first.name}).`
  const isAdditive = /^(total|number)/.test(label) && !request.truncated
  const total = isAdditive
    ? ` The ${points.length} rows add up to ${formatNumber(points.reduce((sum, one) => sum + one.value, 0))}.`
    : ''
  return `The ${label}${whereText(facts)} was highest in ${highest.name} (${formatNumber(highest.value)}) and lowest in ${lowest.name} (${formatNumber(lowest.value)}).${total}${more(request)}`
}

function rankingText(request: AnswerRequest, facts: AnswerFacts): string {
  const [measure] = facts.measures
  const [first] = request.rows
  if (measure === undefined || first === undefined) return listText(request, facts)
  const label = facts.labels[measure] ?? 'value'
  const named = (row: Row) => `${nameOf(row, facts)} (${formatCell(numberOf(row[measure]) ?? row[measure])})`
  if (request.rows.length === 1)
    return `${nameOf(first, facts)}: the ${label}${whereText(facts)} is ${formatCell(numberOf(first[measure]) ?? first[measure])}.`
  if (facts.shape === 'ranking') {
    const shown = request.rows.slice(0, 3).map(named)
    const rest = request.rows.length - shown.length
    return `By ${label}${whereText(facts)}: ${shown.join(', ')}${rest > 0 ? `, and ${formatNumber(rest)} more` : ''}.${more(request)}`
  }
  const sorted = request.rows.toSorted(
    (left, right) => (numberOf(right[measure]) ?? 0) - (numberOf(left[measure]) ?? 0),
  )
  const [top] = sorted
  const last = sorted.at(-1)
  if (top === undefined || last === undefined) return listText(request, facts)
  const groups = `There are ${formatNumber(request.rows.length)} groups${whereText(facts)}`
  const sharing = (row: Row) => sorted.filter((other) => other[measure] === row[measure]).length
  if (sharing(top) === sorted.length)
    return `${groups}: the ${label} is ${formatCell(top[measure])} for each.${more(request)}`
  const extreme = (row: Row) => `${named(row)}${besides(sharing(row))}`
  return `${groups}: the ${label} is highest for ${extreme(top)} and lowest for ${extreme(last)}.${more(request)}`
}

/** Other rows with the same value as the named one. */
function besides(sharing: number): string {
  return sharing > 1 ? ` and ${formatNumber(sharing - 1)} more` : ''
}

function listText(request: AnswerRequest, facts: AnswerFacts | null): string {
  const { rows, truncated, totalRows } = request
  const [first] = rows
  if (first === undefined) return 'Nothing was found.'
  const unit = facts?.unit ?? 'rows'
  const most = rows.length === 1 ? 6 : 3
  const brief = (row: Row) =>
    row
      .slice(0, row.length <= most ? row.length : 2)
      .map((_, at) => cellText(facts, row, at))
      .join(', ')
  if (rows.length === 1) return `One ${singularOf(unit)} was found${whereText(facts)}: ${brief(first)}.`
  const found = `${formatNumber(totalRows ?? rows.length)} ${unit} were found${whereText(facts)}`
  const counted = truncated && !totalRows ? `More than ${found}` : found
  const shown = rows.slice(0, 3).map(brief).join('; ')
  return rows.length > 3 ? `${counted}. The first three are: ${shown}.` : `${counted}: ${shown}.`
}
