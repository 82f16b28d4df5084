import { afterAll, describe, expect, it } from 'vitest'
import { formatMessage } from '@parlance/contract'
import { ask, reasonFor } from '../testing/ask.ts'
import { openTables } from '../testing/queries.ts'

const today = '2025-06-15'
/** Jobs have several dates; visits have no second one; people have a date of birth. */
const workshop = openTables(`
CREATE TABLE people (person_id INTEGER PRIMARY KEY, name TEXT NOT NULL, birth_date DATE);
CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people, job_date DATE NOT NULL, due_date DATE NOT NULL, started_at DATE, delivered_at DATE, updated_at DATE);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people, visit_date DATE NOT NULL);
INSERT INTO people VALUES (1, 'Ana', '2000-06-15'), (2, 'Bo', '2000-06-16'), (3, 'Cy', NULL);
INSERT INTO jobs VALUES (1, 1, '2025-01-01', '2025-02-01', '2025-01-03', '2025-01-11', '2025-05-01'), (2, 1, '2025-03-01', '2025-04-01', '2025-03-05', NULL, '2025-05-01'), (3, 2, '2025-04-01', '2025-05-01', '2025-04-01', '2025-04-05', '2025-05-01');
INSERT INTO visits VALUES (1, 1, '2025-01-01');`)
afterAll(() => workshop.close())

describe('the time between two dates of a row', () => {
  it.each([
    ['average time between start and delivery of jobs', [[6]]],
    ['how long does delivery take', [[7]]],
    [
      'average delivery time by person',
      [
        ['Ana', 10],
        ['Bo', 4],
      ],
    ],
    ['average days from job date to due date', [[30.667]]],
  ])('%s', async (question, expected) => {
    const { rows } = await ask(workshop, today, question)
    const round = (cell: unknown) => (typeof cell === 'number' ? Math.round(cell * 1000) / 1000 : cell)
    expect(rows.map((row) => row.map(round))).toEqual(expected)
  })

  it('says from which date to which', async () => {
    const { translation, text } = await ask(workshop, today, 'how long does delivery take')
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual([
      'Time is counted in days from jobs.job_date to jobs.delivered_at',
    ])
    expect(text).toBe('The average number of days from job date to delivered at is 7.')
  })

  it.each([
    ['average time between visit and delivery', 'No table has both dates, so the time between them is not known.'],
    ['average visit time', 'No table has both dates, so the time between them is not known.'],
    ['average job time', 'No table has both dates, so the time between them is not known.'],
  ])('is declined with the reason: %s', async (question, reason) => {
    expect(await reasonFor(workshop, question, today)).toBe(reason)
  })
})

describe('ages from dates of birth', () => {
  it('count full years, and are unknown without a date', async () => {
    const { rows, translation } = await ask(workshop, today, 'names and ages of people')
    expect(rows).toEqual([
      ['Ana', 25],
      ['Bo', 24],
      ['Cy', null],
    ])
    expect(translation.assumptions.map((one) => formatMessage(one))).toEqual([
      'Ages are in full years on 2025-06-15, from birth_date',
    ])
  })

  it('can be averaged', async () => {
    expect((await ask(workshop, today, 'average age of people')).rows).toEqual([[24.5]])
  })
})
