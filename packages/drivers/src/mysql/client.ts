import mysql from 'mysql2'
import { connect, type Socket } from 'node:net'
import type { Cell, Row } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { ServerConfig } from '../server/fields.ts'
import { tlsOptions } from '../server/network.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import { RowQueue } from '../server/row-queue.ts'
import type { Cursor } from '../server/sessions.ts'
import { convertRows, describeField, type FieldDescription } from './types.ts'

const connectTimeoutMs = 10_000

export interface Client {
  connection: mysql.Connection
  /** The server's number of this session. */
  id: number
  isMariadb: boolean
  timeoutMs: number | null
  isBroken: boolean
  /** The library tells the connection, not a streaming statement, that the server is gone. */
  onLost: ((error: Error) => void) | null
  /** Made for the first statement: only then is it known which stream is read, since TLS has one of its own. */
  meter: ReceiveMeter | null
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
  // The library has TLS check a certificate against this name, and against 'localhost' where it has none: the server's
  // address was resolved before, so the socket does not know it.
  Object.assign(socket, { _host: config.host })
  const connection = mysql.createConnection({
    host: config.host,
    stream: socket,
    database: config.database,
    user: config.username,
    password: config.password,
    ssl,
    // Kept here instead, since the sign-in has its time, too.
    connectTimeout: 0,
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
    meter: null,
  }
  const lose = (error: Error) => {
    client.isBroken = true
    client.onLost?.(error)
  }
  connection.on('error', lose)
  connection.on('end', () => lose(new Error('Connection lost')))
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new DriverError('timeout', 'The server accepted the connection but did not answer.'))
  }, connectTimeoutMs)
  try {
    await Promise.race([late.promise, prepareSession(client)])
    return client
  } catch (error) {
    connection.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function prepareSession(client: Client): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.connection.connect((error) => (error ? reject(error) : resolve()))
  })
  await pinSession(client)
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
  await run(client, timeLimitSql(client.isMariadb, limit))
  client.timeoutMs = limit
}

/** MariaDB counts in seconds, and for every statement. */
export function timeLimitSql(isMariadb: boolean, limitMs: number): string {
  return `SET SESSION ${isMariadb ? `max_statement_time = ${limitMs / 1000}` : `max_execution_time = ${limitMs}`}`
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
  on: ((event: 'result', listener: (row: unknown[]) => void) => void) &
    ((event: 'fields', listener: (fields: FieldDescription[]) => void) => void) &
    ((event: 'error', listener: (error: Error) => void) => void) &
    ((event: 'end', listener: () => void) => void)
}

/**
 * Compiles a statement by the prepared protocol, which takes one statement only (R07), and runs it if it returns rows.
 * @throws DriverError unsupported when it returns none; whatever the server says of it
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  const { connection } = client
  client.onLost = null
  const prepared = await new Promise<Prepared>((resolve, reject) => {
    connection.prepare(sql, (error, statement) => (error ? reject(error) : resolve(statement as unknown as Prepared)))
  })
  if (prepared.columns.length === 0) throw new DriverError('unsupported', 'The statement returns no rows.')
  client.meter ??= meterReceived((connection as unknown as { stream: Socket }).stream)
  const rows = new RowQueue(client.meter, { pause: () => connection.pause(), resume: () => connection.resume() })
  const described = Promise.withResolvers<FieldDescription[]>()
  client.onLost = (error) => {
    described.reject(error)
    rows.fail(error)
  }
  const executing = prepared.execute(params)
  executing.on('fields', described.resolve)
  executing.on('error', client.onLost)
  executing.on('result', (row) => rows.push(row as Row))
  executing.on('end', () => rows.end())
  const fields = await described.promise
  return {
    columns: fields.map(describeField),
    read: async (count) => convertRows(await rows.read(count), fields),
    close: () => rows.close(),
    isOver: () => rows.isOver,
  }
}
