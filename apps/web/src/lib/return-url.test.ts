import { describe, expect, it } from 'vitest'
import { safeReturnUrl } from './return-url.ts'

const origin = 'https://parlance.example'

describe('return address', () => {
  it('AC-023 keeps a path of this origin, and defaults to /chat', () => {
    expect(safeReturnUrl('/chat?session=7#x', origin)).toBe('/chat?session=7#x')
    expect(safeReturnUrl(undefined, origin)).toBe('/chat')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'chat',
    '',
  ])('never leaves this origin: %j', (candidate) => {
    expect(safeReturnUrl(candidate, origin)).toBe('/chat')
  })
})
