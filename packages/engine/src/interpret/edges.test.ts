import { formatMessage, type Cell } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import { sortedRows } from '../testing/approximately.ts'
import { translateOn } from '../testing/ask.ts'
import { openTables } from '../testing/queries.ts'
import type { TestDatabase } from '../testing/sqlite-database.ts'

const today = '2025-06-15'
const opened: TestDatabase[] = []
afterAll(() => opened.forEach((one) => one.close()))

function open(statements: string): TestDatabase {
  const database = openTables(statements)
  opened.push(database)
  return database
}

/** The rows of an answer, or the reason why there is none. */
async function answer(database: TestDatabase, question: string): Promise<Cell[][] | string> {
  const found = await translateOn(database, question, today)
  return found.understood ? database.rows(found.sql) : formatMessage(found.reason)
}

const odd = open(`
CREATE TABLE "Order Details" ("Order ID" INTEGER, "Line No" INTEGER, "Unit Price" REAL, "Group" TEXT, PRIMARY KEY ("Order ID", "Line No"));
CREATE TABLE children (child_id INTEGER PRIMARY KEY, "first name" TEXT, mother_id INTEGER REFERENCES children, school_id INTEGER REFERENCES schools);
CREATE TABLE schools (school_id INTEGER PRIMARY KEY, name TEXT, head_child_id INTEGER REFERENCES children);
CREATE TABLE "größen" (id INTEGER PRIMARY KEY, "größe" INTEGER, farbe TEXT);
CREATE TABLE "select" ("from" INTEGER PRIMARY KEY, "where" TEXT);
CREATE TABLE empties (empty_id INTEGER PRIMARY KEY, name TEXT, amount REAL, made_on DATE);
CREATE TABLE blanks (blank_id INTEGER PRIMARY KEY, name TEXT, amount REAL, made_on DATE);
INSERT INTO "Order Details" VALUES (1, 1, 5, 'A'), (1, 2, 7, 'B'), (2, 1, 9, NULL);
INSERT INTO schools VALUES (1, 'North', NULL), (2, 'St. Mary''s', NULL);
INSERT INTO children VALUES (1, 'Zoë', NULL, 1), (2, 'O''Neil', 1, 1), (3, 'Li', 1, 2);
UPDATE schools SET head_child_id = 1 WHERE school_id = 1;
INSERT INTO "größen" VALUES (1, 36, 'rot'), (2, 42, 'blau');
INSERT INTO "select" VALUES (1, 'here');
INSERT INTO blanks VALUES (1, NULL, NULL, NULL), (2, NULL, NULL, NULL);`)

describe('odd names', () => {
  it.each<[string, Cell[][]]>([
    ['How many order details are there?', [[3]]],
    ['average unit price of order details', [[7]]],
    [
      'order details with a unit price above 6',
      [
        [1, 2, 7, 'B'],
        [2, 1, 9, null],
      ],
    ],
    [
      'number of order details by group',
      [
        [null, 1],
        ['A', 1],
        ['B', 1],
      ],
    ],
    ['how many children are there?', [[3]]],
    [
      'how many children does each school have?',
      [
        ['North', 2],
        ["St. Mary's", 1],
      ],
    ],
    ['children with school id 2', [['Li']]],
    ['schools called "St. Mary\'s"', [["St. Mary's"]]],
    ['schools without children', []],
    ['the first names of children', [['Zoë'], ["O'Neil"], ['Li']]],
    ['average größe', [[39]]],
    ['how many größen are there?', [[2]]],
  ])('%s', async (question, rows) => {
    const found = await answer(odd, question)
    expect(typeof found === 'string' ? found : sortedRows(found)).toEqual(sortedRows(rows))
  })

  it.each(['children whose mother is Zoë', 'the mother of Li', 'the head of the school North'])(
    'with links to the same table, or in a circle, are never an endless search: %s',
    async (question) => {
      const found = await answer(odd, question)
      expect(found.length).toBeGreaterThan(0)
    },
  )
})

describe('tables without rows, and rows without values', () => {
  it.each<[string, Cell[][]]>([
    ['How many empties are there?', [[0]]],
    ['total amount of empties', [[null]]],
    ['list the names of empties', []],
    ['number of empties by month', []],
    ['the 3 empties with the highest amount', []],
    ['What percentage of empties have an amount above 5?', [[null]]],
    ['How many blanks are there?', [[2]]],
    ['average amount of blanks', [[null]]],
    ['blanks without a name', [[null], [null]]],
    ['How many blanks were made in 2024?', [[0]]],
    ['number of blanks with an amount above 0', [[0]]],
  ])('%s', async (question, rows) => {
    expect(await answer(odd, question)).toEqual(rows)
  })
})

describe('questions that ask nothing', () => {
  it.each([
    '',
    ' ',
    '?',
    '!!!',
    '...',
    'a',
    'the',
    'of',
    'and and and',
    '5',
    '"',
    '""',
    "'",
    '((((',
    '🙂🙂🙂',
    '\u0000',
    '\u202E',
    '名前',
    'ünïcödé',
    'NULL',
    '1=1; --',
    '%s %d',
  ])('get a reason, and no answer: %j', async (question) => {
    const found = await translateOn(odd, question, today)
    expect(found.understood).toBe(false)
    expect(found.understood ? '' : formatMessage(found.reason)).toMatch(/[.!?]$/)
  })

  it('are refused as too long, at a length and at a number of words', async () => {
    expect(await answer(odd, 'x'.repeat(100_000))).toMatch(
      /^The question is longer than [\d,]+ characters\. Shorten it\.$/,
    )
    expect(await answer(odd, 'a '.repeat(400))).toMatch(
      /^The question has more than [\d,]+ words\. Shorten it\.$|longer than/,
    )
  })
})

describe('any words', () => {
  const words =
    'how many children schools name of the with without and or not more than 5 two average total highest lowest group by for each in 2024 last year between "Zoë" North percentage share per top first sorted descending unit price order details größe where who which when is are have never only both either , ? ( ) \' — 3.5 -1 $20 50%'.split(
      ' ',
    )

  it('are answered with SQL that runs, or refused with a sentence, and always in the same way', async () => {
    const random = seeded(2024)
    for (let round = 0; round < 25; round++) {
      const question = Array.from(
        { length: 1 + Math.floor(random() * 12) },
        () => words[Math.floor(random() * words.length)],
      ).join(' ')
      const found = await translateOn(odd, question, today)
      const text = formatMessage(found.understood ? found.reading : found.reason)
      expect({ question, text }).toEqual({ question, text: expect.stringMatching(/^[^{}]*[.!?]$/) })
      if (found.understood) odd.rows(found.sql)
      expect(await translateOn(odd, question, today)).toEqual(found)
    }
  })

  it('that are 200 are read or refused, however often they repeat', async () => {
    for (const part of [
      'children and ',
      'of the ',
      'schools with children and ',
      '5 or ',
      'name, ',
      'not ',
      '(',
      '"a" ',
    ])
      expect((await answer(odd, `children with ${part.repeat(60)}`)).length).toBeGreaterThanOrEqual(0)
  })
})
