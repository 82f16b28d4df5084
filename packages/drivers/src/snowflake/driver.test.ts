import { generateKeyPairSync } from 'node:crypto'
import { configOfUrl, givenServer } from '../testing/given-server.ts'
import { describeGiven } from '../testing/given-suite.ts'
import { describeDriver } from '../testing/suite.ts'
import { createSnowflakeDriver } from './driver.ts'
import { quote } from './stand-in-sql.ts'
import { endless, startSnowflake, type Fixture } from './stand-in.ts'

const passphrase = 'open sesame'
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
})

type Form = [
  title: string,
  sql: string,
  column: Fixture['column'],
  raw: string | null,
  cell: string | number | boolean | null,
  kind: string,
]

/** The service's encoding of each type, in the forms that its open-source clients read. */
const forms: Form[] = [
  [
    'the largest safe integer',
    'SELECT 9007199254740991',
    { type: 'fixed', scale: 0, precision: 38 },
    '9007199254740991',
    9007199254740991,
    'integer',
  ],
  [
    'an integer above the largest safe one',
    'SELECT 9007199254740993',
    { type: 'fixed', scale: 0, precision: 38 },
    '9007199254740993',
    '9007199254740993',
    'integer',
  ],
  [
    '38 digits',
    'SELECT 99999999999999999999999999999999999999',
    { type: 'fixed', scale: 0, precision: 38 },
    '99999999999999999999999999999999999999',
    '99999999999999999999999999999999999999',
    'integer',
  ],
  [
    'a decimal',
    'SELECT 12345678901234567890.123456789',
    { type: 'fixed', scale: 9, precision: 38 },
    '12345678901234567890.123456789',
    '12345678901234567890.123456789',
    'number',
  ],
  [
    'trailing zeros of a decimal',
    'SELECT 10.50',
    { type: 'fixed', scale: 2, precision: 4 },
    '10.50',
    '10.50',
    'number',
  ],
  ['a float', 'SELECT 0.1::FLOAT + 0.2::FLOAT', { type: 'real' }, '0.30000000000000004', 0.1 + 0.2, 'number'],
  ['NaN', "SELECT 'NaN'::FLOAT", { type: 'real' }, 'NaN', 'NaN', 'number'],
  ['minus infinity', "SELECT '-inf'::FLOAT", { type: 'real' }, '-inf', '-Infinity', 'number'],
  ['true', 'SELECT TRUE', { type: 'boolean' }, '1', true, 'boolean'],
  ['NULL', 'SELECT NULL::VARCHAR', { type: 'text' }, null, null, 'text'],
  ['the word NULL', "SELECT 'NULL'", { type: 'text' }, 'NULL', 'NULL', 'text'],
  ['a NULL number', 'SELECT NULL::NUMBER', { type: 'fixed', scale: 0, precision: 38 }, null, null, 'integer'],
  ['binary', "SELECT TO_BINARY('00FF10')", { type: 'binary' }, '00FF10', '\\x00ff10', 'binary'],
  ['a date', "SELECT '2026-03-01'::DATE", { type: 'date' }, '20513', '2026-03-01', 'date'],
  ['a date before 1970', "SELECT '1844-05-24'::DATE", { type: 'date' }, '-45877', '1844-05-24', 'date'],
  [
    'a time',
    "SELECT '23:59:59.123456'::TIME",
    { type: 'time', scale: 9 },
    '86399.123456000',
    '23:59:59.123456',
    'time',
  ],
  [
    'a timestamp to the nanosecond',
    "SELECT '2026-02-28 23:59:59.123456789'::TIMESTAMP_NTZ",
    { type: 'timestamp_ntz', scale: 9 },
    '1772323199.123456789',
    '2026-02-28 23:59:59.123456789',
    'timestamp',
  ],
  [
    'a timestamp on the second',
    "SELECT '2026-02-28 23:59:50'::TIMESTAMP_NTZ",
    { type: 'timestamp_ntz', scale: 9 },
    '1772323190.000000000',
    '2026-02-28 23:59:50',
    'timestamp',
  ],
  [
    'a timestamp with zone',
    "SELECT '2026-01-31 12:00:00 +0530'::TIMESTAMP_TZ",
    { type: 'timestamp_tz', scale: 9 },
    '1769841000.000000000 1770',
    '2026-01-31 12:00:00 +05:30',
    'timestamp',
  ],
  [
    'a timestamp of the session',
    "SELECT '2026-01-31 06:30:00.5'::TIMESTAMP_LTZ",
    { type: 'timestamp_ltz', scale: 9 },
    '1769841000.500000000',
    '2026-01-31 06:30:00.5 +00:00',
    'timestamp',
  ],
  [
    'VARIANT as its text',
    'SELECT PARSE_JSON(\'{"a": 12345678901234567890}\')',
    { type: 'variant' },
    '{\n  "a": 12345678901234567890\n}',
    '{\n  "a": 12345678901234567890\n}',
    'json',
  ],
  [
    'R01 VARIANT that is a program',
    'SELECT v FROM hostile',
    { type: 'variant' },
    '(globalThis.canary = 1)',
    '(globalThis.canary = 1)',
    'json',
  ],
  [
    'an array',
    "SELECT ARRAY_CONSTRUCT(1, 'x', NULL)",
    { type: 'array' },
    '[\n  1,\n  "x",\n  undefined\n]',
    '[\n  1,\n  "x",\n  undefined\n]',
    'json',
  ],
  ['emoji and combining marks', "SELECT '👩‍👩‍👧 e\u0301'", { type: 'text' }, '👩‍👩‍👧 e\u0301', '👩‍👩‍👧 e\u0301', 'text'],
]

const fixtures = Object.fromEntries(forms.map(([, sql, column, raw]) => [sql, { column, raw }]))

const values = forms.map(([title, sql, , , cell, kind]) => ({ title, sql, cell, kind: kind as 'text' }))
const numbers = (count: number) => `SELECT SEQ4() + 1 AS n FROM TABLE(GENERATOR(ROWCOUNT => ${count}))`

// The conformance suite cannot run there: its tables have lowercase names, which would be taken for uppercase.
const given = givenServer('snowflake')
if (given) {
  // `endpoint` is the address of a service other than Snowflake's own.
  const { endpoint: address, ...config } = configOfUrl(given.url, { defaultPort: null, names: { host: 'account' } })
  describeGiven({
    name: 'Snowflake',
    loadDriver: async () => createSnowflakeDriver(typeof address === 'string' ? address : null),
    config,
    one: 'SELECT 1',
    wrongSecret: (right) => ({ ...right, sign_in: 'password', password: 'certainly-wrong' }),
    bound: { sql: 'SELECT ?, ?', params: ["' OR 1=1 --", 2], row: ["' OR 1=1 --", 2] },
    numbers,
    endless,
    longText: (length) => `SELECT REPEAT('x', ${length}) AS t`,
    write: 'CREATE TABLE parlance_probe (id INTEGER)',
    missingTable: 'SELECT * FROM no_such_table',
    values: values.filter(({ sql }) => !sql.includes(' FROM ')),
  })
}

let endpoint = ''

describeDriver({
  name: 'Snowflake',
  loadDriver: async () => createSnowflakeDriver(endpoint),
  start: async () => {
    const standIn = await startSnowflake(publicKey, fixtures)
    endpoint = standIn.endpoint
    return {
      config: {
        account: 'standin',
        database: 'SUITE',
        username: 'reader',
        sign_in: 'key',
        private_key: privateKey.replaceAll('\n', ''),
        private_key_passphrase: passphrase,
      },
      countRunning: async () => standIn.countRunning(),
      stop: async () => await standIn.stop(),
    }
  },
  sql: {
    placeholder: () => '?',
    quote,
    numbers,
    endless,
    longText: (length) => `SELECT REPEAT('x', ${length}) AS t`,
    hugeRow: "SELECT REPEAT('x', 150000000)",
    maxColumns: 2000,
  },
  values,
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    'UPDATE customers SET id = id + 10',
    'DELETE FROM customers',
    'MERGE INTO customers USING orders ON false WHEN NOT MATCHED THEN INSERT VALUES (1)',
    'TRUNCATE TABLE customers',
    'DROP TABLE customers',
    'CREATE TEMPORARY TABLE made AS SELECT 1',
    'PUT file:///etc/passwd @~',
    '-- a remark\nPUT file:///etc/passwd @~',
    'GET @~ file:///tmp/',
    'COPY INTO @~ FROM customers',
    'EXECUTE IMMEDIATE $$DELETE FROM customers$$',
    'CALL some_procedure()',
    'BEGIN DELETE FROM customers; END',
    'ALTER SESSION SET MULTI_STATEMENT_COUNT = 0',
    'USE ROLE ACCOUNTADMIN',
  ],
  failures: [
    {
      title: 'a wrong password',
      change: (config) => ({ ...config, sign_in: 'password', password: 'bad' }),
      kind: 'auth',
      stage: 'sign-in',
      message: /Incorrect username or password/,
    },
    {
      title: 'no password',
      change: (config) => ({ ...config, sign_in: 'password' }),
      kind: 'auth',
      stage: 'sign-in',
    },
    {
      title: 'a key of somebody else',
      change: (config) => ({ ...config, username: 'other' }),
      kind: 'auth',
      stage: 'sign-in',
      message: /JWT token is invalid/,
    },
    {
      title: 'a wrong passphrase',
      change: (config) => ({ ...config, private_key_passphrase: 'wrong' }),
      kind: 'auth',
      stage: 'sign-in',
      message: /Check the key and its passphrase/,
    },
    {
      title: 'a missing database',
      change: (config) => ({ ...config, database: 'NO_SUCH' }),
      kind: 'missing-object',
      stage: 'sign-in',
    },
    {
      title: 'R14 an account that is an address',
      change: (config) => ({ ...config, account: 'evil.example.com/x?' }),
      kind: 'missing-object',
      stage: 'resolve',
    },
  ],
  errors: [
    { sql: 'SELECT * FRM customers', kind: 'syntax', position: 9 },
    { sql: "SELECT id,\n '🙂' name FRM customers", kind: 'syntax', position: 22 },
    { sql: 'SELECT (', kind: 'syntax', position: 8 },
    { sql: '', kind: 'syntax', position: null },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: null },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: null },
  ],
  skips: {},
})
