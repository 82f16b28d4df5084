import { message, type Cell } from '@parlance/contract'
import { connect as connectSocket, type Socket } from 'node:net'
import { Connection, Request, TYPES, type ConnectionConfiguration } from 'tedious'
import { DriverError } from '../contract.ts'
import { guardSocket, type SocketGuard } from '../server/guard-socket.ts'
import { findListening, resolveHost } from '../server/network.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import { RowQueue } from '../server/row-queue.ts'
import type { Cursor } from '../server/sessions.ts'
import { keepExactValues } from './exact-values.ts'
import type { SqlserverConfig } from './manifest.ts'
import { assertSingleSelect } from './single-select.ts'
import { convertRows, describeColumn, type ColumnDescription } from './types.ts'

const connectTimeoutMs = 10_000
const packetSize = 8192
const longestLockTimeoutMs = 2_147_483_647

export interface Client {
  connection: Connection
  meter: ReceiveMeter
  isBroken: boolean
  /** The running request, with a promise for its end, whether it succeeds or fails. */
  running: { request: Request; ended: Promise<void> } | null
}

/** The server's answer to a sign-in, with the error number that the client library drops. */
export class SignInError extends Error {
  readonly number: number
  constructor(number: number, message: string) {
    super(message)
    this.number = number
  }
}

/**
 * Signs in at an address that was already resolved.
 * @throws whatever tedious throws, SignInError when the server refuses the account
 */
export async function openClient(config: SqlserverConfig, address: string): Promise<Client> {
  if (config.tls === 'disable') return await signIn(config, address, false)
  try {
    return await signIn(config, address, true)
  } catch (error) {
    const hasNoTls = error instanceof Error && error.message.startsWith('Server did not negotiate encryption')
    if (config.tls !== 'prefer' || !hasNoTls) throw error
    return await signIn(config, address, false)
  }
}

async function signIn(config: SqlserverConfig, address: string, encrypt: boolean): Promise<Client> {
  keepExactValues()
  const sockets: Socket[] = []
  const guards: SocketGuard[] = []
  const opened = (socket: Socket) => {
    sockets.push(socket)
    guards.push(guardSocket(socket))
  }
  const connection = new Connection(
    settings(config, encrypt, async (to) => await openSocket(to, config, address, opened)),
  )
  const refusals: { number: number; message: string }[] = []
  const onRefusal = (refusal: { number: number; message: string }) => refusals.push(refusal)
  connection.on('errorMessage', onRefusal)
  connection.on('error', () => {})
  try {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))
  } catch (error) {
    connection.close()
    const [refusal] = refusals
    if (refusal) throw new SignInError(refusal.number, refusal.message)
    throw guards.find(({ failure }) => failure !== null)?.failure ?? error
  } finally {
    for (const guard of guards) guard.endSignIn()
  }
  connection.off('errorMessage', onRefusal)
  const socket = sockets.at(-1)
  if (!socket) throw new DriverError('unreachable', message('The server closed the connection.'))
  const client: Client = { connection, meter: meterReceived(socket), isBroken: false, running: null }
  connection.on('end', () => (client.isBroken = true))
  return client
}

/** Where the client library wants to connect: the server from the form, or one that this server redirects to. */
interface Destination {
  host: string
  port: number
}

function settings(
  config: SqlserverConfig,
  encrypt: boolean,
  connector: (to?: Destination) => Promise<Socket>,
): ConnectionConfiguration {
  return {
    server: config.host,
    authentication: { type: 'default', options: { userName: config.username, password: config.password } },
    options: {
      connector,
      port: config.port,
      database: config.database,
      appName: 'parlance',
      encrypt,
      trustServerCertificate: config.tls !== 'verify',
      cryptoCredentialsDetails: config.tls_ca === null ? {} : { ca: config.tls_ca },
      connectTimeout: connectTimeoutMs,
      // The session enforces the time limit, and the library must not retry a failed sign-in on its own.
      requestTimeout: 0,
      maxRetriesOnTransientErrors: 0,
      packetSize,
      // In a group of servers, a read-only replica may answer. This does not prevent the session from writing.
      readOnlyIntent: true,
      ...meaning,
    },
  }
}

/** Everything that the meaning of a statement or the format of a value depends on. */
const meaning = {
  enableAnsiNull: true,
  enableAnsiNullDefault: true,
  enableAnsiPadding: true,
  enableAnsiWarnings: true,
  enableArithAbort: true,
  enableConcatNullYieldsNull: true,
  enableImplicitTransactions: false,
  enableNumericRoundabort: false,
  enableQuotedIdentifier: true,
  abortTransactionOnError: true,
  datefirst: 7,
  dateFormat: 'mdy',
  language: 'us_english',
  useUTC: true,
  useColumnNames: false,
  lowerCaseGuids: false,
  rowCollectionOnDone: false,
  rowCollectionOnRequestCompletion: false,
} as const

/** A server may redirect its client to another one, which is resolved and checked like the first (R14). */
async function openSocket(
  to: Destination | undefined,
  config: SqlserverConfig,
  address: string,
  opened: (socket: Socket) => void,
): Promise<Socket> {
  const isFirst = to === undefined || (to.host === config.host && to.port === config.port)
  const host = isFirst ? address : await findListening(await resolveHost(to.host), to.port)
  const socket = connectSocket({ host, port: isFirst ? config.port : to.port })
  opened(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return socket
}

export function closeClient(client: Client): void {
  client.isBroken = true
  client.connection.close()
}

/** Begins a transaction that is always rolled back. Limits lock waits to the statement's time. */
export async function beginTransaction(client: Client, timeoutMs: number): Promise<void> {
  const limit = Math.min(Math.max(1, Math.ceil(timeoutMs)), longestLockTimeoutMs)
  await runBatch(client, `SET LOCK_TIMEOUT ${limit}; ${rollback}; BEGIN TRANSACTION`)
}

const rollback = 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION'

export async function rollBack(client: Client): Promise<void> {
  await client.running?.ended
  await runBatch(client, rollback)
}

/** Runs our own fixed statements. */
async function runBatch(client: Client, sql: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.connection.execSqlBatch(new Request(sql, (error) => (error ? reject(error) : resolve())))
  })
}

/** Sends the server an attention packet over the same connection, and waits until it has let go. */
export async function cancelRunning(client: Client): Promise<void> {
  client.running?.request.cancel()
  await client.running?.ended
}

/**
 * Runs one SELECT with sp_executesql and bound values.
 * @throws DriverError unsupported for any other statement, or the server's error
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  assertSingleSelect(sql)
  const described = Promise.withResolvers<ColumnDescription[]>()
  const ended = Promise.withResolvers<void>()
  const request: Request = new Request(sql, (error) => {
    if (error) rows.fail(error)
    else rows.end()
    described.reject(error ?? new DriverError('unsupported', message('The statement returns no rows.')))
    ended.resolve()
  })
  const rows = new RowQueue(client.meter, { pause: () => request.pause(), resume: () => request.resume() })
  request.on('columnMetadata', (columns) => {
    if (Array.isArray(columns)) described.resolve(columns)
  })
  request.on('row', (cells: { value: Cell }[]) => rows.push(cells.map((cell) => cell.value)))
  for (const [index, value] of params.entries()) addParameter(request, `p${index + 1}`, value)
  client.running = { request, ended: ended.promise }
  client.connection.execSql(request)
  const columns = await described.promise
  return {
    columns: columns.map(describeColumn),
    read: async (count) => convertRows(await rows.read(count), columns),
    close: () => rows.close(),
    isOver: () => rows.isOver,
  }
}

function addParameter(request: Request, name: string, value: Cell): void {
  if (typeof value === 'boolean') request.addParameter(name, TYPES.Bit, value)
  else if (typeof value !== 'number') request.addParameter(name, TYPES.NVarChar, value)
  else if (!Number.isSafeInteger(value)) request.addParameter(name, TYPES.Float, value)
  else if (Math.abs(value) < 2 ** 31) request.addParameter(name, TYPES.Int, value)
  else request.addParameter(name, TYPES.BigInt, BigInt(value))
}
