import { networkFailures, type ValueCase } from '../testing/engine.ts'
import { configOfUrl, givenServer } from '../testing/given-server.ts'
import { describeGiven } from '../testing/given-suite.ts'
import { describeDriver } from '../testing/suite.ts'
import { startStandIn } from './testing/stand-in.ts'

const long = (length: number) => `LPAD('', ${length}, 'x')`

const values: ValueCase[] = [
  { title: 'the largest safe integer', sql: 'SELECT 9007199254740991', cell: 9007199254740991, kind: 'integer' },
  {
    title: 'an integer above the largest safe one',
    sql: 'SELECT 9007199254740993',
    cell: '9007199254740993',
    kind: 'integer',
  },
  {
    title: 'a decimal of 29 digits',
    sql: 'SELECT CAST(12345678901234567890.123456789 AS DECIMAL(38, 9)) FROM DUMMY',
    cell: '12345678901234567890.123456789',
    kind: 'number',
  },
  { title: 'trailing zeros of a decimal', sql: 'SELECT CAST(-10.5 AS DECIMAL(10, 2)) FROM DUMMY', cell: '-10.50' },
  { title: 'a decimal without a scale', sql: 'SELECT CAST(-1234.5 AS DECIMAL) FROM DUMMY', cell: '-1234.5' },
  { title: 'a large one', sql: 'SELECT CAST(1200 AS DECIMAL) FROM DUMMY', cell: '1200' },
  { title: 'a small one', sql: 'SELECT CAST(0.00012 AS DECIMAL) FROM DUMMY', cell: '0.00012', kind: 'number' },
  { title: 'a double', sql: 'SELECT 1e-1 + 2e-1', cell: 0.1 + 0.2, kind: 'number' },
  {
    title: 'a single-precision number with the digits that were written',
    sql: 'SELECT CAST(0.1 AS REAL) FROM DUMMY',
    cell: 0.1,
    kind: 'number',
  },
  { title: 'a truth', sql: 'SELECT TRUE FROM DUMMY', cell: true, kind: 'boolean' },
  { title: 'NULL', sql: 'SELECT NULL', cell: null },
  { title: 'a date', sql: "SELECT TO_DATE('2026-02-28') FROM DUMMY", cell: '2026-02-28', kind: 'date' },
  { title: 'a time', sql: "SELECT TO_TIME('23:59:59') FROM DUMMY", cell: '23:59:59', kind: 'time' },
  {
    title: 'a timestamp to the second',
    sql: "SELECT TO_SECONDDATE('2026-02-28 23:59:59') FROM DUMMY",
    cell: '2026-02-28 23:59:59',
    kind: 'timestamp',
  },
  {
    title: 'a timestamp to the hundred nanoseconds',
    sql: "SELECT TO_TIMESTAMP('2026-02-28 23:59:59.1234567') FROM DUMMY",
    cell: '2026-02-28 23:59:59.1234567',
    kind: 'timestamp',
  },
  { title: 'binary', sql: "SELECT TO_BINARY(HEXTOBIN('00FF10')) FROM DUMMY", cell: '\\x00ff10', kind: 'binary' },
  {
    title: 'a large object',
    sql: "SELECT TO_BLOB(HEXTOBIN('00FF10')) FROM DUMMY",
    cell: '\\x00ff10',
    kind: 'binary',
  },
  { title: 'emoji and combining marks', sql: "SELECT '👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301', kind: 'text' },
]

const numbers = (count: number) => `SELECT ELEMENT_NUMBER AS n FROM SERIES_GENERATE_INTEGER(1, 0, ${count})`
const endless = 'SELECT COUNT(*) FROM SERIES_GENERATE_INTEGER(1, 0, 100000000000)'

// The conformance suite cannot run there: its tables have lowercase names, which would be taken for uppercase.
const given = givenServer('hana')
if (given) {
  describeGiven({
    name: 'SAP HANA',
    loadDriver: async () => (await import('./driver.ts')).hanaDriver,
    config: configOfUrl(given.url, { defaultPort: 30_015 }),
    one: 'SELECT 1 FROM DUMMY',
    wrongSecret: (config) => ({ ...config, password: 'certainly-wrong' }),
    bound: { sql: 'SELECT DUMMY FROM DUMMY WHERE DUMMY <> ?', params: ["' OR 1=1 --"], row: ['X'] },
    numbers,
    endless,
    longText: (length) => `SELECT ${long(length)} AS t FROM DUMMY`,
    write: 'CREATE TABLE parlance_probe (id INTEGER)',
    missingTable: 'SELECT * FROM no_such_table',
    values: values.filter(({ sql }) => sql.endsWith('FROM DUMMY')),
  })
}

describeDriver({
  name: 'SAP HANA (stand-in)',
  loadDriver: async () => (await import('./driver.ts')).hanaDriver,
  start: async () => {
    const standIn = await startStandIn()
    return { ...standIn, config: { ...standIn.config, tls: 'disable' } }
  },
  sql: {
    placeholder: () => '?',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    numbers,
    endless,
    longText: (length) => `SELECT ${long(length)} AS t`,
    hugeRow: `SELECT ${Array.from({ length: 9 }, () => long(15_000_000)).join(', ')}`,
    maxColumns: 1000,
  },
  values,
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    'UPDATE customers SET id = id + 10',
    'DELETE FROM customers',
    'DROP TABLE order_lines',
    'CREATE TABLE made (id INTEGER)',
    'ALTER TABLE customers RENAME TO gone',
    'SELECT id FROM customers INTO made',
    'COMMIT',
    'SET TRANSACTION READ WRITE',
    "CALL SYS.X('y')",
    'LOCK TABLE customers IN EXCLUSIVE MODE',
  ],
  failures: [
    { title: 'a wrong password', change: (config) => ({ ...config, password: 'bad' }), kind: 'auth', stage: 'sign-in' },
    {
      title: 'another database',
      change: (config) => ({ ...config, database: 'TENANT' }),
      kind: 'missing-object',
      stage: 'sign-in',
      message: /HXE, not TENANT/,
    },
    {
      title: 'a missing schema',
      change: (config) => ({ ...config, schema_name: 'NO_SUCH' }),
      kind: 'missing-object',
      stage: 'sign-in',
    },
    ...networkFailures,
  ],
  errors: [
    { sql: 'SELEC 1', kind: 'syntax', position: 0 },
    { sql: "SELECT '🙂', * FRM customers", kind: 'syntax', position: 15 },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: 14 },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: 7 },
  ],
  skips: {},
})
