import { describe, expect, it } from 'vitest'
import { shownCellText } from './cell-text.ts'
import { chartNumber, fullNumber } from './charts/chart-number.ts'
import { formatBytes, formatCount, formatDate, formatDuration, formatSessionDate, shorten } from './format.ts'
import { startTranslations } from './i18n.ts'

describe('formats', () => {
  it('CH-063 formats durations under a second as ms, others as seconds with one decimal', () => {
    expect(formatDuration(999)).toBe('999 ms')
    expect(formatDuration(1000)).toBe('1.0 s')
    expect(formatDuration(2449)).toBe('2.4 s')
  })

  it('CH-081 formats dates as Today, Yesterday, or a short date with 12-hour time', () => {
    const now = new Date(2026, 10, 27, 15, 0)
    const at = (...parts: [number, number, number, number, number]) =>
      formatSessionDate(new Date(...parts).toISOString(), now)
    expect(at(2026, 10, 27, 14, 31)).toBe('Today 2:31 PM')
    expect(at(2026, 10, 26, 23, 59)).toBe('Yesterday 11:59 PM')
    expect(at(2026, 10, 3, 9, 5)).toBe('Nov 3, 9:05 AM')
    expect(at(2025, 10, 3, 9, 5)).toBe('Nov 3, 2025, 9:05 AM')
    expect(formatSessionDate('nonsense', now)).toBe('')
  })

  it('formats counts and dates in the user’s language', async () => {
    const now = new Date(2026, 10, 27, 14, 31)
    await startTranslations({ language: 'de', texts: { 'Today {time}': 'Heute {time}' } })
    expect(formatCount(1234)).toBe('1.234')
    expect(formatDate(now.toISOString())).toBe('27. Nov. 2026')
    expect(formatSessionDate(now.toISOString(), now)).toBe('Heute 14:31')
    await startTranslations()
  })

  it('formats numbers of charts and results in the user’s language', async () => {
    const price = { name: 'price', kind: 'number', dataType: 'numeric' } as const
    const shown = () => [
      chartNumber(1_250_000),
      chartNumber(1.25e20),
      fullNumber(1234.5),
      shownCellText('-1234567.5', price),
      shownCellText(1234, price, 2),
      formatDuration(12_345),
      formatBytes(3_500_000),
    ]
    expect(shown()).toEqual(['1.3M', '1.25×10²⁰', '1,234.5', '-1,234,567.5', '1,234.00', '12.3 s', '3.3 MB'])
    await startTranslations({ language: 'de', texts: {} })
    expect(shown()).toEqual(['1,3M', '1,25×10²⁰', '1.234,5', '-1.234.567,5', '1.234,00', '12,3 s', '3,3 MB'])
    await startTranslations()
  })

  it('cuts text between characters, not inside one', () => {
    expect(shorten('🙂🙂🙂', 2)).toBe('🙂🙂…')
    expect(shorten('ab', 2)).toBe('ab')
  })
})
