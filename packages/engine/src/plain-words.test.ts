import { formatMessage } from '@parlance/contract'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, translateOn } from './testing/ask.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { testDatabase } from './testing/sqlite-database.ts'

const database = new DatabaseSync(':memory:')
database.exec(`
CREATE TABLE bands (band_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
CREATE TABLE records (record_id INTEGER PRIMARY KEY, band_id INTEGER NOT NULL REFERENCES bands, title TEXT NOT NULL, release_date DATE NOT NULL);
CREATE TABLE studios (studio_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE clients (client_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, floor INTEGER NOT NULL, studio_id INTEGER NOT NULL REFERENCES studios, created_at DATE NOT NULL);
CREATE TABLE helpers (helper_id INTEGER PRIMARY KEY, name TEXT NOT NULL, studio_id INTEGER NOT NULL REFERENCES studios, reports_to INTEGER REFERENCES helpers);
CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients, helper_id INTEGER NOT NULL REFERENCES helpers, booking_date DATE NOT NULL, ship_name TEXT, amount REAL NOT NULL);
INSERT INTO bands VALUES (1, 'Delta', 'Spain'), (2, 'North', 'Norway');
INSERT INTO records VALUES (1, 1, 'First Light', '2019-03-01'), (2, 1, 'Second Sun', '2021-04-01'), (3, 2, 'Delta', '2020-05-01');
INSERT INTO studios VALUES (1, 'Upper'), (2, 'Lower');
INSERT INTO clients VALUES (1, 'Ida', 'Bergen', 2, 1, '2024-01-01'), (2, 'Jon', 'Oslo', 2, 2, '2025-01-01'), (3, 'Kim', 'Bergen', 3, 2, '2025-02-01');
INSERT INTO helpers VALUES (1, 'Lea', 2, NULL), (2, 'Max', 1, 1);
INSERT INTO bookings VALUES (1, 1, 1, '2025-05-01', 'Ida', 10), (2, 1, 2, '2025-05-02', 'Ida', 10), (3, 2, 1, '2025-05-09', 'Jon', 90), (4, 3, 2, '2025-04-01', 'Kim', 5);
`)
const studio = testDatabase(database)
const today = '2025-06-15'
afterAll(() => studio.close())

describe('questions as they are typed', () => {
  it.each([
    ['what is by somebody is not what is called so', 'records by Delta', [['First Light'], ['Second Sun']]],
    ['each value once', 'which towns are on floor 2?', [['Bergen'], ['Oslo']]],
    ['all values once', 'What are all the floors?', [[2], [3]]],
    ['the day of what was done', 'Find the name of the client who made a booking most recently', [['Jon']]],
    [
      'what a key alone names is added up',
      'top 2 clients by bookings',
      [
        ['Jon', 90],
        ['Ida', 20],
      ],
    ],
    [
      'the owner behind owns both',
      'the name and studio of the clients',
      [
        ['Ida', 'Upper'],
        ['Jon', 'Lower'],
        ['Kim', 'Lower'],
      ],
    ],
    ['the beginning of a text', 'names of clients whose name starts from "K"', [['Kim']]],
  ])('%s: %s', async (_rule, question, expected) => {
    const { rows } = await ask(studio, today, question)
    expect(rows).toEqual(expected)
  })

  it('identifies a row by its key, not by its recipient', async () => {
    const { translation } = await ask(studio, today, 'clients and their bookings')
    expect(translation.sql).toMatch(/^SELECT clients\.name, bookings\.booking_id\n/)
  })

  it('shows both of two requested items', async () => {
    const { translation } = await ask(
      studio,
      today,
      'What are the towns of the clients with bookings and what are the clients?',
    )
    expect(translation.sql).toMatch(/SELECT clients\.town, clients\.name/)
  })

  it.each([
    ['a number that no column is named for', 'clients with "2"', /2/],
    ['not only', 'clients who not only have bookings but also have studios', /both/],
    ['people asked for, a key found', 'who reports to studios?', /who|not|clear/i],
  ])('does not guess: %s: %s', async (_rule, question, reason) => {
    const found = await translateOn(studio, question, today)
    expect(found.understood ? found.sql : formatMessage(found.reason)).toMatch(reason)
    expect(found.understood).toBe(false)
  })

  it('offers the paths between two tables as buttons that it understands', async () => {
    const found = await translateOn(studio, 'total booking amount per studio', today)
    if (found.understood || !('readings' in found)) throw new Error('Readings were expected')
    const answers = await Promise.all(found.readings.map((one) => ask(studio, today, one.question)))
    expect(found.readings.map((one) => formatMessage(one.label))).toEqual(['by helpers', 'by clients'])
    expect(new Set(answers.map((one) => one.translation.sql)).size).toBe(2)
  })
})

describe('words that do not ask about the data', () => {
  it.each([
    ['hello', /^Hello/],
    ['Thanks!', /welcome/],
    ['what can you do?', /counts, lists, highest/],
    ['you are stupid', /isn't a question/],
    ['wie viele Kunden haben wir?', /English/],
    ['Delete all customers', /cannot change it/],
    ['and this year?', /continues an earlier one/],
  ])('%s', async (question, reason) => {
    const found = await translateOn(openShop(), question, shopToday)
    if (found.understood) throw new Error(`Read as ${found.sql}`)
    expect(formatMessage(found.reason)).toMatch(reason)
    expect(found.suggestions.length).toBeGreaterThan(0)
  })

  it('says plainly what to do about an unknown word', async () => {
    const found = await translateOn(openShop(), 'the weather per customer', shopToday)
    expect(found.understood ? '' : formatMessage(found.reason)).toBe(
      '“weather” does not match anything in this data. Use the name of a table or column, or remove the word.',
    )
  })

  it('reads a word with two typos, and says so', async () => {
    const found = await translateOn(openShop(), 'how many cuztoners do we have', shopToday)
    if (!found.understood) throw new Error(formatMessage(found.reason))
    expect(found.sql).toMatch(/COUNT\(\*\).*\nFROM customers$/)
    expect(found.assumptions.map((one) => formatMessage(one))).toEqual(['“cuztoners” is interpreted as customer'])
  })

  it('does not filter a ranking without dates by the date its rows were entered', async () => {
    const shop = openShop()
    const first = await translateOn(shop, 'the 3 most expensive products', shopToday)
    if (!first.understood) throw new Error(formatMessage(first.reason))
    const history = [{ question: 'the 3 most expensive products', sql: first.sql, state: first.state }]
    const found = await translateOn(shop, 'and this year?', shopToday, history)
    expect(found.understood ? found.sql : formatMessage(found.reason)).toContain('does not use a date')
  })
})
