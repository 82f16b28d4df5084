import { describe, expect, it } from 'vitest'
import { formatTimestamp, readTimestamp } from './timestamp.ts'

describe('timestamps', () => {
  it('AC-020 reads a timestamp without a timezone as UTC', () => {
    for (const text of [
      '2026-01-02T03:04:05',
      '2026-01-02 03:04:05',
      '2026-01-02T03:04:05Z',
      '2026-01-02T05:04:05+02:00',
    ]) {
      expect(readTimestamp(text)?.toISOString()).toBe('2026-01-02T03:04:05.000Z')
    }
  })

  it('returns null for text that is not a timestamp', () => {
    expect(readTimestamp('soon')).toBeNull()
    expect(readTimestamp('')).toBeNull()
  })

  it('AC-018 shows a short month with a 12-hour time', () => {
    const noon = new Date(2026, 10, 3, 13, 5).toISOString()
    expect(formatTimestamp(noon)).toBe('Nov 3, 2026, 1:05 PM')
    expect(formatTimestamp('never')).toBeNull()
  })
})
