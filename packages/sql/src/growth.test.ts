import { sqlDialects } from '@parlance/contract'
import type { SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { schemaOf, shopRequest } from './testing/request.ts'

async function grows(sql: string, dialect: SqlDialect): Promise<boolean> {
  const result = await gate(shopRequest(sql, dialect, { limits: { maxRows: null } }), parseSql)
  if (!result.allowed) throw new Error(`${sql}: ${JSON.stringify(result.reasons)}`)
  return result.growsWithoutTables
}

const counting = (keyword: string, from = '') =>
  `${keyword} n (i) AS (SELECT 1${from} UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT i FROM n`
const recursion: Partial<Record<SqlDialect, string>> = {
  postgresql: counting('WITH RECURSIVE'),
  sqlite: counting('WITH'),
  mysql: counting('WITH RECURSIVE'),
  tsql: counting('WITH'),
  oracle: counting('WITH', ' FROM dual'),
  snowflake: counting('WITH RECURSIVE'),
  bigquery: 'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i > 0) SELECT i FROM n',
}

const oneRow: Partial<Record<SqlDialect, string>> = { oracle: ' FROM dual', hana: ' FROM dummy' }

/** The same list of ten, twenty times. */
const times = (list: (alias: string) => string) =>
  `SELECT 1 AS one FROM ${Array.from({ length: 20 }, (_, index) => list(`l${index}`)).join(' CROSS JOIN ')}`
const ten = (from = '') => Array.from({ length: 10 }, (_, index) => `SELECT ${index} AS a${from}`).join(' UNION ALL ')

const series: [SqlDialect, string][] = [
  ['postgresql', 'SELECT i FROM generate_series(1, 100000000000) AS s(i)'],
  ['postgresql', 'SELECT generate_series(1, 100000000000) AS i'],
  ['postgresql', 'SELECT o.id FROM orders o, LATERAL generate_series(1, o.id) AS s(i)'],
  ['postgresql', 'SELECT unnest(array_fill(0, ARRAY[1000000000])) AS i'],
  ['sqlite', 'SELECT value FROM generate_series(1, 100000000000)'],
  ['tsql', 'SELECT value FROM generate_series(1, 1000000000)'],
  ['snowflake', 'SELECT seq4() AS i FROM TABLE(GENERATOR(ROWCOUNT => 10000000000))'],
  ['bigquery', 'SELECT i FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS i'],
  ['hana', 'SELECT GENERATED_PERIOD_START FROM SERIES_GENERATE_INTEGER(1, 0, 1000000000)'],
  ['oracle', 'SELECT level AS i FROM dual CONNECT BY level <= 1000000000'],
]

const lists: [SqlDialect, string][] = [
  ['postgresql', times((alias) => `(VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) AS ${alias}(a)`)],
  ['postgresql', times((alias) => `unnest(ARRAY[1,2,3,4,5,6,7,8,9,10]) AS ${alias}(a)`)],
  ['postgresql', times((alias) => `string_to_table('1,2,3,4,5,6', ',') AS ${alias}(a)`)],
  ['postgresql', `SELECT a.x FROM orders o, (SELECT '[1,2]'::jsonb AS j) s, jsonb_array_elements(s.j) AS a(x)`],
  ['sqlite', times((alias) => `json_each('[1,2,3,4,5,6,7,8,9,10]') ${alias}`)],
  ['tsql', times((alias) => `string_split('1,2,3,4,5,6', ',') ${alias}`)],
  ['bigquery', times((alias) => `UNNEST([1,2,3,4,5,6,7,8,9,10]) AS ${alias}`)],
  ['snowflake', times((alias) => `(SELECT value FROM TABLE(SPLIT_TO_TABLE('1,2,3,4,5,6', ','))) ${alias}`)],
]

const repetition: [SqlDialect, string][] = [
  ['postgresql', "SELECT repeat('x', 1000000000) AS t"],
  ['postgresql', "SELECT rpad('x', 1000000000) AS t FROM orders"],
  ['postgresql', "SELECT format('%1000000s', 'x') AS t"],
  ['postgresql', 'SELECT repeat(status, id) AS t FROM orders'],
  ['postgresql', "SELECT repeat(repeat('x', 900), 900) AS t"],
  ['sqlite', "SELECT printf('%1000000d', id) AS t FROM orders"],
  ['sqlite', "SELECT printf('%*d', id, id) AS t FROM orders"],
  ['mysql', "SELECT repeat('x', 1000000000) AS t"],
  ['mysql', 'SELECT space(1000000000) AS t'],
  ['tsql', "SELECT replicate(CAST('x' AS varchar(max)), 1000000000) AS t"],
  ['oracle', "SELECT rpad('x', 1000000000) AS t FROM dual"],
  ['snowflake', "SELECT lpad('x', 100000000) AS t"],
  ['bigquery', "SELECT repeat('x', 1000000000) AS t"],
  ['dremio', "SELECT repeat('x', 1000000000) AS t"],
  ['hana', "SELECT lpad('x', 1000000000) AS t FROM dummy"],
]

/** Ordinary questions, which take time in proportion to the size of their tables. */
const honest: [SqlDialect, string][] = [
  ['postgresql', 'SELECT a.id FROM orders a, orders b, orders c'],
  ['postgresql', 'WITH big AS (SELECT * FROM orders) SELECT a.id FROM big a JOIN big b ON a.id = b.user_id'],
  [
    'postgresql',
    "SELECT o.id FROM orders o JOIN (VALUES ('new', 1), ('paid', 2)) AS s(name, rank) ON s.name = o.status",
  ],
  [
    'postgresql',
    'WITH p AS (SELECT 1 AS low, 9 AS high) SELECT o.id FROM orders o, p WHERE o.id BETWEEN p.low AND p.high',
  ],
  ['postgresql', 'SELECT o.id, t.x FROM orders o, unnest(string_to_array(o.status, chr(44))) AS t(x)'],
  ['postgresql', "SELECT lpad(CAST(id AS text), 8, '0') AS t FROM orders"],
  ['sqlite', "SELECT printf('%.2f', total) AS t FROM orders"],
  ['sqlite', 'SELECT o.id, j.value FROM orders o, json_each(o.status) j'],
  ['tsql', "SELECT RIGHT(REPLICATE('0', 8) + status, 8) AS t FROM orders"],
  ['tsql', 'SELECT o.id, v.x FROM orders o CROSS APPLY (VALUES (o.status), (o.tenant_id)) AS v(x)'],
  ['snowflake', 'SELECT o.id, f.value FROM orders o, LATERAL FLATTEN(input => o.status) f'],
  ['bigquery', 'SELECT o.id, s FROM orders o, UNNEST(SPLIT(o.status)) AS s'],
  ['oracle', 'SELECT lpad(status, 10) AS t FROM orders'],
]

describe('R18 R25 the gate reports that a query grows without tables', () => {
  test.each(Object.entries(recursion))('reports recursion on %s', async (dialect, sql) => {
    expect(await grows(sql, dialect as SqlDialect)).toBe(true)
  })

  test('reports two WITH queries that read each other', async () => {
    const sql =
      'WITH RECURSIVE a (i) AS (SELECT 1 UNION ALL SELECT i FROM b), b (i) AS (SELECT i FROM a) SELECT i FROM b'
    const result = await gate(shopRequest(sql, 'sqlite'), parseSql)
    expect(result.allowed ? result.growsWithoutTables : true).toBe(true)
  })

  test.each(series)('reports a series on %s: %s', async (dialect, sql) => {
    expect(await grows(sql, dialect)).toBe(true)
  })

  test.each(sqlDialects)('reports joined lists of one-row queries on %s', async (dialect) => {
    const list = ten(oneRow[dialect])
    expect(
      await grows(
        times((alias) => `(${list}) ${alias}`),
        dialect,
      ),
    ).toBe(true)
    const squared = Array.from(
      { length: 10 },
      (_, at) => `c${at + 1} AS (SELECT x.a FROM c${at} x CROSS JOIN c${at} y)`,
    )
    expect(await grows(`WITH c0 AS (${list}), ${squared.join(', ')} SELECT a FROM c10`, dialect)).toBe(true)
  })

  test.each(lists)('reports multiplied lists on %s: %s', async (dialect, sql) => {
    expect(await grows(sql, dialect)).toBe(true)
  })

  test.each(repetition)('reports repeated text on %s: %s', async (dialect, sql) => {
    expect(await grows(sql, dialect)).toBe(true)
  })

  test.each([
    ['a condition', "SELECT id FROM orders WHERE length(repeat('x', 1000000000)) > 1"],
    ['the order', "SELECT id FROM orders ORDER BY repeat('x', 1000000000)"],
    ['a subquery', 'SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM generate_series(1, 100000000000))'],
    ['a WITH query that nothing reads', "WITH a AS (SELECT repeat('x', 1000000000) AS t) SELECT id FROM orders"],
    ['a join’s condition', "SELECT o.id FROM orders o JOIN users u ON repeat('x', 1000000000) = u.name"],
  ])('reports repeated text in %s', async (_place, sql) => {
    expect(await grows(sql, 'postgresql')).toBe(true)
  })
})

describe('a query over tables does not grow', () => {
  test.each(honest)('reports no growth on %s: %s', async (dialect, sql) => {
    expect(await grows(sql, dialect)).toBe(false)
  })

  test.each(sqlDialects)('reports no growth for an ordinary question on %s', async (dialect) => {
    const place = schemaOf[dialect] === null ? '' : `${schemaOf[dialect]}.`
    const sql = `SELECT status, sum(total) AS s FROM ${place}orders GROUP BY status ORDER BY status`
    expect(await grows(sql, dialect)).toBe(false)
  })
})
