import { formatMessage } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { translateOn } from '../testing/ask.ts'
import { testDatabase } from '../testing/sqlite-database.ts'

const schema = `
CREATE TABLE teams (team_id INTEGER PRIMARY KEY, team_name TEXT);
CREATE TABLE players (player_id INTEGER PRIMARY KEY, player_name TEXT, team_id INTEGER REFERENCES teams);
CREATE TABLE matches (match_id INTEGER PRIMARY KEY, venue TEXT, team_id INTEGER REFERENCES teams);
CREATE TABLE book_club (book_club_id INTEGER PRIMARY KEY, year INTEGER, category TEXT, publisher TEXT);
CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT);
CREATE TABLE shelves (shelf_id INTEGER PRIMARY KEY, colour TEXT, shop_id INTEGER REFERENCES shops);
CREATE TABLE boxes (box_id INTEGER PRIMARY KEY, weight INTEGER, shelf_id INTEGER REFERENCES shelves);
CREATE TABLE toys (toy_id INTEGER PRIMARY KEY, toy_name TEXT, box_id INTEGER REFERENCES boxes);
CREATE TABLE labels (label_id INTEGER PRIMARY KEY, label_name TEXT);
CREATE TABLE toy_labels (toy_id INTEGER REFERENCES toys, label_id INTEGER REFERENCES labels, PRIMARY KEY (toy_id, label_id));
CREATE TABLE parts (part_id INTEGER PRIMARY KEY, colour TEXT, toy_id INTEGER REFERENCES toys);
CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, amount REAL, part_id INTEGER REFERENCES parts);`

function open() {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  return testDatabase(database)
}

describe('an answer is correct, or says what is unknown', () => {
  it.each([
    ['Show the venue of matches and the player name of players', 'connected only by team'],
    ['How many players does each match have?', 'connected only by team'],
    ['number of shops by label', 'connected only by shelves and boxes and toys and toy labels'],
  ])('%s', async (question, reason) => {
    const found = await translateOn(open(), question, '2025-06-15')
    expect(found.understood).toBe(false)
    expect(found.understood ? '' : formatMessage(found.reason)).toContain(reason)
  })

  it.each([
    'Show the venue and the team name of matches',
    'How many players does each team have?',
    'How many toys does each shop have?',
    'How many matches of teams with players are there?',
    'number of repairs by label',
  ])('joins what is named or belongs step by step: %s', async (question) => {
    expect((await translateOn(open(), question, '2025-06-15')).understood).toBe(true)
  })

  it('never compares a number of things with the key that numbers them', async () => {
    const found = await translateOn(
      open(),
      'List categories that have at least two books after year 1989.',
      '2025-06-15',
    )
    expect(found.understood ? found.sql : '').not.toMatch(/book_club_id/)
  })
})
