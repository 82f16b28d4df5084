import { message } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { Decline, firstDecline, readAll } from './decline.ts'

describe('readAll', () => {
  it('returns the result for each element', () => {
    expect(readAll([1, 2], (one) => one * 2)).toEqual([2, 4])
  })

  it('returns the first decline and reads no further', () => {
    const read: number[] = []
    const found = readAll([1, 2, 3], (one) => {
      read.push(one)
      return one === 2 ? new Decline(message('No twos.')) : one
    })
    expect(found).toEqual(new Decline(message('No twos.')))
    expect(read).toEqual([1, 2])
  })
})

describe('firstDecline', () => {
  it('is null if every check passes', () => {
    expect(
      firstDecline(
        () => null,
        () => null,
      ),
    ).toBeNull()
  })

  it('stops at the first check that declines', () => {
    const found = firstDecline(
      () => new Decline(message('first')),
      () => {
        throw new Error('This check must not run.')
      },
    )
    expect(found?.reason).toEqual(message('first'))
  })
})
