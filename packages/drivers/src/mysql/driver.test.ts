import mysql from 'mysql2/promise'
import { randomBytes } from 'node:crypto'
import { networkFailures, dropTables, seedTables, type EngineSession } from '../testing/engine.ts'
import { configOfUrl, givenServer, startGiven, type GivenServer, type Seeder } from '../testing/given-server.ts'
import { createMariadbDatabase, startMariadb } from '../testing/mariadb-server.ts'
import { describeDriver } from '../testing/suite.ts'

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``

const given = givenServer('mysql')
const countRunning = async (admin: mysql.Connection, account: string) => {
  const sql = `SELECT count(*) AS n FROM information_schema.PROCESSLIST
    WHERE USER = ? AND COMMAND <> 'Sleep' AND ID <> CONNECTION_ID()`
  const [rows] = await admin.query<mysql.RowDataPacket[]>(sql, [account])
  return Number(rows[0]?.n)
}

/** Uses a server of the user's own, whose account has all rights in its database. */
async function startOnGiven({ url, adminUrl }: GivenServer): Promise<EngineSession> {
  const config = configOfUrl(url, { defaultPort: 3306 })
  const open = async (): Promise<Seeder> => {
    const admin = await mysql.createConnection(adminUrl)
    return {
      run: async (sql) => void (await admin.query(sql)),
      countRunning: async () => await countRunning(admin, String(config.username)),
      close: async () => await admin.end(),
    }
  }
  return await startGiven('mysql', config, { open, make: seedTables(quote), drop: dropTables(quote) })
}

/** The account has all rights on the tables, so that only the session prevents writing. */
async function start(): Promise<EngineSession | { skip: string }> {
  const server = await startMariadb()
  if ('skip' in server) return server
  const database = await createMariadbDatabase(server.url)
  const admin = await mysql.createConnection(database.url)
  const name = new URL(database.url).pathname.slice(1)
  const account = `owner_${randomBytes(4).toString('hex')}`
  await admin.query(`CREATE USER ${account} IDENTIFIED BY 'good'`)
  await admin.query(`GRANT ALL ON ${name}.* TO ${account}`)
  for (const sql of seedTables(quote)) await admin.query(sql)
  await admin.query('CREATE TABLE hidden_seed (id INTEGER)')
  await admin.query('DROP TABLE hidden_seed')
  const { hostname, port } = new URL(database.url)
  return {
    config: { host: hostname, port: Number(port || 3306), database: name, username: account, password: 'good' },
    countRunning: async () => await countRunning(admin, account),
    stop: async () => {
      await admin.query(`DROP USER ${account}`)
      await admin.end()
      await database.drop()
      await server.stop()
    },
  }
}

/** Joins two recursions, since servers limit the depth of one. */
const numbers = (count: number) =>
  `SELECT CAST(@@session.sql_select_limit - @@session.sql_select_limit AS SIGNED) + a.n * 1000000 + b.n * 1000 + c.n + 1 AS n
   FROM (${digits}) a, (${digits}) b, (${digits}) c LIMIT ${count}`
const ten = Array.from({ length: 10 }, (_, index) => `SELECT ${index} AS n`).join(' UNION ALL ')
const digits = `SELECT x.n * 100 + y.n * 10 + z.n AS n FROM (${ten}) x, (${ten}) y, (${ten}) z`

describeDriver({
  name: 'MySQL',
  loadDriver: async () => (await import('./driver.ts')).mysqlDriver,
  start: async () => (given ? await startOnGiven(given) : await start()),
  sql: {
    placeholder: () => '?',
    quote,
    numbers,
    endless: `SELECT count(*) FROM (${digits}) a, (${digits}) b, (${digits}) c, (${digits}) d WHERE a.n + b.n + c.n + d.n = -1`,
    longText: (length) => `SELECT repeat('x', ${length}) AS t`,
    hugeRow: `SELECT ${Array.from({ length: 9 }, () => "repeat('x', 15000000)").join(', ')}`,
    maxColumns: 4000,
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
      title: 'the largest unsigned integer',
      sql: 'SELECT CAST(18446744073709551615 AS UNSIGNED)',
      cell: '18446744073709551615',
    },
    {
      title: 'a decimal',
      sql: 'SELECT 12345678901234567890.123456789',
      cell: '12345678901234567890.123456789',
      kind: 'number',
    },
    { title: 'trailing zeros of a decimal', sql: 'SELECT CAST(10.5 AS DECIMAL(10,2))', cell: '10.50' },
    { title: 'a double', sql: 'SELECT 1e-1 + 2e-1', cell: 0.1 + 0.2, kind: 'number' },
    { title: 'true is a number here', sql: 'SELECT TRUE', cell: 1, kind: 'integer' },
    { title: 'binary', sql: "SELECT x'00ff10'", cell: '\\x00ff10', kind: 'binary' },
    { title: 'bits', sql: "SELECT b'101'", cell: '\\x05' },
    { title: 'NULL', sql: 'SELECT NULL', cell: null },
    { title: 'a date', sql: "SELECT DATE '2026-03-01'", cell: '2026-03-01', kind: 'date' },
    { title: 'a time beyond a day', sql: "SELECT TIME '-838:59:59'", cell: '-838:59:59', kind: 'time' },
    {
      title: 'a timestamp to the microsecond',
      sql: "SELECT TIMESTAMP '2026-02-28 23:59:59.123456'",
      cell: '2026-02-28 23:59:59.123456',
      kind: 'timestamp',
    },
    { title: 'a month is text', sql: "SELECT DATE_FORMAT('2026-02-28', '%Y-%m')", cell: '2026-02', kind: 'text' },
    { title: 'emoji and combining marks', sql: "SELECT '👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301', kind: 'text' },
    { title: 'double quotes are for text', sql: 'SELECT "it\'s"', cell: "it's", kind: 'text' },
    { title: 'backslashes escape', sql: "SELECT 'a\\nb'", cell: 'a\nb' },
    {
      title: 'the smallest integer',
      sql: 'SELECT -9223372036854775808',
      cell: '-9223372036854775808',
      kind: 'integer',
    },
    { title: 'a decimal of 65 digits', sql: `SELECT ${'9'.repeat(65)}`, cell: '9'.repeat(65), kind: 'number' },
    { title: 'the largest double', sql: 'SELECT 1.7976931348623157e308', cell: 1.7976931348623157e308 },
    { title: 'an empty text', sql: "SELECT ''", cell: '', kind: 'text' },
    { title: 'no bytes', sql: "SELECT x''", cell: '\\x', kind: 'binary' },
    { title: 'a text with NUL', sql: "SELECT 'a\\0b'", cell: 'a\0b', kind: 'text' },
    {
      title: 'JSON with large numbers',
      sql: `SELECT JSON_OBJECT('a', 12345678901234567890)`,
      cell: '{"a": 12345678901234567890}',
    },
    { title: 'a time with fractions', sql: "SELECT TIME '838:59:58.999999'", cell: '838:59:58.999999', kind: 'time' },
    { title: 'long lists of GROUP_CONCAT', sql: `SELECT length(group_concat(n)) FROM (${digits}) d`, cell: 3889 },
  ],
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL) RETURNING id",
    'DELETE FROM order_lines RETURNING id',
    'UPDATE customers SET id = id + 10',
    "REPLACE INTO customers VALUES (1, 'x', NULL, NULL)",
    'TRUNCATE order_lines',
    'DROP TABLE order_lines',
    'CREATE TABLE made (id INTEGER)',
    'CREATE TEMPORARY TABLE made AS SELECT 1',
    "SELECT id FROM customers INTO OUTFILE '/tmp/parlance-outfile.txt'",
    'SET SESSION TRANSACTION READ WRITE',
    'START TRANSACTION READ WRITE',
    'COMMIT',
    'LOCK TABLES customers WRITE',
    'DO SLEEP(0)',
    "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE customers",
    'SELECT 1 INTO @made',
  ],
  failures: [
    { title: 'a wrong password', change: (config) => ({ ...config, password: 'bad' }), kind: 'auth', stage: 'sign-in' },
    { title: 'no password', change: (config) => ({ ...config, password: '' }), kind: 'auth', stage: 'sign-in' },
    {
      title: 'a missing database',
      change: (config) => ({ ...config, database: 'no_such' }),
      kind: 'permission',
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
    { sql: 'SELEC 1', kind: 'syntax', position: 0 },
    { sql: "SELECT '🙂', * FRM customers", kind: 'syntax', position: 13 },
    { sql: 'SELECT (', kind: 'syntax', position: 8 },
    { sql: '', kind: 'syntax', position: null },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: null },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: null },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: null },
    { sql: 'SELECT * FROM mysql.user', kind: 'permission', position: null },
  ],
  skips: given ? { 'names what is wrong: no TLS where it is asked for': 'the given server may offer TLS' } : {},
})
