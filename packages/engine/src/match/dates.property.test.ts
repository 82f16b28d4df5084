import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { daysOf, earlier, inYear, matchDate, sameDay, spanOf, unitOf, until, type DateRange } from './dates.ts'
import { tokensOf } from './tokens.ts'

const random = seeded(3)
const below = (most: number): number => Math.floor(random() * most)
const dayMs = 86_400_000
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10)
const first = Date.UTC(1999, 0, 1)
const days = Array.from({ length: 60 }, () => iso(first + below(12_000) * dayMs))
/** Days at which calendars go wrong. */
const edges = [
  '2024-02-29',
  '2025-02-28',
  '2025-12-31',
  '2026-01-01',
  '2024-12-30',
  '2000-02-29',
  '2025-03-31',
  '2025-03-30',
]
const todays = [...edges, ...days]

function rangeOn(text: string, today: string): DateRange {
  const found = matchDate(tokensOf(text), today)
  if (found === null) throw new Error(`No date in ${text}`)
  return found.range
}

const included = ({ from, before }: DateRange, day: string): boolean =>
  (from === null || from <= day) && (before === null || day < before)

describe('periods relative to any day', () => {
  it.each([
    'today',
    'this week',
    'this month',
    'this quarter',
    'this year',
    'last 7 days',
    'year to date',
    'so far this month',
  ])('“%s” includes today', (text) => {
    for (const today of todays) expect([today, included(rangeOn(text, today), today)]).toEqual([today, true])
  })

  it.each([
    'yesterday',
    'last week',
    'last month',
    'last quarter',
    'last year',
    'next week',
    'next month',
    'next year',
  ])('“%s” does not include today', (text) => {
    for (const today of todays) expect([today, included(rangeOn(text, today), today)]).toEqual([today, false])
  })

  it.each(['week', 'month', 'quarter', 'year'])('the last, this, and the next %s follow one another', (unit) => {
    for (const today of todays) {
      const [last, now, next] = ['last', 'this', 'next'].map((one) => rangeOn(`${one} ${unit}`, today))
      expect([today, last?.before, now?.before]).toEqual([today, now?.from, next?.from])
      expect(unitOf(now?.from ?? null, now?.before ?? null)).toBe(unit)
    }
  })

  it('a week begins on Monday', () => {
    for (const today of todays) expect(new Date(rangeOn('this week', today).from ?? '').getUTCDay()).toBe(1)
  })

  it('the last days are as many as said, and end with today', () => {
    for (const today of todays) {
      const count = 1 + below(400)
      const { from, before } = rangeOn(`last ${count} days`, today)
      expect(daysOf(from ?? '', before ?? '')).toBe(count)
      expect(before).toBe(iso(Date.parse(today) + dayMs))
    }
  })

  it('a month without a year is never in the future', () => {
    for (const today of todays)
      for (const month of ['January', 'March', 'August', 'December'])
        expect((rangeOn(month, today).from ?? '') <= today).toBe(true)
  })
})

describe('written days', () => {
  it('are read the same in every form', () => {
    for (const day of todays) {
      const [year, month, date] = day.split('-').map(Number)
      const name = new Date(day).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
      for (const text of [day, `${name} ${date}, ${year}`, `${date} ${name} ${year}`, `${date} of ${name} ${year}`])
        expect([text, rangeOn(text, '2025-06-15')]).toEqual([text, expect.objectContaining({ from: day })])
      expect(rangeOn(`${year}-${String(month).padStart(2, '0')}`, day).label).toBe(`${name} ${year}`)
    }
  })

  it.each([
    ['5 orders', null],
    ['32 January 2025', null],
    ['0 May 2025', null],
    ['Q5 2024', null],
    ['1850', null],
    ['2150', null],
    ['the', null],
    ['', null],
    ['march', '2025-03-01'],
    ['Sept', null],
    ['Dec 2024', '2024-12-01'],
    ['January of 2025', '2025-01-01'],
    ['March last year', '2024-03-01'],
    ['Q2', '2025-04-01'],
    ['Q2 of 2023', '2023-04-01'],
    ['May 1st, 2025', '2025-05-01'],
    ['the current month', '2025-06-01'],
    ['the previous quarter', '2025-01-01'],
    ['second quarter of this year', '2025-04-01'],
    ['first half of 2024', '2024-01-01'],
    ['the 50s', '1950-01-01'],
    ['2010s', '2010-01-01'],
  ])('%j begins %s', (text, from) => {
    expect(matchDate(tokensOf(text), '2025-06-15')?.range.from ?? null).toBe(from)
  })

  it.each([
    ['2025 orders', 1],
    ['January 5, 2025 or later', 4],
    ['January, 2025', 3],
    ['the last 30 days of', 4],
    ['last year by month', 2],
    ['Q1 2025 by country', 2],
    ['this month so far by day', 4],
  ])('uses only its own words in %j', (text, length) => {
    expect(matchDate(tokensOf(text), '2025-06-15')?.length).toBe(length)
  })
})

describe('ranges of any two days', () => {
  it('earlier ones end where later ones begin, and are as long in days or months', () => {
    for (const from of todays) {
      const before = iso(Date.parse(from) + (1 + below(90)) * dayMs)
      const found = earlier(from, before, null)
      expect([from, found.before]).toEqual([from, from])
      const days = daysOf(found.from ?? '', from)
      expect(unitOf(from, before) === null ? days : unitOf(found.from, found.before)).toBe(
        unitOf(from, before) ?? daysOf(from, before),
      )
    }
  })

  it('keep their length in whole months when they move to another year', () => {
    for (const day of todays) {
      const month = rangeOn('this month', day)
      const moved = inYear(month.from ?? '', month.before ?? '', 2023)
      expect(moved.from?.slice(0, 4)).toBe('2023')
      expect(moved.from?.slice(5)).toBe(month.from?.slice(5))
      expect(unitOf(moved.from, moved.before)).toBe('month')
    }
  })

  it('include their last day', () => {
    for (const last of todays) {
      const from = iso(Date.parse(last) - below(40) * dayMs)
      expect(included(until(from, last), last)).toBe(true)
      expect(included(until(from, last), iso(Date.parse(last) + dayMs))).toBe(false)
    }
  })

  it('have the same day of another month as far into it, but never in the month after', () => {
    for (const day of todays) {
      const start = `${day.slice(0, 7)}-01`
      expect(sameDay(day, start, start)).toBe(day)
      expect(sameDay(day, start, '2023-02-01').slice(0, 7)).toBe('2023-02')
    }
  })

  it('span from the first to the end of the second', () => {
    const span = spanOf(rangeOn('March 2024', '2025-06-15'), rangeOn('May 2024', '2025-06-15'))
    expect(span).toEqual({ from: '2024-03-01', before: '2024-06-01', label: 'March 2024 to May 2024', year: null })
  })
})
