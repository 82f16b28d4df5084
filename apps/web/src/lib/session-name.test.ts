import { describe, expect, it } from 'vitest'
import { displaySessionName, nameFromQuestion } from './session-name.ts'

describe('session names', () => {
  it('CH-079 names a session after the first 50 characters of the first question, with an ellipsis if longer', () => {
    expect(nameFromQuestion('Which five products earned the most?')).toBe('Which five products earned the most?')
    expect(nameFromQuestion('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`)
    expect(nameFromQuestion('  two\n lines ')).toBe('two lines')
  })

  it.each([
    ['Sample Shop - 11/27/2026, 2:31:05 PM', 'Sample Shop'],
    ['Orders 2026-11-27 14:31', 'Orders'],
    ['SESSION_Orders by month', 'Orders by month'],
    ['orders_1764254465000', 'orders'],
    ['Which five products earned the most in 2025?', 'Which five products earned the most in 2025?'],
    ['2026-11-27', '2026-11-27'],
    ['SQL', 'SQL'],
  ])('CH-082 shows a name without prefix and timestamp: %s', (name, shown) => {
    expect(displaySessionName(name)).toBe(shown)
  })
})
