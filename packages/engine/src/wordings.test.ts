import { DatabaseSync } from 'node:sqlite'
import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, translateOn } from './testing/ask.ts'
import { testDatabase } from './testing/sqlite-database.ts'

const database = new DatabaseSync(':memory:')
database.exec(`
CREATE TABLE planes (plid INTEGER PRIMARY KEY, name TEXT NOT NULL, seats INTEGER NOT NULL, maker TEXT NOT NULL);
CREATE TABLE flights (flno INTEGER PRIMARY KEY, plid INTEGER NOT NULL REFERENCES planes, destination TEXT NOT NULL, distance INTEGER NOT NULL);
CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, sex TEXT NOT NULL, phone TEXT);
CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE enrolments (pupil_id INTEGER NOT NULL REFERENCES pupils, course_id INTEGER NOT NULL REFERENCES courses, credit INTEGER NOT NULL, PRIMARY KEY (pupil_id, course_id));
INSERT INTO planes VALUES (7, 'Airbus', 180, 'A'), (8, 'Boeing', 220, 'B'), (9, 'Cessna', 4, 'C');
INSERT INTO flights VALUES (10, 7, 'Oslo', 900), (11, 7, 'Rome', 1500), (12, 8, 'Oslo', 950);
INSERT INTO pupils VALUES (1, 'Ida', 12, 'F', '1-11'), (2, 'Jon', 15, 'M', '2-22'), (3, 'Kim', 16, 'F', NULL);
INSERT INTO courses VALUES (301, 'Logic'), (302, 'Music');
INSERT INTO enrolments VALUES (1, 301, 5), (2, 301, 8), (2, 302, 9);
`)
const school = testDatabase(database)
const today = '2025-06-15'
afterAll(() => school.close())

const assumed = (asked: Awaited<ReturnType<typeof ask>>) =>
  asked.translation.assumptions.map((one) => formatMessage(one))

describe('wordings of ordinary questions', () => {
  it.each([
    ['Sort the names of all planes in descending order of seats.', [['Boeing'], ['Airbus'], ['Cessna']]],
    [
      'What are the names of the planes? Sort the result by seats from least to greatest.',
      [['Cessna'], ['Airbus'], ['Boeing']],
    ],
    ['Give me a list of all the names of pupils sorted alphabetically', [['Ida'], ['Jon'], ['Kim']]],
    ['What is the alphabetically ordered list of the names of pupils?', [['Ida'], ['Jon'], ['Kim']]],
    ['How many planes have a flight they operated?', [[2]]],
    [
      'What are the destinations and how many flights go to each one?',
      [
        ['Oslo', 2],
        ['Rome', 1],
      ],
    ],
    [
      'What are the names of planes, and how many flights does each one have?',
      [
        ['Airbus', 2],
        ['Boeing', 1],
      ],
    ],
    ['What are the names of pupils who took two courses?', [['Jon']]],
    ['What are the names of pupils that received one course?', [['Ida']]],
    [
      'What are the titles of courses, and how many pupils are enrolled in each of them?',
      [
        ['Logic', 2],
        ['Music', 1],
      ],
    ],
    ['What is the longest distance of flights?', [[1500]]],
    ['Show the names of all female pupils.', [['Ida'], ['Kim']]],
    ['Show the name and age of the pupils. Their sex is M.', [['Jon', 15]]],
  ])('answers: %s', async (question, expected) => {
    const { rows } = await ask(school, today, question)
    expect(rows).toEqual(expected)
  })

  it.each([
    ['What are the ids of planes with more than 100 seats?', [[7], [8]], '“ids” is interpreted as planes.plid'],
    [
      'What is the flight number of the flight with the longest distance?',
      [[11]],
      '“flight number” is interpreted as flights.flno',
    ],
    [
      'Show the phone numbers of pupils.',
      [['1-11'], ['2-22'], [null]],
      '“phone numbers” is interpreted as pupils.phone',
    ],
    ['What is the average credit size?', [[22 / 3]], '“credit size” is interpreted as enrolments.credit'],
    ['Which pupils take course 302?', [['Jon']], '“course” is interpreted as courses.course_id'],
    ['Which pupils do not take course 302?', [['Ida'], ['Kim']], '“course” is interpreted as courses.course_id'],
    ['Show the titles of course 301 or 302', [['Logic'], ['Music']], '“course” is interpreted as courses.course_id'],
  ])('states how it reads: %s', async (question, expected, assumption) => {
    const asked = await ask(school, today, question)
    expect(asked.rows).toEqual(expected)
    expect(assumed(asked)).toContain(assumption)
  })

  it('averages each of two values, not both together', async () => {
    const { rows } = await ask(school, today, 'What is the average age of male and female pupils?')
    expect(new Map(rows.map(([sex, age]) => [sex, age]))).toEqual(
      new Map([
        ['F', 14],
        ['M', 15],
      ]),
    )
  })

  it.each([
    'What is the credit colour?',
    'Show the size of the pupils.',
    'Which pupils take the 302 course lessons?',
    'Show the goods of the pupils.',
  ])('declines what has no meaning: %s', async (question) => {
    expect((await translateOn(school, question, today)).understood).toBe(false)
  })
})
