import { expect, test } from 'vitest'
import { isSame } from './is-same.ts'

test('values with their keys in another order are the same', () => {
  expect(isSame({ a: 1, b: [{ c: 2, d: null }] }, { b: [{ d: null, c: 2 }], a: 1 })).toBe(true)
})

test('an undefined key is the same as an absent one, and differs from null', () => {
  expect(isSame({ a: undefined }, {})).toBe(true)
  expect(isSame({ a: null }, {})).toBe(false)
})
