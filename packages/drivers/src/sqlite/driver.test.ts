import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { seedTables } from '../testing/engine.ts'
import { describeDriver } from '../testing/suite.ts'
import { quoteIdentifier } from './authorizer.ts'

const numbers = (count: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT ${count}) SELECT n FROM numbers`

describeDriver({
  name: 'SQLite',
  loadDriver: async () => (await import('./driver.ts')).sqliteDriver,
  start: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-sqlite-'))
    const path = join(folder, 'suite.db')
    const db = new DatabaseSync(path)
    for (const sql of seedTables(quoteIdentifier, 'TEXT')) db.exec(sql)
    db.close()
    return { config: { database: path }, countRunning: null, stop: async () => rmSync(folder, { recursive: true }) }
  },
  sql: {
    placeholder: () => '?',
    quote: quoteIdentifier,
    numbers,
    endless: 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
    longText: (length) => `SELECT printf('%.*c', ${length}, 'x') AS t`,
    hugeRow: 'SELECT zeroblob(70000000)',
    maxColumns: 2000,
  },
  values: [
    { title: 'the largest safe integer', sql: 'SELECT 9007199254740991', cell: 9007199254740991, kind: 'integer' },
    {
      title: 'an integer above the largest safe one',
      sql: 'SELECT 9007199254740993',
      cell: '9007199254740993',
      kind: 'integer',
    },
    { title: 'the smallest integer', sql: 'SELECT -9223372036854775807 - 1', cell: '-9223372036854775808' },
    { title: 'a fraction', sql: 'SELECT 0.1 + 0.2', cell: 0.1 + 0.2, kind: 'number' },
    { title: 'infinity', sql: 'SELECT 9e999', cell: 'Infinity', kind: 'number' },
    { title: 'minus infinity', sql: 'SELECT -9e999', cell: '-Infinity' },
    { title: 'binary', sql: "SELECT x'00ff10'", cell: '\\x00ff10', kind: 'binary' },
    { title: 'NULL', sql: 'SELECT NULL', cell: null, kind: 'other' },
    { title: 'a date', sql: "SELECT date('2026-02-28', '+1 day')", cell: '2026-03-01', kind: 'date' },
    {
      title: 'a timestamp',
      sql: "SELECT datetime('2026-02-28 23:59:59')",
      cell: '2026-02-28 23:59:59',
      kind: 'timestamp',
    },
    { title: 'a month is text', sql: "SELECT strftime('%Y-%m', '2026-02-28')", cell: '2026-02', kind: 'text' },
    { title: 'text in double quotes', sql: 'SELECT "no such column"', cell: 'no such column', kind: 'text' },
    { title: 'JSON as text', sql: `SELECT json('{"a": [1]}')`, cell: '{"a":[1]}' },
    { title: 'emoji and combining marks', sql: "SELECT '👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301', kind: 'text' },
    { title: 'not a number as NULL, which the engine makes of it', sql: 'SELECT 9e999 - 9e999', cell: null },
    { title: 'a text with NUL', sql: "SELECT 'a' || char(0) || 'b'", cell: 'a\0b', kind: 'text' },
    { title: 'no bytes', sql: "SELECT x''", cell: '\\x', kind: 'binary' },
    { title: 'an empty text', sql: "SELECT ''", cell: '', kind: 'text' },
    { title: 'a whole real', sql: 'SELECT 1.0', cell: 1, kind: 'number' },
    { title: 'the largest real', sql: 'SELECT 1.7976931348623157e308', cell: 1.7976931348623157e308, kind: 'number' },
    { title: 'a decimal column', sql: 'SELECT balance FROM customers WHERE id = 2', cell: -3.25, kind: 'number' },
    {
      title: 'a date column',
      sql: "SELECT order_date FROM orders WHERE region = 'north'",
      cell: '2026-01-31',
      kind: 'date',
    },
  ],
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL) RETURNING id",
    'WITH gone AS (SELECT 1) DELETE FROM customers RETURNING id',
    'UPDATE customers SET id = id + 10',
    'DELETE FROM customers',
    'DROP TABLE customers',
    'CREATE TABLE made (id INTEGER)',
    'CREATE TEMP TABLE made AS SELECT 1',
    'PRAGMA query_only = 0',
    'PRAGMA writable_schema = 1',
    "ATTACH DATABASE ':memory:' AS other",
    "VACUUM INTO 'copy.db'",
    'BEGIN IMMEDIATE',
    'SAVEPOINT s',
    "SELECT load_extension('libc.so.6')",
    'EXPLAIN DELETE FROM customers',
  ],
  failures: [
    {
      title: 'a missing file',
      change: (config) => ({ database: `${String(config.database)}.gone` }),
      kind: 'unreachable',
      stage: 'resolve',
      message: /no database file at .*suite\.db\.gone/,
    },
    {
      title: 'a folder',
      change: () => ({ database: tmpdir() }),
      kind: 'unsupported',
      stage: 'resolve',
      message: /not a file/,
    },
    {
      title: 'a file that is no database',
      change: (config) => {
        const database = `${String(config.database)}.txt`
        writeFileSync(database, 'name,price\n'.repeat(1000))
        return { database }
      },
      kind: 'unsupported',
      stage: 'reach',
      message: /not a SQLite database/,
    },
  ],
  errors: [
    { sql: 'SELEC 1', kind: 'syntax', position: 0 },
    { sql: 'SELECT * FRM customers', kind: 'syntax', position: 9 },
    { sql: 'SELECT (', kind: 'syntax', position: null },
    { sql: '', kind: 'syntax', position: null },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: 14 },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: 7 },
    { sql: 'SELECT zeroblob(200000000)', kind: 'limit', position: null },
    { sql: 'SELECT abs(-9223372036854775807 - 1)', kind: 'limit', position: null },
    { sql: "SELECT json('{')", kind: 'unknown', position: null },
  ],
  skips: {},
})
