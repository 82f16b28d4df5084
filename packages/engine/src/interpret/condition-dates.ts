import { message } from '@parlance/contract'
import { periodWords } from '../answer/periods.ts'
import { stem } from '@parlance/retrieval'
import { lifeWords } from '../lexicon/life-events.ts'
import { dueWords, stateOf } from '../lexicon/states.ts'
import { column as columnExpression, type Filter, type Literal, type Operator } from '../query.ts'
import type { ColumnModel, TableModel } from '../schema/model.ts'
import { shortestPaths } from '../schema/graph.ts'
import { dateColumns, dateOfEvent, isNumeric, isOfLife, isTemporal, mainDate } from '../schema/roles.ts'
import type { DateRange } from '../match/dates.ts'
import { eventDates } from './event-dates.ts'
import { farness, note, type Scope } from './scope.ts'
import { Decline } from '../decline.ts'

export const opposites = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

export function openBy(range: DateRange, operator: Operator): DateRange {
  if (operator === '>') return { ...range, from: range.before, before: null, label: `after ${range.label}` }
  if (operator === '>=') return { ...range, before: null, label: `since ${range.label}` }
  if (operator === '<') return { ...range, from: null, before: range.from, label: `before ${range.label}` }
  if (operator === '<=') return { ...range, from: null, label: `until ${range.label}` }
  return range
}

/** A range of dates on a column: a temporal column, or one that stores years as numbers. */
export function dated(column: ColumnModel, range: DateRange, negated: boolean): Filter {
  if (isTemporal(column))
    return { kind: 'period', ref: column.ref, from: range.from, before: range.before, label: range.label, negated }
  const from = range.from === null ? null : Number(range.from.slice(0, 4))
  const before = range.before === null ? null : Number(range.before.slice(0, 4))
  const left = columnExpression(column.ref)
  const asStored = (year: number): Literal => (isNumeric(column) ? year : String(year))
  if (from !== null && before !== null && before - from === 1)
    return { kind: 'compare', left, operator: negated ? '<>' : '=', value: asStored(from) }
  if (from !== null && before !== null)
    return negate({ kind: 'between', left, from: asStored(from), to: asStored(before - 1) }, negated)
  if (from !== null) return { kind: 'compare', left, operator: negated ? '<' : '>=', value: asStored(from) }
  return { kind: 'compare', left, operator: negated ? '>=' : '<', value: asStored(before ?? 0) }
}

export function negate(filter: Filter, negated: boolean): Filter {
  return negated ? { kind: 'not', filter } : filter
}

function isYearColumn(column: ColumnModel): boolean {
  return (
    (column.words.includes('year') || column.words.at(-1) === 'yr') &&
    !isTemporal(column) &&
    (isNumeric(column) || column.kind === 'text') &&
    !column.isForeignKey
  )
}

export function wholeYears(range: DateRange): boolean {
  const isStart = (day: string | null) => day === null || day.endsWith('-01-01')
  return isStart(range.from) && isStart(range.before)
}

/**
 * The column that a date in the question refers to: by the word 'year', by the preceding verb, by the event that links
 * the rows, by what is measured, or else by the rows' own date. Declines if there is none.
 */
export function dateColumn(
  scope: Scope,
  verb: string | null,
  range: DateRange,
  prefersYear: boolean,
): ColumnModel | Decline {
  const tables = [...new Set([...scope.mentioned.map((one) => one.table), scope.subject])].toSorted(
    (left, right) => farness(scope, left) - farness(scope, right),
  )
  const word = verb === null ? null : stem(verb)
  const said =
    (prefersYear && wholeYears(range) ? saidYear(tables, word) : null) ??
    (word === null ? null : saidByVerb(tables, word, range)) ??
    (verb === null ? null : saidByState(tables, verb)) ??
    (verb === null ? null : saidByLife(scope, tables, verb, range))
  if (said !== null) return said
  const found = eventDate(scope) ?? measuredDate(scope, range) ?? meetingDate(scope, range)
  if (found !== null) return notedDate(scope, found)
  return ownDate(scope, tables, range) ?? farDate(scope, range)
}

/** Columns of a table that a range can be compared with. */
function usable(table: TableModel, range: DateRange): ColumnModel[] {
  return [...dateColumns(table), ...(wholeYears(range) ? table.columns.filter(isYearColumn) : [])]
}

function notedDate(scope: Scope, column: ColumnModel): ColumnModel {
  note(scope, message('Dates refer to {column}', { column: `${column.table.name}.${column.name}` }))
  return column
}

/** 'in the year 2010': a column of years; of several, the one that the verb names. */
function saidYear(tables: readonly TableModel[], verb: string | null): ColumnModel | null {
  for (const table of tables) {
    const years = table.columns.filter(isYearColumn)
    const said =
      years.find((one) => verb !== null && one.words.some((own) => stem(own) === verb)) ??
      (years.length === 1 ? years[0] : undefined)
    if (said !== undefined) return said
  }
  return null
}

/** 'hired in 1993': a column that shares the verb's stem, even a plain number if whole years are meant. */
function saidByVerb(tables: readonly TableModel[], verb: string, range: DateRange): ColumnModel | null {
  for (const table of tables) {
    const numbers = wholeYears(range)
      ? table.columns.filter((one) => isNumeric(one) && !one.isKey && !one.isForeignKey)
      : []
    const found = [...usable(table, range), ...numbers].find((one) =>
      one.words.some((own) => (own.length > 3 || dueWords.has(own)) && stem(own) === verb),
    )
    if (found !== undefined) return found
  }
  return null
}

/** 'who left in 2025': the only date of the nearest table that records the end. */
function saidByState(tables: readonly TableModel[], verb: string): ColumnModel | null {
  const state = stateOf(verb)
  const [nearest] = tables
  const [only, other] = state === null || nearest === undefined ? [] : eventDates(nearest, state)
  return other === undefined ? (only ?? null) : null
}

/** 'born in 1990': the date of birth, never another date. */
function saidByLife(
  scope: Scope,
  tables: readonly TableModel[],
  verb: string,
  range: DateRange,
): ColumnModel | Decline | null {
  const words = lifeWords(verb)
  if (words.length === 0) return null
  for (const table of tables) {
    const found = table.columns.find(
      (one) =>
        one.words.some((word) => words.includes(word)) &&
        (isTemporal(one) || (wholeYears(range) && isNumeric(one) && !one.isKey && !one.isForeignKey)),
    )
    if (found !== undefined) return notedDate(scope, found)
  }
  return new Decline(
    message('No column shows when someone {verb, select, born {was born} died {died} other {left}}.', { verb }),
    [verb],
  )
}

/** The date of what is counted or added up, unless the subject has a date and is measured itself. */
function measuredDate(scope: Scope, range: DateRange): ColumnModel | null {
  const { measured, subject } = scope
  if (measured === null || (measured === subject && usable(subject, range).length > 0)) return null
  return mainDate(scope.schema, measured)
}

/**
 * 'how many patients did each doctor see this year': if the subject has no date but a birth, the date of what links it
 * to another mentioned table.
 */
function meetingDate({ schema, subject, mentioned }: Scope, range: DateRange): ColumnModel | null {
  if (usable(subject, range).some((one) => !isOfLife(one))) return null
  for (const { table } of mentioned) {
    const [path] = table === subject ? [] : shortestPaths(schema, subject.key, table.key)
    const found = dateOfEvent((path ?? []).slice(0, -1).map((step) => step.to))
    if (found !== null) return found
  }
  return null
}

/** The date of the nearest table that has one; a plain year wins if it is the only one. */
function ownDate(scope: Scope, tables: readonly TableModel[], range: DateRange): ColumnModel | null {
  for (const table of tables) {
    const [own, second] = usable(table, range)
    const [year, otherYear] = wholeYears(range) ? table.columns.filter(isYearColumn) : []
    const isOnlyYear = year !== undefined && otherYear === undefined
    if (isOnlyYear && (own === undefined || own === year || year.words.length === 1)) return year
    if (own !== undefined) return second === undefined ? own : notedDate(scope, own)
  }
  return null
}

function farDate(scope: Scope, range: DateRange): ColumnModel | Decline {
  const main = mainDate(scope.schema, scope.subject)
  return main === null || !Number.isFinite(farness(scope, main.table))
    ? new Decline(
        message('{subject} has no date to compare with {period}.', {
          subject: scope.subject.name,
          period: periodWords(range.label),
        }),
        [range.label],
      )
    : notedDate(scope, main)
}

/** The date of a metric, else that of the event that links the subject to what an earlier condition mentions. */
function eventDate(scope: Scope): ColumnModel | null {
  if (scope.metricDate !== null) return scope.metricDate
  for (const table of scope.related.toReversed()) {
    const [path] = shortestPaths(scope.schema, scope.subject.key, table.key)
    const first = path?.findIndex((step) => step.toMany) ?? -1
    const events = first < 0 || path === undefined ? [] : path.slice(first).map((step) => step.to)
    const found = dateOfEvent(events)
    if (found !== null) return found
  }
  return null
}
