import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import type { Filter, Query } from '../query.ts'
import { modelSchema } from '../schema/model-schema.ts'
import type { Schema } from '../schema/model.ts'
import { sortedRows } from '../testing/approximately.ts'
import { col, computed, during, having, openTables, query, rowsIn, sqlOf, where, without } from '../testing/queries.ts'
import type { TestDatabase } from '../testing/sqlite-database.ts'

interface Job {
  id: number
  worker: number | null
  state: string | null
  hours: number | null
  day: string | null
}

interface Worker {
  id: number
  name: string
  town: string | null
  pay: number | null
  jobs: Job[]
}

/** A filter of workers, and the same in plain code; `job` tests one of their jobs. */
type Case = { filter: Filter } & ({ worker: (one: Worker, all: Worker[]) => boolean } | { job: (one: Job) => boolean })

const average = (all: Worker[]): number => {
  const known = all.flatMap((one) => one.pay ?? [])
  return known.reduce((sum, pay) => sum + pay, 0) / known.length
}
const hoursOf = ({ jobs }: Worker): number | null => {
  const known = jobs.flatMap((one) => one.hours ?? [])
  return known.length === 0 ? null : known.reduce((sum, hours) => sum + hours, 0)
}
const isDone = (one: Job) => one.state === 'done'
const in2024 = (one: Job) => one.day !== null && one.day >= '2024-01-01' && one.day < '2025-01-01'
const done = where('jobs.state', '=', 'done')
const year = during('jobs.day', '2024-01-01', '2025-01-01', '2024')
const some = (filters: Filter[], operator: '>=' | '=' | '<', value: number): Filter =>
  having('jobs', 'workers', { filters, having: { expression: rowsIn('jobs'), operator, value } })

const cases: Record<string, Case> = {
  'a text': { filter: where('workers.town', '=', 'Ely'), worker: (one) => one.town === 'Ely' },
  'not a text': {
    filter: where('workers.town', '<>', 'Ely'),
    worker: (one) => one.town !== null && one.town !== 'Ely',
  },
  'a number': { filter: where('workers.pay', '>=', 3), worker: (one) => one.pay !== null && one.pay >= 3 },
  'not above a number': {
    filter: { kind: 'not', filter: where('workers.pay', '>', 3) },
    worker: (one) => one.pay !== null && one.pay <= 3,
  },
  'a range with both ends': {
    filter: { kind: 'between', left: col('workers.pay'), from: 2, to: 4 },
    worker: (one) => one.pay !== null && one.pay >= 2 && one.pay <= 4,
  },
  'one of several': {
    filter: { kind: 'in', left: col('workers.town'), values: ['Ely', "St. O'Neill"], negated: false },
    worker: (one) => one.town === 'Ely' || one.town === "St. O'Neill",
  },
  'none of several': {
    filter: { kind: 'in', left: col('workers.town'), values: ['Ely', "St. O'Neill"], negated: true },
    worker: (one) => one.town === '',
  },
  'a part of a text, in any case': {
    filter: { kind: 'like', left: col('workers.name'), text: 'AN', where: 'anywhere', negated: false },
    worker: (one) => one.name.toLowerCase().includes('an'),
  },
  'not the end of a text': {
    filter: { kind: 'like', left: col('workers.name'), text: 'a', where: 'end', negated: true },
    worker: (one) => !one.name.toLowerCase().endsWith('a'),
  },
  'a missing text, also an empty one': {
    filter: { kind: 'missing', left: col('workers.town'), negated: false },
    worker: (one) => one.town === null || one.town === '',
  },
  'a known number': {
    filter: { kind: 'missing', left: col('workers.pay'), negated: true },
    worker: (one) => one.pay !== null,
  },
  'more than the average': {
    filter: { kind: 'against', left: col('workers.pay'), operator: '>', fn: 'avg', filters: [] },
    worker: (one, all) => one.pay !== null && one.pay > average(all),
  },
  'as much as anyone in Ely': {
    filter: {
      kind: 'against',
      left: col('workers.pay'),
      operator: '>=',
      fn: 'max',
      filters: [where('workers.town', '=', 'Ely')],
    },
    worker: (one, all) => {
      const pays = all.flatMap((other) => (other.town === 'Ely' && other.pay !== null ? [other.pay] : []))
      return one.pay !== null && pays.length > 0 && one.pay >= Math.max(...pays)
    },
  },
  'either of two columns': {
    filter: { kind: 'any', filters: [where('workers.town', '=', 'Ely'), where('workers.pay', '<', 2)] },
    worker: (one) => one.town === 'Ely' || (one.pay !== null && one.pay < 2),
  },
  'a column or related rows': {
    filter: { kind: 'any', filters: [where('workers.pay', '=', 5), done] },
    worker: (one) => one.pay === 5 || one.jobs.some(isDone),
  },
  'both of two columns': {
    filter: { kind: 'all', filters: [where('workers.town', '=', 'Ely'), where('workers.pay', '>', 1)] },
    worker: (one) => one.town === 'Ely' && one.pay !== null && one.pay > 1,
  },
  'some related rows': { filter: having('jobs', 'workers'), worker: (one) => one.jobs.length > 0 },
  'no related rows': { filter: without('jobs', 'workers'), worker: (one) => one.jobs.length === 0 },
  'none of some related rows': { filter: without('jobs', 'workers', done), worker: (one) => !one.jobs.some(isDone) },
  'no related row with two properties at once': {
    filter: without('jobs', 'workers', done, year),
    worker: (one) => !one.jobs.some((job) => isDone(job) && in2024(job)),
  },
  'a number of related rows': { filter: some([], '>=', 2), worker: (one) => one.jobs.length >= 2 },
  'a number of some related rows': {
    filter: some([done], '=', 1),
    worker: (one) => one.jobs.filter(isDone).length === 1,
  },
  'few related rows, also none': { filter: some([], '<', 2), worker: (one) => one.jobs.length < 2 },
  'a sum over related rows': {
    filter: having('jobs', 'workers', {
      having: { expression: computed('sum', 'jobs.hours'), operator: '>', value: 4 },
    }),
    worker: (one) => (hoursOf(one) ?? 0) > 4,
  },
  'separate related rows for each of two values': {
    filter: { kind: 'every', filters: [done, where('jobs.state', '=', 'open')] },
    worker: (one) => one.jobs.some(isDone) && one.jobs.some((job) => job.state === 'open'),
  },
  'a value that others share': {
    filter: { kind: 'also', left: col('workers.town'), filters: [where('workers.pay', '>', 3)] },
    worker: (one, all) => one.town !== null && all.some((other) => other.town === one.town && (other.pay ?? 0) > 3),
  },
  'a value of related rows': { filter: done, job: isDone },
  'a period of related rows': { filter: year, job: in2024 },
  'an amount of related rows': {
    filter: where('jobs.hours', '>', 2),
    job: (one) => one.hours !== null && one.hours > 2,
  },
  'missing values of related rows': {
    filter: { kind: 'missing', left: col('jobs.hours'), negated: false },
    job: (one) => one.hours === null,
  },
  'no related row with a value': { filter: where('jobs.state', '<>', 'done'), worker: (one) => !one.jobs.some(isDone) },
  'no related row in a period': { filter: { ...year, negated: true }, worker: (one) => !one.jobs.some(in2024) },
}

const tables = `
CREATE TABLE workers (worker_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, pay INTEGER);
CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, worker_id INTEGER REFERENCES workers, state TEXT, hours INTEGER, day DATE);`

function randomWorkers(random: () => number): { workers: Worker[]; jobs: Job[] } {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const workers = Array.from({ length: upTo(6) }, (_, at): Worker => ({
    id: at + 1,
    name: one(['Ana', 'Jan', 'Bo', 'Änne']),
    town: one(['Ely', "St. O'Neill", '', null]),
    pay: one([1, 2, 3, 4, 5, null]),
    jobs: [],
  }))
  const jobs = Array.from({ length: upTo(9) }, (_, at): Job => ({
    id: at + 1,
    worker: workers.length === 0 || random() < 0.15 ? null : one(workers).id,
    state: one(['done', 'open', null]),
    hours: one([1, 2, 3, 4, null]),
    day: one(['2023-12-31', '2024-01-01', '2024-12-31', '2025-01-01', null]),
  }))
  for (const worker of workers) worker.jobs = jobs.filter((job) => job.worker === worker.id)
  return { workers, jobs }
}

let database: TestDatabase
let schema: Schema
beforeAll(() => {
  database = openTables(tables)
  schema = modelSchema(database.catalogue, [])
})
afterAll(() => database.close())

const sqlText = (value: string | number | null) => {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** The rows of a query over tables that a WITH clause fills, so that one database serves all rounds. */
function rowsOver({ workers, jobs }: ReturnType<typeof randomWorkers>, asked: Query): string[] {
  const listed = (name: string, columns: string[], rows: (string | number | null)[][]) => {
    const values = rows.map((row) => `SELECT ${row.map((cell, at) => `${sqlText(cell)} AS ${columns[at]}`).join(', ')}`)
    return `${name} AS (${values.length > 0 ? values.join(' UNION ALL ') : `SELECT ${columns.map((one) => `NULL AS ${one}`).join(', ')} WHERE FALSE`})`
  }
  const own = workers.map((one) => [one.id, one.name, one.town, one.pay])
  const theirs = jobs.map((one) => [one.id, one.worker, one.state, one.hours, one.day])
  const given = [
    listed('workers', ['worker_id', 'name', 'town', 'pay'], own),
    listed('jobs', ['job_id', 'worker_id', 'state', 'hours', 'day'], theirs),
  ]
  return sortedRows(database.rows(`WITH ${given.join(', ')} ${sqlOf(schema, asked)}`))
}

const rounds = 12
const ids = (workers: readonly Worker[]) => sortedRows(workers.map((one) => [one.id]))

describe('filters over random rows, with NULLs and rows without an owner, match the same rows as plain code', () => {
  it.each(Object.entries(cases))('%s', (name, tested) => {
    const random = seeded(name.length)
    for (let round = 0; round < rounds; round++) {
      const world = randomWorkers(random)
      const matches = (one: Worker) => ('job' in tested ? one.jobs.some(tested.job) : tested.worker(one, world.workers))
      const rows = rowsOver(world, query('workers', [col('workers.worker_id')], { filters: [tested.filter] }))
      expect({ world, rows }).toEqual({ world, rows: ids(world.workers.filter(matches)) })
    }
  })

  it('match together: positive conditions on related rows are those of one row', () => {
    const random = seeded(99)
    const all = Object.values(cases).filter(({ filter }) => filter.kind !== 'also')
    const one = () => all[Math.floor(random() * all.length)]!
    for (let round = 0; round < rounds * 10; round++) {
      const world = randomWorkers(random)
      const chosen = [...new Set([one(), one(), one()])]
      const asked = query('workers', [col('workers.worker_id')], { filters: chosen.map(({ filter }) => filter) })
      // 'no jobs' and 'a done job' contradict each other, which the plan declines.
      const sql = sqlOf(schema, asked)
      if (sql.startsWith('Rows cannot both')) continue
      const jobs = chosen.flatMap((each) => ('job' in each ? [each.job] : []))
      const matches = (worker: Worker) =>
        chosen.every((each) => !('worker' in each) || each.worker(worker, world.workers)) &&
        (jobs.length === 0 || worker.jobs.some((job) => jobs.every((test) => test(job))))
      expect({ world, sql, rows: rowsOver(world, asked) }).toEqual({
        world,
        sql,
        rows: ids(world.workers.filter(matches)),
      })
    }
  })

  it('keep the number of counted rows: a filter on an owner neither repeats nor adds rows', () => {
    const random = seeded(7)
    for (let round = 0; round < rounds * 2; round++) {
      const world = randomWorkers(random)
      const asked = query('jobs', [rowsIn('jobs')], { filters: [where('workers.town', '=', 'Ely')], spoken: ['jobs'] })
      const own = world.workers.filter((one) => one.town === 'Ely').flatMap((one) => one.jobs)
      expect({ world, rows: rowsOver(world, asked) }).toEqual({ world, rows: sortedRows([[own.length]]) })
    }
  })
})
