import { expect, test } from 'vitest'
import { AnswerInJson } from './answer-in-json.ts'

const words = 'Ana leads.\n"Ben" follows \\ closely: 4 {r1.n} – é 😀.'
const written = [
  JSON.stringify({ action: 'answer', arguments: { text: words } }),
  JSON.stringify({ action: 'answer', arguments: { text: words } }, null, 2),
  `\`\`\`json\n${JSON.stringify({ action: 'answer', arguments: { text: words } })}\n\`\`\``,
  JSON.stringify({ action: 'answer', arguments: { text: words } }).replace('😀', '\\ud83d\\ude00'),
]

test.each(written)('reads the words however %s is cut into pieces', (json) => {
  for (let length = 1; length < json.length; length++) {
    const reader = new AnswerInJson()
    let read = ''
    for (let from = 0; from < json.length; from += length) {
      read += reader.push(json.slice(from, from + length))
    }
    expect(read).toBe(words)
  }
})

test('never returns half of an escaped character', () => {
  const reader = new AnswerInJson()
  const pieces = ['{"action":"answer","arguments":{"text":"', '\\ud83d', '\\ud', 'e00', '"}}']
  expect(pieces.map((piece) => reader.push(piece))).toEqual(['', '', '', '😀', ''])
})

test.each([
  '{"action": "execute_sql_query", "arguments": {"sql_query": "SELECT 1"}}',
  '{"arguments": {"text": "4"}, "action": "answer"}',
  'There are 4 orders.',
])('finds no words before it is clear that %s is an answer', (json) => {
  const reader = new AnswerInJson()
  expect(reader.push(json)).toBe('')
  expect(reader.isAnswer).toBe(false)
})
