import { networkFailures } from '../testing/engine.ts'
import { configOfUrl, givenServer } from '../testing/given-server.ts'
import { describeGiven } from '../testing/given-suite.ts'
import { describeDriver } from '../testing/suite.ts'
import { countedSql } from './testing/model.ts'
import { endless, startStandIn } from './testing/stand-in.ts'
import { fixtures, valueCases } from './testing/values.ts'

const long = (length: number) => `REPEAT('x', ${length})`

const numbers = (count: number) => `${countedSql(9)} LIMIT ${count}`

// The conformance suite cannot run there: Dremio has no keys, and creates tables in only a few of its sources.
const given = givenServer('dremio')
if (given) {
  describeGiven({
    name: 'Dremio',
    loadDriver: async () => (await import('./driver.ts')).dremioDriver,
    config: { driver_type: 'flight', ...configOfUrl(given.url, { defaultPort: 32_010 }) },
    one: 'SELECT 1',
    wrongSecret: (config) => ({ ...config, password: 'certainly-wrong' }),
    numbers,
    endless,
    longText: (length) => `SELECT ${long(length)} AS t`,
    write: 'CREATE TABLE "$scratch".parlance_probe AS SELECT 1 AS id',
    missingTable: 'SELECT * FROM no_such_table',
    values: [
      { title: 'a text', sql: "SELECT 'it''s' AS t", cell: "it's" },
      { title: 'an integer beyond 2^53', sql: 'SELECT 9007199254740993', cell: '9007199254740993' },
    ],
  })
}

describeDriver({
  name: 'Dremio (stand-in)',
  loadDriver: async () => (await import('./driver.ts')).dremioDriver,
  start: async () => await startStandIn({ fixtures }),
  sql: {
    placeholder: () => '?',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    numbers,
    endless,
    longText: (length) => `SELECT ${long(length)} AS t`,
    hugeRow: `SELECT ${Array.from({ length: 9 }, () => long(15_000_000)).join(', ')}`,
    maxColumns: 800,
  },
  values: valueCases,
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    'UPDATE customers SET id = id + 10',
    'DELETE FROM customers',
    'MERGE INTO customers USING orders ON (customers.id = orders.number) WHEN MATCHED THEN DELETE',
    'TRUNCATE TABLE order_lines',
    'DROP TABLE order_lines',
    'CREATE TABLE made AS SELECT 1 AS id',
    'CREATE VIEW made AS SELECT 1 AS id',
    'ALTER SESSION SET "planner.slice_target" = 1',
    "COPY INTO customers FROM '@src/x.csv'",
    'OPTIMIZE TABLE customers',
    'VACUUM TABLE customers',
    "CALL SYSTEM$X('y')",
    'USE "Samples"',
    'EXPLAIN PLAN FOR SELECT 1',
    `SELECT * FROM TABLE("pg".EXTERNAL_QUERY('DELETE FROM customers RETURNING 1'))`,
    `SELECT * FROM TABLE("pg"."external_query"('DELETE FROM customers RETURNING 1'))`,
    '-- a remark\nDELETE FROM customers',
    '// a remark\nDELETE FROM customers',
  ],
  failures: [
    { title: 'a wrong password', change: (config) => ({ ...config, password: 'bad' }), kind: 'auth', stage: 'sign-in' },
    {
      title: 'a missing space',
      change: (config) => ({ ...config, database: 'no_such', schema_name: null }),
      kind: 'missing-object',
      stage: 'sign-in',
      message: /no space, source, or folder no_such/,
    },
    {
      title: 'a schema that no header can carry',
      change: (config) => ({ ...config, schema_name: 'Verkäufe' }),
      kind: 'unsupported',
      stage: 'sign-in',
    },
    ...networkFailures,
    {
      title: 'no TLS where it is asked for',
      change: (config) => ({ ...config, disable_tls: false }),
      kind: 'tls',
      stage: 'tls',
    },
  ],
  errors: [
    { sql: 'SELEC 1', kind: 'unsupported', position: null },
    { sql: "SELECT '🙂',\n  * FRM customers", kind: 'syntax', position: 17 },
    { sql: 'SELECT (', kind: 'syntax', position: 8 },
    { sql: '', kind: 'syntax', position: null },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: 14 },
    { sql: "SELECT 'line 9, column 9', no_such_column FROM customers", kind: 'missing-object', position: 27 },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: 7 },
  ],
  skips: {},
  needsRealEngine: {
    'introspects primary and foreign keys, including composite ones': 'Dremio has no keys.',
  },
})
