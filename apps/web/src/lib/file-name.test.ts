import { expect, it } from 'vitest'
import { resultFileName } from './file-name.ts'

// CH-158
it('names the CSV after its local time', () => {
  expect(resultFileName(new Date(2026, 0, 5, 9, 7, 3))).toBe('query_results_2026-01-05_09-07-03.csv')
})
