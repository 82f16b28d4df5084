import { testDataFolder, testDataReason } from '@parlance/contract/testing'
import type { CatalogueTable, Cell, ColumnKind } from '@parlance/contract'
import mysql from 'mysql2/promise'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { Connection, ConnectionConfig } from '../contract.ts'
import { driverFor } from '../registry.ts'
import { copyStatements, type CopyDialect } from './copy-database.ts'
import { createMariadbDatabase, startMariadb } from './mariadb-server.ts'
import { createPostgresDatabase, startPostgres } from './postgres-server.ts'
import { collect, readAll, unlimited } from './read.ts'
import type { TestServer } from './server-process.ts'

const folder = testDataFolder() ?? ''
const chinook = join(folder, 'chinook')
const stops: (() => Promise<void>)[] = []
/** Cleanup of what a test created; runs before the servers stop. */
const ends: (() => Promise<void>)[] = []
let postgres: TestServer = { skip: 'not started' }
let mariadb: TestServer = { skip: 'not started' }

beforeAll(async () => {
  if (testDataFolder() === null) return
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  for (const server of [postgres, mariadb]) if ('stop' in server) stops.push(server.stop)
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

interface TableContent {
  columns: string[]
  primaryKey: string[]
  foreignKeys: string[]
  rows: string[]
}

/** Reads everything in a database in a form that doesn't depend on the engine: names without case and underscores. */
async function readDatabase(
  connection: Connection,
  quote: (name: string) => string,
): Promise<Map<string, TableContent>> {
  const content = new Map<string, TableContent>()
  for (const table of await collect(connection.introspect())) {
    if (table.objectType !== 'TABLE') continue
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

/**
 * Normalizes a cell: decimals are text on servers and numbers in SQLite, booleans are numbers there, and a day without
 * a time is midnight. PostgreSQL drops the trailing space of the script's N'…'.
 */
function plainCell(cell: Cell, kind: ColumnKind | undefined): Cell {
  if (typeof cell === 'boolean') return Number(cell)
  if (typeof cell !== 'string') return cell
  if (kind === 'number') return Number(cell)
  return kind === 'timestamp' ? cell.replace(/ 00:00:00$/, '') : cell.trimEnd()
}

async function openFile(name: string): Promise<Connection> {
  const connection = await (await driverFor('sqlite')).connect({ database: join(folder, name, `${name}.sqlite`) })
  ends.push(async () => await connection.close())
  return connection
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
  ends.push(async () => await connection.close())
  return connection
}

/** Creates a database on PostgreSQL and runs the script in it. */
async function fillPostgres(test: TestContext, script: string): Promise<Connection> {
  if ('skip' in postgres) return test.skip(postgres.skip)
  const database = await createPostgresDatabase(postgres.url)
  ends.push(database.drop)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(script)
  await admin.end()
  return await connectTo('postgresql', database.url)
}

async function fillMariadb(test: TestContext, script: string): Promise<Connection> {
  if ('skip' in mariadb) return test.skip(mariadb.skip)
  const database = await createMariadbDatabase(mariadb.url)
  ends.push(database.drop)
  const admin = await mysql.createConnection({ uri: database.url, multipleStatements: true })
  // The scripts use backslashes literally.
  await admin.query("SET sql_mode = 'NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'")
  await admin.query(script)
  await admin.end()
  return await connectTo('mysql', database.url)
}

const quoteWithBackticks = (name: string) => `\`${name.replaceAll('`', '``')}\``
const literal = (cell: Cell) => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell))

const postgresDialect: CopyDialect = {
  quote: pg.escapeIdentifier,
  literal,
  types: {
    text: 'TEXT',
    key: 'TEXT',
    integer: 'BIGINT',
    number: 'DOUBLE PRECISION',
    decimal: 'DECIMAL(20, 6)',
    boolean: 'INTEGER',
    date: 'DATE',
    timestamp: 'TIMESTAMP',
    binary: 'BYTEA',
  },
}
const mariadbDialect: CopyDialect = {
  quote: quoteWithBackticks,
  literal,
  types: {
    ...postgresDialect.types,
    key: 'VARCHAR(100) COLLATE utf8mb4_bin',
    boolean: 'BOOLEAN',
    timestamp: 'DATETIME',
    binary: 'LONGBLOB',
  },
}

/** Returns the statements that copy a SQLite file's tables. */
async function copyScript(source: Connection, dialect: CopyDialect): Promise<string> {
  const tables = (await collect(source.introspect())).filter((table) => table.objectType === 'TABLE')
  const copied = []
  for (const table of tables) {
    const { rows } = await readAll(source, `SELECT * FROM ${pg.escapeIdentifier(table.name)}`)
    copied.push({ table, rows })
  }
  return copyStatements(copied, dialect).join(';\n')
}

describe('the same data on every engine', () => {
  type Script = (source: Connection) => Promise<string> | string
  const scripts: [name: string, tables: number, forPostgres: Script, forMariadb: Script][] = [
    ['chinook', 11, () => chinookScript('Chinook_PostgreSql.sql'), () => chinookScript('Chinook_MySql.sql')],
    ['northwind', 13, (source) => copyScript(source, postgresDialect), (source) => copyScript(source, mariadbDialect)],
    ['sakila', 21, (source) => copyScript(source, postgresDialect), (source) => copyScript(source, mariadbDialect)],
  ]

  for (const [name, tables, forPostgres, forMariadb] of scripts) {
    it(`${name} on PostgreSQL`, async (test) => {
      if (testDataFolder() === null) test.skip(testDataReason)
      const source = await openFile(name)
      const copy = await fillPostgres(test, await forPostgres(source))
      const reference = await readDatabase(source, pg.escapeIdentifier)
      expect(reference.size).toBe(tables)
      expect(await readDatabase(copy, pg.escapeIdentifier)).toEqual(reference)
    })

    it(`${name} on MariaDB`, async (test) => {
      if (testDataFolder() === null) test.skip(testDataReason)
      const source = await openFile(name)
      const copy = await fillMariadb(test, await forMariadb(source))
      expect(await readDatabase(copy, quoteWithBackticks)).toEqual(await readDatabase(source, pg.escapeIdentifier))
    })
  }
})

function chinookScript(file: string): string {
  const script = readFileSync(join(chinook, file), 'utf8')
  return script.slice(script.indexOf('CREATE TABLE'))
}
