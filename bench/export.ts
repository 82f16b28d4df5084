import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { csvHeader, csvLines, type ResultColumn, type Row } from '@parlance/contract'
import type { ConnectionConfig, Driver } from '@parlance/drivers'
import { createPostgresDatabase, startPostgres } from '@parlance/drivers/testing'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { median, type Figure } from './figure.ts'
import { productArguments, startServerProcess, type StartedServer } from './product.ts'

const rowCount = 1_000_000
const rounds = 3
const sql = 'SELECT id, name, city, amount, quantity, price, note, created_at, code, flag FROM measured'

const columns: ResultColumn[] = [
  { name: 'id', dataType: 'INTEGER', kind: 'integer' },
  { name: 'name', dataType: 'TEXT', kind: 'text' },
  { name: 'city', dataType: 'TEXT', kind: 'text' },
  { name: 'amount', dataType: 'REAL', kind: 'number' },
  { name: 'quantity', dataType: 'INTEGER', kind: 'integer' },
  { name: 'price', dataType: 'REAL', kind: 'number' },
  { name: 'note', dataType: 'TEXT', kind: 'text' },
  { name: 'created_at', dataType: 'TEXT', kind: 'text' },
  { name: 'code', dataType: 'TEXT', kind: 'text' },
  { name: 'flag', dataType: 'INTEGER', kind: 'integer' },
]

/** A database of a million rows that both the product and the bare loop read. */
interface MeasuredDatabase {
  kind: string
  /** The connection form as a user would fill it in. */
  form: ConnectionConfig
  /** Reads all rows in this process with only the client library, writes the same CSV, and returns the milliseconds. */
  clientFloor(): Promise<number>
  driver(): Promise<Driver>
  drop(): Promise<void>
}

/**
 * Measures a million rows to CSV over HTTP, against a bare loop over the driver's cursor that writes the same CSV. Also
 * reports, without a bound, the same loop over the client library's own cursor in one process.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const databases = [makeSqlite(folder), await makePostgres()].filter((database) => database !== null)
  const server = await startServerProcess(productArguments, folder)
  try {
    const headers = await signIn(server.address)
    const figures: Figure[] = []
    for (const database of databases) figures.push(...(await measure(server, headers, database)))
    return figures
  } finally {
    await server.stop()
    for (const database of databases) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  server: StartedServer,
  headers: Record<string, string>,
  database: MeasuredDatabase,
): Promise<Figure[]> {
  const id = await connect(server.address, headers, database)
  const product: number[] = []
  const floor: number[] = []
  const clientFloor: number[] = []
  const growth: number[] = []
  // The first query of a kind loads its parser and driver once, whatever is exported.
  await exportCsv(server, headers, id, 1)
  for (let round = 0; round < rounds; round++) {
    clientFloor.push(await database.clientFloor())
    floor.push(await driverFloor(database))
    const exported = await exportCsv(server, headers, id, rowCount)
    product.push(exported.ms)
    growth.push(exported.grownBytes)
  }
  return [
    {
      bench: 'export',
      name: `${database.kind}, export a million rows to CSV`,
      value: median(product) / median(floor),
      unit: 'x floor',
      limit: 1.25,
    },
    {
      bench: 'export',
      name: `${database.kind}, relative to the client library`,
      value: median(product) / median(clientFloor),
      unit: 'x floor',
      limit: null,
    },
    {
      bench: 'export',
      name: `${database.kind}, server memory`,
      value: Math.max(...growth) / 1024 / 1024,
      unit: 'MB',
      limit: 64,
    },
  ]
}

/** Returns the milliseconds of the bare loop over the driver's cursor. */
async function driverFloor(database: MeasuredDatabase): Promise<number> {
  const { db_type: _, ...config } = database.form
  const connection = await (await database.driver()).connect(config)
  const started = performance.now()
  const result = await connection.query(sql, [], { timeoutMs: 600_000, maxRows: null, maxBytes: null })
  const file = openSync(devNull, 'w')
  writeSync(file, csvHeader(result.columns))
  for await (const rows of result.batches) writeSync(file, csvLines(rows, result.columns))
  closeSync(file)
  const ms = performance.now() - started
  await connection.close()
  return ms
}

async function exportCsv(
  server: StartedServer,
  headers: Record<string, string>,
  configId: string,
  rows: number,
): Promise<{ ms: number; grownBytes: number }> {
  const before = server.residentBytes() ?? 0
  let highest = before
  const sampling = setInterval(() => (highest = Math.max(highest, server.residentBytes() ?? 0)), 50)
  try {
    const started = performance.now()
    const response = await fetch(`${server.address}/api/v1/query/full-results`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        sql_query: rows < rowCount ? `${sql} LIMIT ${rows}` : sql,
        database_config_id: configId,
        format: 'csv',
      }),
    })
    if (!response.ok) throw new Error(await response.text())
    let lines = 0
    for await (const chunk of response.body ?? []) for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1
    if (lines !== rows + 1) throw new Error(`expected ${rows + 1} lines but received ${lines}`)
    return { ms: performance.now() - started, grownBytes: highest - before }
  } finally {
    clearInterval(sampling)
  }
}

async function signIn(address: string): Promise<Record<string, string>> {
  const account = { email: 'bench@example.test', password: 'correct horse battery' }
  await post(address, '/api/v1/auth/register', { ...account, username: 'bench', organization: 'Bench' })
  const { access_token: token } = await post(address, '/api/v1/auth/login', account)
  return { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' }
}

async function connect(address: string, headers: Record<string, string>, database: MeasuredDatabase): Promise<string> {
  const base = '/api/v1/database-management/configurations'
  const { config_id: id } = await post(address, base, { name: `bench ${database.kind}`, ...database.form }, headers)
  const tested = await post(address, `${base}/${String(id)}/test`, {}, headers)
  if (tested.success !== true) throw new Error(String(tested.message))
  return String(id)
}

async function post(
  address: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Record<string, unknown>> {
  const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

function makeSqlite(folder: string): MeasuredDatabase {
  const path = join(folder, 'measured.db')
  const db = new DatabaseSync(path)
  db.exec(`CREATE TABLE measured (id INTEGER PRIMARY KEY, name TEXT, city TEXT, amount REAL, quantity INTEGER, price REAL,
    note TEXT, created_at TEXT, code TEXT, flag INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount})
    INSERT INTO measured SELECT i, 'Customer ' || i, 'City ' || (i % 1000), i * 1.25, i % 50, (i % 10000) / 100.0,
    CASE WHEN i % 3 = 0 THEN 'a note, with a comma' END, '2026-01-01 12:00:00', 'code-' || (i % 77777), i % 2 FROM n`)
  db.close()
  return {
    kind: 'sqlite',
    form: { db_type: 'sqlite', database: path },
    driver: async () => (await import('../packages/drivers/src/sqlite/driver.ts')).sqliteDriver,
    clientFloor: async () => {
      const reader = new DatabaseSync(path, { readOnly: true })
      const statement = reader.prepare(sql)
      statement.setReturnArrays(true)
      const started = performance.now()
      const rows = statement.iterate() as unknown as Iterable<Row>
      writeCsv((write) => {
        let batch: Row[] = []
        for (const row of rows) {
          batch.push(row)
          if (batch.length < 1000) continue
          write(batch)
          batch = []
        }
        write(batch)
      })
      reader.close()
      return performance.now() - started
    },
    drop: async () => {},
  }
}

async function makePostgres(): Promise<MeasuredDatabase | null> {
  const server = await startPostgres()
  if ('skip' in server) return null
  const { url, drop } = await createPostgresDatabase(server.url)
  const parts = new URL(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE TABLE measured AS SELECT i AS id, 'Customer ' || i AS name, 'City ' || (i % 1000) AS city,
    i * 1.25::float8 AS amount, i % 50 AS quantity, (i % 10000) / 100.0::float8 AS price,
    CASE WHEN i % 3 = 0 THEN 'a note, with a comma' END AS note, '2026-01-01 12:00:00'::text AS created_at,
    'code-' || (i % 77777) AS code, i % 2 AS flag FROM generate_series(1, ${rowCount}) i`)
  await client.query('ANALYZE measured')
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
    driver: async () => (await import('../packages/drivers/src/postgresql/driver.ts')).postgresqlDriver,
    clientFloor: async () => {
      const started = performance.now()
      const cursor = client.query(new Cursor<Row>(sql, [], { rowMode: 'array' } as never))
      const file = openSync(devNull, 'w')
      writeSync(file, csvHeader(columns))
      for (let rows = await cursor.read(1000); rows.length > 0; rows = await cursor.read(1000))
        writeSync(file, csvLines(rows, columns))
      closeSync(file)
      await cursor.close()
      return performance.now() - started
    },
    drop: async () => {
      await client.end()
      await drop()
      await server.stop()
    },
  }
}

function writeCsv(loop: (write: (rows: Row[]) => void) => void): void {
  const file = openSync(devNull, 'w')
  writeSync(file, csvHeader(columns))
  loop((rows) => void writeSync(file, csvLines(rows, columns)))
  closeSync(file)
}
