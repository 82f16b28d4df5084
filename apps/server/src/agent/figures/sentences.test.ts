import { expect, test } from 'vitest'
import { clausesOf, sentencesOf, SentenceSplitter } from './sentences.ts'

test.each([
  ['One. Two! Three? Four', ['One. ', 'Two! ', 'Three? ', 'Four']],
  ['It is 1.5. Then 2.', ['It is 1.5. ', 'Then 2.']],
  ['He said "no." Then he left.', ['He said "no." ', 'Then he left.']],
  ['In St. Gallen, approx. 5 of them, e.g. Ana.', ['In St. Gallen, approx. 5 of them, e.g. Ana.']],
  ['J. Smith and the U.S. Army won. Yes.', ['J. Smith and the U.S. Army won. ', 'Yes.']],
  ['Zuletzt am 8. März 2026. Danach nicht.', ['Zuletzt am 8. März 2026. ', 'Danach nicht.']],
  ['There were 8. Most are new.', ['There were 8. ', 'Most are new.']],
  ['1. Ana\n2. Ben\n', ['1. Ana\n', '2. Ben\n']],
  ['Top:\n- Ana: {r1.a[1]}\n- Ben', ['Top:\n', '- Ana: {r1.a[1]}\n', '- Ben']],
  ['| a |\n|---|\n| 1 |\nDone.', ['| a |\n|---|\n| 1 |\n', 'Done.']],
  ['It is {r1.a[name=St. Gallen! Yes]}. End.', ['It is {r1.a[name=St. Gallen! Yes]}. ', 'End.']],
  ['Unclosed {r1.a[x. Then', ['Unclosed {r1.a[x. Then']],
  ['', []],
])('splits %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
  const splitter = new SentenceSplitter()
  const streamed = text.split('').flatMap((letter) => splitter.push(letter))
  expect([...streamed, ...splitter.rest()]).toEqual(sentences)
})

test('holds a sentence until the reference in it closes and the next one begins', () => {
  const splitter = new SentenceSplitter()
  expect(splitter.push('It is {r1.a[na')).toEqual([])
  expect(splitter.push('me=A. B]}. ')).toEqual([])
  expect(splitter.push('Next')).toEqual(['It is {r1.a[name=A. B]}. '])
})

test('does not wait forever for a brace that never closes', () => {
  const splitter = new SentenceSplitter()
  expect(splitter.push(`{${'x'.repeat(400)}. Next one`)).toHaveLength(1)
})

test('R25 splits a hostile text quickly', () => {
  for (const unit of ['1.', '. ', '{', '| ', '|\n|', 'a.b ', '!"', 'St. ']) {
    const text = unit.repeat(12_000)
    const splitter = new SentenceSplitter()
    const pieces = text.split('').flatMap((letter) => splitter.push(letter))
    expect([...pieces, ...splitter.rest()].join('')).toBe(text)
  }
})

test('finds the clauses of a sentence', () => {
  const text = 'Ana has 5, Ben 3 and Cem 2'
  expect(clausesOf(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
    'Ana has 5',
    'Ben 3',
    'Cem 2',
  ])
})
