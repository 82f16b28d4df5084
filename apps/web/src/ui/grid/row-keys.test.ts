import { expect, it } from 'vitest'
import { createRowKeys } from './row-keys.ts'

it('reuses the keys of rows that left the view, in their order', () => {
  const keysOf = createRowKeys()
  expect(keysOf([0, 1, 2, 3], 0)).toEqual([0, 1, 2, 3])
  // The focused row stays; rows 4 and 5 reuse what 1 and 2 leave behind.
  expect(keysOf([0, 3, 4, 5], 0)).toEqual([0, 3, 1, 2])
  expect(keysOf([0, 100, 101, 102], 0)).toEqual([0, 3, 1, 2])
})

it('gives rows above those that stay new keys, so that none of these moves', () => {
  const keysOf = createRowKeys()
  expect(keysOf([10, 11, 12], 11)).toEqual([0, 1, 2])
  expect(keysOf([9, 10, 11], 11)).toEqual([3, 0, 1])
})

it('does not give the key of the row that had the focus to another one at once', () => {
  const keysOf = createRowKeys()
  keysOf([0, 1, 2], 0)
  expect(keysOf([50, 51, 52], 50)).not.toContain(0)
  expect(keysOf([50, 51, 52], 50)).toEqual(keysOf([50, 51, 52], 50))
})
