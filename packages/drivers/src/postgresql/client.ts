import { message, type Cell } from '@parlance/contract'
import pg from 'pg'
import { DriverError } from '../contract.ts'
import type { ServerConfig } from '../server/fields.ts'
import { destroySoon, guardSocket } from '../server/guard-socket.ts'
import { tlsOptions } from '../server/network.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import { RowQueue } from '../server/row-queue.ts'
import type { Cursor } from '../server/sessions.ts'
import { RawRowReader } from './raw-rows.ts'
import { tapRows, type RawRow } from './row-tap.ts'
import { Statement, type ReturningTexts, type StatementClient } from './statement.ts'
import type { Wire } from './wire.ts'
import type { TypeRegistry } from './types.ts'

const connectTimeoutMs = 10_000

export interface Client extends StatementClient {
  session: pg.Client
  meter: ReceiveMeter
}

/**
 * Signs in at an address that was already resolved, in a read-only session.
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
    // A function, because pg would look up an empty password in the server's environment and home folder.
    password: () => config.password,
    ssl,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'parlance',
    client_encoding: 'UTF8',
    keepAlive: true,
    types: { getTypeParser: () => (text: string) => text },
  })
  // A server that ends an idle session must not end our process. The next use finds the client unusable.
  session.on('error', () => {})
  const tap = tapRows(wireOf(session))
  const guard = guardSocket(wireOf(session).stream)
  try {
    await session.connect()
    await session.query(sessionSql(config))
    stopWhenCut(session)
    return { session, backend: null, timeoutMs: 0, meter: meterReceived(wireOf(session).stream), tap }
  } catch (error) {
    // The client leaves the socket open, and the server would wait a minute for a password.
    wireOf(session).stream.destroy()
    throw guard.failure ?? error
  } finally {
    guard.endSignIn()
  }
}

/** Pins everything that the meaning of a statement or the format of a value depends on. */
function sessionSql(config: ServerConfig): string {
  const path = config.schema_name === null ? '' : `SET search_path = ${pg.escapeIdentifier(config.schema_name)};`
  return `SET default_transaction_read_only = on; SET standard_conforming_strings = on; SET bytea_output = 'hex';
    SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1; ${path}`
}

/** Makes a server from version 14 on end a statement when this process or the network is gone. */
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

/** Cuts the connection without saying goodbye. */
export function destroyClient({ session }: Client): void {
  wireOf(session).stream.destroy()
}

/** Ends the statement's transaction, unless it ended with its last row. */
export async function endTransaction({ session }: Client): Promise<void> {
  const isReady = 'readyForQuery' in session && session.readyForQuery === true
  if (!isReady || session.getTransactionStatus() !== 'I') await session.query('ROLLBACK')
}

/** The engine continues a statement after its client disconnects, so another session stops it. */
export async function cancelBackend(client: Client, other: Client): Promise<void> {
  if (client.backend !== null) await other.session.query('SELECT pg_cancel_backend($1)', [client.backend])
}

/**
 * Compiles a statement in a read-only transaction, and runs it if it returns rows.
 * @throws DriverError unsupported when it returns no rows, or the server's error
 * @throws SessionLostError if the transaction could not begin
 */
export async function startStatement(
  client: Client,
  sql: string,
  params: Cell[],
  { types, returning }: { types: TypeRegistry; returning: ReturningTexts },
): Promise<Cursor> {
  if (sql.includes('\0')) throw new DriverError('syntax', message('The SQL contains a NUL character.'))
  const { stream } = wireOf(client.session)
  const rows = new RowQueue<RawRow>(client.meter, { pause: () => stream.pause(), resume: () => stream.resume() })
  const statement = new Statement(sql, params, { rows, client, returning })
  client.session.query(statement as unknown as pg.Submittable)
  const fields = await statement.described
  statement.run()
  const reader = new RawRowReader(fields.map((field) => field.dataTypeID))
  return {
    columns: fields.map((field) => {
      const { name, kind } = types.find(field.dataTypeID)
      return { name: field.name, dataType: name, kind }
    }),
    read: async (count) => reader.values(await rows.read(count)),
    readJson: async (count, take) => {
      const read = await rows.read(count)
      return { ...reader.json(read, take), isEnd: read.length === 0 }
    },
    close: () => statement.close(),
    isOver: () => rows.isOver,
  }
}

function wireOf(session: pg.Client): Wire {
  return (session as unknown as { connection: Wire }).connection
}
