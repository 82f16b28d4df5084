import pg from 'pg'
import type { Cell } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { ServerConfig } from '../server/fields.ts'
import { destroySoon, guardSocket } from '../server/guard-socket.ts'
import { tlsOptions } from '../server/network.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import { RowQueue } from '../server/row-queue.ts'
import type { Cursor } from '../server/sessions.ts'
import { Statement } from './statement.ts'
import type { Wire } from './wire.ts'
import { convertRows, type TypeRegistry } from './types.ts'

const connectTimeoutMs = 10_000

export interface Client {
  session: pg.Client
  /** The number of the server's process that works for this client now. */
  backend: number | null
  meter: ReceiveMeter
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
  const session = new pg.Client({
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
  session.on('error', () => {})
  const guard = guardSocket(wireOf(session).stream)
  try {
    await session.connect()
    await session.query(sessionSql(config))
    stopWhenCut(session)
    return { session, backend: null, meter: meterReceived(wireOf(session).stream) }
  } catch (error) {
    // The client itself leaves the socket open, and the server would wait a minute for a password.
    wireOf(session).stream.destroy()
    throw guard.failure ?? error
  } finally {
    guard.endSignIn()
  }
}

/** Pins everything that the meaning of a statement or the form of a value depends on. */
function sessionSql(config: ServerConfig): string {
  const path = config.schema_name === null ? '' : `SET search_path = ${pg.escapeIdentifier(config.schema_name)};`
  return `SET default_transaction_read_only = on; SET standard_conforming_strings = on; SET bytea_output = 'hex';
    SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; ${path}`
}

/** Has a server that can (14 and later) end a statement by itself when this process or the network is gone. */
function stopWhenCut(session: pg.Client): void {
  const sql = `SELECT set_config(name, '1s', false) FROM pg_settings WHERE name = 'client_connection_check_interval'`
  session.query(sql).catch(() => {})
}

export function isUsable({ session }: Client): boolean {
  return !('_ended' in session && session._ended === true) && !('_queryable' in session && session._queryable === false)
}

export function closeClient({ session }: Client): void {
  session.end().catch(() => {})
  destroySoon(wireOf(session).stream)
}

/** Cuts the connection without a word. */
export function destroyClient({ session }: Client): void {
  wireOf(session).stream.destroy()
}

/** Begins a transaction that only reads and that the server itself ends in time. */
export async function beginReadOnly(client: Client, timeoutMs: number): Promise<void> {
  const limit = Math.min(Math.max(1, Math.ceil(timeoutMs)), 2_147_483_647)
  // Several statements in one message give a list of results, which the typings do not know.
  const results: unknown = await client.session.query(
    `BEGIN READ ONLY; SET LOCAL statement_timeout = ${limit}; SELECT pg_backend_pid() AS pid`,
  )
  const last = (Array.isArray(results) ? results.at(-1) : results) as pg.QueryResult<{ pid: string }>
  client.backend = Number(last.rows[0]?.pid)
}

/** The engine goes on with a statement whose client has left, so another session tells it to stop. */
export async function cancelBackend(client: Client, other: Client): Promise<void> {
  if (client.backend !== null) await other.session.query('SELECT pg_cancel_backend($1)', [client.backend])
}

/**
 * Compiles a statement, and runs it if it returns rows.
 * @throws DriverError unsupported when it returns none; whatever the server says of it
 */
export async function startStatement(
  client: Client,
  sql: string,
  params: Cell[],
  types: TypeRegistry,
): Promise<Cursor> {
  if (sql.includes('\0')) throw new DriverError('syntax', 'The SQL contains a NUL character.')
  const { stream } = wireOf(client.session)
  const rows = new RowQueue(client.meter, { pause: () => stream.pause(), resume: () => stream.resume() })
  const statement = new Statement(sql, params, rows)
  client.session.query(statement as unknown as pg.Submittable)
  const fields = await statement.described
  statement.run()
  const convert = convertRows(fields.map((field) => field.dataTypeID))
  return {
    columns: fields.map((field) => {
      const { name, kind } = types.find(field.dataTypeID)
      return { name: field.name, dataType: name, kind }
    }),
    read: async (count) => convert(await rows.read(count)),
    close: () => statement.close(),
    isOver: () => rows.isOver,
  }
}

function wireOf(session: pg.Client): Wire {
  return (session as unknown as { connection: Wire }).connection
}
