import { networkFailures } from '../testing/engine.ts'
import { configOfUrl, givenServer } from '../testing/given-server.ts'
import { describeGiven } from '../testing/given-suite.ts'
import { describeDriver } from '../testing/suite.ts'
import { startStandIn } from './testing/stand-in.ts'

// The conformance suite cannot run there: the connector cannot create tables.
const given = givenServer('mongodb')
if (given) {
  describeGiven({
    name: 'MongoDB BI Connector',
    loadDriver: async () => (await import('./driver.ts')).mongodbDriver,
    config: configOfUrl(given.url, { defaultPort: 3307 }),
    one: 'SELECT 1',
    wrongSecret: (config) => ({ ...config, password: 'certainly-wrong' }),
    bound: { sql: 'SELECT ? AS a, ? AS b', params: ["' OR 1=1 --\\", 2], row: ["' OR 1=1 --\\", 2] },
    longText: (length) => `SELECT REPEAT('x', ${length}) AS t`,
    write: 'CREATE TABLE parlance_probe (id INTEGER)',
    missingTable: 'SELECT * FROM no_such_table',
    values: [
      { title: 'NULL', sql: 'SELECT NULL', cell: null },
      { title: 'emoji and combining marks', sql: "SELECT '👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301' },
      { title: 'an integer beyond 2^53', sql: 'SELECT 9007199254740993', cell: '9007199254740993' },
      { title: 'a date', sql: "SELECT DATE('2026-03-01')", cell: '2026-03-01' },
    ],
  })
}

describeDriver({
  name: 'MongoDB BI Connector (stand-in)',
  loadDriver: async () => (await import('./driver.ts')).mongodbDriver,
  start: startStandIn,
  sql: {
    placeholder: () => '?',
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    numbers: (count) => `SELECT n, dots FROM series.numbers LIMIT ${count}`,
    endless: 'SELECT COUNT(*) FROM series.numbers',
    longText: (length) => `SELECT REPEAT('x', ${length}) AS t`,
    hugeRow: `SELECT ${Array.from({ length: 9 }, () => "REPEAT('x', 15000000)").join(', ')}`,
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
    {
      title: 'a decimal',
      sql: 'SELECT CAST(12345678901234567890.123456789 AS DECIMAL)',
      cell: '12345678901234567890.123456789',
      kind: 'number',
    },
    { title: 'a double', sql: 'SELECT 1e-1 + 2e-1', cell: 0.1 + 0.2, kind: 'number' },
    { title: 'a boolean of the documents', sql: 'SELECT isPaid FROM receipts', cell: 1, kind: 'boolean' },
    { title: 'NULL', sql: 'SELECT NULL', cell: null },
    { title: 'a date', sql: "SELECT DATE('2026-03-01')", cell: '2026-03-01', kind: 'date' },
    {
      title: 'a timestamp',
      sql: "SELECT TIMESTAMP('2026-02-28 23:59:59.123456')",
      cell: '2026-02-28 23:59:59.123456',
      kind: 'timestamp',
    },
    { title: 'emoji and combining marks', sql: "SELECT '👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301', kind: 'text' },
    { title: 'backslashes escape', sql: "SELECT 'a\\nb'", cell: 'a\nb' },
    { title: 'a question mark within a text', sql: "SELECT 'what?' AS `why?`", cell: 'what?', kind: 'text' },
  ],
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    'UPDATE customers SET id = id + 10',
    'DELETE FROM customers',
    'CREATE TABLE made (id INTEGER)',
    'DROP TABLE order_lines',
    'ALTER TABLE customers RENAME TO gone',
    'FLUSH SAMPLE',
    'SET GLOBAL log_level = 2',
    "SELECT id FROM customers INTO OUTFILE '/tmp/parlance-outfile.txt'",
    '/*! DELETE FROM customers */',
    'KILL QUERY 1',
    'COMMIT',
  ],
  failures: [
    { title: 'a wrong password', change: (config) => ({ ...config, password: 'bad' }), kind: 'auth', stage: 'sign-in' },
    {
      title: 'a wrong authentication database',
      change: (config) => ({ ...config, auth_source: 'other' }),
      kind: 'auth',
      stage: 'sign-in',
    },
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
    },
  ],
  errors: [
    { sql: 'SELEC 1', kind: 'unsupported', position: null },
    { sql: "SELECT '🙂', * FRM customers", kind: 'syntax', position: null },
    { sql: 'SELECT (', kind: 'syntax', position: null },
    { sql: '', kind: 'syntax', position: null },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: null },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: null },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: null },
  ],
  skips: {},
  needsRealEngine: {
    'returns the definition of a view': 'The connector does not tell what a view is made of.',
  },
})
