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
  expect(withPlace('No.', position, sql)).toBe(expected)
})

test('adds no position to a message that repeats the word there', () => {
  expect(withPlace('There is no column Nme here.', 7, 'SELECT "nme" FROM users')).toBe('There is no column Nme here.')
})

test('leaves out a name that is too long for a message', () => {
  expect(withPlace('No.', 7, `SELECT ${'x'.repeat(100)} FROM users`)).toBe('No. See line 1, column 8.')
})
