import { describe, expect, test } from 'vitest'
import { visibleText, withoutHiddenSigns, positionWithoutHiddenSigns } from './hidden-signs.ts'

describe('invisible characters', () => {
  test.each([
    ['an override', 'invoice\u202Efdp.exe'],
    ['embeddings', 'a\u202Ab\u202Bc\u202C'],
    ['isolates', 'a\u2066b\u2067c\u2068d\u2069'],
    ['direction marks in left-to-right text', 'ann\u200E bob\u200F'],
    ['zero-width spaces', 'pay\u200Bpal\u2060\uFEFF'],
    ['a soft hyphen', 'pay\u00ADpal'],
    ['terminal control characters', 'a\u001B[2J\u0007\u009B'],
    ['tags outside of a flag', 'a\u{E0041}\u{E0042}'],
    ['annotations', '\uFFF9a\uFFFAb\uFFFB'],
  ])('are replaced by a visible character, and removed from sentences: %s', (_, text) => {
    const hidden = /[\p{Cc}\p{Cf}]/u
    expect(text).toMatch(hidden)
    expect(visibleText(text)).not.toMatch(hidden)
    expect(Array.from(visibleText(text))).toHaveLength(Array.from(text).length)
    expect(visibleText(text)).toContain('\uFFFD')
    expect(withoutHiddenSigns(text)).toBe(visibleText(text).replaceAll('\uFFFD', ''))
  })

  test.each([
    'plain text, 12.5 %',
    'two\nlines\tand\r\na tab',
    'שלום עולם 123',
    'C++\u200F הוא שפה\u200E.',
    'مرحبا \u061C(2026)',
    'می\u200Cخواهم',
    '👩\u200D👩\u200D👧 ❤\uFE0F',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'क्\u200Dष',
    'e\u0301',
  ])('do not change ordinary text: %s', (text) => {
    expect(visibleText(text)).toBe(text)
    expect(withoutHiddenSigns(text)).toBe(text)
  })

  test('keeps direction marks of right-to-left text, and replaces overrides', () => {
    const text = 'שלום\u200F \u202Eabc'
    expect(visibleText(text)).toBe('שלום\u200F \uFFFDabc')
    const moved = positionWithoutHiddenSigns(text, text.indexOf('abc'))
    expect(withoutHiddenSigns(text).slice(moved)).toBe('abc')
  })
})
