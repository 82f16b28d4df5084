import { expect, test } from 'vitest'
import { matchesIn } from './matches-in.ts'
import { remember } from './remember.ts'

test('makes the value of a short text once, and forgets values when there are too many', () => {
  const made: string[] = []
  const upper = remember(
    (text) => {
      made.push(text)
      return text.toUpperCase()
    },
    { most: 2, longestText: 3 },
  )
  expect(['a', 'a', 'long', 'long', 'b', 'c', 'a'].map(upper)).toEqual(['A', 'A', 'LONG', 'LONG', 'B', 'C', 'A'])
  expect(made).toEqual(['a', 'long', 'long', 'b', 'c', 'a'])
})

test('finds all matches of a pattern each time, and none in a text without one', () => {
  const digit = /\d/g
  expect([1, 2].map(() => matchesIn('a1b2', digit).map(({ 0: found, index }) => `${found}@${index}`))).toEqual([
    ['1@1', '2@3'],
    ['1@1', '2@3'],
  ])
  expect(matchesIn('ab', digit)).toEqual([])
})
