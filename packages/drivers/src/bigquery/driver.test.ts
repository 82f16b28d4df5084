import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCredentials } from '../testing/google-stand-in.ts'
import { configOfUrl, givenServer } from '../testing/given-server.ts'
import { describeGiven } from '../testing/given-suite.ts'
import { describeDriver } from '../testing/suite.ts'
import { createBigqueryDriver } from './driver.ts'
import { quote } from './stand-in-sql.ts'
import { endless, startBigquery, type Fixture } from './stand-in.ts'

const struct = {
  name: 's',
  type: 'RECORD',
  fields: [
    { name: 'a', type: 'INTEGER' },
    { name: 'b', type: 'STRING', mode: 'REPEATED' },
    { name: 'c', type: 'NUMERIC' },
  ],
}

/** One value for each form in https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/getQueryResults. */
const forms: [
  title: string,
  sql: string,
  field: object,
  wire: unknown,
  cell: string | number | boolean | null,
  kind: string,
][] = [
  [
    'the largest safe integer',
    'SELECT 9007199254740991',
    { type: 'INTEGER' },
    '9007199254740991',
    9007199254740991,
    'integer',
  ],
  [
    'an integer above the largest safe one',
    'SELECT 9007199254740993',
    { type: 'INTEGER' },
    '9007199254740993',
    '9007199254740993',
    'integer',
  ],
  [
    'the smallest integer',
    'SELECT -9223372036854775808',
    { type: 'INTEGER' },
    '-9223372036854775808',
    '-9223372036854775808',
    'integer',
  ],
  [
    'a NUMERIC',
    'SELECT NUMERIC "12345678901234567890.123456789"',
    { type: 'NUMERIC' },
    '12345678901234567890.123456789',
    '12345678901234567890.123456789',
    'number',
  ],
  ['a BIGNUMERIC', 'SELECT BIGNUMERIC "1e38"', { type: 'BIGNUMERIC' }, '1e38', '1e38', 'number'],
  ['a float', 'SELECT 0.1 + 0.2', { type: 'FLOAT' }, '0.30000000000000004', 0.1 + 0.2, 'number'],
  ['NaN', 'SELECT CAST("nan" AS FLOAT64)', { type: 'FLOAT' }, 'NaN', 'NaN', 'number'],
  ['minus infinity', 'SELECT CAST("-inf" AS FLOAT64)', { type: 'FLOAT' }, '-Infinity', '-Infinity', 'number'],
  ['true', 'SELECT TRUE', { type: 'BOOLEAN' }, 'true', true, 'boolean'],
  ['NULL', 'SELECT CAST(NULL AS STRING)', { type: 'STRING' }, null, null, 'text'],
  ['binary', 'SELECT b"\\x00\\xff\\x10"', { type: 'BYTES' }, 'AP8Q', '\\x00ff10', 'binary'],
  ['a date', 'SELECT DATE "2026-03-01"', { type: 'DATE' }, '2026-03-01', '2026-03-01', 'date'],
  ['a time', 'SELECT TIME "23:59:59.123456"', { type: 'TIME' }, '23:59:59.123456', '23:59:59.123456', 'time'],
  [
    'a date and time',
    'SELECT DATETIME "2026-02-28 23:59:59.5"',
    { type: 'DATETIME' },
    '2026-02-28T23:59:59.500000',
    '2026-02-28 23:59:59.500000',
    'timestamp',
  ],
  [
    'a timestamp to the microsecond',
    'SELECT TIMESTAMP "2026-01-31 12:00:00.123456+05:30"',
    { type: 'TIMESTAMP' },
    '1769841000123456',
    '2026-01-31 06:30:00.123456+00',
    'timestamp',
  ],
  [
    'a timestamp before 1970',
    'SELECT TIMESTAMP "1969-12-31 23:59:59.5+00"',
    { type: 'TIMESTAMP' },
    '-500000',
    '1969-12-31 23:59:59.5+00',
    'timestamp',
  ],
  ['JSON', `SELECT JSON '{"a": 1}'`, { type: 'JSON' }, '{"a":1}', '{"a":1}', 'json'],
  ['a place', 'SELECT ST_GEOGPOINT(1, 2)', { type: 'GEOGRAPHY' }, 'POINT(1 2)', 'POINT(1 2)', 'other'],
  ['an interval', 'SELECT INTERVAL 1 DAY', { type: 'INTERVAL' }, '0-0 1 0:0:0', '0-0 1 0:0:0', 'other'],
  [
    'an array',
    'SELECT [1, 9007199254740993]',
    { type: 'INTEGER', mode: 'REPEATED' },
    [{ v: '1' }, { v: '9007199254740993' }],
    '[1,9007199254740993]',
    'json',
  ],
  [
    'a struct',
    'SELECT STRUCT(1 AS a, ["x", "y"] AS b, NULL AS c)',
    struct,
    { f: [{ v: '1' }, { v: [{ v: 'x' }, { v: 'y' }] }, { v: null }] },
    '{"a":1,"b":["x","y"],"c":null}',
    'json',
  ],
  ['emoji and combining marks', 'SELECT "👩‍👩‍👧 e\u0301"', { type: 'STRING' }, '👩‍👩‍👧 e\u0301', '👩‍👩‍👧 e\u0301', 'text'],
]

const fixtures: Record<string, Fixture> = Object.fromEntries(
  forms.map(([, sql, field, wire]) => [sql, { fields: [{ name: 'f0_', mode: 'NULLABLE', ...field }], rows: [[wire]] }]),
)

const values = forms.map(([title, sql, , , cell, kind]) => ({ title, sql, cell, kind: kind as 'text' }))
const numbers = (count: number) => `SELECT n FROM UNNEST(GENERATE_ARRAY(1, ${count})) AS n`

// The conformance suite cannot run there: BigQuery does not allow the table and column names that it tries.
const given = givenServer('bigquery')
if (given) {
  // `endpoint` is the address of a service other than Google's, such as an emulator.
  const names = { host: 'project_id', database: 'dataset' }
  const { endpoint: address, ...config } = configOfUrl(given.url, { defaultPort: null, names })
  describeGiven({
    name: 'BigQuery',
    loadDriver: async () => createBigqueryDriver(typeof address === 'string' ? address : null),
    config,
    one: 'SELECT 1',
    wrongSecret: (right) => ({ ...right, credentials_path: null, credentials_json: '{"type": "service_account"}' }),
    bound: { sql: 'SELECT ?, ?', params: ["' OR 1=1 --", 2], row: ["' OR 1=1 --", 2] },
    numbers,
    endless,
    longText: (length) => `SELECT REPEAT('x', ${length}) AS t`,
    write: 'CREATE TABLE parlance_probe (id INT64)',
    missingTable: 'SELECT * FROM no_such_table',
    values,
  })
}

let endpoint = ''
const folder = mkdtempSync(join(tmpdir(), 'parlance-bigquery-'))
const key = (change: object = {}) =>
  readFileSync(writeCredentials(join(folder, 'key.json'), 'service_account', change), 'utf8')

describeDriver({
  name: 'BigQuery',
  loadDriver: async () => createBigqueryDriver(endpoint),
  start: async () => {
    const standIn = await startBigquery(fixtures)
    endpoint = standIn.endpoint
    return {
      config: { project_id: 'stand-in', dataset: 'suite', credentials_json: key(), maximum_gigabytes: 0 },
      countRunning: async () => standIn.countRunning(),
      stop: async () => {
        await standIn.stop()
        rmSync(folder, { recursive: true })
      },
    }
  },
  sql: {
    placeholder: () => '?',
    quote,
    numbers,
    endless,
    longText: (length) => `SELECT REPEAT('x', ${length}) AS t`,
    hugeRow: "SELECT REPEAT('x', 70000000)",
    maxColumns: 2000,
  },
  values,
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    'UPDATE customers SET id = id + 10 WHERE true',
    'DELETE FROM customers WHERE true',
    'MERGE customers USING orders ON false WHEN NOT MATCHED THEN INSERT ROW',
    'TRUNCATE TABLE customers',
    'DROP TABLE customers',
    'CREATE TABLE made (id INT64)',
    'CREATE TEMP TABLE made AS SELECT 1',
    "EXPORT DATA OPTIONS (uri = 'gs://x/*.csv') AS SELECT 1",
    "EXECUTE IMMEDIATE 'DELETE FROM customers'",
    'CALL some_procedure()',
    'BEGIN DELETE FROM customers; END',
  ],
  failures: [
    {
      title: 'a key that Google does not know',
      change: (config) => ({ ...config, credentials_json: key({ client_email: 'x@y' }) }),
      kind: 'auth',
      stage: 'sign-in',
      message: /account not found/,
    },
    {
      title: 'no key',
      change: (config) => ({ ...config, credentials_json: null }),
      kind: 'auth',
      stage: 'sign-in',
      message: /service account key/,
    },
    {
      title: 'a key that is no key',
      change: (config) => ({ ...config, credentials_json: '{"type": "service_account"}' }),
      kind: 'auth',
      stage: 'sign-in',
    },
    {
      title: 'a missing key file',
      change: (config) => ({ ...config, credentials_json: null, credentials_path: join(folder, 'gone.json') }),
      kind: 'unreachable',
      stage: 'resolve',
    },
    {
      title: 'a missing dataset',
      change: (config) => ({ ...config, dataset: 'no_such' }),
      kind: 'missing-object',
      stage: 'sign-in',
    },
    {
      title: 'R13 a dataset whose name ends a quoted name',
      change: (config) => ({ ...config, dataset: 'suite`; --' }),
      kind: 'missing-object',
      stage: 'resolve',
    },
    {
      title: 'a project that the account may not use',
      change: (config) => ({ ...config, project_id: 'other' }),
      kind: 'permission',
      stage: 'sign-in',
    },
  ],
  errors: [
    { sql: 'SELEC 1', kind: 'syntax', position: 0 },
    { sql: "SELECT id,\n '🙂' name FRM customers", kind: 'syntax', position: 22 },
    { sql: 'SELECT (', kind: 'syntax', position: 8 },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: null },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: 7 },
  ],
  skips: {},
})
