import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, reasonFor } from './testing/ask.ts'
import { openTables } from './testing/queries.ts'

/** Skaters get their names from people; ranks refer to the list of ranks; awards have no name column. */
const rink = openTables(`
CREATE TABLE people (person_id INTEGER PRIMARY KEY, name TEXT NOT NULL, height REAL NOT NULL);
CREATE TABLE ranks (rank_code TEXT PRIMARY KEY, description TEXT NOT NULL);
CREATE TABLE skaters (skater_id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people, rank_code TEXT NOT NULL REFERENCES ranks, points INTEGER NOT NULL);
CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, skater_id INTEGER NOT NULL REFERENCES skaters, started DATE NOT NULL, grade TEXT NOT NULL);
CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, cname TEXT NOT NULL, town TEXT NOT NULL, founded INTEGER NOT NULL, label TEXT NOT NULL);
CREATE TABLE club_skaters (club_id INTEGER NOT NULL REFERENCES clubs, skater_id INTEGER NOT NULL REFERENCES skaters, PRIMARY KEY (club_id, skater_id));
CREATE TABLE guest_clubs (club_id INTEGER PRIMARY KEY REFERENCES clubs, fee INTEGER NOT NULL);
CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, club_id INTEGER NOT NULL REFERENCES clubs, seats INTEGER NOT NULL, state TEXT NOT NULL);
INSERT INTO people VALUES (1, 'Ana', 1.7), (2, 'Bo', 1.9), (3, 'Cy', 1.8);
INSERT INTO ranks VALUES ('J', 'junior'), ('S', 'senior'), ('V', 'veteran');
INSERT INTO skaters VALUES (11, 1, 'J', 30), (12, 2, 'S', 50), (13, 3, 'S', 40);
INSERT INTO lessons VALUES (1, 11, '2020-01-01', 'A'), (2, 11, '2020-02-01', 'B'), (3, 12, '2021-01-01', 'A');
INSERT INTO clubs VALUES (1, 'Ice', 'Oslo', 1990, 'Blue'), (2, 'Axel', 'Rome', 1985, 'Red'), (3, 'Loop', 'Oslo', 2001, 'Blue');
INSERT INTO club_skaters VALUES (1, 11), (1, 12), (2, 13);
INSERT INTO guest_clubs VALUES (2, 10);
INSERT INTO halls VALUES (1, 1, 300, 'open'), (2, 2, 500, 'closed');`)
const today = '2025-06-15'
afterAll(() => rink.close())

/** The reason for declining a question about the rink; null if it is understood. */
const reason = (question: string) => reasonFor(rink, question, today)

describe('names that are stored elsewhere or shortened', () => {
  it.each([
    ['What are the names of the skaters?', [['Ana'], ['Bo'], ['Cy']]],
    ['Return the name of the tallest skater.', [['Bo']]],
    ['What are the names of the clubs founded after 1987?', [['Ice'], ['Loop']]],
    ['List the names of the guest clubs.', [['Axel']]],
  ])('answers: %s', async (question, expected) => {
    const { rows } = await ask(rink, today, question)
    expect(rows).toEqual(expected)
  })

  it.each(['Return the names of the halls.', 'List the first names of the people in alphabetical order.'])(
    'shows no key or other column instead: %s',
    async (question) => {
      expect(await reason(question)).not.toBeNull()
    },
  )
})

describe('questions of two sentences', () => {
  it.each([
    ['Which clubs are in Oslo? Return their names.', [['Ice'], ['Loop']]],
    [
      'How many lessons does each skater have? List the skater id and the lesson count.',
      [
        [11, 2],
        [12, 1],
      ],
    ],
  ])('answers: %s', async (question, expected) => {
    const { rows } = await ask(rink, today, question)
    expect(rows).toEqual(expected)
  })

  it('keeps “return” as a noun after a question word', async () => {
    expect(await reason('What is our return rate?')).not.toBeNull()
  })
})

describe('lists and their keys', () => {
  it.each([
    ['What are all the rank codes?', [['J'], ['S'], ['V']]],
    ['List all clubs in alphabetical order.', [[2], [1], [3]]],
    [
      'What are the ids of each hall and the town of the club they are in?',
      [
        [1, 'Oslo'],
        [2, 'Rome'],
      ],
    ],
    ['Show the skater ids who do not have a lesson.', [[13]]],
  ])('answers: %s', async (question, expected) => {
    const { rows } = await ask(rink, today, question)
    expect(rows.map((row) => row.slice(0, expected[0]?.length))).toEqual(expected)
  })
})

describe('rankings', () => {
  it.each([
    ['What are the ids of the top 2 skaters with the most points?', [[12], [13]]],
    ['What are the ids of the two skaters with the highest points?', [[12], [13]]],
    ['Which towns occur more than 1 time?', [['Oslo']]],
    ['What are the towns of the clubs, ordered by frequency descending?', [['Oslo'], ['Rome']]],
  ])('answers: %s', async (question, expected) => {
    const { rows } = await ask(rink, today, question)
    expect(rows.map((row) => row.slice(0, 1))).toEqual(expected)
  })

  it('declines a number of owners that nothing ranks', async () => {
    expect(await reason('What are the ids of the top 2 skaters?')).not.toBeNull()
  })
})

describe('words that look like others', () => {
  it.each([
    ['What are the names of the clubs under the label "Blue"?', [['Ice'], ['Loop']]],
    ['What is the founded year of the club named "Axel"?', [[1985]]],
    ['How many lessons started in or after 2021?', [[1]]],
    ['How many lessons have the grade A?', [[2]]],
    ['What are the names of the people with the letter a in their names?', [['Ana']]],
    ['In how many different towns are clubs located?', [[2]]],
    ['What is the hall with the most seats called?', [[2]]],
    ['List the town names of the clubs in alphabetical order.', [['Oslo'], ['Oslo'], ['Rome']]],
    ['How many clubs have at least a hall?', [[2]]],
    ['How many kinds of clubs are there?', [[3]]],
    ['List the names of the clubs in reversed alphabetical order.', [['Loop'], ['Ice'], ['Axel']]],
    ['What is the id of the skater with the most registered lessons?', [[11]]],
  ])('answers: %s', async (question, expected) => {
    const { rows } = await ask(rink, today, question)
    expect(rows.map((row) => row.slice(0, 1))).toEqual(expected)
  })

  it('compares with “under” before a number', async () => {
    expect((await ask(rink, today, 'How many halls have under 400 seats?')).rows).toEqual([[1]])
  })

  it.each([
    'List the results of the lessons in alphabetical order.',
    'What are the lesson results?',
    'Who received an A in the club?',
    'What are the names of the clubs that are in Oslo or are public?',
    'Which clubs had lessons in the morning?',
    'Find the seats of all halls that are less than the seats.',
  ])('reads no more into: %s', async (question) => {
    expect(await reason(question)).not.toBeNull()
  })

  it('says that an adjective before rows was not used', async () => {
    const { translation } = await ask(rink, today, 'What are the towns of clubs with available halls?')
    expect(translation.assumptions.map((one) => formatMessage(one))).toContain('“available” was not used')
  })
})
