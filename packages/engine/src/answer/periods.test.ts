import { formatMessage } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import type { PeriodUnit } from '../query.ts'
import type { Phrase } from './lists.ts'
import { datedWords, isRunning, periodName, periodOf, periodWords, unitWord, unitWords } from './periods.ts'

const text = (phrase: Phrase): string => (typeof phrase === 'string' ? phrase : formatMessage(phrase))

describe('a period of a question', () => {
  it.each([
    ['2024', '2024', 'in 2024'],
    ['March 2024', 'March 2024', 'in March 2024'],
    ['Q2 2024', 'Q2 2024', 'in Q2 2024'],
    ['2024-03-01', '2024-03-01', 'on 2024-03-01'],
    ['the 1990s', 'the 1990s', 'in the 1990s'],
    ['today', 'today', 'today'],
    ['yesterday', 'yesterday', 'yesterday'],
    ['last year', 'last year', 'last year'],
    ['this quarter', 'this quarter', 'this quarter'],
    ['next week', 'next week', 'next week'],
    ['the last 30 days', 'the last 30 days', 'in the last 30 days'],
    ['the last 2 quarters', 'the last 2 quarters', 'in the last 2 quarters'],
    ['this month to date', 'this month to date', 'this month to date'],
    ['this year to date', 'this year to date', 'this year to date'],
    ['after 2020', 'after 2020', 'after 2020'],
    ['before 2024-03-01', 'before 2024-03-01', 'before 2024-03-01'],
    ['since March 2024', 'since March 2024', 'since March 2024'],
    ['until last month', 'until last month', 'until last month'],
    ['2023 to 2024', '2023 to 2024', 'from 2023 to 2024'],
    ['May 2024 to June 2024', 'May 2024 to June 2024', 'from May 2024 to June 2024'],
  ])('%s', (label, words, dated) => {
    expect([text(periodWords(label)), text(datedWords(label))]).toEqual([words, dated])
  })
})

describe('a period of a series', () => {
  it.each<[string | number | null, PeriodUnit, string | null, string?, string?]>([
    ['2024', 'year', '2024', '2024-01-01', '2025-01-01'],
    [2024, 'year', '2024', '2024-01-01', '2025-01-01'],
    ['2024-12', 'month', 'December 2024', '2024-12-01', '2025-01-01'],
    ['2024-02-01T00:00:00Z', 'month', 'February 2024', '2024-02-01', '2024-03-01'],
    ['2024-Q4', 'quarter', 'Q4 2024', '2024-10-01', '2025-01-01'],
    ['2024-10-01', 'quarter', 'Q4 2024', '2024-10-01', '2025-01-01'],
    ['2024-02-29', 'day', '2024-02-29', '2024-02-29', '2024-03-01'],
    ['2024-12-30', 'week', 'the week of 2024-12-30', '2024-12-30', '2025-01-06'],
    ['2024-Q4', 'month', null],
    ['2024-Q5', 'quarter', null],
    ['2024-13', 'month', null],
    ['2024-00', 'month', null],
    ['2024', 'month', null],
    ['2024-05', 'day', null],
    ['2024-99-01', 'day', null],
    ['2024-05-01', 'weekday', null],
    ['Monday', 'weekday', null],
    ['', 'year', null],
    [null, 'year', null],
    ['05/01/2024', 'day', null],
  ])('reads %j by %s', (cell, unit, name, start, next) => {
    const found = periodOf(cell, unit)
    const read = found && { name: text(periodName(found, false)), start: found.start, next: found.next }
    expect(read).toEqual(name === null ? null : { name, start, next })
  })

  it.each<[string, PeriodUnit, string]>([
    ['2024-12', 'month', 'December'],
    ['2024-Q1', 'quarter', 'Q1'],
    ['2024', 'year', '2024'],
  ])('goes without its year if that is clear: %s', (cell, unit, name) => {
    const found = periodOf(cell, unit)
    expect(found === null ? '' : text(periodName(found, true))).toBe(name)
  })

  it('runs from its first to its last day', () => {
    const june = periodOf('2025-06', 'month')
    if (june === null) throw new Error('A month was expected')
    expect(['2025-05-31', '2025-06-01', '2025-06-30', '2025-07-01'].map((day) => isRunning(june, day))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('is followed by the next one: the next period begins where it ends, and has the next number', () => {
    const random = seeded(21)
    const cellOf = { day: 10, week: 10, month: 7, year: 4 }
    for (let round = 0; round < 200; round++) {
      const day = new Date(
        Date.UTC(1990 + Math.floor(random() * 60), Math.floor(random() * 12), 1 + Math.floor(random() * 28)),
      )
      for (const [unit, length] of Object.entries(cellOf) as [Exclude<PeriodUnit, 'quarter' | 'weekday'>, number][]) {
        const found = periodOf(day.toISOString().slice(0, length), unit)
        const next = found === null ? null : periodOf(found.next.slice(0, length), unit)
        expect({ unit, day, index: next?.index, start: next?.start }).toEqual({
          unit,
          day,
          index: (found?.index ?? 0) + 1,
          start: found?.next,
        })
      }
    }
  })

  it('has a word for its unit, in the singular and plural', () => {
    const units: PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year']
    for (const unit of units) expect([text(unitWord(unit)), text(unitWords(unit))]).toEqual([unit, `${unit}s`])
    expect(text(unitWord('weekday'))).toBe('weekday')
  })
})
