import { expect, test } from 'vitest'
import { mayBeStatement, statementIn } from './statement.ts'

const statements = [
  'SELECT 1',
  'select count(*) from orders where note = ?',
  '-- Orders\nSELECT id FROM orders;',
  'WITH x AS (SELECT 1) SELECT * FROM x',
  'with recursive "the tree" (id) as materialized (SELECT 1) SELECT * FROM "the tree"',
]
const sentences = [
  'With 4 orders, this is all.',
  'With Germany as the leader, sales grew.',
  'Select a row to see more.',
  'Selected rows are shown.',
  'There are 4 orders.',
]

test.each(statements)('%s is a statement, and nothing of it is shown', (text) => {
  expect(statementIn(text)).toBe(text)
  for (let length = 1; length <= text.length; length++) expect(mayBeStatement(text.slice(0, length))).toBe(true)
})

test.each(sentences)('%s is not a statement', (text) => {
  expect(statementIn(text)).toBeNull()
})

test('a sentence that begins with “With” is shown as soon as its third word is not AS', () => {
  expect(mayBeStatement('With 4')).toBe(true)
  expect(mayBeStatement('With 4 orders, ')).toBe(false)
})
