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
interface Told {
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

function toldBy(state: unknown): Told | null {
  if (typeof state !== 'object' || state === null || !('told' in state)) return null
  const { told } = state
  return typeof told === 'object' && told !== null ? (told as Told) : null
}

function whereText(told: Told | null): string {
  return told?.where ?? ''
}

/** Answers a question in one or two sentences, based only on its rows, and suggests follow-up questions. */
export function composeAnswer(request: AnswerRequest): Answer {
  const told = toldBy(request.understood.state)
  return { text: textOf(request, told), followUps: followUpsFor(request, told) }
}

function followUpsFor(request: AnswerRequest, told: Told | null): string[] {
  if (told === null) return []
  const usable =
    request.rows.length === 0 ? told.followUps.filter((one) => !/^(and by|top|how many)/i.test(one)) : told.followUps
  return usable.filter((one) => one.toLowerCase() !== request.question.toLowerCase()).slice(0, 3)
}

function textOf(request: AnswerRequest, told: Told | null): string {
  const { rows, columns } = request
  const [first] = rows
  if (first === undefined) return `No ${told?.subject ?? 'rows'} were found${whereText(told)}.`
  if (rows.length === 1 && told?.shape === 'number') return numbersText(first, told, columns)
  if (told?.shape === 'series') return seriesText(request, told)
  if (told?.shape === 'ranking' || told?.shape === 'groups') return rankingText(request, told)
  return listText(request, told)
}

function numbersText(row: Row, told: Told, columns: readonly ResultColumn[]): string {
  const [only] = told.counts
  const value = numberOf(row[0])
  if (row.length === 1 && only === 0 && value !== null) {
    return `There ${value === 1 ? 'is' : 'are'} ${formatNumber(value)} ${value === 1 ? singularOf(told.subject) : told.subject}${whereText(told)}.`
  }
  if (row.every((cell) => cell === null))
    return `No ${told.subject} were found${whereText(told)}, so there is nothing to calculate.`
  const parts = row.map(
    (cell, at) => `the ${told.labels[at] ?? columns[at]?.name ?? 'value'} is ${formatCell(numberOf(cell) ?? cell)}`,
  )
  const text = parts.join(', and ')
  if (parts.length === 1) {
    const cell = formatCell(numberOf(row[0] ?? null) ?? row[0])
    return `The ${told.labels[0] ?? 'value'}${whereText(told)} is ${cell}.`
  }
  const about = told.filters.length > 0 ? ` for ${told.subject}${whereText(told)}` : ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${about}.`
}

function singularOf(words: string): string {
  return words
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/s$/, '')
}

/** A cell of a column; numbers that are names aren't formatted. */
function cellText(told: Told | null, row: Row, at: number): string {
  const cell = row[at]
  return told?.names.includes(at) === true && cell !== null && cell !== undefined ? String(cell) : formatCell(cell)
}

/**
 * The cells that identify a row: all but the measures. Only the parts of a person's name are joined without a comma.
 */
function nameOf(row: Row, told: Told): string {
  const named = row.flatMap((_, at) =>
    told.measures.includes(at) ? [] : [{ text: cellText(told, row, at), isPart: isPartOfName(told.labels[at]) }],
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

function seriesText(request: AnswerRequest, told: Told): string {
  const [measure] = told.measures
  const points =
    measure === undefined
      ? []
      : request.rows.flatMap((row) => {
          const value = numberOf(row[measure])
          return value === null ? [] : [{ name: nameOf(row, told), value }]
        })
  const [first] = points
  if (first === undefined || measure === undefined) return listText(request, told)
  const label = told.labels[measure] ?? 'value'
  const highest = points.reduce((best, one) => (one.value > best.value ? one : best), first)
  const lowest = points.reduce((best, one) => (one.value < best.value ? one : best), first)
  if (points.length === 1) return `The ${label}${whereText(told)} is ${formatNumber(first.value)} (${first.name}).`
  const isAdditive = /^(total|number)/.test(label) && !request.truncated
  const total = isAdditive
    ? ` The ${points.length} rows add up to ${formatNumber(points.reduce((sum, one) => sum + one.value, 0))}.`
    : ''
  return `The ${label}${whereText(told)} was highest in ${highest.name} (${formatNumber(highest.value)}) and lowest in ${lowest.name} (${formatNumber(lowest.value)}).${total}${more(request)}`
}

function rankingText(request: AnswerRequest, told: Told): string {
  const [measure] = told.measures
  const [first] = request.rows
  if (measure === undefined || first === undefined) return listText(request, told)
  const label = told.labels[measure] ?? 'value'
  const named = (row: Row) => `${nameOf(row, told)} (${formatCell(numberOf(row[measure]) ?? row[measure])})`
  if (request.rows.length === 1)
    return `${nameOf(first, told)}: the ${label}${whereText(told)} is ${formatCell(numberOf(first[measure]) ?? first[measure])}.`
  if (told.shape === 'ranking') {
    const shown = request.rows.slice(0, 3).map(named)
    const rest = request.rows.length - shown.length
    return `By ${label}${whereText(told)}: ${shown.join(', ')}${rest > 0 ? `, and ${formatNumber(rest)} more` : ''}.${more(request)}`
  }
  const sorted = request.rows.toSorted(
    (left, right) => (numberOf(right[measure]) ?? 0) - (numberOf(left[measure]) ?? 0),
  )
  const [top] = sorted
  const last = sorted.at(-1)
  if (top === undefined || last === undefined) return listText(request, told)
  const groups = `There are ${formatNumber(request.rows.length)} groups${whereText(told)}`
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

function listText(request: AnswerRequest, told: Told | null): string {
  const { rows, truncated, totalRows } = request
  const [first] = rows
  if (first === undefined) return 'Nothing was found.'
  const unit = told?.unit ?? 'rows'
  const most = rows.length === 1 ? 6 : 3
  const brief = (row: Row) =>
    row
      .slice(0, row.length <= most ? row.length : 2)
      .map((_, at) => cellText(told, row, at))
      .join(', ')
  if (rows.length === 1) return `One ${singularOf(unit)} was found${whereText(told)}: ${brief(first)}.`
  const count = `${truncated && !totalRows ? 'More than ' : ''}${formatNumber(totalRows ?? rows.length)}`
  const shown = rows.slice(0, 3).map(brief).join('; ')
  return `${count} ${unit} were found${whereText(told)}${rows.length > 3 ? '. The first three are' : ''}: ${shown}.`
}
