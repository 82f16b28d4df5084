import { definitionsSchema, type Cell, type Definitions } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { openTables } from '../../../engine/src/testing/queries.ts'
import { seeded } from '../../../evaluation/src/random.ts'
import { Refusal } from '../contract.ts'
import { metricQuery, modelOf } from '../testing/shop.ts'
import { compile } from './compile.ts'

/*
 * Random schemas in which each table may refer to tables before it. The same questions are answered by compiled SQL and,
 * row by row, here: each row of a metric's table looks its groups up by following the references.
 */

interface Row {
  id: number
  amount: number | null
  kind: string | null
  day: string | null
  /** The id of the row that it refers to, by the position of the table. */
  refers: Map<number, number | null>
}

interface World {
  tables: Row[][]
  /** The tables that each table refers to. */
  references: number[][]
}

type Random = () => number
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const below = (random: Random, most: number): number => Math.floor(random() * most)

function randomWorld(random: Random): World {
  const count = 3 + below(random, 4)
  const references = Array.from({ length: count }, (_, at) =>
    Array.from({ length: at }, (__, other) => other).filter(() => random() < 0.45),
  )
  const tables: Row[][] = []
  for (const others of references) {
    tables.push(
      Array.from({ length: below(random, 8) }, (_, id) => ({
        id: id + 1,
        amount: random() < 0.15 ? null : below(random, 100) - 20,
        kind: random() < 0.2 ? null : pick(random, ['a', 'b', 'c']),
        day: random() < 0.2 ? null : `2025-0${1 + below(random, 3)}-1${below(random, 9)}`,
        refers: new Map(
          others.map((other) => {
            const rows = tables[other] ?? []
            return [other, random() < 0.2 || rows.length === 0 ? null : pick(random, rows).id]
          }),
        ),
      })),
    )
  }
  return { tables, references }
}

const sqlText = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value))

function statementsOf({ tables, references }: World): string {
  return tables
    .flatMap((rows, at) => {
      const keys = (references[at] ?? []).map((other) => `, t${other}_id INTEGER REFERENCES t${other} (id)`)
      const inserts = rows.map(({ id, amount, kind, day, refers }) => {
        const values = [id, amount, kind, day, ...refers.values()].map(sqlText)
        return `INSERT INTO t${at} VALUES (${values.join(', ')});`
      })
      return [
        `CREATE TABLE t${at} (id INTEGER PRIMARY KEY, amount INTEGER, kind TEXT, day TEXT${keys.join('')});`,
        ...inserts,
      ]
    })
    .join('\n')
}

const aggregates = ['SUM(amount)', 'COUNT(*)', 'MAX(amount)', 'COUNT(DISTINCT kind)'] as const
type Aggregate = (typeof aggregates)[number]

interface Metric {
  name: string
  table: number
  aggregate: Aggregate
  condition: boolean
}

function definitionsOf({ tables }: World, metrics: readonly Metric[]): Definitions {
  const names = tables.map((_, at) => `t${at}`)
  const plain = metrics.map(({ name, table, aggregate, condition }) => ({
    name,
    computation: {
      kind: 'aggregate' as const,
      table: `t${table}`,
      expression: aggregate,
      condition: condition ? 'amount > 10' : null,
    },
  }))
  const difference = { kind: 'formula' as const, formula: '{m0} - 2 * {m1}' }
  const ratio = { kind: 'formula' as const, formula: '{m0} / {m1}' }
  return definitionsSchema.parse({
    metrics: [...plain, { name: 'difference', computation: difference }, { name: 'ratio', computation: ratio }],
    dimensions: names.map((table) => ({ name: `kind of ${table}`, table, expression: 'kind' })),
    filters: names.map((table) => ({ name: `not b of ${table}`, table, condition: "kind <> 'b'" })),
    time_columns: names.map((table) => ({ table, column: 'day' })),
  })
}

/** The shortest ways from a table to another one, each as the tables on it. */
function waysOf({ references }: World, from: number, to: number): number[][] {
  let ways: number[][] = [[]]
  for (let length = 0; length <= references.length; length++) {
    const found = ways.filter((way) => (way.at(-1) ?? from) === to)
    if (found.length > 0) return found
    ways = ways.flatMap((way) => (references[way.at(-1) ?? from] ?? []).map((next) => [...way, next]))
  }
  return []
}

function follow(world: World, row: Row, way: readonly number[]): Row | null {
  let here: Row | null = row
  for (const table of way) {
    const id: number | null = here?.refers.get(table) ?? null
    here = id === null ? null : (world.tables[table]?.[id - 1] ?? null)
  }
  return here
}

function summarize(aggregate: Aggregate, rows: readonly Row[]): number | null {
  const amounts = rows.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  if (aggregate === 'COUNT(*)') return rows.length
  if (aggregate === 'COUNT(DISTINCT kind)') return new Set(rows.flatMap(({ kind }) => kind ?? [])).size
  if (amounts.length === 0) return null
  return aggregate === 'MAX(amount)' ? Math.max(...amounts) : amounts.reduce((sum, one) => sum + one, 0)
}

interface Question {
  dimensions: number[]
  filter: number | null
  isMonthly: boolean
  from: string | null
}

/** @returns the rows of the answer, or null if a table has no way, or several, to one that the question names */
function answerOf(world: World, metrics: readonly Metric[], question: Question): Cell[][] | null {
  const groups = metrics.map((metric) => groupsOf(world, metric, question))
  if (groups.some((one) => one === null)) return null
  const keys = new Set(groups.flatMap((one) => [...(one?.keys() ?? [])]))
  if (question.dimensions.length === 0 && !question.isMonthly) keys.add('[]')
  return [...keys].map((key) => {
    const values = metrics.map(({ aggregate }, at) => {
      const rows = groups[at]?.get(key)
      return summarize(aggregate, rows ?? [])
    })
    const inFormula = metrics.map(({ aggregate }, at) => values[at] ?? (aggregate === 'SUM(amount)' ? 0 : null))
    const [one, other] = [inFormula[0] ?? null, inFormula[1] ?? null]
    const isKnown = one !== null && other !== null
    return [
      ...(JSON.parse(key) as Cell[]),
      ...values,
      isKnown ? one - 2 * other : null,
      isKnown && other !== 0 ? one / other : null,
    ]
  })
}

function groupsOf(world: World, { table, condition }: Metric, question: Question): Map<string, Row[]> | null {
  const { dimensions, filter, isMonthly, from } = question
  const needed = [...dimensions, ...(filter === null ? [] : [filter])].map((to) => waysOf(world, table, to))
  if (needed.some((ways) => ways.length !== 1)) return null
  const ways = needed.map(([way]) => way ?? [])
  const rows = (world.tables[table] ?? []).filter((row) => {
    const kind = filter === null ? 'a' : (follow(world, row, ways.at(-1) ?? [])?.kind ?? null)
    const isLate = from === null || (row.day !== null && row.day >= from)
    return kind !== null && kind !== 'b' && isLate && (!condition || (row.amount ?? 0) > 10)
  })
  return Map.groupBy(rows, (row) =>
    JSON.stringify([
      ...(isMonthly ? [row.day?.slice(0, 7) ?? null] : []),
      ...dimensions.map((_, at) => follow(world, row, ways[at] ?? [])?.kind ?? null),
    ]),
  )
}

/** Rows in one order, with numbers that differ only in their last digits as equal. */
function sorted(rows: readonly (readonly Cell[])[]): string[] {
  const near = (cell: Cell) => (typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell)
  return rows.map((row) => JSON.stringify(row.map(near))).toSorted()
}

function checkWorld(seed: number): 'answered' | 'refused' {
  const random = seeded(seed)
  const world = randomWorld(random)
  const positions = world.tables.map((_, at) => at)
  const metrics = ['m0', 'm1', 'm2'].map((name) => ({
    name,
    table: pick(random, positions),
    aggregate: pick(random, aggregates),
    condition: random() < 0.3,
  }))
  const dimensions = positions.filter(() => random() < 0.25)
  const question: Question = {
    dimensions,
    filter: random() < 0.3 ? pick(random, positions) : null,
    isMonthly: random() < 0.3,
    from: random() < 0.2 ? '2025-02-01' : null,
  }
  const database = openTables(statementsOf(world))
  const query = metricQuery({
    metrics: [...metrics.map(({ name }) => name), 'difference', 'ratio'],
    group_by: dimensions.map((at) => `kind of t${at}`),
    filters: question.filter === null ? [] : [`not b of t${question.filter}`],
    grain: question.isMonthly ? 'month' : null,
    period: question.from === null ? null : { from: question.from, before: null },
  })
  const found = compile(query, modelOf(database.catalogue, { definitions: definitionsOf(world, metrics) }))
  const expected = answerOf(world, metrics, question)
  const rows = found instanceof Refusal ? null : sorted(database.rows(found.sql))
  database.close()
  expect({ seed, rows }).toEqual({ seed, rows: expected === null ? null : sorted(expected) })
  return rows === null ? 'refused' : 'answered'
}

describe('a compiled query over a random schema', () => {
  it('returns what a computation row by row returns, or refuses', () => {
    const outcomes = Array.from({ length: 300 }, (_, seed) => checkWorld(seed + 1))
    const answered = outcomes.filter((one) => one === 'answered').length
    expect(answered).toBeGreaterThan(75)
    expect(answered).toBeLessThan(250)
  })
})
