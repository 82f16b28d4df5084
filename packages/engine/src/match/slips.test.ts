import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { editsBetween, slipsBetween } from './slips.ts'

describe('the letters in which two words differ', () => {
  it.each([
    ['', '', 0],
    ['order', 'order', 0],
    ['order', 'orders', 1],
    ['custmer', 'customer', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['ab', 'ba', 2],
    ['für', 'fur', 1],
  ])('between %j and %j are %i', (left, right, expected) => {
    expect(editsBetween(left, right, 5)).toBe(expected)
  })

  it('are not counted beyond the limit', () => {
    expect(editsBetween('kitten', 'sitting', 1)).toBe(2)
    expect(editsBetween('abcdefgh', 'zyxwvuts', 2)).toBe(3)
  })

  it('are one slip if two neighbors are swapped', () => {
    expect(slipsBetween('cusotmer', 'customer', 2)).toBe(1)
    expect(slipsBetween('ab', 'ba', 2)).toBe(1)
    expect(slipsBetween('abcd', 'badc', 5)).toBe(3)
  })

  const random = seeded(11)
  const word = () => Array.from({ length: Math.floor(random() * 7) }, () => 'abc'[Math.floor(random() * 3)]).join('')
  const pairs = Array.from({ length: 300 }, () => [word(), word(), word()] as const)

  /** The same number, computed by trying every edit. */
  function slowly(left: string, right: string): number {
    if (left === '' || right === '') return left.length + right.length
    const rest = slowly(left.slice(1), right.slice(1)) + (left[0] === right[0] ? 0 : 1)
    return Math.min(rest, slowly(left.slice(1), right) + 1, slowly(left, right.slice(1)) + 1)
  }

  it('equal a slow computation, for random words and any limit', () => {
    for (const [left, right] of pairs.slice(0, 80)) {
      const edits = slowly(left, right)
      for (const most of [0, 1, 2, 6]) expect(editsBetween(left, right, most)).toBe(Math.min(edits, most + 1))
    }
  })

  it('are the same in both directions, and never more than by way of a third word', () => {
    for (const [left, right, third] of pairs) {
      expect(editsBetween(left, right, 9)).toBe(editsBetween(right, left, 9))
      expect(editsBetween(left, right, 9)).toBeLessThanOrEqual(
        editsBetween(left, third, 9) + editsBetween(third, right, 9),
      )
      expect(slipsBetween(left, right, 9)).toBeLessThanOrEqual(editsBetween(left, right, 9))
    }
  })
})
