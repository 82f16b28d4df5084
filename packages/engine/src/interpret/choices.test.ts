import { formatMessage } from '@parlance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Decline } from '../decline.ts'
import type { Known } from '../match/known-words.ts'
import { knownOf } from '../testing/known.ts'
import { openTables, reasonOf, sqlOf } from '../testing/queries.ts'
import { interpret } from './interpret.ts'

/** Names that occur in several tables, two dates, people behind players, a length of time, and a view. */
const database = openTables(`
CREATE TABLE people (person_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, birth_date DATE);
CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, founded_year INTEGER);
CREATE TABLE players (player_id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people, club_id INTEGER REFERENCES clubs, is_captain BOOLEAN);
CREATE TABLE sponsors (sponsor_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE matches (match_id INTEGER PRIMARY KEY, club_id INTEGER NOT NULL REFERENCES clubs, sponsor_id INTEGER REFERENCES sponsors, match_date DATE NOT NULL, duration_minutes INTEGER, delay INTEGER, weight_kg REAL, height_meter REAL);
CREATE TABLE notes (note_id INTEGER PRIMARY KEY, body TEXT);
CREATE VIEW club_totals AS SELECT name, city FROM clubs;
INSERT INTO people VALUES (1, 'Ann Bell', '1990-01-01'), (2, 'Cy Dean', '2000-01-01'), (3, 'Eve Fox', NULL);
INSERT INTO clubs VALUES (1, 'Reds', 'Lund', 1901), (2, 'Blues', 'Ystad', 1950);
INSERT INTO players VALUES (1, 1, 1, TRUE), (2, 2, 2, FALSE);
INSERT INTO sponsors VALUES (1, 'Reds', 'Lund'), (2, 'Acme', 'Malmo');
INSERT INTO matches VALUES (1, 1, 1, '2024-05-01', 90, 5, 10, 1.5), (2, 2, 2, '2025-05-01', 120, 70, 20, 3);`)
const today = '2025-06-15'
let known: Known
beforeAll(async () => {
  known = await knownOf(database, today)
})
afterAll(() => database.close())

const read = (question: string) => interpret(known, question)
function rows(question: string) {
  const found = read(question)
  return found instanceof Decline ? reasonOf(found) : database.rows(sqlOf(known.schema, found.query))
}
function notes(question: string): string[] {
  const found = read(question)
  return found instanceof Decline
    ? [`declined: ${reasonOf(found)}`]
    : found.assumptions.map((one) => formatMessage(one))
}

describe('a name of several tables', () => {
  it.each([
    ['names of clubs', [['Reds'], ['Blues']]],
    ['names of sponsors', [['Reds'], ['Acme']]],
    ['clubs in Ystad', [['Blues']]],
    ['sponsors in Lund', [['Reds']]],
    ['clubs founded before 1940', [['Reds']]],
    ['how many matches are there?', [[2]]],
  ])('belongs to what the question is about: %s', (question, expected) => {
    expect(rows(question)).toEqual(expected)
  })
})

describe('lengths of time and amounts in units', () => {
  it.each<[string, number[], string[]]>([
    ['duration above 1.75 hours', [2], ['1.75 hours are 105 in duration_minutes']],
    ['duration below 7000 seconds', [1], ['7,000 seconds are 116.67 in duration_minutes']],
    ['delay above 10 percent', [2], ['delay is assumed to be in percent']],
    ['weight above 15', [2], []],
    ['height below 2 metres', [1], []],
    ['delay above 10 miles', [2], ['delay is assumed to be in the unit “mile”']],
  ])('are converted, or what is assumed is stated: %s', (condition, ids, stated) => {
    const question = `matches with a ${condition}`
    const found = rows(question)
    expect(Array.isArray(found) ? found.map((row) => row[0]) : found).toEqual(ids)
    expect(notes(question).filter((one) => !one.includes('interpreted as'))).toEqual(stated)
  })

  it.each([
    ['weight above 15 pounds', 'matches.weight_kg is in the unit “kg”, not “pound”. Ask for the amount in that unit.'],
    [
      'height below 6 feet',
      'matches.height_meter is in the unit “meter”, not “foot”. Ask for the amount in that unit.',
    ],
  ])('are declined in another unit than the column’s: %s', (condition, reason) => {
    expect(rows(`matches with a ${condition}`)).toBe(reason)
  })

  it('are declined if the column has no known unit', () => {
    expect(rows('matches with a delay of more than 2 hours')).toBe('matches.delay has no known unit.')
  })
})

describe('when and where', () => {
  it.each([
    ['When was the last match?', [[2, '2025-05-01']]],
    ['Where is Acme?', [['Acme', 'Malmo']]],
  ])('%s', (question, expected) => {
    expect(rows(question)).toEqual(expected)
  })

  it.each([
    ['When was the note?', 'notes has no date that shows when.'],
    ['Where are the notes?', 'notes has no column that shows where.'],
    ['notes by month', 'notes has no date to group by month.'],
    ['the latest note', 'notes has no date that shows which is first or last.'],
  ])('are declined without such a column: %s', (question, reason) => {
    expect(rows(question)).toBe(reason)
  })
})

describe('what can’t be related', () => {
  it.each([
    ['notes with a city', 'not connected'],
    ['the body of clubs', 'body'],
    ['clubs with more than 2 notes', 'not connected'],
    ['average name of clubs', 'does not contain numbers'],
    ['clubs with a name above 5', 'does not contain numbers'],
  ])('is declined, and the reason says what: %s', (question, part) => {
    expect(rows(question)).toEqual(expect.stringContaining(part))
  })
})

describe('a value of several columns', () => {
  it('is a question back with one reading for each column', () => {
    const found = read('matches with Reds')
    if (!(found instanceof Decline)) throw new Error('A choice was expected')
    expect(reasonOf(found)).toBe('“Reds” is a value of clubs.name and sponsors.name.')
    const asked = (found.choices?.replacements ?? []).map((one) => `matches with ${one.words}`)
    expect(asked.map((one) => rows(one))).toHaveLength(2)
    for (const one of asked) expect(rows(one)).toEqual([[1, 1, 1, '2024-05-01', 90, 5, 10, 1.5]])
  })
})
