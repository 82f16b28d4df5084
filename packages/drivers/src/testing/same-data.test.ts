import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import type { CatalogueTable, Cell, ColumnKind } from '@parlance/contract'
import mysql from 'mysql2/promise'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection, ConnectionConfig } from '../contract.ts'
import { driverFor } from '../registry.ts'
import { createMariadbDatabase, startMariadb } from './mariadb-server.ts'
import { createPostgresDatabase, startPostgres } from './postgres-server.ts'
import { collect, unlimited } from './read.ts'

const chinook = join(testDataFolder() ?? '', 'chinook')
const stops: (() => Promise<void>)[] = []
let reference: Map<string, TableContent>

beforeAll(async () => {
  if (testDataFolder() === null) return
  const connection = await (await driverFor('sqlite')).connect({ database: join(chinook, 'chinook.sqlite') })
  reference = await readDatabase(connection, (name) => `"${name}"`)
  await connection.close()
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

interface TableContent {
  columns: string[]
  primaryKey: string[]
  foreignKeys: string[]
  rows: string[]
}

/** Everything in a database, in words that do not depend on the engine: names without case and underscores. */
async function readDatabase(
  connection: Connection,
  quote: (name: string) => string,
): Promise<Map<string, TableContent>> {
  const content = new Map<string, TableContent>()
  for (const table of await collect(connection.introspect())) {
    const result = await connection.query(`SELECT * FROM ${quote(table.name)}`, [], unlimited)
    const kinds = result.columns.map((column) => column.kind)
    const rows = (await collect(result.batches)).flat()
    content.set(plain(table.name), {
      columns: result.columns.map((column) => plain(column.name)),
      primaryKey: table.primaryKey.map(plain),
      foreignKeys: describeKeys(table),
      rows: rows.map((row) => JSON.stringify(row.map((cell, index) => plainCell(cell, kinds[index])))).toSorted(),
    })
  }
  return content
}

function describeKeys(table: CatalogueTable): string[] {
  const keys = table.foreignKeys.map((key) => {
    const target = `${plain(key.referencedTable)}(${key.referencedColumns.map(plain).join()})`
    return `${key.columns.map(plain).join()} -> ${target}`
  })
  return keys.toSorted()
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** Decimals are text on servers and numbers in SQLite; PostgreSQL reads the script's N'…' without the space at its end. */
function plainCell(cell: Cell, kind: ColumnKind | undefined): Cell {
  if (typeof cell !== 'string') return cell
  return kind === 'number' ? Number(cell) : cell.trimEnd()
}

async function connectTo(kind: 'postgresql' | 'mysql', address: string): Promise<Connection> {
  const url = new URL(address)
  const config: ConnectionConfig = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  const connection = await (await driverFor(kind)).connect(config)
  stops.push(async () => await connection.close())
  return connection
}

describe('the same data on every engine', () => {
  it('is the same catalogue and the same rows on PostgreSQL', async (test) => {
    if (testDataFolder() === null) test.skip(testDataReason)
    const server = await startPostgres()
    if ('skip' in server) return test.skip(server.skip)
    stops.push(server.stop)
    const database = await createPostgresDatabase(server.url)
    stops.push(database.drop)
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    const script = readFileSync(join(chinook, 'Chinook_PostgreSql.sql'), 'utf8')
    await admin.query(script.slice(script.indexOf('CREATE TABLE')))
    await admin.end()
    const connection = await connectTo('postgresql', database.url)
    expect(await readDatabase(connection, pg.escapeIdentifier)).toEqual(reference)
  })

  it('is the same catalogue and the same rows on MariaDB', async (test) => {
    if (testDataFolder() === null) test.skip(testDataReason)
    const server = await startMariadb()
    if ('skip' in server) return test.skip(server.skip)
    stops.push(server.stop)
    const database = await createMariadbDatabase(server.url)
    stops.push(database.drop)
    const admin = await mysql.createConnection({ uri: database.url, multipleStatements: true })
    // The script means its backslashes as they are.
    await admin.query("SET sql_mode = 'NO_BACKSLASH_ESCAPES'")
    const script = readFileSync(join(chinook, 'Chinook_MySql.sql'), 'utf8')
    await admin.query(script.slice(script.indexOf('CREATE TABLE')))
    await admin.end()
    const connection = await connectTo('mysql', database.url)
    expect(await readDatabase(connection, (name) => `\`${name}\``)).toEqual(reference)
  })
})
