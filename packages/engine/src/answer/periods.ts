import { message, type Cell, type Message } from '@parlance/contract'
import { isNamedUnit, type PeriodUnit } from '../query.ts'
import type { Phrase } from './lists.ts'

/** A unit of the calendar in words. */
export function unitWord(unit: PeriodUnit): Message {
  return message(
    '{unit, select, day {day} week {week} month {month} quarter {quarter} weekday {weekday} other {year}}',
    { unit: unit === 'calendar month' ? 'month' : unit },
  )
}

/** A period, by its label in the query: 'March 2024', 'this year', 'after 2020'. */
export function periodWords(label: string): Phrase {
  const [, edge = '', limit = ''] = /^(after|before|since|until) (.+)$/.exec(label) ?? []
  if (edge !== '') {
    return message(
      '{edge, select, after {after {period}} before {before {period}} since {since {period}} other {until {period}}}',
      { edge, period: periodWords(limit) },
    )
  }
  const [, current] = /^this ([a-z]+) to date$/.exec(label) ?? []
  if (current !== undefined)
    return message(
      '{unit, select, week {this week to date} month {this month to date} quarter {this quarter to date} other {this year to date}}',
      { unit: current },
    )
  const [from = '', to] = label.split(' to ')
  if (to !== undefined) return message('{from} to {to}', { from: periodWords(from), to: periodWords(to) })
  return relativeWords(label) ?? monthWords(label) ?? label
}

/** A period after a verb: 'in March 2024', 'on 2024-03-01', 'after 2020'. */
export function datedWords(label: string): Phrase {
  const period = periodWords(label)
  if (/^(?:after|before|since|until|today|yesterday)\b/.test(label)) return period
  if (/^\d{4}-\d\d-\d\d$/.test(label)) return message('on {date}', { date: label })
  if (/ to (?!date$)/.test(label)) return message('from {period}', { period })
  return /^(?:last|this|next) /.test(label) ? period : message('in {period}', { period })
}

function relativeWords(label: string): Message | null {
  if (label === 'today') return message('today')
  if (label === 'yesterday') return message('yesterday')
  const [, decade] = /^the (\d{4})s$/.exec(label) ?? []
  if (decade !== undefined) return message('the {decade}s', { decade })
  const [, which, unit = ''] = /^(last|this|next) ([a-z]+)$/.exec(label) ?? []
  if (which !== undefined) return nearWords(which, unit)
  const [, n, units = ''] = /^the last (\d+) ([a-z]+)s$/.exec(label) ?? []
  if (n === undefined) return null
  return message(
    '{unit, select, day {the last {n} days} week {the last {n} weeks} month {the last {n} months} quarter {the last {n} quarters} other {the last {n} years}}',
    { unit: units, n },
  )
}

function nearWords(which: string, unit: string): Message {
  if (which === 'last') {
    return message(
      '{unit, select, day {last day} week {last week} month {last month} quarter {last quarter} other {last year}}',
      { unit },
    )
  }
  if (which === 'next') {
    return message(
      '{unit, select, day {next day} week {next week} month {next month} quarter {next quarter} other {next year}}',
      { unit },
    )
  }
  return message(
    '{unit, select, day {this day} week {this week} month {this month} quarter {this quarter} other {this year}}',
    { unit },
  )
}

function monthWords(label: string): Message | null {
  const [, month = '', year = ''] = /^([A-Z][a-z]+) (\d+)$/.exec(label) ?? []
  if (month === '') return null
  return message(
    '{month, select, January {January {year}} February {February {year}} March {March {year}} April {April {year}} May {May {year}} June {June {year}} July {July {year}} August {August {year}} September {September {year}} October {October {year}} November {November {year}} other {December {year}}}',
    { month, year },
  )
}

/** A period of a series: a cell that groups rows by a unit of the calendar. */
export interface Period {
  unit: PeriodUnit
  year: number
  /** Counts the unit: the next period has the next number. */
  index: number
  /** The first days of this period and the next one, yyyy-mm-dd. */
  start: string
  next: string
}

const monthsOfYear = 12
const quartersOfYear = 4
const weeksOfYear = 53
const monthsOfQuarter = 3
const daysOfWeek = 7
const dayMs = 86_400_000

/** The period that a cell names: '2025-05', '2025-W12', '2025-Q2', '2025', or its first day; null for anything else. */
export function periodOf(cell: Cell | undefined, unit: PeriodUnit): Period | null {
  const text = String(cell ?? '')
  const [, ownYear, part = '', number] = /^(\d{4})-([QW])(\d\d?)$/.exec(text) ?? []
  if (number !== undefined) return numbered(unit, part, Number(ownYear), Number(number))
  const [, year, month, day] = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d\d)(?:[T ].*)?)?)?$/.exec(text) ?? []
  if (year === undefined) return null
  if (unit === 'year') return monthly(unit, Number(year), 0)
  if (month === undefined) return null
  const at = Number(month) - 1
  if (unit === 'month') return monthly(unit, Number(year), at)
  if (day === undefined || isNamedUnit(unit)) return null
  return unit === 'quarter'
    ? monthly(unit, Number(year), Math.floor(at / monthsOfQuarter))
    : daily(unit, text, Number(year))
}

/** A quarter or a week by its number: '2025-Q2', '2025-W12'. */
function numbered(unit: PeriodUnit, part: string, year: number, number: number): Period | null {
  if (part === 'Q') return unit === 'quarter' && number <= quartersOfYear ? monthly(unit, year, number - 1) : null
  return unit === 'week' && number <= weeksOfYear ? daily(unit, firstDay(year, number), year) : null
}

function monthly(unit: 'year' | 'quarter' | 'month', year: number, part: number): Period {
  const parts = { year: 1, quarter: quartersOfYear, month: monthsOfYear }[unit]
  const month = part * (monthsOfYear / parts)
  const dayOf = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 'yyyy-mm-dd'.length)
  return { unit, year, index: year * parts + part, start: dayOf(month), next: dayOf(month + monthsOfYear / parts) }
}

/** The Monday of a week; the first week of a year is the one with January 4. */
function firstDay(year: number, week: number): string {
  const base = new Date(Date.UTC(year, 0, 4))
  base.setUTCDate(base.getUTCDate() - ((base.getUTCDay() + daysOfWeek - 1) % daysOfWeek) + (week - 1) * daysOfWeek)
  return base.toISOString().slice(0, 'yyyy-mm-dd'.length)
}

function daily(unit: 'day' | 'week', text: string, year: number): Period | null {
  const start = text.slice(0, 'yyyy-mm-dd'.length)
  const ms = Date.parse(start)
  if (Number.isNaN(ms)) return null
  const days = unit === 'week' ? daysOfWeek : 1
  const next = new Date(ms + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length)
  return { unit, year, index: Math.floor(ms / dayMs / days), start, next }
}

/** Whether a period contains today, so that its number may still change. */
export function isRunning({ start, next }: Period, today: string): boolean {
  return start <= today && today < next
}

/** Whether a span of dates begins or ends within a period. */
export function isCut({ start, next }: Period, span: { from: string | null; before: string | null } | null): boolean {
  const begins = span?.from ?? null
  const ends = span?.before ?? null
  return (begins !== null && start < begins) || (ends !== null && ends < next)
}

/** A period in words: 'November 2026', or 'November' if the year is clear. */
export function periodName({ unit, year, start }: Period, isYearClear: boolean): Phrase {
  if (unit === 'day') return start
  if (unit === 'week') return message('the week of {date}', { date: start })
  if (unit === 'year') return String(year)
  const month = Number(start.slice('yyyy-'.length, 'yyyy-mm'.length))
  if (unit === 'quarter') {
    const quarter = `Q${Math.ceil(month / monthsOfQuarter)}`
    return isYearClear ? quarter : `${quarter} ${year}`
  }
  const name = monthName(month)
  return isYearClear ? name : message('{month} {year}', { month: name, year: String(year) })
}

/** A period at the beginning of a sentence. */
export function periodFirst(period: Period, isYearClear: boolean): Phrase {
  return period.unit === 'week'
    ? message('The week of {date}', { date: period.start })
    : periodName(period, isYearClear)
}

function monthName(month: number): Message {
  return message(
    '{month, select, 1 {January} 2 {February} 3 {March} 4 {April} 5 {May} 6 {June} 7 {July} 8 {August} 9 {September} 10 {October} 11 {November} other {December}}',
    { month: String(month) },
  )
}

/** A unit of the calendar in the plural. */
export function unitWords(unit: PeriodUnit): Message {
  return message('{unit, select, day {days} week {weeks} month {months} quarter {quarters} other {years}}', { unit })
}
