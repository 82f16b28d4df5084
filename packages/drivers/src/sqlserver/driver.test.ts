import { networkFailures } from '../testing/engine.ts'
import { givenServer } from '../testing/given-server.ts'
import { describeDriver } from '../testing/suite.ts'
import { startOnGiven } from './testing/given.ts'
import { startStandIn } from './testing/stand-in.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

const given = givenServer('sqlserver')

describeDriver({
  name: given ? 'SQL Server' : 'SQL Server (stand-in)',
  loadDriver: async () => (await import('./driver.ts')).sqlserverDriver,
  start: async () => (given ? await startOnGiven(given, quote) : await startStandIn()),
  sql: {
    placeholder: (place) => `@p${place}`,
    quote,
    // Wide rows, so that data already in the sockets when a statement ends is read quickly.
    numbers: (count) => `SELECT value AS n, REPLICATE('.', 100) AS dots FROM GENERATE_SERIES(1, ${count})`,
    endless: 'SELECT COUNT_BIG(*) FROM GENERATE_SERIES(1, 100000000000)',
    longText: (length) => `SELECT REPLICATE(CAST('x' AS varchar(max)), ${length}) AS t`,
    hugeRow: "SELECT REPLICATE(CAST('x' AS varchar(max)), 140000000)",
    maxColumns: 2000,
  },
  values: [
    { title: 'the answer that the protocol documents', sql: "SELECT 'foo' AS 'bar'", cell: 'foo', kind: 'text' },
    { title: 'the largest safe integer', sql: 'SELECT CAST(9007199254740991 AS bigint)', cell: 9007199254740991 },
    {
      title: 'an integer above the largest safe one',
      sql: 'SELECT CAST(9007199254740993 AS bigint)',
      cell: '9007199254740993',
      kind: 'integer',
    },
    { title: 'a small integer', sql: 'SELECT CAST(255 AS tinyint)', cell: 255, kind: 'integer' },
    {
      title: 'a decimal',
      sql: 'SELECT CAST(12345678901234567890.123456789 AS decimal(38, 9))',
      cell: '12345678901234567890.123456789',
      kind: 'number',
    },
    { title: 'trailing zeros of a decimal', sql: 'SELECT CAST(-10.5 AS decimal(10, 2))', cell: '-10.50' },
    {
      title: 'the largest amount of money',
      sql: 'SELECT CAST(922337203685477.5807 AS money)',
      cell: '922337203685477.5807',
      kind: 'number',
    },
    { title: 'the smallest amount', sql: 'SELECT CAST(-0.0001 AS smallmoney)', cell: '-0.0001' },
    { title: 'a double', sql: 'SELECT 1e-1 + 2e-1', cell: 0.1 + 0.2, kind: 'number' },
    {
      title: 'a single-precision number with the digits that were written',
      sql: 'SELECT CAST(0.1 AS real)',
      cell: 0.1,
      kind: 'number',
    },
    { title: 'a bit is true', sql: 'SELECT CAST(1 AS bit)', cell: true, kind: 'boolean' },
    { title: 'NULL', sql: 'SELECT NULL', cell: null },
    { title: 'a date', sql: "SELECT CAST('2026-03-01' AS date)", cell: '2026-03-01', kind: 'date' },
    { title: 'a time', sql: "SELECT CAST('23:59:59' AS time(0))", cell: '23:59:59', kind: 'time' },
    {
      title: 'a datetime to its three-hundredth of a second',
      sql: "SELECT CAST('2026-02-28 23:59:59.997' AS datetime)",
      cell: '2026-02-28 23:59:59.997',
      kind: 'timestamp',
    },
    {
      title: 'a datetime of minutes',
      sql: "SELECT CAST('2026-02-28 23:59' AS smalldatetime)",
      cell: '2026-02-28 23:59:00',
    },
    {
      title: 'a timestamp to the hundred nanoseconds',
      sql: "SELECT CAST('2026-02-28 23:59:59.1234567' AS datetime2(7))",
      cell: '2026-02-28 23:59:59.1234567',
      kind: 'timestamp',
    },
    {
      title: 'a timestamp with its zone',
      sql: "SELECT CAST('2026-02-28 23:59:59.1234567 +05:30' AS datetimeoffset(7))",
      cell: '2026-02-28 23:59:59.1234567 +05:30',
      kind: 'timestamp',
    },
    {
      title: 'a unique identifier',
      sql: "SELECT CAST('6F9619FF-8B86-D011-B42D-00C04FC964FF' AS uniqueidentifier)",
      cell: '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      kind: 'text',
    },
    { title: 'binary', sql: 'SELECT CAST(0x00ff10 AS varbinary(10))', cell: '\\x00ff10', kind: 'binary' },
    { title: 'xml is text', sql: "SELECT CAST('<a/>' AS xml)", cell: '<a/>', kind: 'text' },
    {
      title: 'geography is its bytes',
      sql: 'SELECT geography::Point(1, 2, 4326)',
      cell: '\\xe6100000010c000000000000f03f0000000000000040',
      kind: 'other',
    },
    {
      title: 'a decimal within a variant',
      sql: 'SELECT CAST(CAST(1.10 AS decimal(5, 2)) AS sql_variant)',
      cell: '1.10',
      kind: 'other',
    },
    { title: 'emoji and combining marks', sql: "SELECT N'👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301', kind: 'text' },
  ],
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    'DELETE FROM order_lines OUTPUT deleted.id',
    'UPDATE customers SET id = id + 10',
    'WITH c AS (SELECT id FROM customers) DELETE FROM c',
    'MERGE customers AS c USING orders AS o ON c.id = o.number WHEN MATCHED THEN DELETE;',
    'TRUNCATE TABLE order_lines',
    'DROP TABLE order_lines',
    'CREATE TABLE made (id INTEGER)',
    'SELECT id INTO made FROM customers',
    "EXEC('DELETE FROM customers')",
    'COMMIT',
    'SET XACT_ABORT OFF',
    'BEGIN TRANSACTION',
    "WAITFOR DELAY '00:00:01'",
    "BULK INSERT customers FROM 'c:\\x'",
    "SELECT * FROM OPENROWSET('x', 'y', 'z') AS t",
  ],
  failures: [
    { title: 'a wrong password', change: (config) => ({ ...config, password: 'bad' }), kind: 'auth', stage: 'sign-in' },
    {
      title: 'a missing database',
      change: (config) => ({ ...config, database: 'no_such' }),
      kind: 'missing-object',
      stage: 'sign-in',
    },
    ...networkFailures,
    {
      title: 'no TLS where it is asked for',
      change: (config) => ({ ...config, tls: 'require' }),
      kind: 'tls',
      stage: 'tls',
      message: /does not support TLS/,
    },
  ],
  errors: [
    { sql: 'SELEC 1', kind: 'unsupported', position: null },
    { sql: "SELECT '🙂',\n  * FRM customers", kind: 'syntax', position: 17 },
    { sql: 'SELECT (', kind: 'syntax', position: 7 },
    { sql: '', kind: 'syntax', position: null },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: 14 },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: 7 },
  ],
  skips: {},
})
