import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken
}

test('owners take turns, and each one’s items keep their order', () => {
  const queue = new FairQueue<string>(10)
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item)
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('an owner whose item was just taken waits for another who came later', () => {
  const queue = new FairQueue<string>(10)
  queue.add('a', 'a1')
  expect(queue.take()).toBe('a1')
  for (const item of ['a2', 'a3', 'b1', 'b2']) queue.add(item.charAt(0), item)
  expect(takeAll(queue)).toEqual(['b1', 'a2', 'b2', 'a3'])
})

test('an owner who fills the queue keeps no one else out', () => {
  const queue = new FairQueue<string>(4)
  const added = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3'].map((item) => queue.add(item.charAt(0), item))
  expect(added).toEqual([true, true, true, true, false, true, true, false])
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  expect(queue.add('a', 'a6')).toBe(true)
})
