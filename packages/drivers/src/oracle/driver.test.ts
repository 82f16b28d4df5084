import { networkFailures, type ValueCase } from '../testing/engine.ts'
import { givenServer } from '../testing/given-server.ts'
import { describeDriver } from '../testing/suite.ts'
import { describeGivenServer } from './testing/given.ts'
import { startStandIn } from './testing/stand-in.ts'

const long = (length: number) => `RPAD(TO_CLOB('x'), ${length}, 'x')`

const values: ValueCase[] = [
  { title: 'a number as it is documented', sql: 'SELECT 5 FROM DUAL', cell: 5, kind: 'number' },
  { title: 'a negative one', sql: 'SELECT -5 FROM DUAL', cell: -5 },
  { title: 'one of two bytes', sql: 'SELECT 2767 FROM DUAL', cell: 2767 },
  { title: 'a negative one of two bytes', sql: 'SELECT -2767 FROM DUAL', cell: -2767 },
  { title: 'a round one', sql: 'SELECT 100000 FROM DUAL', cell: 100_000 },
  { title: 'one that was dumped', sql: 'SELECT -12345678 FROM DUAL', cell: -12_345_678 },
  { title: 'zero', sql: 'SELECT 0 FROM DUAL', cell: 0 },
  { title: 'an integer beyond 2^53', sql: 'SELECT 9007199254740993 FROM DUAL', cell: '9007199254740993' },
  { title: 'a fraction', sql: 'SELECT 0.05 FROM DUAL', cell: '0.05' },
  { title: 'a decimal', sql: 'SELECT CAST(10.5 AS NUMBER(10, 2)) FROM DUAL', cell: '10.5', kind: 'number' },
  { title: 'a whole one', sql: 'SELECT CAST(5 AS NUMBER(10, 2)) FROM DUAL', cell: '5', kind: 'number' },
  { title: 'an integer', sql: 'SELECT CAST(5 AS NUMBER(10)) FROM DUAL', cell: 5, kind: 'integer' },
  { title: 'NULL', sql: 'SELECT NULL', cell: null },
  {
    title: 'a date with its time',
    sql: "SELECT TO_DATE('1992-11-30 15:17', 'YYYY-MM-DD HH24:MI') FROM DUAL",
    cell: '1992-11-30 15:17:00',
    kind: 'date',
  },
  { title: 'a date at midnight', sql: "SELECT DATE '2026-02-28' FROM DUAL", cell: '2026-02-28', kind: 'date' },
  { title: 'the first date', sql: "SELECT DATE '-4712-01-01' FROM DUAL", cell: '-4712-01-01' },
  {
    title: 'a timestamp to the nanosecond',
    sql: "SELECT TIMESTAMP '2026-02-28 23:59:59.123456789' FROM DUAL",
    cell: '2026-02-28 23:59:59.123456789',
    kind: 'timestamp',
  },
  {
    title: 'a timestamp with as many digits as its type',
    sql: "SELECT CAST(TIMESTAMP '2026-02-28 23:59:59' AS TIMESTAMP(3)) FROM DUAL",
    cell: '2026-02-28 23:59:59.000',
  },
  {
    title: 'a timestamp with a zone, in UTC',
    sql: "SELECT TIMESTAMP '2026-03-01 01:59:59.123456 +02:00' FROM DUAL",
    cell: '2026-02-28 23:59:59.123456 +00:00',
    kind: 'timestamp',
  },
  {
    title: 'a timestamp of the local zone, in UTC',
    sql: "SELECT CAST(TIMESTAMP '2026-02-28 23:59:59' AS TIMESTAMP(0) WITH LOCAL TIME ZONE) FROM DUAL",
    cell: '2026-02-28 23:59:59 +00:00',
    kind: 'timestamp',
  },
  { title: 'an interval of months', sql: "SELECT INTERVAL '1-6' YEAR TO MONTH FROM DUAL", cell: '+01-06' },
  {
    title: 'an interval of seconds',
    sql: "SELECT INTERVAL '-2 03:04:05.5' DAY TO SECOND FROM DUAL",
    cell: '-02 03:04:05.5',
  },
  { title: 'a float with the digits that were written', sql: 'SELECT 0.1f FROM DUAL', cell: 0.1, kind: 'number' },
  { title: 'a double', sql: 'SELECT -1.5d FROM DUAL', cell: -1.5, kind: 'number' },
  { title: 'what is no number', sql: 'SELECT BINARY_DOUBLE_NAN FROM DUAL', cell: 'NaN' },
  { title: 'infinity', sql: 'SELECT -BINARY_DOUBLE_INFINITY FROM DUAL', cell: '-Infinity' },
  { title: 'binary', sql: "SELECT HEXTORAW('00FF10') FROM DUAL", cell: '\\x00ff10', kind: 'binary' },
  { title: 'a large one', sql: "SELECT TO_BLOB(HEXTORAW('00FF10')) FROM DUAL", cell: '\\x00ff10', kind: 'binary' },
  { title: 'the address of a row', sql: 'SELECT ROWID FROM customers', cell: 'AAAR3dAAGAAAACXAAC', kind: 'text' },
  { title: 'true', sql: 'SELECT TRUE FROM DUAL', cell: true, kind: 'boolean' },
  { title: 'false', sql: 'SELECT FALSE FROM DUAL', cell: false, kind: 'boolean' },
  { title: 'text of the national character set', sql: "SELECT N'é🙂' FROM DUAL", cell: 'é🙂', kind: 'text' },
  { title: 'emoji and combining marks', sql: "SELECT '👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301', kind: 'text' },
]

const given = givenServer('oracle')
if (given) describeGivenServer(given, values)

describeDriver({
  name: 'Oracle (stand-in)',
  loadDriver: async () => (await import('./driver.ts')).oracleDriver,
  start: startStandIn,
  sql: {
    placeholder: (place) => `:${place}`,
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    numbers: (count) => `SELECT LEVEL AS n FROM DUAL CONNECT BY LEVEL <= ${count}`,
    endless: 'SELECT COUNT(*) FROM DUAL CONNECT BY LEVEL <= 100000000000',
    longText: (length) => `SELECT ${long(length)} AS t`,
    hugeRow: `SELECT ${Array.from({ length: 9 }, () => long(15_000_000)).join(', ')}`,
    maxColumns: 1000,
  },
  values,
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    'UPDATE customers SET id = id + 10',
    'DELETE FROM customers',
    'MERGE INTO customers USING orders ON (1 = 1) WHEN MATCHED THEN DELETE',
    'DROP TABLE order_lines',
    'TRUNCATE TABLE order_lines',
    'CREATE TABLE made (id INTEGER)',
    'ALTER SESSION SET CURRENT_SCHEMA = SYS',
    'COMMIT',
    'SET TRANSACTION READ WRITE',
    "BEGIN EXECUTE IMMEDIATE 'DROP TABLE customers'; END;",
    'DECLARE n NUMBER; BEGIN DELETE FROM customers; COMMIT; END;',
    "CALL DBMS_JAVA.RUNJAVA('x')",
    'WITH FUNCTION f RETURN NUMBER IS BEGIN DELETE FROM customers; RETURN 1; END; SELECT f FROM DUAL',
    'LOCK TABLE customers IN EXCLUSIVE MODE',
    'EXPLAIN PLAN FOR SELECT 1 FROM DUAL',
  ],
  failures: [
    {
      title: 'a wrong password',
      change: (config) => ({ ...config, password: 'bad' }),
      kind: 'auth',
      stage: 'sign-in',
      message: /^ORA-01017: invalid username\/password; logon denied$/,
    },
    {
      title: 'an unknown user',
      change: (config) => ({ ...config, username: 'NOBODY' }),
      kind: 'auth',
      stage: 'sign-in',
    },
    {
      title: 'an unknown SID',
      change: (config) => ({ ...config, sid: 'OTHER' }),
      kind: 'missing-object',
      stage: 'sign-in',
      message: /SID "OTHER" is not registered/,
    },
    {
      title: 'an unknown service',
      change: (config) => ({ ...config, oracle_connection_type: 'service_name', service_name: 'other.example.com' }),
      kind: 'missing-object',
      stage: 'sign-in',
      message: /Service "other.example.com" is not registered/,
    },
    {
      title: 'a missing service name',
      change: (config) => ({ ...config, oracle_connection_type: 'service_name' }),
      kind: 'missing-object',
      stage: 'sign-in',
      message: /Enter the service name/,
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
    { sql: 'SELEC 1', kind: 'unsupported', position: null },
    { sql: 'SELECT * FRM customers', kind: 'syntax', position: 9 },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: 14 },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
    // The engine counts bytes or characters, depending on its character set. It reports no position if the two differ.
    { sql: "SELECT '🙂', no_such_column FROM customers", kind: 'missing-object', position: null },
  ],
  skips: {},
  needsRealEngine: {
    'answers with columns, kinds and rows': 'The engine has no empty text: it is NULL, which server.test.ts shows.',
  },
})
