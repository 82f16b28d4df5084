import pg from 'pg'
import Cursor from 'pg-cursor'
import type { Socket } from 'node:net'
import { DriverError } from '../contract.ts'
import type { ServerConfig } from '../server/fields.ts'
import { tlsOptions } from '../server/network.ts'
import { capReceived } from '../server/receive-cap.ts'

const connectTimeoutMs = 10_000

export type Client = pg.Client

/** Starts the count of what a client receives anew; by client. */
const resets = new WeakMap<Client, () => void>()

/** What pg-cursor needs and the typings of pg leave out. */
interface Wire {
  stream: Socket
  once: (event: string, listener: (message: { fields?: FieldDescription[] }) => void) => void
  removeListener: (event: string, listener: (message: { fields?: FieldDescription[] }) => void) => void
}

export interface FieldDescription {
  name: string
  dataTypeID: number
}

/**
 * Signs in at an address that was resolved before, in a session that only reads.
 * @throws whatever pg throws
 */
export async function openClient(config: ServerConfig, address: string): Promise<Client> {
  const tls = tlsOptions(config)
  if (tls === null) return await signIn(config, address, false)
  try {
    return await signIn(config, address, tls)
  } catch (error) {
    const hasNoTls = error instanceof Error && error.message.includes('does not support SSL')
    if (config.tls !== 'prefer' || !hasNoTls) throw error
    return await signIn(config, address, false)
  }
}

async function signIn(config: ServerConfig, address: string, ssl: pg.ClientConfig['ssl']): Promise<Client> {
  const client = new pg.Client({
    host: address,
    port: config.port,
    database: config.database,
    user: config.username,
    // A function, because an empty password would be looked up in the server's environment and home folder.
    password: () => config.password,
    ssl,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'parlance',
    client_encoding: 'UTF8',
    keepAlive: true,
    types: { getTypeParser: () => (text: string) => text },
  })
  // A server that ends an idle session must not end ours; the next use finds the client unusable.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sessionSql(config))
    resets.set(client, capReceived(wireOf(client).stream))
    return client
  } catch (error) {
    // The client itself leaves the socket open, and the server would wait a minute for a password.
    destroyClient(client)
    throw error
  }
}

/** Pins everything that the meaning of a statement or the form of a value depends on. */
function sessionSql(config: ServerConfig): string {
  const path = config.schema_name === null ? '' : `SET search_path = ${pg.escapeIdentifier(config.schema_name)};`
  return `SET default_transaction_read_only = on; SET standard_conforming_strings = on; SET bytea_output = 'hex';
    SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; ${path}`
}

export function isUsable(client: Client): boolean {
  return !('_ended' in client && client._ended === true) && !('_queryable' in client && client._queryable === false)
}

export function closeClient(client: Client): void {
  client.end().catch(() => {})
}

/** Cuts the connection without a word. */
export function destroyClient(client: Client): void {
  wireOf(client).stream.destroy()
}

/**
 * Begins a transaction that only reads and that the server itself ends in time.
 * @returns the number of the server's process that now works for this client
 */
export async function beginReadOnly(client: Client, timeoutMs: number): Promise<number> {
  const limit = Math.min(Math.max(1, Math.ceil(timeoutMs)), 2_147_483_647)
  // Several statements in one message give a list of results, which the typings do not know.
  const results: unknown = await client.query(
    `BEGIN READ ONLY; SET LOCAL statement_timeout = ${limit}; SELECT pg_backend_pid() AS pid`,
  )
  const last = (Array.isArray(results) ? results.at(-1) : results) as pg.QueryResult<{ pid: string }>
  return Number(last.rows[0]?.pid)
}

/** The next rows of a cursor, as the server writes them. */
export async function readCursor(client: Client, { cursor }: OpenCursor, count: number): Promise<(string | null)[][]> {
  resets.get(client)?.()
  return await cursor.read(count)
}

export interface OpenCursor {
  cursor: Cursor<(string | null)[]>
  fields: FieldDescription[]
}

/**
 * Compiles a statement by the extended protocol, which takes one statement only (R07), without running it.
 * @throws DriverError unsupported when it returns no rows; whatever the server says of it
 */
export async function openCursor(client: Client, sql: string, params: unknown[]): Promise<OpenCursor> {
  const types = { getTypeParser: () => (text: string) => text }
  const cursor = new Cursor<(string | null)[]>(sql, params, { rowMode: 'array', types })
  const wire = wireOf(client)
  const described = Promise.withResolvers<FieldDescription[]>()
  const onRows = (message: { fields?: FieldDescription[] }) => described.resolve(message.fields ?? [])
  const onNothing = () => described.reject(new DriverError('unsupported', 'The statement returns no rows.'))
  wire.once('rowDescription', onRows)
  wire.once('noData', onNothing)
  cursor.once('error', described.reject)
  try {
    client.query(cursor)
    return { cursor, fields: await described.promise }
  } catch (error) {
    cursor.close().catch(() => {})
    throw error
  } finally {
    wire.removeListener('rowDescription', onRows)
    wire.removeListener('noData', onNothing)
    cursor.on('error', () => {})
  }
}

function wireOf(client: pg.Client): Wire {
  return (client as unknown as { connection: Wire }).connection
}
