import { expect, test } from 'vitest'
import { keywordOf, longestPhrase } from './keywords.ts'
import vocabulary from './vocabulary/keywords.json' with { type: 'json' }

/** Every phrase of the vocabulary, wherever it is. */
function phrasesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'hints' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((one) => phrasesIn(one, key))
  return Object.entries(value as object).flatMap(([name, one]) => phrasesIn(one, name))
}

const phrases = phrasesIn(vocabulary)

test('each phrase has one role', () => {
  expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([])
  for (const phrase of phrases) expect(keywordOf(phrase)).not.toBeNull()
})

test('phrases are in lower case, with single spaces, and no longer than the longest one', () => {
  for (const phrase of phrases) {
    expect(phrase).toBe(phrase.toLowerCase().trim().replaceAll(/\s+/g, ' '))
    expect(phrase.split(' ').length).toBeLessThanOrEqual(longestPhrase)
  }
})

test.each([
  ['show me', { kind: 'command' }],
  ['a', { kind: 'filler' }],
  ['which', { kind: 'question', word: 'which' }],
  ['average', { kind: 'aggregate', fn: 'avg' }],
  ['at least', { kind: 'compare', operator: '>=', hints: null, temporal: false }],
  ['since', { kind: 'compare', operator: '>=', hints: null, temporal: true }],
  ['older than', { kind: 'compare', operator: '>', hints: ['age'], temporal: false }],
  ['or more', { kind: 'after-number', operator: '>=' }],
  ['in descending order', { kind: 'direction', descending: true }],
  ['starts with', { kind: 'like', where: 'start' }],
  ['monthly', { kind: 'unit', unit: 'month' }],
  ['revenue', { kind: 'measure', of: 'revenue' }],
])('“%s” has its role', (phrase, keyword) => {
  expect(keywordOf(phrase)).toEqual(keyword)
})

test.each([
  ['least', { descending: false, hints: null, temporal: false, frequency: false, measure: null }],
  ['most popular', { descending: true, hints: null, temporal: false, frequency: true, measure: null }],
  ['latest', { descending: true, hints: null, temporal: true, frequency: false, measure: null }],
  ['tallest', { descending: true, hints: ['height'], temporal: false, frequency: false, measure: null }],
  ['least sold', { descending: false, hints: null, temporal: false, frequency: false, measure: 'quantity' }],
])('“%s” ranks', (phrase, ranking) => {
  expect(keywordOf(phrase)).toEqual({ kind: 'superlative', ...ranking })
})

test('other words have no role', () => {
  expect(['customer', 'paid', 'in', 'toString', ''].map((word) => keywordOf(word))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
