import { formatMessage, sqlDialects, type SqlDialect } from '@parlance/contract'
import { describe, expect, test } from 'vitest'
import type { GateAllowed, GateDenied, GateRequest, Parse } from './contract.ts'
import { gate } from './gate.ts'
import { parseSql } from './parse/index.ts'
import { schemaOf, shopRequest } from './testing/request.ts'

async function allow(
  sql: string,
  dialect: SqlDialect = 'sqlite',
  changes: Partial<GateRequest> = {},
): Promise<GateAllowed> {
  const result = await gate(shopRequest(sql, dialect, changes), parseSql)
  if (!result.allowed) throw new Error(`${sql}: ${JSON.stringify(result.reasons)}`)
  return result
}

async function refuse(
  sql: string,
  dialect: SqlDialect = 'sqlite',
  changes: Partial<GateRequest> = {},
): Promise<GateDenied> {
  const result = await gate(shopRequest(sql, dialect, changes), parseSql)
  if (result.allowed) throw new Error(`allowed: ${result.sql}`)
  return result
}

const firstText = ({ reasons }: GateDenied) => formatMessage(reasons[0]!.message)

const both: SqlDialect[] = ['sqlite', 'postgresql']

describe.each(both)('the gate on %s', (dialect) => {
  test('accepts a query, adds a row limit, and lists what it reads', async () => {
    const result = await allow(
      'SELECT u.name, sum(o.total) AS t FROM Users u JOIN orders o ON o.user_id = u.id GROUP BY u.name ORDER BY t DESC',
      dialect,
    )
    expect(result.sql).toMatch(/ORDER BY t DESC LIMIT 1000$/)
    const schema = schemaOf[dialect]
    expect(result.receipt.columns).toEqual([
      { table: { schema, table: 'users' }, columns: ['id', 'name'] },
      { table: { schema, table: 'orders' }, columns: ['user_id', 'total'] },
    ])
    expect(result.receipt.limit).toEqual({ rows: 1000, addedBy: 'gate' })
    expect(result.receipt.sentences.at(-1)).toBe('At most 1,000 rows are returned.')
    expect(result.displaySql).toContain('\nFROM\n')
  })

  test('leaves a smaller limit unchanged and lowers a larger one', async () => {
    expect((await allow('SELECT id FROM users LIMIT 5', dialect)).sql).toBe('SELECT id FROM users LIMIT 5')
    const lowered = await allow('SELECT id FROM users ORDER BY id LIMIT 50000 OFFSET 3', dialect)
    expect(lowered.sql).toBe('SELECT id FROM users ORDER BY id LIMIT 1000 OFFSET 3')
    expect((await allow('SELECT id FROM users', dialect, { limits: { maxRows: null } })).sql).toBe(
      'SELECT id FROM users',
    )
  })

  test('R08 drops comments before anything reads them', async () => {
    const result = await allow('SELECT id /* , (SELECT 1) */ FROM users -- ; DROP TABLE users\n', dialect)
    expect(result.sql.replace(/ +/g, ' ')).toBe('SELECT id FROM users LIMIT 1000')
  })

  test('binds named parameters in order and refuses those without a value', async () => {
    const result = await allow("SELECT id FROM users WHERE city = :city AND name <> ':x' AND city <> :city", dialect, {
      parameters: { city: "O'Brien" },
    })
    expect(result.params).toEqual(["O'Brien", "O'Brien"])
    expect(result.receipt.parameters.bound).toEqual(['city'])
    const { reasons } = await refuse('SELECT id FROM users WHERE city = :town', dialect)
    expect(reasons[0]).toMatchObject({ code: 'unresolved_parameter', position: 34 })
  })

  test.each([
    'WITH q AS (SELECT id FROM users), r AS (SELECT * FROM q) SELECT r.id FROM r',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n',
    'SELECT (SELECT max(o.total) FROM orders o WHERE o.user_id = u.id) FROM users u',
    'SELECT x.n FROM (SELECT name AS n FROM users) x WHERE x.n IS NOT NULL',
    'SELECT name FROM users UNION SELECT status FROM orders ORDER BY name',
    'SELECT id, row_number() OVER (PARTITION BY status ORDER BY total DESC) AS r FROM orders',
    "SELECT CASE WHEN total > 5 THEN 'big' ELSE 'small' END AS size, count(*) FROM orders GROUP BY size",
    'SELECT u.*, o.total FROM users u LEFT JOIN orders o ON u.id = o.user_id',
    'SELECT * FROM users JOIN orders USING (id)',
    "SELECT cast(total AS integer) FROM orders WHERE status IN ('a', 'b') AND total BETWEEN 1 AND 2",
    'SELECT "name" FROM "users" AS "User Table" WHERE "User Table"."id" = 1',
    'SELECT 1',
    "SELECT 'Zoë 🙂', name FROM users WHERE city = 'Zürich'",
  ])('accepts %s', async (sql) => {
    expect((await allow(sql, dialect)).receipt.limit).toEqual({ rows: 1000, addedBy: 'gate' })
  })

  test.each([
    ['R04', 'DROP TABLE users', 'not_select'],
    ['R04', 'SELECT 1; DROP TABLE users', 'not_one_statement'],
    ['R04', '', 'empty'],
    ['R04', '-- nothing', 'empty'],
    ['R05', 'WITH q AS (DELETE FROM users RETURNING id) SELECT * FROM q', 'not_select'],
    ['R05', 'WITH q AS (SELECT 1) DELETE FROM users', 'not_select'],
    ['R05', 'SELECT * INTO copied FROM users', 'forbidden_construct'],
    ['R05', 'SELECT * FROM users FOR UPDATE', 'forbidden_construct'],
    ['R05', 'EXPLAIN SELECT 1', 'not_select'],
    ['R06', "SELECT load_extension('x')", 'unknown_function'],
    ['R06', "SELECT 1 FROM users ORDER BY load_extension('x')", 'unknown_function'],
    ['R06', "SELECT pg_read_file('/etc/passwd')", 'unknown_function'],
    ['R06', 'SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL) FROM users', 'unknown_function'],
    ['R06', "SELECT * FROM pragma_table_info('users')", 'unknown_function'],
    ['R06', "SELECT * FROM readfile('x')", 'unknown_function'],
    ['R23', 'SELECT * FROM sqlite_master', 'unknown_table'],
    ['R23', 'SELECT * FROM pg_catalog.pg_class', 'unknown_table'],
    ['R23', 'WITH RECURSIVE users AS (SELECT * FROM users) SELECT * FROM users', 'ambiguous_name'],
    ['R23', 'SELECT 1 FROM orders WHERE id IN users', 'unparseable'],
    ['R23', 'TABLE nowhere', dialect === 'postgresql' ? 'unknown_table' : 'forbidden_construct'],
    ['R23', 'SELECT id FROM users WHERE nickname = 1', 'unknown_column'],
  ])('%s refuses %s', async (_, sql, code) => {
    const { reasons } = await refuse(sql, dialect)
    expect(reasons.map((reason) => reason.code)).toContain(code)
    expect(firstText({ allowed: false, reasons }).length).toBeGreaterThan(10)
  })

  test('R10 allows only tables of the business area, in any position', async () => {
    const schema = schemaOf[dialect]
    const allowedTables = [{ schema, table: 'users' }]
    await allow('SELECT * FROM USERS', dialect, { allowedTables })
    for (const sql of [
      'SELECT * FROM orders',
      'SELECT id FROM users WHERE id IN (SELECT user_id FROM orders)',
      'WITH q AS (SELECT * FROM orders) SELECT 1 FROM users',
      'SELECT (SELECT max(total) FROM orders) FROM users',
      'SELECT id FROM users UNION ALL SELECT id FROM orders',
      'SELECT id FROM users ORDER BY (SELECT max(id) FROM orders)',
      'SELECT id FROM users LIMIT (SELECT count(*) FROM orders)',
    ]) {
      const { reasons } = await refuse(sql, dialect, { allowedTables })
      expect(`${sql}: ${reasons.map((reason) => reason.code).join()}`).toContain('unknown_table')
    }
  })

  test('suggests the right name for a misspelled one', async () => {
    expect(firstText(await refuse('SELECT emial FROM users', dialect))).toContain('Did you mean email?')
    expect(firstText(await refuse('SELECT 1 FROM userz', dialect))).toContain('Did you mean users?')
  })

  test('reports where it cannot read a query', async () => {
    const { reasons } = await refuse("SELECT 'Zoë' FROM users\n WHERE WHERE id = 1", dialect)
    expect(reasons[0]).toMatchObject({ code: 'unparseable', position: dialect === 'sqlite' ? 37 : 31 })
  })

  test('R18 refuses hostile size and depth immediately, and reads the next query', async () => {
    expect((await refuse('SELECT ' + '('.repeat(10_000), dialect)).reasons[0]!.code).toBe('too_large')
    expect((await refuse('SELECT ' + '1+'.repeat(5000) + '1', dialect)).reasons[0]!.code).toBe('too_large')
    expect((await refuse('x'.repeat(1_000_000), dialect)).reasons[0]!.code).toBe('too_large')
    expect((await refuse('SELECT \uD800 FROM users', dialect)).reasons[0]!.code).toBe('unparseable')
    expect((await refuse("SELECT 'a\u0000' FROM users", dialect)).reasons[0]!.code).toBe('unparseable')
    await allow('SELECT 1', dialect)
  })
})

describe.each(both)('R18 hostile shapes on %s', (dialect) => {
  test.each([
    ['unions', `SELECT 1${' UNION ALL SELECT 1'.repeat(1600)}`],
    ['nested subqueries', `${'SELECT * FROM ('.repeat(150)}SELECT 1${')'.repeat(150)}`],
    ['nested functions', `SELECT ${'abs('.repeat(190)}1${')'.repeat(190)}`],
    ['columns', `SELECT ${'id, '.repeat(7000)}id FROM users`],
    ['list members', `SELECT id FROM users WHERE id IN (${'1, '.repeat(10_000)}1)`],
    ['conditions', `SELECT id FROM users WHERE ${'id = 1 AND '.repeat(480)}id = 1`],
    [
      'joins',
      `SELECT 1 FROM users u0 ${Array.from({ length: 300 }, (_, at) => `CROSS JOIN users u${at + 1}`).join(' ')}`,
    ],
    ['CASE', `SELECT ${'CASE WHEN 1 = 1 THEN '.repeat(120)}1${' END'.repeat(120)}`],
    ['NOT', `SELECT ${'NOT '.repeat(499)}true`],
    ['minus signs', `SELECT ${'- '.repeat(490)}1`],
    ['open parentheses', `SELECT (${'('.repeat(20)}`],
  ])('answers or refuses %s, and accepts the next query', async (_, sql) => {
    const result = await gate(shopRequest(sql, dialect), parseSql)
    expect(typeof result.allowed).toBe('boolean')
    expect((await allow('SELECT id FROM users', dialect)).receipt.tables).toHaveLength(1)
  })
})

describe.each(sqlDialects)('R18 queries that no parser may see on %s', (dialect) => {
  test.each([
    ['10,000 nested parentheses', `SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`, 'too_large'],
    ['10,000 columns', `SELECT ${'id, '.repeat(9999)}id FROM users`, 'too_large'],
    ['20,000 list members', `SELECT id FROM users WHERE id IN (${'1, '.repeat(19_999)}1)`, 'too_large'],
    ['a lone high surrogate', "SELECT '\uD83D' FROM users", 'unparseable'],
    ['a lone low surrogate in a name', 'SELECT id AS x\uDE42 FROM users', 'unparseable'],
    ['a NUL in text', "SELECT 'a\u0000b' FROM users", 'unparseable'],
    ['a NUL at the end', 'SELECT id FROM users\u0000', 'unparseable'],
  ])('refuses %s immediately and unread, and accepts the next query', async (_, sql, code) => {
    let parsed = 0
    const counting: Parse = (parsedDialect, text) => {
      parsed++
      return parseSql(parsedDialect, text)
    }
    const started = performance.now()
    const result = await gate(shopRequest(sql, dialect), counting)
    expect(performance.now() - started).toBeLessThan(1000)
    expect(!result.allowed && result.reasons.map((reason) => reason.code)).toEqual([code])
    expect(parsed).toBe(0)
    expect((await gate(shopRequest('SELECT id FROM users', dialect), counting)).allowed).toBe(true)
    expect(parsed).toBeGreaterThan(0)
  })
})

describe('other dialects', () => {
  test.each<[SqlDialect, string, string]>([
    ['mysql', 'SELECT `id` FROM users', 'SELECT `id` FROM users LIMIT 1000'],
    ['tsql', 'SELECT DISTINCT id FROM users', 'SELECT DISTINCT TOP (1000) id FROM users'],
    ['tsql', 'SELECT TOP 5 id FROM [users]', 'SELECT TOP 5 id FROM [users]'],
    ['tsql', 'SELECT id FROM users WHERE city = :city', 'SELECT TOP (1000) id FROM users WHERE city = @p1'],
    ['oracle', 'SELECT 1 FROM dual', 'SELECT 1 FROM dual FETCH FIRST 1000 ROWS ONLY'],
    [
      'oracle',
      'SELECT id FROM users WHERE city = :city AND name = :city',
      'SELECT id FROM users WHERE city = :1 AND name = :2 FETCH FIRST 1000 ROWS ONLY',
    ],
    [
      'snowflake',
      'SELECT id FROM users QUALIFY row_number() OVER (ORDER BY id) = 1',
      'SELECT id FROM users QUALIFY row_number() OVER (ORDER BY id) = 1 LIMIT 1000',
    ],
    ['bigquery', 'SELECT id FROM `shop.users` AS u', 'SELECT id FROM `shop.users` AS u LIMIT 1000'],
    ['dremio', 'SELECT "id" FROM shop."users"', 'SELECT "id" FROM shop."users" LIMIT 1000'],
    ['hana', 'SELECT 1 FROM dummy', 'SELECT 1 FROM dummy LIMIT 1000'],
  ])('%s: %s', async (dialect, sql, expected) => {
    expect((await allow(sql, dialect, { parameters: { city: 'x' } })).sql).toBe(expected)
  })
})

describe('SQLite', () => {
  test('reads a double-quoted word as a column first, and as text if no column has that name', async () => {
    const result = await allow(`SELECT "name" FROM users WHERE city = "O'Brien" OR "email" = "it""s"`)
    expect(result.sql).toBe(`SELECT "name" FROM users WHERE city = 'O''Brien' OR "email" = 'it"s' LIMIT 1000`)
    expect(result.receipt.columns[0]!.columns).toEqual(['name', 'email', 'city'])
  })

  test('R23 reads a double-quoted word as a column of an outer query before it reads it as text', async () => {
    const result = await allow('SELECT name FROM users WHERE EXISTS (SELECT 1 FROM orders WHERE status = "email")')
    expect(result.sql).toContain('status = "email"')
    expect(result.receipt.columns[0]!.columns).toEqual(['name', 'email'])
  })

  test('reads GLOB, which one of its parsers does not know', async () => {
    const result = await allow("SELECT name FROM users WHERE name GLOB 'A*' AND glob('b*', city)")
    expect(result.sql).toContain("name GLOB 'A*'")
  })

  test('reads rowid as a hidden column and lists it', async () => {
    expect((await allow('SELECT rowid FROM users')).receipt.columns[0]!.columns).toEqual(['rowid'])
  })
})

describe('PostgreSQL', () => {
  test('R23 reads a whole row as every column', async () => {
    const result = await allow('SELECT row_to_json(u) FROM users u', 'postgresql')
    expect(result.receipt.columns[0]!.columns).toContain('ssn')
  })

  test.each([
    "SELECT 'secrets'::regclass",
    'SELECT ARRAY(TABLE secrets)',
    "SELECT query_to_xml('select 1', true, true, '')",
    'TABLE secrets',
    'TABLE ONLY secrets',
    'SELECT * FROM U&"\\0073ecrets"',
    'SELECT * FROM U&"!0073ecrets" UESCAPE \'!\'',
    'SELECT * FROM ONLY secrets',
    'SELECT * FROM secrets TABLESAMPLE system (1)',
    'SELECT * FROM users TABLESAMPLE system ((SELECT count(*) FROM secrets))',
    'SELECT * FROM users TABLESAMPLE system_rows (1)',
    'SELECT id OPERATOR(public.=) 1 FROM users',
    "SELECT set_config('a', 'b', false)",
    'SELECT current_user',
    'SELECT $1',
  ])('R06 R23 refuses %s', async (sql) => {
    const { reasons } = await refuse(sql, 'postgresql', { allowedTables: [{ schema: 'public', table: 'users' }] })
    expect(reasons.length).toBeGreaterThan(0)
  })
})
