import mysql from 'mysql2'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { Cell, Row } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { ServerConfig } from '../server/fields.ts'
import { tlsOptions } from '../server/network.ts'
import { capReceived } from '../server/receive-cap.ts'
import type { Cursor } from '../server/sessions.ts'
import { describeField, toCell, type FieldDescription } from './types.ts'

const connectTimeoutMs = 10_000
const rowsAhead = 200

export interface Client {
  connection: mysql.Connection
  /** The server's number of this session. */
  id: number
  isMariadb: boolean
  timeoutMs: number | null
  isBroken: boolean
  /** The library tells the connection, not a streaming statement, that the server is gone. */
  onLost: ((error: Error) => void) | null
  /** Starts the count of what a read receives. */
  beginRead: () => void
}

/**
 * Signs in at an address that was resolved before, in a session that only reads.
 * @throws whatever mysql2 throws
 */
export async function openClient(config: ServerConfig, address: string): Promise<Client> {
  const tls = tlsOptions(config)
  if (tls === null) return await signIn(config, address, undefined)
  const ssl = { rejectUnauthorized: tls.rejectUnauthorized ?? false, verifyIdentity: config.tls === 'verify' }
  const withCa = config.tls_ca === null ? ssl : { ...ssl, ca: config.tls_ca }
  try {
    return await signIn(config, address, withCa)
  } catch (error) {
    const hasNoTls = error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT'
    if (config.tls !== 'prefer' || !hasNoTls) throw error
    return await signIn(config, address, undefined)
  }
}

async function signIn(config: ServerConfig, address: string, ssl: mysql.SslOptions | undefined): Promise<Client> {
  const socket = connect({ host: address, port: config.port, noDelay: true, keepAlive: true })
  const connection = mysql.createConnection({
    host: config.host,
    stream: socket,
    database: config.database,
    user: config.username,
    password: config.password,
    ssl,
    connectTimeout: connectTimeoutMs,
    charset: 'utf8mb4',
    // The server may ask the client for a file; this one has none to give (R14).
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
    // Rows are read by plain code instead of code that is made from column names.
    disableEval: true,
    maxPreparedStatements: 20,
  })
  const client: Client = {
    connection,
    id: 0,
    isMariadb: false,
    timeoutMs: null,
    isBroken: false,
    onLost: null,
    beginRead: capReceived(socket),
  }
  const lose = (error: Error) => {
    client.isBroken = true
    client.onLost?.(error)
  }
  connection.on('error', lose)
  connection.on('end', () => lose(new Error('Connection lost')))
  try {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))
    await pinSession(client)
    return client
  } catch (error) {
    connection.destroy()
    throw error
  }
}

/** Pins what the meaning of a statement depends on: backslashes escape, double quotes are for text, nothing is written. */
async function pinSession(client: Client): Promise<void> {
  await run(client, 'SET SESSION TRANSACTION READ ONLY')
  await run(
    client,
    `SET SESSION group_concat_max_len = 1048576, SESSION sql_mode = CONCAT('STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',
      IF(FIND_IN_SET('ONLY_FULL_GROUP_BY', @@GLOBAL.sql_mode), ',ONLY_FULL_GROUP_BY', ''))`,
  )
  const [row] = await run(client, 'SELECT CONNECTION_ID(), VERSION()')
  client.id = Number(row?.[0])
  client.isMariadb = /mariadb/i.test(String(row?.[1]))
}

/** Runs a fixed statement of our own. */
export async function run(client: Client, sql: string): Promise<unknown[][]> {
  return await new Promise((resolve, reject) => {
    client.connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as unknown as unknown[][])))
  })
}

/** Has the server end the session's statements in time. MySQL keeps the limit for SELECT only, which is all that runs. */
export async function limitTime(client: Client, timeoutMs: number): Promise<void> {
  const limit = Math.min(Math.max(1, Math.ceil(timeoutMs)), 31_536_000_000)
  if (client.timeoutMs === limit) return await ping(client)
  const setting = client.isMariadb ? `max_statement_time = ${limit / 1000}` : `max_execution_time = ${limit}`
  await run(client, `SET SESSION ${setting}`)
  client.timeoutMs = limit
}

export async function ping(client: Client): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    client.connection.ping((error: Error | null) => (error ? reject(error) : resolve())),
  )
}

export function closeClient(client: Client): void {
  client.connection.end(() => client.connection.destroy())
}

export function destroyClient(client: Client): void {
  client.isBroken = true
  client.connection.destroy()
}

/** What mysql2's prepared statement has beyond its typings. */
interface Prepared {
  columns: unknown[]
  execute: (params: Cell[]) => Executing
}

interface Executing {
  once: (event: string, listener: (value: never) => void) => void
  stream: (options: { highWaterMark: number }) => Readable
}

/**
 * Compiles a statement by the prepared protocol, which takes one statement only (R07), and runs it if it returns rows.
 * @throws DriverError unsupported when it returns none; whatever the server says of it
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  client.onLost = null
  const prepared = await new Promise<Prepared>((resolve, reject) => {
    client.connection.prepare(sql, (error, statement) =>
      error ? reject(error) : resolve(statement as unknown as Prepared),
    )
  })
  if (prepared.columns.length === 0) throw new DriverError('unsupported', 'The statement returns no rows.')
  const executing = prepared.execute(params)
  const fields = Promise.withResolvers<FieldDescription[]>()
  executing.once('fields', fields.resolve)
  executing.once('error', fields.reject)
  const reader = new RowReader(executing.stream({ highWaterMark: rowsAhead }))
  client.onLost = (error) => {
    fields.reject(error)
    reader.fail(error)
  }
  const described = await fields.promise
  return {
    columns: described.map(describeField),
    read: async (count) => {
      client.beginRead()
      const rows = await reader.read(count)
      return rows.map((row): Row => row.map((cell, index) => toCell(cell, described[index] ?? { name: '' })))
    },
    close: () => reader.close(),
  }
}

/** Takes rows out of the library's stream, which reads the socket no further while nobody asks. */
class RowReader {
  #stream: Readable
  #isEnded = false
  #failure: Error | null = null
  #wake: (() => void) | null = null

  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('readable', () => this.#wake?.())
    stream.on('error', (error) => this.fail(error))
    stream.on('end', () => {
      this.#isEnded = true
      this.#wake?.()
    })
  }

  fail(error: Error): void {
    this.#failure ??= error
    this.#wake?.()
  }

  close(): void {
    this.#stream.destroy()
  }

  /** At most `count` rows that are there, waiting for the first one. */
  async read(count: number): Promise<unknown[][]> {
    const rows: unknown[][] = []
    while (rows.length < count) {
      const row = this.#stream.read() as unknown[] | null
      if (row !== null) rows.push(row)
      else if (this.#failure) throw this.#failure
      else if (this.#isEnded || rows.length > 0) break
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    return rows
  }
}
