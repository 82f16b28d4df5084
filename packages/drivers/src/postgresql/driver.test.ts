import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { networkFailures, dropTables, seedTables, type EngineSession } from '../testing/engine.ts'
import { configOfUrl, givenServer, startGiven, type GivenServer, type Seeder } from '../testing/given-server.ts'
import { createPostgresDatabase, runOnServer, startPostgres } from '../testing/postgres-server.ts'
import { describeDriver } from '../testing/suite.ts'

const given = givenServer('postgresql')
const seededTypes = [
  "CREATE TYPE mood AS ENUM ('calm', 'merry')",
  'CREATE SEQUENCE tickets',
  'CREATE DOMAIN cents AS integer',
  'CREATE TYPE pair AS (n integer, t text)',
]
const countRunning = async (admin: pg.Client, account: string) => {
  const sql = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE usename = $1 AND state <> 'idle' AND pid <> pg_backend_pid()`
  const { rows } = await admin.query<{ n: number }>(sql, [account])
  return rows[0]?.n ?? -1
}

/** Uses a server of the user's own: the account owns nothing but has all rights on the tables. */
async function startOnGiven({ url, adminUrl }: GivenServer): Promise<EngineSession> {
  const config = configOfUrl(url, { defaultPort: 5432 })
  const account = pg.escapeIdentifier(String(config.username))
  const open = async (): Promise<Seeder> => {
    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    return {
      run: async (sql) => void (await admin.query(sql)),
      countRunning: async () => await countRunning(admin, String(config.username)),
      close: async () => await admin.end(),
    }
  }
  return await startGiven('postgresql', config, {
    open,
    make: [
      ...seededTypes,
      ...seedTables(pg.escapeIdentifier),
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${account}`,
    ],
    drop: [...dropTables(pg.escapeIdentifier), 'DROP TYPE mood, pair', 'DROP DOMAIN cents', 'DROP SEQUENCE tickets'],
  })
}

/** The account owns the tables and has all rights on them, so that only the session prevents writing. */
async function start(): Promise<EngineSession | { skip: string }> {
  const server = await startPostgres()
  if ('skip' in server) return server
  const database = await createPostgresDatabase(server.url)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const account = `owner_${randomBytes(4).toString('hex')}`
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`CREATE ROLE ${account} LOGIN PASSWORD 'good'; ALTER ROLE ${account} SET timezone = 'UTC';
    ALTER DATABASE ${name} OWNER TO ${account}; ALTER SCHEMA public OWNER TO ${account}; SET ROLE ${account};`)
  for (const sql of [...seededTypes, ...seedTables(pg.escapeIdentifier)]) await admin.query(sql)
  await admin.query('RESET ROLE')
  const { hostname, port } = new URL(database.url)
  return {
    config: { host: hostname, port: Number(port || 5432), database: name, username: account, password: 'good' },
    countRunning: async () => await countRunning(admin, account),
    stop: async () => {
      await admin.end()
      await database.drop()
      await runOnServer(server.url, `DROP ROLE ${account}`)
      await server.stop()
    },
  }
}

describeDriver({
  name: 'PostgreSQL',
  loadDriver: async () => (await import('./driver.ts')).postgresqlDriver,
  start: async () => (given ? await startOnGiven(given) : await start()),
  sql: {
    placeholder: (place) => `$${place}`,
    quote: pg.escapeIdentifier,
    numbers: (count) => `SELECT generate_series(1, ${count}) AS n`,
    endless: 'SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    longText: (length) => `SELECT repeat('x', ${length}) AS t`,
    hugeRow: "SELECT repeat('x', 140000000)",
    maxColumns: 1600,
  },
  values: [
    { title: 'the largest safe integer', sql: 'SELECT 9007199254740991', cell: 9007199254740991, kind: 'integer' },
    {
      title: 'an integer above the largest safe one',
      sql: 'SELECT 9007199254740993',
      cell: '9007199254740993',
      kind: 'integer',
    },
    { title: 'the smallest bigint', sql: 'SELECT (-9223372036854775808)::bigint', cell: '-9223372036854775808' },
    {
      title: 'a decimal',
      sql: 'SELECT 12345678901234567890.123456789',
      cell: '12345678901234567890.123456789',
      kind: 'number',
    },
    { title: 'trailing zeros of a decimal', sql: 'SELECT 10.50::numeric(10, 2)', cell: '10.50' },
    { title: 'a double', sql: 'SELECT 0.1::float8 + 0.2::float8', cell: 0.1 + 0.2, kind: 'number' },
    { title: 'a real', sql: 'SELECT 0.1::real', cell: 0.1, kind: 'number' },
    { title: 'NaN', sql: "SELECT 'NaN'::float8", cell: 'NaN', kind: 'number' },
    { title: 'NaN of a decimal', sql: "SELECT 'NaN'::numeric", cell: 'NaN' },
    { title: 'infinity', sql: "SELECT '-infinity'::float8", cell: '-Infinity' },
    { title: 'true', sql: 'SELECT true', cell: true, kind: 'boolean' },
    { title: 'binary', sql: "SELECT '\\x00ff10'::bytea", cell: '\\x00ff10', kind: 'binary' },
    { title: 'NULL', sql: 'SELECT NULL', cell: null },
    { title: 'a date', sql: "SELECT DATE '2026-03-01'", cell: '2026-03-01', kind: 'date' },
    { title: 'a date before our era', sql: "SELECT DATE '0044-03-15 BC'", cell: '0044-03-15 BC' },
    { title: 'an endless date', sql: "SELECT DATE 'infinity'", cell: 'infinity' },
    { title: 'a time', sql: "SELECT TIME '23:59:59.123456'", cell: '23:59:59.123456', kind: 'time' },
    {
      title: 'a timestamp to the microsecond',
      sql: "SELECT TIMESTAMP '2026-02-28 23:59:59.123456'",
      cell: '2026-02-28 23:59:59.123456',
      kind: 'timestamp',
    },
    {
      title: 'a timestamp with zone',
      sql: "SELECT TIMESTAMPTZ '2026-01-31 12:00:00+05:30'",
      cell: '2026-01-31 06:30:00+00',
      kind: 'timestamp',
    },
    {
      title: 'an interval',
      sql: "SELECT INTERVAL '1 year 2 days 03:04:05'",
      cell: '1 year 2 days 03:04:05',
      kind: 'other',
    },
    {
      title: 'JSON as it is written',
      sql: `SELECT '{"b": 1,  "a": [1.0]}'::json`,
      cell: '{"b": 1,  "a": [1.0]}',
      kind: 'json',
    },
    {
      title: 'JSONB',
      sql: `SELECT '{"a": 12345678901234567890}'::jsonb`,
      cell: '{"a": 12345678901234567890}',
      kind: 'json',
    },
    { title: 'an array', sql: "SELECT ARRAY['a', 'b \"c\"', NULL]", cell: '{a,"b \\"c\\"",NULL}', kind: 'other' },
    { title: 'an own enumeration', sql: "SELECT 'calm'::mood", cell: 'calm', kind: 'text' },
    {
      title: 'a UUID',
      sql: "SELECT '00000000-0000-4000-8000-000000000001'::uuid",
      cell: '00000000-0000-4000-8000-000000000001',
      kind: 'text',
    },
    { title: 'emoji and combining marks', sql: "SELECT '👩‍👩‍👧 e\u0301'", cell: '👩‍👩‍👧 e\u0301', kind: 'text' },
    { title: 'a backslash as it is', sql: "SELECT 'a\\nb'", cell: 'a\\nb' },
    { title: 'infinity of a decimal', sql: "SELECT '-Infinity'::numeric", cell: '-Infinity', kind: 'number' },
    { title: 'a very small decimal', sql: 'SELECT 0.000000000000000000001', cell: '0.000000000000000000001' },
    { title: 'the largest double', sql: 'SELECT 1.7976931348623157e308::float8', cell: 1.7976931348623157e308 },
    { title: 'money as the server writes it', sql: "SELECT '-1234.5'::money", cell: '-$1,234.50', kind: 'other' },
    { title: 'an object number', sql: 'SELECT 4294967295::oid', cell: 4294967295, kind: 'integer' },
    { title: 'an empty text', sql: "SELECT ''", cell: '', kind: 'text' },
    { title: 'no bytes', sql: "SELECT ''::bytea", cell: '\\x', kind: 'binary' },
    { title: 'a time with zone', sql: "SELECT TIMETZ '23:59:59.5+02'", cell: '23:59:59.5+02', kind: 'time' },
    { title: 'an endless timestamp', sql: "SELECT TIMESTAMPTZ '-infinity'", cell: '-infinity', kind: 'timestamp' },
    {
      title: 'a timestamp before our era',
      sql: "SELECT TIMESTAMP '0044-03-15 12:00:00 BC'",
      cell: '0044-03-15 12:00:00 BC',
      kind: 'timestamp',
    },
    { title: 'a negative interval', sql: "SELECT INTERVAL '-1 day +02:03'", cell: '-1 days +02:03:00' },
    { title: 'an array of arrays with NULL', sql: 'SELECT ARRAY[[1, 2], [3, NULL]]', cell: '{{1,2},{3,NULL}}' },
    { title: 'an empty array', sql: 'SELECT ARRAY[]::integer[]', cell: '{}' },
    { title: 'a range', sql: 'SELECT int4range(1, 5)', cell: '[1,5)', kind: 'other' },
    { title: 'a domain as what it is made of', sql: 'SELECT 5::cents', cell: 5, kind: 'integer' },
    { title: 'a composite value', sql: "SELECT ROW(1, 'a b')::pair", cell: '(1,"a b")', kind: 'other' },
    { title: 'a row of no type', sql: 'SELECT ROW(1, NULL)', cell: '(1,)', kind: 'other' },
    { title: 'an address', sql: "SELECT '10.1.2.3/8'::inet", cell: '10.1.2.3/8', kind: 'text' },
    { title: 'bits', sql: "SELECT B'101'", cell: '101', kind: 'other' },
    { title: 'a search vector', sql: "SELECT to_tsvector('simple', 'b a')", cell: "'a':2 'b':1", kind: 'other' },
    { title: 'a point', sql: 'SELECT point(1, 2.5)', cell: '(1,2.5)', kind: 'other' },
    { title: 'the name of a table', sql: "SELECT 'customers'::regclass", cell: 'customers', kind: 'other' },
    { title: 'tabs and new lines', sql: "SELECT E'a\\tb\\nc'", cell: 'a\tb\nc' },
    { title: 'padded characters', sql: "SELECT 'ab'::char(4)", cell: 'ab  ', kind: 'text' },
  ],
  writes: [
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL)",
    "INSERT INTO customers VALUES (9, 'x', NULL, NULL) RETURNING id",
    'WITH gone AS (DELETE FROM customers RETURNING id) SELECT * FROM gone',
    'UPDATE customers SET id = id + 10 RETURNING id',
    'TRUNCATE customers CASCADE',
    'DROP TABLE customers CASCADE',
    'CREATE TABLE made (id INTEGER)',
    'CREATE TEMP TABLE made AS SELECT 1',
    'SELECT 1 AS id INTO made',
    'SELECT id FROM customers FOR UPDATE',
    "SELECT nextval('tickets')",
    'EXPLAIN ANALYZE DELETE FROM customers',
    "COPY customers TO '/tmp/copy.csv'",
    'SET TRANSACTION READ WRITE',
    'SET default_transaction_read_only = off',
    "SELECT set_config('transaction_read_only', 'off', false)",
    'DO $$ BEGIN DELETE FROM customers; END $$',
    'BEGIN',
    'COMMIT',
    'LOCK TABLE customers',
  ],
  versionedWrites: ['SELECT lo_create(0)', "SELECT lo_from_bytea(0, 'x')"].map((sql) => ({
    sql,
    isRefusedBy: (engine) => Number(/\d+/.exec(engine)?.[0]) >= 16,
    warning: /large objects|superuser/,
    traces: 'SELECT count(*) FROM pg_largeobject_metadata',
  })),
  failures: [
    { title: 'a wrong password', change: (config) => ({ ...config, password: 'bad' }), kind: 'auth', stage: 'sign-in' },
    { title: 'no password', change: (config) => ({ ...config, password: '' }), kind: 'auth', stage: 'sign-in' },
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
    { sql: 'SELEC 1', kind: 'syntax', position: 0 },
    { sql: "SELECT '🙂', * FRM customers", kind: 'syntax', position: 15 },
    { sql: 'SELECT (', kind: 'syntax', position: 8 },
    { sql: '', kind: 'unsupported', position: null },
    { sql: 'SELECT * FROM no_such_table', kind: 'missing-object', position: 14 },
    { sql: 'SELECT no_such_column FROM customers', kind: 'missing-object', position: 7 },
    { sql: 'SELECT no_such_function(1)', kind: 'missing-object', position: 7 },
    { sql: 'SELECT 1 / 0', kind: 'unknown', position: null },
    { sql: "SELECT 'x'::integer", kind: 'unknown', position: 7 },
    { sql: 'SELECT $1::text', kind: 'syntax', position: null },
    { sql: 'SELECT * FROM pg_authid', kind: 'permission', position: null },
  ],
  skips: given ? { 'names what is wrong: no TLS where it is asked for': 'the given server may offer TLS' } : {},
})
