import mysql from 'mysql2'
import { connect, type Socket } from 'node:net'
import type { Row } from '@parlance/contract'
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

/** One connection by MySQL's protocol, which MongoDB's BI Connector speaks as well. */
export interface Client {
  connection: mysql.Connection
  /** The library itself never cuts it, it only says goodbye. */
  socket: Socket
  /** The server's number of this session. */
  id: number
  isBroken: boolean
  /** The library tells the connection, not a streaming statement, that the server is gone. */
  onLost: ((error: Error) => void) | null
  /** Made for the first statement: only then is it known which stream is read, since TLS has one of its own. */
  meter: ReceiveMeter | null
}

export interface SignIn {
  config: ServerConfig
  /** An address that was resolved before. */
  address: string
  /** What one kind of server is told beyond the rest; `isSecure`: nothing is said without TLS. */
  options: (isSecure: boolean) => mysql.ConnectionOptions
  /** Says over the new connection what a session must begin with, and learns its number. */
  prepare: (client: Client) => Promise<void>
}

/**
 * Signs in, without TLS where that is only preferred and the server has none.
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
  // The library has TLS check a certificate against this name, and against 'localhost' where it has none: the server's
  // address was resolved before, so the socket does not know it.
  Object.assign(socket, { _host: config.host })
  const guard = guardSocket(socket)
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

/** Runs a fixed statement of our own. */
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

/** What runs, beyond the library's typings; `fields` is nothing for a statement that returns no rows. */
export interface Running {
  on: ((event: 'result', listener: (row: unknown[]) => void) => void) &
    ((event: 'fields', listener: (fields: FieldDescription[] | undefined) => void) => void) &
    ((event: 'error', listener: (error: Error) => void) => void) &
    ((event: 'end', listener: () => void) => void)
}

/**
 * Starts what returns rows, and reads no further than it is asked to.
 * @throws DriverError unsupported when it returns none; whatever the server says of it
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
    else described.reject(new DriverError('unsupported', 'The statement returns no rows.'))
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
