import { formatMessage, type Cell } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decline } from '../decline.ts'
import type { Known } from '../match/known-words.ts'
import { knownOf } from '../testing/known.ts'
import { openTables, reasonOf, sqlOf } from '../testing/queries.ts'
import { interpret } from './interpret.ts'

/** A guild links players and games, teams have players, and a stray table has no links. */
const database = openTables(`
CREATE TABLE teams (team_id INTEGER PRIMARY KEY, team_name TEXT NOT NULL);
CREATE TABLE players (player_id INTEGER PRIMARY KEY, player_name TEXT NOT NULL, team_id INTEGER REFERENCES teams, goals INTEGER, joined_date DATE);
CREATE TABLE games (game_id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE player_games (player_id INTEGER REFERENCES players, game_id INTEGER REFERENCES games, PRIMARY KEY (player_id, game_id));
CREATE TABLE stray (stray_id INTEGER PRIMARY KEY, label TEXT);
INSERT INTO teams VALUES (1, 'Reds'), (2, 'Blues'), (3, 'Greys');
INSERT INTO players VALUES (1, 'Al', 1, 4, '2025-01-05'), (2, 'Bo', 1, NULL, '2025-01-09'), (3, 'Cy', 1, 2, '2025-03-01'), (4, 'Di', 2, 8, NULL), (5, 'Ed', NULL, 1, '2025-03-09');
INSERT INTO games VALUES (1, 'Chess'), (2, 'Go'), (3, 'Tag');
INSERT INTO player_games VALUES (1, 1), (1, 2), (2, 1), (3, 1);`)
let known: Known
beforeAll(async () => {
  known = await knownOf(database, '2025-06-15')
})
afterAll(() => database.close())

function answer(question: string): { rows: Cell[][] | string; notes: string[] } {
  const found = interpret(known, question)
  if (found instanceof Decline) return { rows: reasonOf(found), notes: [] }
  return {
    rows: database.rows(sqlOf(known.schema, found.query)),
    notes: found.assumptions.map((one) => formatMessage(one)).filter((one) => one.startsWith('Leaves out')),
  }
}

describe('an average per something', () => {
  it.each<[string, Cell, string[]]>([
    ['average number of players per team', 4 / 2, ['Leaves out teams without players']],
    ['On average, how many players does each team have?', 4 / 2, ['Leaves out teams without players']],
    ['average number of games per player', 4 / 3, ['Leaves out players without games']],
    ['average number of players per game', 4 / 2, ['Leaves out games without players']],
    ['average number of players per month', 4 / 2, ['Leaves out months without any']],
  ])('counts each row once, and says what it leaves out: %s', (question, expected, notes) => {
    expect(answer(question)).toEqual({ rows: [[expected]], notes })
  })

  it.each([
    ['average number of teams per player', 'how many of the teams belong to each player'],
    ['average number of games per team', 'how many of the games belong to each team'],
    ['average number of strays per team', 'stray'],
    ['average number of players per unicorn', 'unicorn'],
  ])('is declined if nothing says how they belong together: %s', (question, reason) => {
    expect(answer(question).rows).toEqual(expect.stringContaining(reason))
  })
})
