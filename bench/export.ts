import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { csvHeader, csvLines, type ResultColumn, type Row } from '@parlance/contract'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { median, type Figure } from './figure.ts'
import { connect, makePostgres, makeSqlite, measuredSql, signIn, type MeasuredDatabase } from './measured-database.ts'
import { productArguments, startServerProcess, type StartedServer } from './product.ts'

const rowCount = 1_000_000
const rounds = 3

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

/**
 * Measures a million rows to CSV over HTTP, against a bare loop over the driver's cursor that writes the same CSV. Also
 * reports, without a bound, the same loop over the client library's own cursor in one process.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'))
  const databases = [makeSqlite(folder, rowCount), await makePostgres(rowCount)].filter((database) => database !== null)
  const server = await startServerProcess(productArguments, folder)
  try {
    const headers = await signIn(server.address)
    const figures: Figure[] = []
    const load = { rows: rowCount, rounds }
    for (const database of databases) figures.push(...(await measureExport(server, headers, { database, ...load })))
    return figures
  } finally {
    await server.stop()
    for (const database of databases) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type ExportingServer = Pick<StartedServer, 'address' | 'residentBytes'>

/** A table with so many rows, and how often it is exported. */
export interface ExportLoad {
  database: MeasuredDatabase
  rows: number
  rounds: number
}

export async function measureExport(
  server: ExportingServer,
  headers: Record<string, string>,
  { database, rows, rounds: measuredRounds }: ExportLoad,
): Promise<Figure[]> {
  const id = await connect(server.address, headers, database)
  const product: number[] = []
  const floor: number[] = []
  const clientFloors: number[] = []
  const growth: number[] = []
  // The first query of a kind loads its parser and driver once, whatever is exported.
  await exportCsv(server, headers, { id, rows: 1, sql: `${measuredSql} LIMIT 1` })
  for (let round = 0; round < measuredRounds; round++) {
    clientFloors.push(await clientFloor(database))
    floor.push(await driverFloor(database))
    const exported = await exportCsv(server, headers, { id, rows, sql: measuredSql })
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
      value: median(product) / median(clientFloors),
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
  const result = await connection.query(measuredSql, [], { timeoutMs: 600_000, maxRows: null, maxBytes: null })
  const file = openSync(devNull, 'w')
  writeSync(file, csvHeader(result.columns))
  for await (const rows of result.batches) writeSync(file, csvLines(rows, result.columns))
  closeSync(file)
  const ms = performance.now() - started
  await connection.close()
  return ms
}

async function exportCsv(
  server: ExportingServer,
  headers: Record<string, string>,
  { id, rows, sql }: { id: string; rows: number; sql: string },
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
        sql_query: sql,
        database_config_id: id,
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

/** Reads all rows in this process with only the client library, and writes the same CSV. @returns the milliseconds */
async function clientFloor({ kind, address }: MeasuredDatabase): Promise<number> {
  return kind === 'sqlite' ? sqliteFloor(address) : postgresFloor(address)
}

function sqliteFloor(path: string): number {
  const reader = new DatabaseSync(path, { readOnly: true })
  const statement = reader.prepare(measuredSql)
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
}

async function postgresFloor(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const started = performance.now()
  const cursor = client.query(new Cursor<Row>(measuredSql, [], { rowMode: 'array' } as never))
  const file = openSync(devNull, 'w')
  writeSync(file, csvHeader(columns))
  for (let rows = await cursor.read(1000); rows.length > 0; rows = await cursor.read(1000))
    writeSync(file, csvLines(rows, columns))
  closeSync(file)
  await cursor.close()
  const ms = performance.now() - started
  await client.end()
  return ms
}

function writeCsv(loop: (write: (rows: Row[]) => void) => void): void {
  const file = openSync(devNull, 'w')
  writeSync(file, csvHeader(columns))
  loop((rows) => void writeSync(file, csvLines(rows, columns)))
  closeSync(file)
}
