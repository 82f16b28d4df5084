import { formatMessage, message } from '@parlance/contract'
import { expect, test } from 'vitest'
import { withPlace } from './place.ts'

test.each([
  [
    'names line and column, and the word there',
    'SELECT id\nFROM users FOR x',
    21,
    'No. See line 2, column 12, near FOR.',
  ],
  ['names a quoted name whole', 'SELECT [a b] c', 7, 'No. See line 1, column 8, near [a b].'],
  ['repeats no text literal', "SELECT 'secret'", 7, 'No. See line 1, column 8.'],
  ['repeats nothing in double quotes, which may be text', 'SELECT "secret"', 7, 'No. See line 1, column 8.'],
  ['says that the end is meant', 'SELECT id FROM ', 15, 'No. See the end of the query.'],
  ['adds nothing where no place is known', 'SELECT 1', null, 'No.'],
])('%s', (_, sql, position, expected) => {
  expect(formatMessage(withPlace(message('No.'), position, sql))).toBe(expected)
})

test('adds no position to a message that repeats the word there', () => {
  const refusal = message('There is no column {name} here.', { name: 'Nme' })
  expect(withPlace(refusal, 7, 'SELECT "nme" FROM users')).toBe(refusal)
})

test('leaves out a name that is too long for a message', () => {
  const placed = withPlace(message('No.'), 7, `SELECT ${'x'.repeat(100)} FROM users`)
  expect(formatMessage(placed)).toBe('No. See line 1, column 8.')
})
