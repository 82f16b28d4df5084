import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage, sqlDialects } from '@parlance/contract'
import { ask, translateOn } from './testing/ask.ts'
import { openLibrary, libraryToday } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { testDatabase } from './testing/sqlite-database.ts'
import { translate } from './translate.ts'

const shop = openShop()
const library = openLibrary()
const depotFile = new DatabaseSync(':memory:')
depotFile.exec(`
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, label TEXT NOT NULL, is_paid INTEGER NOT NULL, payment_date DATE, delivery_status TEXT NOT NULL, due_date DATE NOT NULL, shipped_date DATE, delivered_date DATE);
CREATE TABLE licenses (license_id INTEGER PRIMARY KEY, name TEXT NOT NULL, expiry_date DATE NOT NULL, verified TEXT NOT NULL);
INSERT INTO parcels VALUES (1, 'One', 1, '2025-01-01', 'delivered', '2025-02-01', '2025-01-05', '2025-01-09'), (2, 'Two', 0, NULL, 'waiting', '2025-02-01', NULL, NULL);
INSERT INTO licenses VALUES (1, 'Past', '2025-06-14', 'yes'), (2, 'Today', '2025-06-15', 'no'), (3, 'Coming', '2026-01-01', 'yes');
`)
const depot = testDatabase(depotFile)
afterAll(() => {
  shop.close()
  library.close()
  depot.close()
})

const asked = async (question: string) => await ask(library, libraryToday, question)
const first = async (question: string) => (await asked(question)).rows.map((row) => row[0])
const notes = async (question: string) =>
  (await asked(question)).translation.assumptions.map((one) => formatMessage(one))

async function refusal(database: typeof shop, question: string): Promise<string> {
  const found = await translateOn(database, question, shopToday)
  return found.understood ? found.sql : formatMessage(found.reason)
}

describe('states from dates', () => {
  it.each([
    ['unpaid invoices', [2, 3]],
    ['invoices that have not been paid', [2, 3]],
    ['paid invoices', [1, 4]],
    ['overdue invoices', [2]],
    ['which invoices are overdue?', [2]],
    ['invoices paid late', [4]],
    ['returned loans', [1, 4]],
    ['loans not yet returned', [2, 3]],
    ['loans returned late', [4]],
    ['late loans', [2, 4]],
    ['loans that are not overdue', [1, 3, 4]],
    ['loans not late', [1, 3]],
    ['loans returned by Ana Lopez', [1]],
    ['loans returned in May 2025', [1]],
    ['invoices paid in April 2025', [1, 4]],
    ['current staff', ['Finn Hale', 'Hugo Pike']],
    ['former staff', ['Gia Orr']],
    ['members with overdue loans', ['Ana']],
    ['members with unpaid invoices over 100', ['Carla']],
    ['how many loans are overdue?', [1]],
  ])('%s', async (question, expected) => {
    expect(await first(question)).toEqual(expected)
  })

  it.each([
    ['unpaid invoices', '“unpaid” means paid_date is missing'],
    ['overdue loans', '“overdue” means return_date is missing and due_date is before today'],
    ['late loans', '“late” means return_date is after due_date, or is missing and due_date is before today'],
    ['current staff', '“current” means end_date is missing or not before today'],
  ])('states what it assumes: %s', async (question, note) => {
    expect(await notes(question)).toEqual([note])
  })

  it('keeps rows until the end of an expiry date', async () => {
    const rows = async (question: string) => (await ask(depot, libraryToday, question)).rows.map((row) => row[0])
    expect(await rows('active licenses')).toEqual(['Today', 'Coming'])
    expect(await rows('licenses that are not active')).toEqual(['Past'])
  })

  it('tests several related rows for the state and other conditions together', async () => {
    const { translation } = await asked('members with late loans')
    expect(translation.sql.match(/EXISTS/g)).toHaveLength(1)
  })

  it.each(sqlDialects)('writes plain comparisons in %s', async (dialect) => {
    const catalogue = { ...library.catalogue, dialect }
    const request = { question: 'late loans', catalogue, today: libraryToday, history: [] }
    const found = await translate({ ...request, valuesOf: library.valuesOf })
    expect(found.understood ? found.sql : '').toMatch(/return_date["`\]]? IS NULL AND/i)
  })
})

describe('states from yes/no columns and values', () => {
  it.each([
    ['members who are still active', ['Ana', 'Carla', 'Dev']],
    ['inactive members', ['Ben']],
    ['members who are not active', ['Ben']],
    ['open tickets', ['Lamp broken']],
  ])('%s', async (question, expected) => {
    expect(await first(question)).toEqual(expected)
  })

  it('reads stored words for yes and no', async () => {
    const { rows } = await ask(depot, libraryToday, 'unverified licenses')
    expect(rows).toEqual([['Today']])
  })
})

describe('states that are not certain', () => {
  it('asks which of two columns is meant', async () => {
    const found = await translateOn(library, 'how many tickets are unresolved?', libraryToday)
    const readings = found.understood || !('readings' in found) ? [] : found.readings.map((one) => one.question)
    expect(readings).toEqual([
      'how many tickets are without closed at?',
      "how many tickets are whose status is not 'closed'?",
    ])
    for (const one of readings) expect((await asked(one)).rows).toEqual([[2]])
  })

  it.each([
    ['unpaid parcels', '“unpaid” could refer to is_paid and payment_date.'],
    ['late parcels', '“late” could refer to'],
    ['overdue licenses', 'No column of licenses shows which rows are “overdue”.'],
  ])('does not guess at %s', async (question, reason) => {
    expect(await refusal(depot, question)).toContain(reason)
  })

  it.each([
    ['open orders', 'No column of orders shows which rows are “open”.'],
    ['customers with unpaid orders', 'No column of orders shows which rows are “unpaid”.'],
  ])('says what is missing: %s', async (question, reason) => {
    expect(await refusal(shop, question)).toBe(reason)
  })
})

describe('states among the values of a status', () => {
  it.each([
    ['unshipped orders', '“unshipped” may or may not include rows whose status is “delivered”.'],
    ['orders not shipped yet', '“not shipped” may or may not include rows whose status is “delivered”.'],
  ])('asks whether later states are meant, too: %s', async (question, reason) => {
    const found = await translateOn(shop, question, shopToday)
    const readings = found.understood || !('readings' in found) ? [] : found.readings
    expect(await refusal(shop, question)).toBe(reason)
    const rows = readings.map((one) => shop.rows(one.sql).map((row) => row[0]))
    expect(rows).toEqual([
      [3, 8],
      [1, 2, 3, 4, 6, 7, 8],
    ])
  })

  it('asks whether a date or a status says what has not happened', async () => {
    const found = await translateOn(library, 'tickets not yet closed', libraryToday)
    const readings = found.understood || !('readings' in found) ? [] : found.readings
    expect(readings.map((one) => library.rows(one.sql).map((row) => row[0]))).toEqual([
      ['Lamp broken', 'Heat'],
      ['Lamp broken', 'Heat'],
    ])
  })

  it.each([
    ['orders that were not delivered', [3, 5, 8]],
    ['undelivered orders', [3, 5, 8]],
    ['orders that are not cancelled', [1, 2, 4, 5, 6, 7, 8]],
  ])('excludes a state that no other value implies: %s', async (question, expected) => {
    const { rows } = await ask(shop, shopToday, question)
    expect(rows.map((row) => row[0])).toEqual(expected)
  })
})

describe('births and deaths', () => {
  it.each([
    ['members born in 1990', ['Ben']],
    ['members born before 1960', ['Ana', 'Carla']],
    ['members born in the 1950s', ['Ana', 'Carla']],
    ['staff born in Boston', ['Finn Hale', 'Hugo Pike']],
  ])('%s', async (question, expected) => {
    expect(await first(question)).toEqual(expected)
  })

  it('names the column', async () => {
    expect(await notes('members born in 1990')).toEqual(['Dates refer to members.birth_date'])
  })

  it('uses no other date for them', async () => {
    expect(await refusal(library, 'staff born in 1990')).toBe('No column shows when someone was born.')
  })
})
