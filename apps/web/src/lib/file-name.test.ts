import { expect, it } from 'vitest'
import { resultFileName } from './file-name.ts'

it('CH-158 names the CSV after its local time', () => {
  expect(resultFileName(new Date(2026, 0, 5, 9, 7, 3))).toBe('query_results_2026-01-05_09-07-03.csv')
})
