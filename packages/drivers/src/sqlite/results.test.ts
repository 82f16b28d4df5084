import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import type { QueryOptions, ResultTable } from '../contract.ts'
import { openResults } from './results.ts'

const column = (name: string, kind: ResultColumn['kind']) => ({ name, kind })

const sales: ResultTable = {
  name: 'r1',
  columns: [column('country', 'text'), column('revenue', 'number'), column('day', 'date'), column('paid', 'boolean')],
  rows: [
    ['Chile', '0.10', '2026-01-02', true],
    ['Peru', 0.2, '2026-02-03', false],
    ['Chile', null, '2026-03-04', true],
  ],
}
const people: ResultTable = {
  name: 'r2',
  columns: [column('country', 'text'), column('people', 'integer')],
  rows: [
    ['Chile', 20],
    ['Peru', '9007199254740993'],
  ],
}
const both = [
  { schema: null, table: 'r1', columns: null },
  { schema: null, table: 'r2', columns: null },
]

async function run(
  sql: string,
  { tables = [sales, people], ...more }: Partial<QueryOptions> & { tables?: ResultTable[] } = {},
) {
  const results = openResults(tables)
  try {
    const limits = { timeoutMs: 10_000, maxRows: 1000, maxBytes: 1_000_000, readable: both, ...more }
    const result = await results.query(sql, [], limits)
    const rows: Row[] = []
    for await (const batch of result.batches) rows.push(...batch)
    return { columns: result.columns, rows, outcome: result.outcome() }
  } finally {
    await results.close()
  }
}

const failure = async (sql: string, more: Partial<QueryOptions> = {}) =>
  run(sql, more).then(
    () => null,
    (error: { kind: string }) => error.kind,
  )

describe('tables of results', () => {
  it('joins and adds them', async () => {
    const { rows, columns } = await run(
      `SELECT a.country, SUM(a.revenue) + 0.2 AS more, b.people FROM r1 a JOIN r2 b ON b.country = a.country GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual([
      ['Chile', 0.3, 20],
      ['Peru', 0.4, '9007199254740993'],
    ])
    expect(columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['country', 'text'],
      ['more', 'number'],
      ['people', 'integer'],
    ])
  })

  it('keeps kinds of columns, missing values, dates, and truth values', async () => {
    const { rows, columns } = await run(`SELECT day, paid, revenue FROM r1 WHERE paid AND day >= '2026-02-01'`)
    expect(rows).toEqual([['2026-03-04', 1, null]])
    expect(columns.map(({ kind }) => kind)).toEqual(['date', 'boolean', 'number'])
  })

  it.each<[string, ResultColumn['kind'], Cell, string, Cell]>([
    ['a whole number beyond 64 bits stays exact', 'integer', '92233720368547758080', 'v', '92233720368547758080'],
    ['infinity is more than any number', 'number', 'Infinity', 'v > 1e300', 1],
    ['what is not a number is missing', 'number', 'NaN', 'v IS NULL', 1],
    ['a masked number stays masked', 'number', '***', 'v', '***'],
    ['the digits of a code stay', 'text', '0012', 'v', '0012'],
    ['a number of an unknown kind stays whole', 'other', 7, 'v / 2', 3],
    ['JSON stays text', 'json', '{"a":1}', "json_extract(v, '$.a')", 1],
  ])('%s', async (_what, kind, cell, sql, expected) => {
    const table = { name: 'r1', columns: [column('v', kind)], rows: [[cell]] }
    expect((await run(`SELECT ${sql} FROM r1`, { tables: [table] })).rows).toEqual([[expected]])
  })

  it('R13 takes any name of a column', async () => {
    const name = `x"); DROP TABLE r1; --`
    const table = { name: 'r1', columns: [column(name, 'integer')], rows: [[1]] }
    const { rows, columns } = await run(`SELECT "x""); DROP TABLE r1; --" FROM r1`, { tables: [table] })
    expect([rows, columns[0]?.name]).toEqual([[[1]], name])
  })

  it('keeps one job’s tables from the next', async () => {
    await run('SELECT 1 FROM r1')
    expect(await failure('SELECT people FROM r2', { readable: [{ schema: null, table: 'r1', columns: null }] })).toBe(
      'missing-object',
    )
  })

  it('cuts what has too many rows', async () => {
    const { rows, outcome } = await run('SELECT a.country FROM r1 a, r1 b', { maxRows: 4 })
    expect([rows.length, outcome?.truncatedBy]).toEqual([4, 'rows'])
  })
})

describe('R17 the second wall around results', () => {
  it.each([
    [`ATTACH DATABASE '/etc/passwd' AS other`],
    [`SELECT load_extension('/tmp/x.so')`],
    [`SELECT writefile('/tmp/parlance-x', 'x')`],
    [`INSERT INTO r1 (country) VALUES ('x')`],
    [`CREATE TABLE r9 (x)`],
    [`PRAGMA query_only = 0`],
    [`VACUUM INTO '/tmp/parlance-x.db'`],
    [`SELECT sql FROM sqlite_master`],
  ])('refuses %s', async (sql) => {
    expect(await failure(sql)).not.toBeNull()
  })

  it('R18 ends a recursion that never ends', async () => {
    const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n'
    expect(await failure(endless, { timeoutMs: 300 })).toBe('timeout')
  })

  it('R18 ends a text that grows without end', async () => {
    expect(await failure('SELECT zeroblob(900000000) FROM r1')).not.toBeNull()
  })
})
