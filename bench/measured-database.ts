import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ConnectionConfig, Driver } from '@parlance/drivers'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import pg from 'pg'
import type { CrowdMember } from './crowd.ts'

/** All columns of the measured table. */
export const measuredSql = 'SELECT id, name, city, amount, quantity, price, note, created_at, code, flag FROM measured'

/** A database with one table of ten columns, which both the product and a floor read. */
export interface MeasuredDatabase {
  kind: 'sqlite' | 'postgresql'
  /** The connection form as a user would fill it in. */
  form: ConnectionConfig
  /** The path of the file, or the URL of the server. */
  address: string
  driver(): Promise<Driver>
  drop(): Promise<void>
}

/** Writes a SQLite file with this many rows. */
export function makeSqlite(folder: string, rows: number): MeasuredDatabase {
  const path = join(folder, 'measured.db')
  const db = new DatabaseSync(path)
  db.exec(`CREATE TABLE measured (id INTEGER PRIMARY KEY, name TEXT, city TEXT, amount REAL, quantity INTEGER, price REAL,
    note TEXT, created_at TEXT, code TEXT, flag INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO measured SELECT i, 'Customer ' || i, 'City ' || (i % 1000), i * 1.25, i % 50, (i % 10000) / 100.0,
    CASE WHEN i % 3 = 0 THEN 'a note, with a comma' END, '2026-01-01 12:00:00', 'code-' || (i % 77777), i % 2 FROM n`)
  db.close()
  return {
    kind: 'sqlite',
    form: { db_type: 'sqlite', database: path },
    address: path,
    driver: async () => (await import('../packages/drivers/src/sqlite/driver.ts')).sqliteDriver,
    drop: async () => {},
  }
}

/** Makes a database with this many rows on a server for tests. Null if none can be started here. */
export async function makePostgres(rows: number): Promise<MeasuredDatabase | null> {
  const server = await startPostgres()
  if ('skip' in server) return null
  const { url, drop } = await createPostgresDatabase(server.url)
  const parts = new URL(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE TABLE measured AS SELECT i AS id, 'Customer ' || i AS name, 'City ' || (i % 1000) AS city,
    i * 1.25::float8 AS amount, i % 50 AS quantity, (i % 10000) / 100.0::float8 AS price,
    CASE WHEN i % 3 = 0 THEN 'a note, with a comma' END AS note, '2026-01-01 12:00:00'::text AS created_at,
    'code-' || (i % 77777) AS code, i % 2 AS flag FROM generate_series(1, ${rows}) i`)
  await client.query('ANALYZE measured')
  await client.end()
  return {
    kind: 'postgresql',
    form: {
      db_type: 'postgresql',
      host: parts.hostname,
      port: Number(parts.port),
      database: parts.pathname.slice(1),
      username: decodeURIComponent(parts.username),
      password: decodeURIComponent(parts.password),
    },
    address: url,
    driver: async () => (await import('../packages/drivers/src/postgresql/driver.ts')).postgresqlDriver,
    drop: async () => {
      await drop()
      await server.stop()
    },
  }
}

/** Registers the first account, an administrator. @returns the headers of its requests */
export async function signIn(address: string): Promise<Record<string, string>> {
  await post(address, '/api/v1/auth/register', { ...account, username: 'bench', organization: 'Bench' })
  return (await signInAgain(address)).headers
}

const account = { email: 'bench@example.test', password: 'correct horse battery' }

/** Signs in with the account that `signIn` registered. */
export async function signInAgain(address: string): Promise<CrowdMember> {
  const { access_token: token, user } = await post(address, '/api/v1/auth/login', account)
  const headers = { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' }
  return { userId: (user as { user_id: string }).user_id, headers }
}

/** Adds the database as a tested connection for all users. @returns its ID */
export async function connect(
  address: string,
  headers: Record<string, string>,
  database: MeasuredDatabase,
): Promise<string> {
  const base = '/api/v1/database-management/configurations'
  const open = { name: `bench ${database.kind}`, visibility: 'public', ...database.form }
  const { config_id: id } = await post(address, base, open, headers)
  const tested = await post(address, `${base}/${String(id)}/test`, {}, headers)
  if (tested.success !== true) throw new Error(String(tested.message))
  return String(id)
}

/** Posts JSON. @throws for an error status */
export async function post(
  address: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Record<string, unknown>> {
  const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
