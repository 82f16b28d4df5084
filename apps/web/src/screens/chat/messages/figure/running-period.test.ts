import { expect, test } from 'vitest'
import { hasRunningPeriod } from './running-period.ts'

test('a month is still running if its answer came before its end; a day of it says nothing', () => {
  const answeredAt = '2026-11-27T09:05:00Z'
  expect(hasRunningPeriod([['2026-10', 1]], answeredAt)).toBe(false)
  expect(
    hasRunningPeriod(
      [
        ['2026-10', 1],
        ['2026-11', 2],
      ],
      answeredAt,
    ),
  ).toBe(true)
  expect(hasRunningPeriod([['2026-11-01', 2]], answeredAt)).toBe(false)
})
