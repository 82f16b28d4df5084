import { expect, it } from 'vitest'
import { createResultReader } from './result-reader.ts'

const answer = {
  query: 'SELECT "a[0]" FROM t',
  columns: [{ name: 'x]', dataType: '', kind: 'text' }],
  results: [
    ['a],[', 1],
    ['quote " and \\', null],
    ['[[', true],
    ['', -2.5],
  ],
  row_count: 4,
  truncated: false,
  receipt: { sentences: ['It read "t".'] },
}
const text = JSON.stringify(answer)

it.each([1, 2, 3, 7, 50, text.length])('reads an answer in pieces of %d characters', (size) => {
  const reader = createResultReader()
  let count = 0
  for (let at = 0; at < text.length; at += size) count = reader.push(text.slice(at, at + size))
  expect(count).toBe(4)
  expect(reader.end()).toEqual(answer)
})

it('reads an answer without rows', () => {
  const reader = createResultReader()
  reader.push('{"query":"q","columns":[],"results":[],"row_count":0}')
  expect(reader.end()).toEqual({ query: 'q', columns: [], results: [], row_count: 0 })
})

it.each(['', '{"query":"q"', text.slice(0, -1), text.slice(0, 90)])('refuses an answer that ended early', (cut) => {
  const reader = createResultReader()
  expect(() => {
    reader.push(cut)
    reader.end()
  }).toThrow(SyntaxError)
})
