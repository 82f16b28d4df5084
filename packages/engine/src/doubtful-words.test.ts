import { DatabaseSync } from 'node:sqlite'
import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { translateOn } from './testing/ask.ts'
import { testDatabase } from './testing/sqlite-database.ts'

const today = '2025-06-15'

function open(schema: string) {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  return testDatabase(database)
}

const rail = open(`
CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, first_name TEXT, joined TEXT, city TEXT);
CREATE TABLE drivers (driver_id INTEGER PRIMARY KEY, forename TEXT, surname TEXT, hired DATE);
CREATE TABLE trips (trip_id INTEGER PRIMARY KEY, destination TEXT, price REAL, trip_date DATE, rider_id INTEGER REFERENCES riders);
CREATE TABLE rail_market_estimation (estimate_id INTEGER PRIMARY KEY, low_estimate INTEGER, type TEXT, opened INTEGER);
CREATE TABLE mountains (mountain_id INTEGER PRIMARY KEY, height REAL);
CREATE TABLE galleries (gallery_id INTEGER PRIMARY KEY, gallery_name TEXT, city TEXT);
INSERT INTO riders VALUES (1, 'Ann', '2024-01-01', 'Oslo'), (2, 'Bob', '2024-02-01', 'Bergen');
INSERT INTO drivers VALUES (1, 'Cem', 'Kaya', '2020-01-01'), (2, 'Dan', 'Lund', '2021-01-01');
INSERT INTO trips VALUES (1, 'Rome', 10, '2024-05-01', 1), (2, 'Paris', 30, '2024-05-02', 2);
INSERT INTO rail_market_estimation VALUES (1, 1995, 'freight', 2001), (2, 3000, 'night', 1995);
INSERT INTO galleries VALUES (1, 'North', 'Oslo'), (2, 'South', 'Bergen');`)
afterAll(() => rail.close())

/** The rows of an answer, or why there is none. */
async function outcome(question: string) {
  const found = await translateOn(rail, question, today)
  return found.understood ? { rows: rail.rows(found.sql) } : { reason: formatMessage(found.reason) }
}

describe('a part of a name that no column has', () => {
  it.each([
    'Show the first name and last name of all riders.',
    'What are the first and last names of the riders?',
    'What is the last name of the riders?',
    'List the family names of riders in Oslo.',
    'Show the middle name and first name of each rider.',
  ])('is reported, not read as the first or last of all names: %s', async (question) => {
    const found = await outcome(question)
    expect(found.rows).toBeUndefined()
    expect(found.reason).toMatch(/(?:last|family|middle)/i)
  })

  it.each([
    ['Show the first name of all riders.', [['Ann'], ['Bob']]],
    [
      'Show the first name and last name of all drivers.',
      [
        ['Cem', 'Kaya'],
        ['Dan', 'Lund'],
      ],
    ],
    ['What are the last names of the drivers?', [['Kaya'], ['Lund']]],
  ])('is shown if there is such a column: %s', async (question, rows) => {
    expect((await outcome(question)).rows).toEqual(rows)
  })

  it('does not change what “first” and “last” mean elsewhere', async () => {
    expect((await outcome('What is the destination of the last trip?')).rows?.[0]).toContain('Paris')
  })
})

describe('a direction', () => {
  it('does not fit a column of the opposite one', async () => {
    const found = await outcome('What is the average price of the trips from Rome?')
    expect(found.reason).toContain('from Rome')
  })

  it('fits its own column', async () => {
    expect((await outcome('What is the average price of the trips to Rome?')).rows).toEqual([[10]])
  })
})

describe('a small number', () => {
  it('is not compared with a date', async () => {
    expect((await outcome('Show the price of trips whose trip date is between 3 and 5.')).rows).toBeUndefined()
  })

  it('is compared with a number', async () => {
    expect((await outcome('Show the destination of trips whose price is between 5 and 15.')).rows).toEqual([['Rome']])
  })
})

describe('an answer that the question already says', () => {
  it('is not given', async () => {
    expect((await outcome('What is the gallery name of the gallery "North"?')).rows).toBeUndefined()
  })

  it('is given with something that the question does not say', async () => {
    expect((await outcome('What is the city of the gallery "North"?')).rows).toEqual([['Oslo']])
  })
})

describe('a year', () => {
  it('is not an amount', async () => {
    expect((await outcome('types of rail market estimates in 1995')).reason).toContain('low estimate is not a date')
  })

  it('is what a number is named after', async () => {
    expect((await outcome('types of rail market estimations opened in 1995')).rows).toEqual([['night']])
  })
})

describe('a word for people', () => {
  it('is not what they have to do with', async () => {
    expect((await outcome('How many mountaineers are there?')).rows).toBeUndefined()
  })
})

describe('the dates when something happened', () => {
  it('are not those of rows that the question does not mention', async () => {
    const found = await outcome('What are the dates when riders with ids between 1 and 2 became riders?')
    expect(found.rows ?? []).not.toContainEqual(['2024-05-01'])
  })
})
