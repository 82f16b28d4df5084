import { formatMessage, type Cell } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../evaluation/src/random.ts'
import { sortedRows } from './testing/approximately.ts'
import { translateOn } from './testing/ask.ts'
import { openTables } from './testing/queries.ts'

interface Boat {
  id: number
  name: string
  harbor: number | null
  color: string | null
  length: number | null
  built: string
}

interface Fleet {
  harbors: { id: number; town: string }[]
  boats: Boat[]
}

const today = '2025-06-15'
const schema = `
CREATE TABLE harbors (harbor_id INTEGER PRIMARY KEY, harbor_name TEXT NOT NULL);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_name TEXT NOT NULL, harbor_id INTEGER REFERENCES harbors, color TEXT, length INTEGER, built_date DATE NOT NULL);`

function randomFleet(random: () => number): Fleet {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const harbors = ['Kiel', 'Brest', 'Porto']
    .slice(0, 1 + Math.floor(random() * 3))
    .map((town, at) => ({ id: at + 1, town }))
  const boats = Array.from({ length: 1 + Math.floor(random() * 10) }, (_, at) => ({
    id: at + 1,
    name: `Boat ${String.fromCharCode(65 + at)}`,
    harbor: random() < 0.2 ? null : one(harbors).id,
    color: one(['red', 'green', null]),
    length: one([4, 5, 8, 13, null]),
    built: one(['2023-12-31', '2024-01-01', '2024-12-31', '2025-05-05']),
  }))
  // The values of the questions are always stored somewhere.
  boats.push({ id: 90, name: 'Boat Y', harbor: 1, color: 'red', length: 8, built: '2024-06-01' })
  boats.push({ id: 91, name: 'Boat Z', harbor: 1, color: 'green', length: 5, built: '2025-06-01' })
  return { harbors, boats }
}

const named = (boats: readonly Boat[]): Cell[][] => boats.map((one) => [one.name])
const known = (boats: readonly Boat[]) => boats.flatMap((one) => one.length ?? [])
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const mean = (values: readonly number[]): Cell => (values.length === 0 ? null : sum(values) / values.length)
const isIn2024 = (one: Boat) => one.built.startsWith('2024')

/** Questions whose answer is computed a second time in plain code. */
const questions: [question: string, answer: (fleet: Fleet) => Cell[][]][] = [
  ['How many boats are there?', ({ boats }) => [[boats.length]]],
  ['How many red boats are there?', ({ boats }) => [[boats.filter((one) => one.color === 'red').length]]],
  [
    'How many boats are not red?',
    ({ boats }) => [[boats.filter((one) => one.color !== null && one.color !== 'red').length]],
  ],
  ['How many boats have no color?', ({ boats }) => [[boats.filter((one) => one.color === null).length]]],
  ['average length of boats', ({ boats }) => [[mean(known(boats))]]],
  ['total length of red boats', ({ boats }) => [[sum(known(boats.filter((one) => one.color === 'red')))]]],
  ['names of boats with a length above 5', ({ boats }) => named(boats.filter((one) => (one.length ?? 0) > 5))],
  [
    'names of boats with length between 5 and 8',
    ({ boats }) => named(boats.filter((one) => one.length === 5 || one.length === 8)),
  ],
  [
    'names of boats with a length of at least eight',
    ({ boats }) => named(boats.filter((one) => (one.length ?? 0) >= 8)),
  ],
  ['names of boats in Kiel', ({ boats }) => named(boats.filter((one) => one.harbor === 1))],
  ['How many boats were built in 2024?', ({ boats }) => [[boats.filter(isIn2024).length]]],
  ['How many boats were built before 2024?', ({ boats }) => [[boats.filter((one) => one.built < '2024').length]]],
  [
    'number of boats by color',
    ({ boats }) => [...Map.groupBy(boats, (one) => one.color)].map(([color, own]) => [color, own.length]),
  ],
  [
    'number of boats per harbor',
    ({ harbors, boats }) =>
      harbors.flatMap(({ id, town }) => {
        const own = boats.filter((one) => one.harbor === id)
        return own.length === 0 ? [] : [[town, own.length]]
      }),
  ],
  [
    'harbors without boats',
    ({ harbors, boats }) =>
      harbors.filter(({ id }) => !boats.some((one) => one.harbor === id)).map(({ town }) => [town]),
  ],
  [
    'harbors with more than 2 boats',
    ({ harbors, boats }) =>
      harbors.filter(({ id }) => boats.filter((one) => one.harbor === id).length > 2).map(({ town }) => [town]),
  ],
  [
    'harbors with red boats',
    ({ harbors, boats }) =>
      harbors
        .filter(({ id }) => boats.some((one) => one.harbor === id && one.color === 'red'))
        .map(({ town }) => [town]),
  ],
  [
    'What percentage of boats are red?',
    ({ boats }) => [[(100 * boats.filter((one) => one.color === 'red').length) / boats.length]],
  ],
  [
    'boats in 2023 vs 2024',
    ({ boats }) => {
      const [before, after] = [
        boats.filter((one) => one.built.startsWith('2023')).length,
        boats.filter(isIn2024).length,
      ]
      return [[before, after, before === 0 ? null : (100 * (after - before)) / before]]
    },
  ],
  ['How many different colors are there?', ({ boats }) => [[new Set(boats.flatMap((one) => one.color ?? [])).size]]],
  ['the highest length of boats', ({ boats }) => [[Math.max(...known(boats))]]],
]

const rounds = 3

describe('answers over random rows equal a computation in plain code', () => {
  it.each(questions)('%s', async (question, answer) => {
    const random = seeded(question.length)
    for (let round = 0; round < rounds; round++) {
      const fleet = randomFleet(random)
      const text = (value: string | number | null) => {
        if (value === null) return 'NULL'
        return typeof value === 'number' ? String(value) : `'${value}'`
      }
      const insert = (table: string, rows: object[]) =>
        `INSERT INTO ${table} VALUES ${rows.map((row) => `(${Object.values(row).map(text).join(', ')})`).join(', ')};`
      const database = openTables(`${schema}${insert('harbors', fleet.harbors)}${insert('boats', fleet.boats)}`)
      const found = await translateOn(database, question, today)
      if (!found.understood) throw new Error(formatMessage(found.reason))
      expect({ fleet, sql: found.sql, rows: sortedRows(database.rows(found.sql)) }).toEqual({
        fleet,
        sql: found.sql,
        rows: sortedRows(answer(fleet)),
      })
      database.close()
    }
  })
})
