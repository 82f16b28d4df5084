import { describe, expect, it } from 'vitest'
import { earlier, inYear, matchDate, sameDay, unitOf, until } from './dates.ts'
import { tokensOf } from './tokens.ts'

const read = (text: string, today = '2025-06-15') => matchDate(tokensOf(text), today)

describe('dates seen from 2025-06-15, a Sunday', () => {
  it.each([
    ['today', '2025-06-15', '2025-06-16'],
    ['yesterday', '2025-06-14', '2025-06-15'],
    ['this week', '2025-06-09', '2025-06-16'],
    ['last week', '2025-06-02', '2025-06-09'],
    ['last month', '2025-05-01', '2025-06-01'],
    ['this quarter', '2025-04-01', '2025-07-01'],
    ['last quarter', '2025-01-01', '2025-04-01'],
    ['this year', '2025-01-01', '2026-01-01'],
    ['last year', '2024-01-01', '2025-01-01'],
    ['last 30 days', '2025-05-17', '2025-06-16'],
    ['the past 3 months', '2025-03-16', '2025-06-16'],
    ['2023', '2023-01-01', '2024-01-01'],
    ['March 2024', '2024-03-01', '2024-04-01'],
    ['March', '2025-03-01', '2025-04-01'],
    ['October', '2024-10-01', '2024-11-01'],
    ['Q3 2024', '2024-07-01', '2024-10-01'],
    ['January 5, 2025', '2025-01-05', '2025-01-06'],
    ['5 January 2025', '2025-01-05', '2025-01-06'],
    ['2025-02-28', '2025-02-28', '2025-03-01'],
    ['2024-02', '2024-02-01', '2024-03-01'],
    ['the 1990s', '1990-01-01', '2000-01-01'],
    ['year to date', '2025-01-01', '2025-06-16'],
    ['this year so far', '2025-01-01', '2025-06-16'],
    ['so far this month', '2025-06-01', '2025-06-16'],
    ['the 90s', '1990-01-01', '2000-01-01'],
    ['the nineties', '1990-01-01', '2000-01-01'],
    ['the first quarter of 2025', '2025-01-01', '2025-04-01'],
    ['second half of last year', '2024-07-01', '2025-01-01'],
  ])('%s', (text, from, before) => {
    expect(read(text)?.range).toMatchObject({ from, before })
  })

  it('uses the last day of a shorter month', () => {
    expect(read('last 1 month', '2025-03-31')?.range.from).toBe('2025-03-01')
    expect(read('last month', '2025-03-31')?.range).toMatchObject({ from: '2025-02-01', before: '2025-03-01' })
  })

  it.each(['may', '12', 'customers', '"2024"', '99999', 'the 30s', 'so far', 'first quarter', 'third half of 2024'])(
    'finds no date in %s',
    (text) => {
      expect(read(text)).toBeNull()
    },
  )
})

describe('periods to compare with', () => {
  it.each([
    ['2025-01-01', '2026-01-01', null, '2024-01-01', '2025-01-01', '2024'],
    ['2025-03-01', '2025-04-01', null, '2025-02-01', '2025-03-01', 'February 2025'],
    ['2025-03-01', '2025-04-01', 'year', '2024-03-01', '2024-04-01', 'March 2024'],
    ['2025-01-01', '2025-04-01', null, '2024-10-01', '2025-01-01', 'Q4 2024'],
    ['2025-06-09', '2025-06-16', null, '2025-06-02', '2025-06-09', '2025-06-02 to 2025-06-08'],
    ['2025-06-15', '2025-06-16', null, '2025-06-14', '2025-06-15', '2025-06-14'],
    ['2025-05-17', '2025-06-16', null, '2025-04-17', '2025-05-17', '2025-04-17 to 2025-05-16'],
    ['2024-02-01', '2024-03-01', 'year', '2023-02-01', '2023-03-01', 'February 2023'],
  ] as const)('before %s to %s by %s', (from, before, unit, ...expected) => {
    const found = earlier(from, before, unit)
    expect([found.from, found.before, found.label]).toEqual(expected)
  })

  it('keeps the place in the year', () => {
    expect(inYear('2025-04-01', '2025-07-01', 2023)).toMatchObject({ from: '2023-04-01', label: 'Q2 2023' })
  })

  it('finds the same day of another month or year, and the last one of a shorter month', () => {
    expect(sameDay('2025-06-15', '2025-01-01', '2024-01-01')).toBe('2024-06-15')
    expect(sameDay('2025-03-31', '2025-03-01', '2025-02-01')).toBe('2025-02-28')
    expect(sameDay('2025-06-11', '2025-06-09', '2025-06-02')).toBe('2025-06-04')
  })

  it('names a range of days by its unit only if it is one', () => {
    expect(until('2025-01-01', '2025-06-15').label).toBe('2025-01-01 to 2025-06-15')
    expect(until('2025-06-01', '2025-06-30').label).toBe('June 2025')
    expect(unitOf('2025-01-15', '2025-02-15')).toBeNull()
    expect(unitOf(null, '2025-02-15')).toBeNull()
  })
})
