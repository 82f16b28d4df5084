import type { CalendarUnit } from '../query.ts'
import { decadeLength, decadeOf } from './decades.ts'
import type { Token } from './tokens.ts'

/** A span of days: `from` included, `before` excluded, yyyy-mm-dd; null is open. */
export interface DateRange {
  from: string | null
  before: string | null
  label: string
  /** The year, if the words are only a year, which may also be a plain number. */
  year: number | null
}

export interface DateMatch {
  range: DateRange
  length: number
}

/** The names of the months, from January on. */
export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
)
const lowerMonths = monthNames.map((name) => name.toLowerCase())

interface Day {
  year: number
  month: number
  day: number
}

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const utc = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month - 1, day))

function parseDay(text: string): Day {
  const [year = 1970, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day }
}

function monthOf(token: Token | undefined): number | null {
  if (token === undefined || token.quoted) return null
  const found = lowerMonths.findIndex(
    (name) =>
      name === token.lower ||
      (token.lower.length >= 3 && token.lower !== 'mar' && token.lower !== 'may' && name.slice(0, 3) === token.lower),
  )
  if (found < 0) return null
  return token.lower === 'may' && !token.capital ? null : found + 1
}

function yearOf(token: Token | undefined): number | null {
  if (token === undefined || token.quoted || !/^(19|20)\d\d$/.test(token.lower)) return null
  return Number(token.lower)
}

function dayNumber(token: Token | undefined): number | null {
  const match = token === undefined ? null : /^(\d{1,2})(st|nd|rd|th)?$/.exec(token.lower)
  const day = Number(match?.[1] ?? 0)
  return day >= 1 && day <= 31 ? day : null
}

function startOf(unit: CalendarUnit, day: Day): Date {
  if (unit === 'year') return utc(day.year, 1)
  if (unit === 'quarter') return utc(day.year, Math.floor((day.month - 1) / 3) * 3 + 1)
  if (unit === 'month') return utc(day.year, day.month)
  const date = utc(day.year, day.month, day.day)
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date
}

function shift(date: Date, unit: CalendarUnit, by: number): Date {
  const moved = new Date(date)
  if (unit === 'day') moved.setUTCDate(moved.getUTCDate() + by)
  if (unit === 'week') moved.setUTCDate(moved.getUTCDate() + 7 * by)
  const months = { month: 1, quarter: 3, year: 12, day: 0, week: 0 }[unit] * by
  if (months === 0) return moved
  const day = moved.getUTCDate()
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = utc(moved.getUTCFullYear(), moved.getUTCMonth() + 2, 0).getUTCDate()
  moved.setUTCDate(Math.min(day, lastDay))
  return moved
}

function range(from: Date, before: Date, label: string, year: number | null = null): DateRange {
  return { from: iso(from), before: iso(before), label, year }
}

/** The range of one whole period that starts at `from`. */
function whole(unit: CalendarUnit, from: Date, label: string): DateRange {
  return range(from, shift(from, unit, 1), label)
}

const units: Record<string, CalendarUnit> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
}

function relative(words: readonly Token[], today: Day): DateMatch | null {
  const now = utc(today.year, today.month, today.day)
  return (
    namedDay(words, now) ??
    soFar(words, today, now) ??
    nearPeriod(words, today) ??
    lastPeriods(words, now) ??
    agoPeriod(words, now) ??
    yearToDate(words, today, now)
  )
}

const isSoFar = ([first, second]: readonly Token[]) => first?.lower === 'so' && second?.lower === 'far'
const soFarLength = 2

/** 'this month so far', 'so far this year': the days after today aren't part of it. */
function soFar(words: readonly Token[], today: Day, now: Date): DateMatch | null {
  const isBefore = isSoFar(words)
  const found = nearPeriod(isBefore ? words.slice(soFarLength) : words, today)
  if (found === null || !found.range.label.startsWith('this ')) return null
  if (!isBefore && !isSoFar(words.slice(found.length))) return null
  const range = { ...found.range, before: iso(shift(now, 'day', 1)), label: `${found.range.label} to date` }
  return { range, length: found.length + soFarLength }
}

function namedDay([first]: readonly Token[], now: Date): DateMatch | null {
  if (first?.lower === 'today') return { range: whole('day', now, 'today'), length: 1 }
  if (first?.lower === 'yesterday') return { range: whole('day', shift(now, 'day', -1), 'yesterday'), length: 1 }
  return null
}

/** 'this week', 'last month', 'next year'. */
function nearPeriod([first, second]: readonly Token[], today: Day): DateMatch | null {
  const unit = units[second?.word ?? '']
  if (first === undefined || unit === undefined) return null
  const start = startOf(unit, today)
  if (['this', 'current'].includes(first.lower)) return { range: whole(unit, start, `this ${unit}`), length: 2 }
  if (['last', 'previous', 'past', 'prior'].includes(first.lower) && second?.lower === unit)
    return { range: whole(unit, shift(start, unit, -1), `last ${unit}`), length: 2 }
  return first.lower === 'next' ? { range: whole(unit, shift(start, unit, 1), `next ${unit}`), length: 2 } : null
}

/** 'the last 30 days', today included. */
function lastPeriods([first, second, third]: readonly Token[], now: Date): DateMatch | null {
  const count = second?.number ?? null
  const unit = units[third?.word ?? '']
  if (count === null || unit === undefined) return null
  if (!['last', 'past', 'previous', 'recent'].includes(first?.lower ?? '')) return null
  const tomorrow = shift(now, 'day', 1)
  return { range: range(shift(tomorrow, unit, -count), tomorrow, `the last ${count} ${unit}s`), length: 3 }
}

/** '3 days ago' is that day, 'two months ago' that month; 'more than 30 days ago' is everything before. */
function agoPeriod(words: readonly Token[], now: Date): DateMatch | null {
  const isOpen = words[1]?.lower === 'than'
  const ago = agoOf(isOpen ? words.slice(2) : words)
  if (ago === null) return null
  const then = shift(now, ago.unit, -ago.count)
  return isOpen ? openSince(words[0]?.lower ?? '', then, now) : { range: calendarPeriod(ago.unit, then), length: 3 }
}

/** The number and the unit of '3 days ago'. */
function agoOf([first, second, third]: readonly Token[]): { count: number; unit: CalendarUnit } | null {
  const count = /^an?$/.test(first?.lower ?? '') ? 1 : (first?.number ?? null)
  const unit = units[second?.word ?? '']
  return count === null || unit === undefined || third?.lower !== 'ago' ? null : { count, unit }
}

function calendarPeriod(unit: CalendarUnit, then: Date): DateRange {
  const start = startOf(unit, parseDay(iso(then)))
  return whole(unit, start, unit === 'day' ? iso(then) : `the ${unit} that began on ${iso(start)}`)
}

function openSince(than: string, then: Date, now: Date): DateMatch | null {
  const [after, tomorrow] = [then, now].map((one) => iso(shift(one, 'day', 1)))
  if (than === 'more')
    return { range: { from: null, before: iso(then), label: `before ${iso(then)}`, year: null }, length: 5 }
  if (than !== 'less' || after === undefined || tomorrow === undefined) return null
  return { range: { from: after, before: tomorrow, label: `after ${iso(then)}`, year: null }, length: 5 }
}

function yearToDate(words: readonly Token[], today: Day, now: Date): DateMatch | null {
  const text = words
    .slice(0, 3)
    .map((one) => one.lower)
    .join(' ')
  if (text !== 'year to date') return null
  return { range: range(utc(today.year, 1), shift(now, 'day', 1), 'this year to date'), length: 3 }
}

function quarterOf(words: readonly Token[], today: Day): DateMatch | null {
  const match = /^q([1-4])$/.exec(words[0]?.lower ?? '')
  if (match?.[1] === undefined) return null
  const withOf = words[1]?.lower === 'of' ? 2 : 1
  const year = yearOf(words[withOf])
  const from = utc(year ?? today.year, (Number(match[1]) - 1) * 3 + 1)
  return {
    range: whole('quarter', from, `Q${match[1]} ${from.getUTCFullYear()}`),
    length: year === null ? 1 : withOf + 1,
  }
}

const ordinals = ['first', 'second', 'third', 'fourth']
const parts: Record<string, { count: number; letter: string }> = {
  quarter: { count: 4, letter: 'Q' },
  half: { count: 2, letter: 'H' },
}

/** 'the first quarter of 2025', 'the second half of last year'. */
function ordinalPart([first, second, ...rest]: readonly Token[], today: Day): DateMatch | null {
  const part = parts[second?.lower ?? '']
  const which = ordinals.indexOf(first?.lower ?? '')
  if (part === undefined || which < 0 || which >= part.count) return null
  const skipped = ['of', 'in'].includes(rest[0]?.lower ?? '') ? 1 : 0
  const year = yearNamed(rest.slice(skipped), today)
  if (year === null) return null
  const months = monthNames.length / part.count
  const from = utc(year.value, which * months + 1)
  return {
    range: range(from, shift(from, 'month', months), `${part.letter}${which + 1} ${year.value}`),
    length: 2 + skipped + year.length,
  }
}

/** '2025', 'this year', 'last year'. */
function yearNamed(words: readonly Token[], today: Day): { value: number; length: number } | null {
  const value = yearOf(words[0])
  if (value !== null) return { value, length: 1 }
  const near = nearPeriod(words, today)
  if (near === null || near.range.from === null || !near.range.label.endsWith(' year')) return null
  return { value: parseDay(near.range.from).year, length: near.length }
}

function monthLabel(year: number, month: number): string {
  return `${monthNames[month - 1] ?? ''} ${year}`
}

function exactDay(year: number, month: number, day: number): DateRange {
  const from = utc(year, month, day)
  return whole('day', from, iso(from))
}

/** The year of a month without one: the latest such month that has begun. */
function impliedYear(month: number, today: Day): number {
  return month <= today.month ? today.year : today.year - 1
}

function monthFirst(words: readonly Token[], today: Day): DateMatch | null {
  const month = monthOf(words[0])
  if (month === null) return null
  const day = dayNumber(words[1])
  const afterDay = words[2]?.lower === ',' ? 3 : 2
  const dayYear = yearOf(words[afterDay])
  if (day !== null && dayYear !== null) return { range: exactDay(dayYear, month, day), length: afterDay + 1 }
  if (day !== null) return { range: exactDay(impliedYear(month, today), month, day), length: 2 }
  const yearAt = words[1]?.lower === ',' || words[1]?.lower === 'of' ? 2 : 1
  const year = yearOf(words[yearAt])
  if (year !== null) return { range: whole('month', utc(year, month), monthLabel(year, month)), length: yearAt + 1 }
  const implied = impliedYear(month, today)
  const relativeYear = relative(words.slice(1, 3), today)
  if (relativeYear !== null && relativeYear.range.label.endsWith(' year') && relativeYear.range.from !== null) {
    const named = parseDay(relativeYear.range.from).year
    return { range: whole('month', utc(named, month), monthLabel(named, month)), length: 1 + relativeYear.length }
  }
  return { range: whole('month', utc(implied, month), monthLabel(implied, month)), length: 1 }
}

function dayFirst(words: readonly Token[], today: Day): DateMatch | null {
  const day = dayNumber(words[0])
  const monthAt = words[1]?.lower === 'of' ? 2 : 1
  const month = monthOf(words[monthAt])
  if (day === null || month === null) return null
  const year = yearOf(words[monthAt + 1])
  return {
    range: exactDay(year ?? impliedYear(month, today), month, day),
    length: year === null ? monthAt + 1 : monthAt + 2,
  }
}

function written(words: readonly Token[]): DateMatch | null {
  const [first] = words
  if (first === undefined || first.quoted) return null
  const day = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(first.lower)
  if (day !== null) return { range: exactDay(Number(day[1]), Number(day[2]), Number(day[3])), length: 1 }
  const month = /^((?:19|20)\d\d)-(\d{2})$/.exec(first.lower)
  if (month !== null)
    return {
      range: whole('month', utc(Number(month[1]), Number(month[2])), monthLabel(Number(month[1]), Number(month[2]))),
      length: 1,
    }
  const year = yearOf(first)
  if (year !== null) return { range: range(utc(year, 1), utc(year + 1, 1), String(year), year), length: 1 }
  const from = decadeOf(first.lower)
  return from === null ? null : { range: range(utc(from, 1), utc(from + decadeLength, 1), `the ${from}s`), length: 1 }
}

/**
 * The date or period at the start of the tokens, relative to `today` (yyyy-mm-dd); null if there is none.
 * A month without a year is the latest one that has begun.
 */
export function matchDate(words: readonly Token[], today: string): DateMatch | null {
  const day = parseDay(today)
  const afterThe = words[0]?.lower === 'the' ? words.slice(1) : words
  const found =
    relative(afterThe, day) ??
    quarterOf(afterThe, day) ??
    ordinalPart(afterThe, day) ??
    monthFirst(afterThe, day) ??
    dayFirst(afterThe, day) ??
    written(afterThe)
  if (found === null) return null
  return afterThe === words ? found : { ...found, length: found.length + 1 }
}

const dayMs = 86_400_000

/** The calendar unit that a range is one of; null if it is none. */
export function unitOf(from: string | null, before: string | null): CalendarUnit | null {
  if (from === null || before === null) return null
  const [start, end] = [new Date(from), new Date(before)]
  const found = (['day', 'week', 'month', 'quarter', 'year'] as const).find(
    (unit) => shift(start, unit, 1).getTime() === end.getTime(),
  )
  return found === undefined || iso(startOf(found, parseDay(from))) !== from ? null : found
}

/** The number of days of a range without open ends. */
export function daysOf(from: string, before: string): number {
  return (Date.parse(before) - Date.parse(from)) / dayMs
}

/** The range as long as the given one, some units earlier or right before it; labeled by what it is. */
export function earlier(from: string, before: string, unit: CalendarUnit | null): DateRange {
  const [start, end] = [new Date(from), new Date(before)]
  const own = unitOf(from, before)
  if (unit === null && own === null) {
    const days = -daysOf(from, before)
    return labeled(shift(start, 'day', days), start)
  }
  const by = unit ?? own ?? 'day'
  const moved = shift(start, by, -1)
  return labeled(moved, own === null ? shift(end, by, -1) : shift(moved, own, 1))
}

/** The same unit at the same place of another year: the June of 2023 for the June of 2025. */
export function inYear(from: string, before: string, year: number): DateRange {
  const by = year - parseDay(from).year
  const moved = shift(new Date(from), 'year', by)
  const own = unitOf(from, before)
  return labeled(moved, own === null ? shift(new Date(before), 'year', by) : shift(moved, own, 1))
}

/** The day in another period: as many months, or else days, after its start. */
export function sameDay(day: string, start: string, otherStart: string): string {
  const [from, to] = [parseDay(start), parseDay(otherStart)]
  if (from.day !== 1 || to.day !== 1) return iso(shift(new Date(otherStart), 'day', daysOf(start, day)))
  const months = (to.year - from.year) * monthNames.length + to.month - from.month
  return iso(shift(new Date(day), 'month', months))
}

/** The days from a first to a last one. */
export function until(from: string, last: string): DateRange {
  return labeled(new Date(from), shift(new Date(last), 'day', 1))
}

/** A range of days, named by its calendar unit if it is one. */
function labeled(start: Date, end: Date): DateRange {
  const [from, before] = [iso(start), iso(end)]
  const { year, month } = parseDay(from)
  switch (unitOf(from, before)) {
    case 'year':
      return range(start, end, String(year), year)
    case 'quarter':
      return range(start, end, `Q${Math.ceil(month / 3)} ${year}`)
    case 'month':
      return range(start, end, monthLabel(year, month))
    case 'day':
      return range(start, end, from)
    case 'week':
    case null:
      return range(start, end, `${from} to ${iso(shift(end, 'day', -1))}`)
  }
}

/** The range between two dates: 'from March to May', 'between 2010 and 2012'. */
export function spanOf(from: DateRange, to: DateRange): DateRange {
  return { from: from.from, before: to.before, label: `${from.label} to ${to.label}`, year: null }
}
