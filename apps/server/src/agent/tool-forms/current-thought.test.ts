import { describe, expect, test } from 'vitest'
import { OpenThinking } from '../../models/thinking.ts'
import { currentThought } from './current-thought.ts'

describe('the current line of thinking', () => {
  test.each([
    ['I count the orders. Then I', 'I count the orders.'],
    ['First line\nSecond line\nThi', 'Second line'],
    ['**Counting orders**\n\nI', 'Counting orders'],
    ['No end yet', ''],
    ['I use {r1.orders[1]} here. Then', ''],
    ['I know it.\n{"action": "answer"}\n', 'I know it.'],
  ])('%j', (thinking, line) => {
    expect(currentThought(thinking)).toBe(line)
  })

  test('is short, and never half a character', () => {
    const line = currentThought(`${'a'.repeat(139)}${'😀'.repeat(50)}. Then`)
    expect(line.length).toBeLessThanOrEqual(141)
    expect(line.isWellFormed()).toBe(true)
  })
})

test.each([
  ['<think>I count. ', 'I count. '],
  ['<think>I count. </think>There are 4 orders. ', ''],
  ['I count. </think>There are 4 orders. ', ''],
  ['<think>One. </think>Two. <think>Three. ', 'Three. '],
  ['There are 4 orders. ', ''],
])('thinking ends with its mark: %j', (written, open) => {
  expect(new OpenThinking().openIn(written)).toBe(open)
  const thinking = new OpenThinking()
  const inPieces = Array.from(written, (_, at) => thinking.openIn(written.slice(0, at + 1)))
  expect(inPieces.at(-1)).toBe(open)
})
