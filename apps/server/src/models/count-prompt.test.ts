import { expect, test } from 'vitest'
import { countPrompt, mostTokens } from './count-prompt.ts'
import { countTokens } from './count-tokens.ts'

test('counts a token for three letters, each digit, each sign, and each byte of other scripts', () => {
  const counted = ['orders', 'I am', '2026', '->', '日本', 'a,b', ''].map((text) => mostTokens(text))
  expect(counted).toEqual([2, 2, 4, 2, 6, 3, 0])
})

test('a bound is never below the estimate', () => {
  const texts = [
    'plain words of a question',
    'UPPER_CASE_NAME_42',
    'a, b; c(d) -> e.f /* g */',
    'Größe 12,5 €',
    '\n\n  \n',
  ]
  for (const text of texts) expect(mostTokens(text)).toBeGreaterThanOrEqual(countTokens(text))
})

test('R25 counts a megabyte of any signs in linear time', () => {
  for (const unit of ['a', ' ', '(', '9', '€', 'a1 ', '\n']) {
    expect(mostTokens(unit.repeat(1_000_000 / unit.length))).toBeLessThanOrEqual(3_000_000)
  }
})

test('counts instructions, tools, and files', () => {
  const text = { type: 'text' as const, text: 'How many orders?' }
  const image = { type: 'file' as const, mediaType: 'image/png', data: { type: 'data' as const, data: 'AAAA' } }
  const empty = countPrompt({ prompt: [] })
  const asked = countPrompt({ prompt: [{ role: 'user', content: [text] }] })
  const withImage = countPrompt({ prompt: [{ role: 'user', content: [text, image] }] })
  const tools = [{ type: 'function' as const, name: 'list_tables', inputSchema: { type: 'object' as const } }]
  const withTools = countPrompt({ prompt: [{ role: 'user', content: [text] }], tools })
  expect(asked.most).toBeGreaterThan(empty.most)
  expect(withImage.most).toBeGreaterThan(asked.most + 1_000)
  expect(withTools.expected).toBeGreaterThan(asked.expected)
})
