import type { SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import { gate } from '../gate.ts'
import { parseSql } from '../parse/index.ts'
import { shopRequest } from '../testing/request.ts'

type Limit = { rows: number; addedBy: 'gate' | 'query' } | null

const own = (rows: number): Limit => ({ rows, addedBy: 'query' })
const capped: Limit = { rows: 100, addedBy: 'gate' }

/** Dialect, query, the SQL that runs, the receipt's text; null if only the driver counts the rows. */
const cases: [SqlDialect, string, string, Limit][] = [
  ['tsql', 'SELECT id FROM users', 'SELECT TOP (100) id FROM users', capped],
  ['tsql', 'SELECT DISTINCT id FROM users ORDER BY id', 'SELECT DISTINCT TOP (100) id FROM users ORDER BY id', capped],
  ['tsql', 'SELECT TOP 5 id FROM users', 'SELECT TOP 5 id FROM users', own(5)],
  ['tsql', 'SELECT TOP 5000 id FROM users', 'SELECT TOP 100 id FROM users', capped],
  ['tsql', 'SELECT DISTINCT TOP (5000) id FROM users', 'SELECT DISTINCT TOP (100) id FROM users', capped],
  ['tsql', 'SELECT TOP (2 + 3) id FROM users', 'SELECT TOP (2 + 3) id FROM users', null],
  ['tsql', 'SELECT TOP 5 PERCENT id FROM users', 'SELECT TOP 5 PERCENT id FROM users', null],
  [
    'tsql',
    'SELECT TOP 5 WITH TIES id FROM users ORDER BY id',
    'SELECT TOP 5 WITH TIES id FROM users ORDER BY id',
    null,
  ],
  [
    'tsql',
    'SELECT id FROM users UNION SELECT id FROM orders',
    'SELECT id FROM users UNION SELECT id FROM orders',
    null,
  ],
  [
    'tsql',
    'SELECT id FROM users UNION SELECT id FROM orders ORDER BY id',
    'SELECT id FROM users UNION SELECT id FROM orders ORDER BY id OFFSET 0 ROWS FETCH NEXT 100 ROWS ONLY',
    capped,
  ],
  [
    'tsql',
    'SELECT id FROM users ORDER BY id OFFSET 10 ROWS',
    'SELECT id FROM users ORDER BY id OFFSET 10 ROWS FETCH NEXT 100 ROWS ONLY',
    capped,
  ],
  [
    'tsql',
    'SELECT id FROM users ORDER BY id OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
    'SELECT id FROM users ORDER BY id OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
    own(5),
  ],
  [
    'tsql',
    'SELECT id FROM users UNION SELECT 1 ORDER BY id OPTION (MAXRECURSION 9)',
    'SELECT id FROM users UNION SELECT 1 ORDER BY id OFFSET 0 ROWS FETCH NEXT 100 ROWS ONLY OPTION (MAXRECURSION 9)',
    capped,
  ],
  ['oracle', 'SELECT id FROM users', 'SELECT id FROM users FETCH FIRST 100 ROWS ONLY', capped],
  [
    'oracle',
    'SELECT id FROM users WHERE ROWNUM <= 5',
    'SELECT id FROM users WHERE ROWNUM <= 5 FETCH FIRST 100 ROWS ONLY',
    capped,
  ],
  ['oracle', 'SELECT id FROM users FETCH FIRST 5 ROWS ONLY', 'SELECT id FROM users FETCH FIRST 5 ROWS ONLY', own(5)],
  [
    'oracle',
    'SELECT id FROM users OFFSET 10 ROWS',
    'SELECT id FROM users OFFSET 10 ROWS FETCH NEXT 100 ROWS ONLY',
    capped,
  ],
  // FETCH over two columns with the same name is ORA-00918.
  ['oracle', 'SELECT u.id, o.id FROM users u, orders o', 'SELECT u.id, o.id FROM users u, orders o', null],
  ['oracle', 'SELECT * FROM users u, orders o', 'SELECT * FROM users u, orders o', null],
  ['snowflake', 'SELECT id FROM users', 'SELECT id FROM users LIMIT 100', capped],
  ['snowflake', 'SELECT TOP 5000 id FROM users', 'SELECT TOP 100 id FROM users', capped],
  ['snowflake', 'SELECT id FROM users LIMIT 5', 'SELECT id FROM users LIMIT 5', own(5)],
  ['snowflake', 'SELECT id FROM users UNION SELECT 1', 'SELECT id FROM users UNION SELECT 1 LIMIT 100', capped],
  ['bigquery', 'SELECT id FROM users LIMIT 5000 OFFSET 3', 'SELECT id FROM users LIMIT 100 OFFSET 3', capped],
  ['dremio', 'SELECT id FROM users', 'SELECT id FROM users LIMIT 100', capped],
  [
    'dremio',
    'SELECT id FROM users OFFSET 10 ROWS',
    'SELECT id FROM users OFFSET 10 ROWS FETCH NEXT 100 ROWS ONLY',
    capped,
  ],
  ['hana', 'SELECT id FROM users', 'SELECT id FROM users LIMIT 100', capped],
  ['hana', 'SELECT TOP 5 id FROM users', 'SELECT TOP 5 id FROM users', own(5)],
]

describe('R18 the gate limits rows', () => {
  test.each(cases)('%s: %s', async (dialect, sql, expected, limit) => {
    const result = await gate(shopRequest(sql, dialect, { limits: { maxRows: 100 } }), parseSql)
    if (!result.allowed) throw new Error(JSON.stringify(result.reasons[0]))
    expect(result.sql).toBe(expected)
    expect(result.receipt.limit).toEqual(limit)
    const said = result.receipt.sentences.includes('At most 100 rows are fetched.')
    expect(said).toBe(limit === null)
  })
})
