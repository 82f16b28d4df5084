import { afterAll, describe, expect, it } from 'vitest'
import { ask, reasonFor } from '../testing/ask.ts'
import { databaseOf } from '../testing/sqlite-database.ts'
import { areMissorted } from './stored-numbers.ts'

const today = '2025-06-15'
const players = databaseOf(`
CREATE TABLE players (player_id INTEGER PRIMARY KEY, name TEXT, salary TEXT, height TEXT);
INSERT INTO players VALUES (1, 'Ann', '900', '1.80'), (2, 'Bob', '1000', '1.75'), (3, 'Cem', '10500', '1.90');`)
afterAll(() => players.close())

describe('numbers that are stored as text', () => {
  it.each(['who has the highest salary', 'players sorted by salary descending', 'What is the lowest salary?'])(
    'are not sorted by their letters: %s',
    async (question) => {
      expect(await reasonFor(players, question, today)).toContain('players.salary contains numbers as text')
    },
  )

  it('are sorted if that makes no difference', async () => {
    expect((await ask(players, today, 'tallest player')).rows).toEqual([['Cem', '1.90']])
  })

  it.each([
    [['900', '1000'], true],
    [['100', '900'], false],
    [['-1', '-2'], true],
    [['900', 'n/a'], false],
    [['7'], false],
    [null, false],
  ])('%j are sorted otherwise as text: %s', (values, expected) => {
    expect(areMissorted(values)).toBe(expected)
  })
})
