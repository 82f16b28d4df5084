import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig } from '../contract.ts'
import { createPostgresDatabase, runOnServer, startPostgres } from '../testing/postgres-server.ts'
import { collect, failureOf, readAll, textsOf, unlimited } from '../testing/read.ts'
import { listenBefore } from '../testing/stand-in.ts'
import { postgresqlDriver } from './driver.ts'

let skip: string | null = null
let config: ConnectionConfig
let admin: pg.Client
let stop = async () => {}
const accounts: string[] = []

beforeAll(async () => {
  const server = await startPostgres()
  if ('skip' in server) return void (skip = server.skip)
  const database = await createPostgresDatabase(server.url)
  const url = new URL(database.url)
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  config = {
    host: url.hostname,
    port: Number(url.port || 5432),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  stop = async () => {
    await admin.end()
    await database.drop()
    if (accounts.length > 0) await runOnServer(server.url, `DROP ROLE ${accounts.join(', ')}`)
    await server.stop()
  }
})
beforeEach((test) => {
  if (skip !== null) test.skip(skip)
})
afterAll(() => stop())

/** Creates an account with only these rights. */
async function makeAccount(name: string, grants: string): Promise<ConnectionConfig> {
  const account = `${name}_${String(config.database)}`
  await admin.query(`CREATE ROLE ${account} LOGIN PASSWORD 'good'`)
  accounts.push(account)
  await admin.query(grants.replaceAll('ACCOUNT', account))
  return { ...config, username: account, password: 'good' }
}

async function warningsOf(account: ConnectionConfig): Promise<string[]> {
  const connection = await postgresqlDriver.connect(account)
  try {
    return textsOf((await connection.test(() => {})).warnings)
  } finally {
    await connection.close()
  }
}

/** Returns the REVOKE statement that the documentation recommends for these functions. */
function documentedRevoke(): string {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/databases/postgresql.md'), 'utf8')
  const sql = /^REVOKE EXECUTE ON FUNCTION[^;]+;/m.exec(page)?.[0]
  if (sql === undefined) throw new Error('The page about PostgreSQL has no REVOKE statement.')
  return sql
}

describe('R02 warnings about an account that can do more than read', () => {
  it('warns about a superuser', async () => {
    expect(await warningsOf(config)).toEqual([expect.stringContaining('superuser')])
  })

  it('warns about an account that can change large objects if a read-only session does not prevent it', async () => {
    const account = await makeAccount('largeobjects', '')
    const { rows } = await admin.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::integer AS version",
    )
    const expected = Number(rows[0]?.version) < 160_000 ? [/lo_create/] : []
    const warnings = await warningsOf(account)
    expect(warnings).toHaveLength(expected.length)
    expect(expected.every((pattern) => pattern.test(warnings.join('\n')))).toBe(true)
    await admin.query(documentedRevoke())
    expect(await warningsOf(account)).toEqual([])
    const connection = await postgresqlDriver.connect(account)
    expect((await failureOf(() => readAll(connection, 'SELECT lo_create(0)'))).kind).toBe('permission')
    await connection.close()
  })

  it('warns about an account that can write, create or read files', async () => {
    await admin.query('CREATE TABLE ledger (id INTEGER)')
    const account = await makeAccount(
      'writer',
      'GRANT INSERT ON ledger TO ACCOUNT; GRANT CREATE ON SCHEMA public TO ACCOUNT; GRANT pg_read_server_files TO ACCOUNT; ALTER ROLE ACCOUNT CREATEDB BYPASSRLS',
    )
    expect(await warningsOf(account)).toEqual([
      'The account can write to 1 table.',
      'The account can create objects in the database.',
      'The account can create roles or databases.',
      "The account bypasses the database's row-level security.",
      'The account can read or write files on the server, or run programs there.',
    ])
  })

  it('does not warn about an account that can only read', async () => {
    await admin.query('CREATE TABLE readable (id INTEGER); CREATE TABLE hidden (id INTEGER)')
    const account = await makeAccount('reader', 'GRANT SELECT ON readable TO ACCOUNT')
    expect(await warningsOf(account)).toEqual([])
    const connection = await postgresqlDriver.connect(account)
    expect((await collect(connection.introspect())).map((table) => table.name)).toEqual(['readable'])
    expect((await failureOf(() => readAll(connection, 'SELECT * FROM hidden'))).kind).toBe('permission')
    await connection.close()
  })
})

describe('the catalogue of PostgreSQL', () => {
  it('reads schemas, comments, domains, generated and partitioned tables, and estimates', async () => {
    await admin.query(`
      CREATE SCHEMA "Sales Dept";
      CREATE DOMAIN "Sales Dept".cents AS integer NOT NULL;
      CREATE TYPE "Sales Dept".state AS ENUM ('open', 'closed');
      CREATE TABLE "Sales Dept"."Deals" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, amount "Sales Dept".cents,
        state "Sales Dept".state, tags text[], price numeric(10,2), at timestamptz UNIQUE, twice integer GENERATED ALWAYS AS (amount * 2) STORED);
      CREATE UNIQUE INDEX ON "Sales Dept"."Deals" (price, state) INCLUDE (tags);
      CREATE UNIQUE INDEX ON "Sales Dept"."Deals" (amount) WHERE price > 1;
      CREATE UNIQUE INDEX ON "Sales Dept"."Deals" ((amount + 1));
      COMMENT ON TABLE "Sales Dept"."Deals" IS 'What was sold';
      COMMENT ON COLUMN "Sales Dept"."Deals".amount IS 'In cents';
      CREATE TABLE "Sales Dept".parts (deal bigint REFERENCES "Sales Dept"."Deals" (id), on_day date) PARTITION BY RANGE (on_day);
      CREATE TABLE "Sales Dept".parts_old PARTITION OF "Sales Dept".parts FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
      CREATE MATERIALIZED VIEW "Sales Dept".totals AS SELECT sum(amount) AS total FROM "Sales Dept"."Deals";
      INSERT INTO "Sales Dept"."Deals" (amount) SELECT generate_series(1, 500);
      ANALYZE "Sales Dept"."Deals"`)
    const connection = await postgresqlDriver.connect({ ...config, schema_name: 'Sales Dept' })
    expect(connection.defaultSchema).toBe('Sales Dept')
    const tables = await collect(connection.introspect())
    expect(tables.map((table) => [table.name, table.objectType])).toEqual([
      ['Deals', 'TABLE'],
      ['parts', 'TABLE'],
      ['totals', 'VIEW'],
    ])
    const deals = tables[0]
    expect(deals).toMatchObject({
      schema: 'Sales Dept',
      comment: 'What was sold',
      rowEstimate: 500,
      primaryKey: ['id'],
      uniqueKeys: [['at'], ['state', 'price']],
    })
    expect(deals?.columns.map((column) => [column.name, column.dataType, column.kind, column.nullable])).toEqual([
      ['id', 'bigint', 'integer', false],
      ['amount', 'cents', 'integer', false],
      ['state', 'state', 'text', true],
      ['tags', 'text[]', 'other', true],
      ['price', 'numeric(10,2)', 'number', true],
      ['at', 'timestamp with time zone', 'timestamp', true],
      ['twice', 'integer', 'integer', true],
    ])
    expect(deals?.columns[1]?.comment).toBe('In cents')
    expect(tables[1]?.foreignKeys).toEqual([
      { columns: ['deal'], referencedSchema: 'Sales Dept', referencedTable: 'Deals', referencedColumns: ['id'] },
    ])
    expect((await readAll(connection, 'SELECT count(*) FROM "Deals"')).rows).toEqual([[500]])
    await connection.close()
  })
})

describe('sessions', () => {
  it('waits for the server twice for a statement in its own transaction, and once if it is known to return rows', async () => {
    let asked = false
    let waits = 0
    const watched = new Set<Socket>()
    const proxy = await listenBefore({ host: String(config.host), port: Number(config.port) }, (part, _, client) => {
      if (!watched.has(client)) client.on('data', () => (asked = true))
      watched.add(client)
      if (asked) waits += 1
      asked = false
      return part
    })
    const connection = await postgresqlDriver.connect({ ...config, port: proxy.port, tls: 'disable' })
    await readAll(connection, 'SELECT 1')
    for (const expected of [2, 1, 1]) {
      waits = 0
      const { rows } = await readAll(connection, "SELECT current_setting('transaction_read_only')")
      expect(rows).toEqual([['on']])
      expect(waits).toBe(expected)
    }
    await connection.close()
    proxy.close()
  })

  it('reads a statement that it knows with the columns of now, and uses the session again after its error', async () => {
    await admin.query("CREATE TABLE changing (id integer, name text); INSERT INTO changing VALUES (1, 'é'), (2, NULL)")
    const connection = await postgresqlDriver.connect(config)
    const read = () => readAll(connection, 'SELECT * FROM changing ORDER BY id')
    for (let time = 0; time < 2; time++)
      expect((await read()).rows).toEqual([
        [1, 'é'],
        [2, null],
      ])
    await admin.query('ALTER TABLE changing ALTER COLUMN id TYPE text; ALTER TABLE changing ADD COLUMN at date')
    const { columns, rows } = await read()
    expect(columns).toEqual(['id', 'name', 'at'])
    expect(rows).toEqual([
      ['1', 'é', null],
      ['2', null, null],
    ])
    const divide = (by: number) => readAll(connection, 'SELECT 6 / $1::int', [by])
    expect((await divide(2)).rows).toEqual([[3]])
    expect(await failureOf(() => divide(0))).toMatchObject({ kind: 'unknown' })
    expect((await divide(3)).rows).toEqual([[2]])
    await admin.query('DROP TABLE changing')
    expect(await failureOf(read)).toMatchObject({ kind: 'missing-object' })
    expect((await divide(6)).rows).toEqual([[1]])
    await connection.close()
  })

  it('R07 never runs a statement without rows, however often it is sent', async () => {
    const connection = await postgresqlDriver.connect(config)
    // A session keeps such a lock after its transaction was rolled back.
    const locks = async () =>
      (await admin.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid IN (4711, 4712)")).rowCount
    for (let time = 0; time < 3; time++)
      expect(
        await failureOf(() => readAll(connection, 'DO $$ BEGIN PERFORM pg_advisory_lock(4711); END $$')),
      ).toMatchObject({ kind: 'unsupported' })
    expect(await locks()).toBe(0)
    await readAll(connection, 'SELECT pg_advisory_lock(4712)')
    expect(await locks()).toBe(1)
    await connection.close()
  })

  it('cancels a statement while the server plans it, and keeps its session', async () => {
    // The server computes constants when it plans, which includes immutable functions.
    await admin.query(`CREATE FUNCTION planned() RETURNS integer IMMUTABLE LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(600); RETURN 1; END $$`)
    const connection = await postgresqlDriver.connect(config)
    const keepsSession = async () => {
      const pid = (await readAll(connection, 'SELECT pg_backend_pid()')).rows[0]?.[0]
      const doing = async (): Promise<string> => {
        const { rows } = await admin.query('SELECT state, query FROM pg_stat_activity WHERE pid = $1', [pid])
        return rows.length === 0 ? 'gone' : `${rows[0].state} ${rows[0].query}`
      }
      const controller = new AbortController()
      const options = { ...unlimited, signal: controller.signal }
      const running = failureOf(() => readAll(connection, 'SELECT planned()', [], options))
      await expect.poll(doing, { interval: 20 }).toBe('active SELECT planned()')
      controller.abort()
      expect((await running).kind).toBe('cancelled')
      await expect.poll(doing, { interval: 20 }).toMatch(/^(?:gone|idle ROLLBACK)$/)
      return (await doing()) !== 'gone'
    }
    // A session has two seconds to end its statement, which may be too short on a busy machine.
    await expect.poll(keepsSession).toBe(true)
    await connection.close()
  })

  it('runs a statement on another session if its own is lost before it begins, and fails if no session begins', async () => {
    let isLost = (): boolean => false
    const proxy = await listenBefore({ host: String(config.host), port: Number(config.port) }, (part, _, client) => {
      if (isLost()) client.destroy()
      return part
    })
    const connection = await postgresqlDriver.connect({ ...config, port: proxy.port, tls: 'disable' })
    expect((await readAll(connection, 'SELECT 1')).rows).toEqual([[1]])
    let lost = 0
    isLost = () => lost++ === 0
    expect((await readAll(connection, 'SELECT 2')).rows).toEqual([[2]])
    expect(lost).toBeGreaterThan(1)
    isLost = () => true
    expect(await failureOf(() => readAll(connection, 'SELECT 3'))).toMatchObject({ kind: 'unreachable' })
    await connection.close()
    proxy.close()
  })

  it('has the server end a statement when no client is left to cancel it', async () => {
    const proxy = await listenBefore({ host: String(config.host), port: Number(config.port) })
    const connection = await postgresqlDriver.connect({ ...config, port: proxy.port })
    const sql = 'SELECT count(*) AS orphan FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b'
    const running = failureOf(() => readAll(connection, sql))
    const countRunning = async () => {
      const { rows } = await admin.query(
        "SELECT pid FROM pg_stat_activity WHERE query LIKE '%orphan%' AND state = 'active' AND pid <> pg_backend_pid()",
      )
      return rows.length
    }
    await expect.poll(countRunning, { interval: 20 }).toBe(1)
    proxy.close()
    expect((await running).kind).toBe('unreachable')
    await expect.poll(countRunning, { interval: 20 }).toBe(0)
    await connection.close()
  })
})
