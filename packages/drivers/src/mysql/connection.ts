import { message, type Row } from '@parlance/contract'
import mysql from 'mysql2'
import { connect, type Socket } from 'node:net'
import { DriverError } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import type { ServerConfig } from '../server/fields.ts'
import { destroySoon, guardSocket } from '../server/guard-socket.ts'
import { tlsOptions } from '../server/network.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import { RowQueue } from '../server/row-queue.ts'
import type { Cursor } from '../server/sessions.ts'
import { convertRows, describeField, type FieldDescription } from './types.ts'

const connectTimeoutMs = 10_000

/** One connection with the MySQL protocol, which MongoDB's BI Connector also speaks. */
export interface Client {
  connection: mysql.Connection
  /** Needed to cut the connection: the library only says goodbye. */
  socket: Socket
  /** The server's number for this session. */
  id: number
  isBroken: boolean
  /** The library reports a lost server to the connection, not to a streaming statement. */
  onLost: ((error: Error) => void) | null
  /** Created for the first statement. Before that, the stream to read is unknown, because TLS has its own. */
  meter: ReceiveMeter | null
}

export interface SignIn {
  config: ServerConfig
  /** An address that was already resolved. */
  address: string
  /** Extra options for one kind of server; with `isSecure`, nothing is sent without TLS. */
  options: (isSecure: boolean) => mysql.ConnectionOptions
  /** Sends what a session must begin with over the new connection, and reads its number. */
  prepare: (client: Client) => Promise<void>
}

/**
 * Signs in, without TLS if it is only preferred and the server doesn't support it.
 * @throws DriverError, or whatever mysql2 throws
 */
export async function openConnection(signIn: SignIn): Promise<Client> {
  const { config } = signIn
  const tls = tlsOptions(config)
  if (tls === null) return await connectOnce(signIn, undefined)
  const ssl = { rejectUnauthorized: tls.rejectUnauthorized ?? false, verifyIdentity: config.tls === 'verify' }
  const withCa = config.tls_ca === null ? ssl : { ...ssl, ca: config.tls_ca }
  try {
    return await connectOnce(signIn, withCa)
  } catch (error) {
    const hasNoTls = error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT'
    if (config.tls !== 'prefer' || !hasNoTls) throw error
    return await connectOnce(signIn, undefined)
  }
}

async function connectOnce(signIn: SignIn, ssl: mysql.SslOptions | undefined): Promise<Client> {
  const { config, address, options, prepare } = signIn
  const socket = connect({ host: address, port: config.port, noDelay: true, keepAlive: true })
  // The library checks a TLS certificate against this name, or against 'localhost' without one. The server's address
  // was resolved before, so the socket doesn't know the name.
  Object.assign(socket, { _host: config.host })
  const guard = guardSocket(socket)
  const connection = mysql.createConnection({
    host: config.host,
    stream: socket,
    database: config.database,
    user: config.username,
    password: config.password,
    ssl,
    // The limit is enforced here instead, because it includes the sign-in.
    connectTimeout: 0,
    charset: 'utf8mb4',
    // The server may ask the client for a file; this client refuses (R14).
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
    // Rows are read by plain code instead of code generated from column names.
    disableEval: true,
    ...options(ssl !== undefined && config.tls !== 'prefer'),
  })
  const client: Client = { connection, socket, id: 0, isBroken: false, onLost: null, meter: null }
  const lose = (error: Error) => {
    client.isBroken = true
    client.onLost?.(error)
  }
  connection.on('error', lose)
  connection.on('end', () => lose(new Error('Connection lost')))
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new DriverError('timeout', noAnswer)), connectTimeoutMs)
  try {
    await Promise.race([late.promise, connected(connection).then(() => prepare(client))])
    return client
  } catch (error) {
    destroyClient(client)
    throw guard.failure ?? error
  } finally {
    clearTimeout(timer)
    guard.endSignIn()
  }
}

async function connected(connection: mysql.Connection): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
}

/** Runs one of our own fixed statements. */
export async function run({ connection }: Client, sql: string): Promise<unknown[][]> {
  return await new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as unknown as unknown[][])))
  })
}

export async function ping({ connection }: Client): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    connection.ping((error: Error | null) => (error ? reject(error) : resolve())),
  )
}

export function closeClient({ connection, socket }: Client): void {
  connection.end(() => connection.destroy())
  destroySoon(socket)
}

export function destroyClient(client: Client): void {
  client.isBroken = true
  client.connection.destroy()
  client.socket.destroy()
}

/**
 * A running statement, with details that the typings lack; `fields` is undefined for a statement that returns no rows.
 */
export interface Running {
  on: ((event: 'result', listener: (row: unknown[]) => void) => void) &
    ((event: 'fields', listener: (fields: FieldDescription[] | undefined) => void) => void) &
    ((event: 'error', listener: (error: Error) => void) => void) &
    ((event: 'end', listener: () => void) => void)
}

/**
 * Starts a statement that returns rows, and reads only as far as requested.
 * @throws DriverError unsupported when it returns no rows, or the server's error
 */
export async function openCursor(client: Client, start: () => Running): Promise<Cursor> {
  const { connection } = client
  client.meter ??= meterReceived((connection as unknown as { stream: Socket }).stream)
  const rows = new RowQueue(client.meter, { pause: () => connection.pause(), resume: () => connection.resume() })
  const described = Promise.withResolvers<FieldDescription[]>()
  const lose = (error: Error) => {
    described.reject(error)
    rows.fail(error)
  }
  client.onLost = lose
  const running = start()
  running.on('fields', (fields) => {
    if (fields) described.resolve(fields)
    else described.reject(new DriverError('unsupported', message('The statement returns no rows.')))
  })
  running.on('error', lose)
  running.on('result', (row) => rows.push(row as Row))
  running.on('end', () => rows.end())
  const fields = await described.promise
  return {
    columns: fields.map(describeField),
    read: async (count) => convertRows(await rows.read(count), fields),
    close: () => rows.close(),
    isOver: () => rows.isOver,
  }
}
