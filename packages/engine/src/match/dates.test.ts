import { describe, expect, it } from 'vitest'
import { matchDate } from './dates.ts'
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
