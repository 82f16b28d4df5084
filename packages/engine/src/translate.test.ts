import { DatabaseSync } from 'node:sqlite'
import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { seeded } from '../../evaluation/src/random.ts'
import type { Cell } from '@parlance/contract'
import type { TranslateRequest, Translation } from './contract.ts'
import { ask, reasonFor, translateOn } from './testing/ask.ts'
import { catalogueOf, tableWith } from './testing/catalogues.ts'
import { openLibrary } from './testing/library.ts'
import { openShop, shopToday } from './testing/shop.ts'
import { databaseOf, testDatabase } from './testing/sqlite-database.ts'
import { translate } from './translate.ts'

const [shop, library] = [openShop(), openLibrary()]
const odd = databaseOf(`
CREATE TABLE "order" ("order id" INTEGER PRIMARY KEY, "group" TEXT, "select" REAL, parent INTEGER REFERENCES "order");
INSERT INTO "order" VALUES (1, 'it''s "odd"', 1.5, NULL), (2, 'ÄÖ; DROP TABLE x', NULL, 1), (3, NULL, 3, 1), (4, '%_', 2, 2);
CREATE TABLE empty_things (id INTEGER PRIMARY KEY, name TEXT, amount REAL, made_on DATE);
CREATE TABLE singles (id INTEGER PRIMARY KEY, name TEXT, amount REAL);
INSERT INTO singles VALUES (1, 'only', 7);
CREATE VIEW busy_singles AS SELECT name, amount FROM singles;`)
afterAll(() => [shop, library, odd].forEach((one) => one.close()))

const rowsOf = async (database: typeof odd, question: string) => (await ask(database, shopToday, question)).rows
const request = (question: string, changes: Partial<TranslateRequest> = {}): TranslateRequest => ({
  question,
  catalogue: shop.catalogue,
  today: shopToday,
  history: [],
  valuesOf: shop.valuesOf,
  ...changes,
})

describe('names and values that are hard to write', () => {
  it.each<[string, Cell[][]]>([
    ['How many orders are there?', [[4]]],
    ['the average select', [[6.5 / 3]]],
    ['order ids of group "ÄÖ; DROP TABLE x"', [[2]]],
    ['how many orders have the group "%_"?', [[1]]],
    ['how many orders have no group?', [[1]]],
    ['number of orders with select over 1.5', [[2]]],
  ])('are written right: %s', async (question, rows) => {
    expect(await rowsOf(odd, question)).toEqual(rows)
  })

  it('keeps the table that a value tries to drop', async () => {
    await ask(odd, shopToday, 'order ids of group "ÄÖ; DROP TABLE x"')
    expect(await rowsOf(odd, 'How many orders are there?')).toEqual([[4]])
  })
})

describe('tables with few rows', () => {
  it.each<[string, Cell[][]]>([
    ['How many empty things are there?', [[0]]],
    ['names of empty things', []],
    ['the total amount of empty things', [[null]]],
    ['the average amount of empty things', [[null]]],
    ['empty things by month', []],
    ['How many singles are there?', [[1]]],
    ['the average amount of singles', [[7]]],
    ['top 5 singles by amount', [['only', 7]]],
    ['How many busy singles are there?', [[1]]],
  ])('are read: %s', async (question, rows) => {
    expect(await rowsOf(odd, question)).toEqual(rows)
  })
})

describe('a question that cannot be read', () => {
  it.each([
    ['there are no tables', 'customers', { catalogue: catalogueOf() }, 'There are no tables to ask about.'],
    ['it is too long', 'x'.repeat(2001), {}, 'The question is longer than 2000 characters. Shorten it.'],
    ['it has too many words', 'a '.repeat(201), {}, 'The question has more than 200 words. Shorten it.'],
  ])('says so if %s', async (_about, question, changes, reason) => {
    const found = await translate(request(question, changes))
    expect(found).toMatchObject({ understood: false, missed: [], suggestions: [] })
    expect(found.understood ? '' : formatMessage(found.reason)).toBe(reason)
  })

  it.each(['', ' ', '?', '???', 'the', '客户', '💥', '-- ', "'", '"', '(((', '0', 'Robert"); DROP TABLE customers;--'])(
    'is declined with a reason and working questions: %j',
    async (question) => {
      const found = await translate(request(question))
      expect(found.understood).toBe(false)
      const suggestions = found.understood ? [] : found.suggestions
      expect(suggestions.length).toBeGreaterThan(0)
      for (const one of suggestions) expect(await reasonFor(shop, one, shopToday)).toBeNull()
    },
  )

  it('rejects only if it is stopped, or if values cannot be read because of a fault', async () => {
    const fault = new Error('The door is closed.')
    const valuesOf = async () => await Promise.reject(fault)
    await expect(translate(request('customers in Germany', { valuesOf }))).rejects.toBe(fault)
    const stopped = AbortSignal.abort(fault)
    await expect(translate(request('customers', { signal: stopped }))).rejects.toBe(fault)
  })

  it('stops while values are read', async () => {
    const stop = new AbortController()
    const valuesOf: TranslateRequest['valuesOf'] = async (table, column) => {
      stop.abort(new Error('Stopped.'))
      return await shop.valuesOf(table, column)
    }
    await expect(translate(request('customers in Germany', { valuesOf, signal: stop.signal }))).rejects.toThrow(
      'Stopped.',
    )
  })
})

describe('reading values', () => {
  /** The columns whose values are read for a question. */
  async function readFor(question: string): Promise<string[]> {
    const read: string[] = []
    const valuesOf: TranslateRequest['valuesOf'] = async (table, column) => {
      read.push(`${table}.${column}`)
      return await shop.valuesOf(table, column)
    }
    await translate(request(question, { valuesOf }))
    return [...new Set(read)].filter((one) => !/_at$|date/.test(one)).toSorted()
  }

  it.each(['How many customers are there?', 'revenue by month', 'average price of products'])(
    'is not needed for “%s”',
    async (question) => {
      expect(await readFor(question)).toEqual([])
    },
  )

  it('includes the texts of the tables that the question is about', async () => {
    expect(await readFor('customers in Germany')).toEqual(
      expect.arrayContaining(['customers.city', 'customers.country']),
    )
  })

  it('never includes numbers', async () => {
    const read = await readFor('orders of the customer Ana Lopez with a Kettle from Berlin')
    expect(read.filter((one) => /_id$|price|total|quantity|rating|stock/.test(one))).toEqual([])
  })

  it('does not happen for tables that the user may not access', async () => {
    const tables = shop.catalogue.tables.filter((one) => one.name !== 'customers')
    const found = await translate(request('customers in Germany', { catalogue: { ...shop.catalogue, tables } }))
    expect(JSON.stringify(found)).not.toMatch(/FROM customers|ana@example/)
  })

  it('makes a value that could not be read unusable, but nothing else', async () => {
    const none = async () => ({ values: null })
    expect((await translate(request('How many customers are there?', { valuesOf: none }))).understood).toBe(true)
    const found = await translate(request('customers in Nordstadt', { valuesOf: none }))
    expect(found.understood ? '' : formatMessage(found.reason)).not.toContain('does not match anything in this data')
  })
})

describe('many tables', () => {
  const many = catalogueOf(
    ...shop.catalogue.tables,
    ...Array.from({ length: 400 }, (_, at) =>
      tableWith(`archive_${at}_log`, { [`entry_${at}_id`]: 'integer', message: 'text' }, { key: [`entry_${at}_id`] }),
    ),
  )

  it.each(['How many customers are there?', 'orders in 2024', 'customers with more than 2 orders'])(
    'do not change how “%s” is read',
    async (question) => {
      const [few, all] = [
        await translateOn(shop, question, shopToday),
        await translate(request(question, { catalogue: many })),
      ]
      expect(all).toMatchObject({ understood: true, sql: few.understood ? few.sql : '' })
    },
  )

  it('are found by their names', async () => {
    const found = await translate(request('How many archive 397 logs are there?', { catalogue: many }))
    expect(found).toMatchObject({ understood: true, sql: expect.stringContaining('archive_397_log') })
  })
})

describe('names that an administrator adds', () => {
  const descriptions = [
    { table: 'customers', column: null, text: '', synonyms: ['patients'] },
    { table: 'orders', column: 'total', text: '', synonyms: ['basket value'] },
  ]
  const sqlOf = (found: Translation) => (found.understood ? found.sql : formatMessage(found.reason))

  it('are understood, and only where they are added', async () => {
    expect(sqlOf(await translate(request('How many patients are there?', { descriptions })))).toContain(
      'FROM customers',
    )
    expect(sqlOf(await translate(request('the average basket value', { descriptions })))).toContain('AVG(total)')
    expect(sqlOf(await translate(request('How many patients are there?')))).not.toContain('FROM')
    expect(sqlOf(await translate(request('How many customers are there?', { descriptions })))).toContain(
      'FROM customers',
    )
  })
})

describe('any question', () => {
  const words = (
    'how many|what is|which|show|who|customers|orders|order items|products|reviews|names|price|total|of|the|in|from|with|without|' +
    'whose|that|not|and|or|per|each|by|Germany|Kettle|cancelled|over|less than|at least|between|20|5|2025|last month|month|' +
    "since|most|highest|top|cheapest|latest|average|total|share of|sorted by|'s|weather|than|more|revenue|sold|never|custmers|as a chart"
  ).split('|')
  const random = seeded(23)
  const questions = Array.from({ length: 40 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 8) }, () => words[Math.floor(random() * words.length)]).join(' '),
  )

  it('is answered by one SELECT that runs, or declined with a reason about its own words; the same way each time', async () => {
    for (const question of questions) {
      const found = await translateOn(shop, question, shopToday)
      const sql = found.understood ? found.sql : 'SELECT 1'
      expect(sql).toMatch(/^SELECT /)
      expect(() => shop.rows(sql)).not.toThrow()
      expect(formatMessage(found.understood ? found.reading : found.reason)).not.toBe('')
      expect(found.understood ? found.confidence : 1).toBeGreaterThan(0)
      expect(found.understood ? found.confidence : 1).toBeLessThanOrEqual(1)
      expect(JSON.parse(JSON.stringify(found))).toEqual(found)
      const unmatched = 'unmatched' in found ? found.unmatched : []
      for (const one of unmatched) expect(question.toLowerCase()).toContain(one.toLowerCase())
    }
    for (const question of questions.slice(0, 10))
      expect(await translateOn(shop, question, shopToday)).toEqual(await translateOn(shop, question, shopToday))
  })
})

describe('answers over random rows equal separate computations', () => {
  interface Parcel {
    id: number
    depot: number | null
    weight: number | null
    state: string
    sent: string
  }
  const random = seeded(29)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const depots = ['North', 'South', 'East']

  function randomParcels(): Parcel[] {
    return Array.from({ length: upTo(14) }, (_, at) => ({
      id: at + 1,
      depot: random() < 0.2 ? null : 1 + upTo(depots.length - 1),
      weight: random() < 0.2 ? null : upTo(9),
      state: ['open', 'lost', 'done'][upTo(2)] ?? '',
      sent: `202${4 + upTo(1)}-0${1 + upTo(8)}-1${upTo(9)}`,
    }))
  }

  const weights = (all: Parcel[]) => all.flatMap((one) => (one.weight === null ? [] : [one.weight]))
  const sum = (all: number[]): Cell => (all.length === 0 ? null : all.reduce((total, one) => total + one, 0))
  const counted = (all: string[]) => [...Map.groupBy(all, (one) => one)].map(([key, ones]) => [key, ones.length])
  const named = (all: Parcel[]) => all.flatMap((one) => (one.depot === null ? [] : [depots[one.depot - 1] ?? '']))

  const cases: [question: string, expected: (all: Parcel[]) => Cell[][]][] = [
    ['How many parcels are there?', (all) => [[all.length]]],
    ['the total weight of parcels', (all) => [[sum(weights(all))]]],
    ['the highest weight of parcels', (all) => [[weights(all).length === 0 ? null : Math.max(...weights(all))]]],
    ['How many parcels weigh more than 4?', (all) => [[weights(all).filter((one) => one > 4).length]]],
    [
      'How many parcels have a weight between 2 and 5?',
      (all) => [[weights(all).filter((one) => one >= 2 && one <= 5).length]],
    ],
    ['How many parcels have no weight?', (all) => [[all.length - weights(all).length]]],
    ['How many parcels were sent in 2025?', (all) => [[all.filter((one) => one.sent.startsWith('2025')).length]]],
    ['How many parcels were sent before March 2025?', (all) => [[all.filter((one) => one.sent < '2025-03-01').length]]],
    ['number of parcels by state', (all) => counted(all.map((one) => one.state))],
    ['number of parcels per depot', (all) => counted(named(all))],
    ['number of parcels by year', (all) => counted(all.map((one) => one.sent.slice(0, 4)))],
    ['How many parcels are in the North depot?', (all) => [[named(all).filter((one) => one === 'North').length]]],
    ['names of depots without parcels', (all) => depots.filter((one) => !named(all).includes(one)).map((one) => [one])],
    [
      'names of depots with more than 2 parcels',
      (all) => depots.filter((one) => named(all).filter((other) => other === one).length > 2).map((one) => [one]),
    ],
  ]

  it.each(cases)('%s', async (question, expected) => {
    for (let round = 0; round < 5; round++) {
      const parcels = randomParcels()
      const file = new DatabaseSync(':memory:')
      file.exec(`CREATE TABLE depots (depot_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, depot_id INTEGER REFERENCES depots, weight INTEGER, state TEXT, sent_date DATE);
        INSERT INTO depots VALUES (1, 'North'), (2, 'South'), (3, 'East');`)
      for (const { id, depot, weight, state, sent } of parcels)
        file.prepare('INSERT INTO parcels VALUES (?, ?, ?, ?, ?)').run(id, depot, weight, state, sent)
      const database = testDatabase(file)
      const sorted = (rows: Cell[][]) => rows.map((row) => JSON.stringify(row)).toSorted()
      expect(sorted(await rowsOf(database, question))).toEqual(sorted(expected(parcels)))
      database.close()
    }
  })
})
