import { formatMessage } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { testDatabase } from './testing/sqlite-database.ts'

const today = '2025-06-15'

const schema = `
CREATE TABLE schools (school_id INTEGER PRIMARY KEY, school_name TEXT, country TEXT, rooms INTEGER);
CREATE TABLE teachers (teacher_id INTEGER PRIMARY KEY, teacher_name TEXT, salary REAL, school_id INTEGER REFERENCES schools);
CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, pupil_name TEXT, hometown TEXT, age INTEGER, school_id INTEGER REFERENCES schools);
CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, subject TEXT, minutes INTEGER, held_date TEXT,
  teacher_id INTEGER REFERENCES teachers, pupil_id INTEGER REFERENCES pupils);
CREATE TABLE attendance (attendance_id INTEGER PRIMARY KEY, pupil_id INTEGER REFERENCES pupils, club_id INTEGER REFERENCES clubs);
CREATE TABLE registrations (registration_id INTEGER PRIMARY KEY, pupil_id INTEGER REFERENCES pupils, club_id INTEGER REFERENCES clubs);
CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, club_name TEXT, country TEXT);
INSERT INTO schools VALUES (1, 'North', 'USA', 20), (2, 'South', 'Canada', 12);
INSERT INTO teachers VALUES (1, 'Ada', 3000, 1), (2, 'Ben', 2500, 2), (3, 'Cleo', 2800, 2);
INSERT INTO pupils VALUES (1, 'Dan', 'Lund', 9, 1), (2, 'Eve', 'Lund', 12, 2), (3, 'Fay', 'Ystad', 12, 2);
INSERT INTO lessons VALUES (1, 'Chess', 30, '8/29/2024', 2, 1), (2, 'Chess', 60, '9/1/2024', 1, 1), (3, 'Music', 45, '9/2/2024', 1, 2);
INSERT INTO clubs VALUES (1, 'Owls', 'USA'), (2, 'Larks', 'Canada');
INSERT INTO attendance VALUES (1, 1, 1);
INSERT INTO registrations VALUES (1, 2, 1), (2, 3, 2);`

const database = testDatabase(
  (() => {
    const made = new DatabaseSync(':memory:')
    made.exec(schema)
    return made
  })(),
)
afterAll(() => database.close())

describe('ambiguous questions are not answered by a guess', () => {
  it.each([
    ['a computation over single rows', 'What is the average salary of each teacher?', 'nothing to calculate'],
    [
      'an owner that two things have',
      'Names of teachers who give lessons to pupils in school North',
      'whether you mean the schools',
    ],
    ['two ways between tables', 'Names of pupils in the club Owls', 'connected in several ways'],
    ['a number for what comes first', 'How many pupils are in the school with the most rooms?', 'comes first'],
    [
      'the first and the last at once',
      'Tell me the ages of the oldest and youngest pupils',
      'Ask for each one separately',
    ],
    ['what only the values of another row exclude', 'List the hometowns that have no lessons', 'enough to exclude'],
    ['of what there is at most one', 'Which pupils have more than one school?', 'at most one'],
    ['texts that are no dates', 'How many lessons were there after 2024-08-30?', '8/29/2024'],
    ['what is still to come', 'How many pupils will there be?', 'does not cover the future'],
    ['a wish to change something', 'Delete all pupils', 'They cannot change it'],
    ['a value that is stored nowhere', 'Pupils from Lundt', 'Closest matches: Lund.'],
    ['a time of the day', 'How many lessons were there before 2024-09-01 10:30?', 'could not be combined'],
    ['a thing asked for that is no word of the schema', 'Show the names, places, and ages of pupils', 'places'],
  ])('%s: %s', async (_rule, question, reason) => {
    const found = await translateOn(database, question, today)
    expect(found.understood ? found.sql : formatMessage(found.reason)).toContain(reason)
    expect(found.understood).toBe(false)
  })

  it('asks whether to include those without any, and understands each button', async () => {
    const found = await translateOn(database, 'Show the names of teachers with at most one lesson', today)
    if (found.understood || !('readings' in found)) throw new Error('Readings were expected')
    const answers = await Promise.all(found.readings.map((one) => ask(database, today, one.question)))
    expect(answers.map((one) => one.rows)).toEqual([[['Ben'], ['Cleo']], [['Ben']]])
  })
})

it('notes that it ranks by one of several values, not by their total', async () => {
  const { translation } = await ask(database, today, 'What is the name of the teacher with the largest minutes?')
  expect(translation.assumptions.map((one) => formatMessage(one))).toContain(
    'Ranks by the highest single lessons.minutes, not by the total',
  )
})

it('links people to things only by the path that the question mentions', async () => {
  const shop = openShop()
  const clear = await translateOn(shop, 'How many different products did Germany customers order?', shopToday)
  expect(clear.understood && shop.rows(clear.sql)).toEqual([[5]])
  const unclear = await translateOn(shop, 'Which products did German customers review and order?', shopToday)
  expect(unclear.understood ? unclear.sql : formatMessage(unclear.reason)).toContain('reached through orders')
  shop.close()
})

describe('unambiguous questions are answered', () => {
  it.each([
    ['a word in capitals is not a pronoun', 'How many schools are in the US?', [[1]]],
    [
      'also adds to what was asked before',
      'Show the names of pupils older than 10. Also return the hometown.',
      [
        ['Eve', 'Lund'],
        ['Fay', 'Ystad'],
      ],
    ],
    ['a verb goes by the table of its noun', 'Names of pupils who attended a club', [['Dan']]],
    ['the key is of what stands right before it', 'Names of pupils from the school with id 2', [['Eve'], ['Fay']]],
    [
      'the ranked thing is ranked, whatever is shown of it',
      'What is the country of the school with the most pupils?',
      [['Canada']],
    ],
    ['all values of a column, each once', 'Show all hometowns of pupils', [['Lund'], ['Ystad']]],
    ['a full stop in the last quotes ends the question', 'Show the age of the pupil named "Dan."', [[9]]],
    ['one teacher is not each', 'How many lessons were given by a teacher?', [[3]]],
    ['names are counted, not compared', 'Which teacher has the most subjects?', [['Ada', 2]]],
  ])('%s: %s', async (_rule, question, rows) => {
    expect((await ask(database, today, question)).rows).toEqual(rows)
  })
})
