import { DatabaseSync } from 'node:sqlite'
import { formatMessage } from '@parlance/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { ask, translateOn } from '../testing/ask.ts'
import { testDatabase } from '../testing/sqlite-database.ts'
import { translate } from '../translate.ts'

const file = new DatabaseSync(':memory:')
file.exec(`
CREATE TABLE department (department_id INTEGER PRIMARY KEY, name TEXT NOT NULL, budget REAL NOT NULL);
CREATE TABLE employee (employee_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, department_id INTEGER NOT NULL REFERENCES department, salary REAL NOT NULL);
CREATE TABLE report (report_id INTEGER PRIMARY KEY, work_type TEXT NOT NULL);
CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, profession TEXT NOT NULL);
INSERT INTO department VALUES (1, 'Sales', 100), (2, 'Research', 250);
INSERT INTO employee VALUES (1, 'Ann', 'Lee', 1, 10), (2, 'Bob', 'Ray', 1, 20), (3, 'Cem', 'Kaya', 2, 30);
INSERT INTO singer VALUES (1, 'Nora', 'Norway', 'lawyer'), (2, 'Omar', 'Egypt', 'physicist');
`)
const company = testDatabase(file)
const today = '2025-06-15'
afterAll(() => company.close())

async function assumed(question: string): Promise<string[]> {
  return (await ask(company, today, question)).translation.assumptions.map((one) => formatMessage(one))
}

describe('a word that only WordNet knows', () => {
  it.each([
    ['How many vocalists are there?', [[2]]],
    ['Which division has the highest budget?', [['Research', 250]]],
  ])('is read as the clearly nearest name: %s', async (question, rows) => {
    expect((await ask(company, today, question)).rows).toEqual(
      expect.arrayContaining(rows.map((row) => expect.arrayContaining(row))),
    )
  })

  it('is always stated as an assumption, once', async () => {
    expect(await assumed('How many vocalists are there?')).toEqual(['“vocalists” is interpreted as singer'])
    expect(await assumed('How many singers are there?')).toEqual([])
  })

  it('makes the reading less certain', async () => {
    const asked = await ask(company, today, 'How many vocalists are there?')
    expect(asked.translation.confidence).toBeLessThan(1)
  })

  it.each([
    ['has no name that it is a kind of', 'How many pilots are there?'],
    ['is related to a part of a name only', 'Count the products.'],
    ['is a name in capitals', 'How many Vocalists are there?'],
    ['asks to change data', 'remove the vocalists'],
    ['is not English', 'Wie viele Lieder gibt es?'],
  ])('is not read if it %s', async (_, question) => {
    expect((await translateOn(company, question, today)).understood).toBe(false)
  })

  it('is not read while it may be a value that could not be checked', async () => {
    const request = {
      question: 'Which division has the highest budget?',
      catalogue: company.catalogue,
      today,
      history: [],
    }
    const unknown = await translate({ ...request, valuesOf: async () => ({ values: null }) })
    expect(unknown.understood).toBe(false)
    expect((await translate({ ...request, valuesOf: company.valuesOf })).understood).toBe(true)
  })

  it('is not read if it is quoted', async () => {
    expect(await assumed('employees called "vocalist"')).toEqual([])
  })

  it('is not read if it is a stored value', async () => {
    const asked = await ask(company, today, 'How many employees are in research?')
    expect(asked.rows).toEqual([[1]])
    expect(asked.translation.assumptions).toEqual([])
  })
})

describe('a word that means the same as a stored value', () => {
  it('is read as the value, which is stated', async () => {
    const question = 'How many singers are attorneys?'
    expect((await ask(company, today, question)).rows).toHaveLength(1)
    expect(await assumed(question)).toEqual(['“attorneys” is interpreted as “lawyer”'])
  })

  it('is not read as a value that is only a kind of it', async () => {
    expect((await translateOn(company, 'How many singers are scientists?', today)).understood).toBe(false)
  })
})

describe('a question with many unknown words', () => {
  it('is declined instead of replacing them all', async () => {
    const question = 'vocalists wages divisions surnames staffers earnings nations'
    expect((await translateOn(company, question, today)).understood).toBe(false)
  })
})
