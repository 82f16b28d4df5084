import { expect, it } from 'vitest'
import { ReturningTexts } from './statement.ts'

it('remembers the latest queries that returned rows, but no long ones and nothing else', () => {
  const texts = new ReturningTexts()
  const [long, ...others] = ['SELECT '.padEnd(10_001, '1'), ...Array.from({ length: 501 }, (_, at) => `SELECT ${at}`)]
  texts.add(long)
  for (const text of ['EXECUTE told', 'FETCH ALL FROM told', 'SHOW ALL']) {
    texts.add(text)
    expect(texts.has(text)).toBe(false)
  }
  for (const text of others) texts.add(text)
  expect(texts.has(long)).toBe(false)
  expect(others.filter((text) => !texts.has(text))).toEqual(['SELECT 0'])
})
