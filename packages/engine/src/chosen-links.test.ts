import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import type { OfferedQuestion } from './contract.ts'
import { ask, translateOn } from './testing/ask.ts'
import { testDatabase } from './testing/sqlite-database.ts'

const file = new DatabaseSync(':memory:')
file.exec(`
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, host_id INTEGER REFERENCES people, guest_id INTEGER REFERENCES people, cost INTEGER);
INSERT INTO people VALUES (1, 'Ana'), (2, 'Ben'), (3, 'Cem');
CREATE TABLE trips (id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people);
INSERT INTO trips VALUES (1, 1), (2, 1), (3, 2);
INSERT INTO visits VALUES (1, 1, 2, 10), (2, 1, 3, 20), (3, 1, 2, 30);
`)
const database = testDatabase(file)
const today = '2026-06-15'
afterAll(() => database.close())

async function readingsOf(question: string): Promise<OfferedQuestion[]> {
  const found = await translateOn(database, question, today)
  if (found.understood || !('readings' in found)) throw new Error('Readings were expected')
  return found.readings
}

it('offers the meanings of a question also later in a conversation, and reads them as offered', async () => {
  const question = 'Show the names of people with at most one trip'
  const { translation } = await ask(database, today, 'how many trips are there?')
  const history = [{ question: 'how many trips are there?', sql: translation.sql, state: translation.state }]
  const asked = await translateOn(database, question, today, history)
  const readings = asked.understood || !('readings' in asked) ? [] : asked.readings
  expect(readings).toEqual(await readingsOf(question))
  for (const reading of readings)
    expect(await translateOn(database, reading.question, today, history)).toMatchObject({ sql: reading.sql })
})

describe('two tables that are linked in two ways', () => {
  it('offers each link with the SQL that its question leads to', async () => {
    const readings = await readingsOf('total cost of visits by person')
    const asked = await Promise.all(readings.map(({ question }) => ask(database, today, question)))
    expect(asked.map(({ translation }) => translation.sql)).toEqual(readings.map(({ sql }) => sql))
    const rows = {
      host: [['Ana', 60]],
      guest: [
        ['Ben', 40],
        ['Cem', 20],
      ],
    }
    for (const [at, { question }] of readings.entries())
      expect(asked[at]?.rows).toEqual(question.includes('guest') ? rows.guest : rows.host)
  })

  it('keeps the chosen link in the questions that follow', async () => {
    for (const { question, sql } of await readingsOf('total cost of visits by person')) {
      const chart = await ask(database, today, question, 'as a bar chart')
      expect(chart.translation).toMatchObject({ sql, display: 'bar' })
      const sorted = await ask(database, today, question, 'as a bar chart', 'sort by total cost descending')
      expect(sorted.rows.map(([, cost]) => cost)).toEqual(question.includes('guest') ? [40, 20] : [60])
    }
  })

  it('forgets the chosen link when a question starts over', async () => {
    const [{ question } = { question: '' }] = await readingsOf('total cost of visits by person')
    const first = await ask(database, today, question)
    const prior = { question, sql: first.translation.sql, state: first.translation.state }
    const again = await translateOn(database, 'total cost of visits by person', today, [prior])
    expect(again).toMatchObject({ understood: false, readings: [{}, {}] })
  })
})
