import { message, type Cell, type Row } from '@parlance/contract'
import hdb, { type Client as HdbClient, type ColumnMetadata, type ResultSet, type Statement } from 'hdb'
import { isIP, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { DriverError } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { guardSocket } from '../server/guard-socket.ts'
import { tlsOptions, unreadableAnswer } from '../server/network.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import type { Cursor } from '../server/sessions.ts'
import type { HanaConfig } from './manifest.ts'
import { describeColumn, isLob, isText, toCell } from './types.ts'

const connectTimeoutMs = 10_000
const rowsPerFetch = 256
const mostRounds = 10_000_000
/** Maximum bytes of a large object that the library reads at a time. */
const lobReadSize = 256 * 1024
const largestRowBytes = 128 * 1024 * 1024
/** The protocol's code for a statement that only selects, reported when it is prepared. */
const selectCode = 5
/** The newest data format that the library supports. An older server uses its own. */
const dataFormat = 8

export interface Client {
  hdb: HdbClient
  meter: ReceiveMeter
  isBroken: boolean
}

/**
 * Signs in at an address that was already resolved.
 * @throws whatever hdb throws
 */
export async function openClient(config: HanaConfig, address: string): Promise<Client> {
  const tls = tlsOptions(config)
  if (tls === null) return await signIn(config, address, {})
  const secure = {
    useTLS: true,
    rejectUnauthorized: tls.rejectUnauthorized,
    servername: isIP(config.host) === 0 ? config.host : '',
    ...(config.tls_ca === null ? {} : { ca: config.tls_ca, sslHanaCloudCertificates: false }),
  }
  try {
    return await signIn(config, address, secure)
  } catch (error) {
    // The protocol cannot negotiate TLS: a server without it closes the connection.
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EHDBOPENCONN'
    if (config.tls !== 'prefer' || !isRefused) throw error
    return await signIn(config, address, {})
  }
}

async function signIn(config: HanaConfig, address: string, tls: Record<string, unknown>): Promise<Client> {
  const controller = new AbortController()
  const client = hdb.createClient({
    host: address,
    port: config.port,
    user: config.username,
    password: config.password,
    initializationTimeout: connectTimeoutMs,
    useCesu8: false,
    dataFormatSupport: dataFormat,
    // A server may redirect to other hosts, whose addresses would not have been checked (R14).
    disableCloudRedirect: true,
    ignoreTopology: true,
    signal: controller.signal,
    ...tls,
  })
  client.on('error', () => {})
  const lost = Promise.withResolvers<never>()
  offerHashesOnly(client, lost.reject)
  const endGuard = guardSignIn(client, lost.reject)
  const timer = setTimeout(() => {
    controller.abort()
    lost.reject(new DriverError('timeout', noAnswer))
  }, connectTimeoutMs)
  const connecting = new Promise<void>((resolve, reject) =>
    client.connect((error) => (error ? reject(error) : resolve())),
  )
  try {
    // The library does not call back when the server disconnects in the middle of a sign-in.
    await Promise.race([lost.promise, connecting])
    const signedIn: Client = {
      hdb: client,
      meter: meterReceived(insidesOf(client)._physicalConnections.getAnchorConnection()._socket),
      isBroken: false,
    }
    client.on('close', () => (signedIn.isBroken = true))
    client.setAutoCommit(false)
    if (config.schema_name !== null) await run(signedIn, `SET SCHEMA ${quoteName(config.schema_name)}`)
    return signedIn
  } catch (error) {
    client.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    endGuard()
  }
}

interface AuthenticationManager {
  _authMethods: { name: string }[]
  initialize: (challenges: Buffer[], ready: (error?: Error | null) => void) => void
}

/** The library's private parts: its socket, and the sign-in methods that it offers. */
interface Insides {
  _connection: {
    _connectFn: (options: unknown, opened: (error: Error | null, socket?: Socket) => void) => unknown
    _physicalConnections: { getAnchorConnection: () => { _socket: Socket } }
    _createAuthenticationManager: (options: unknown) => AuthenticationManager
  }
}

function insidesOf(client: HdbClient): Insides['_connection'] {
  return (client as unknown as Insides)._connection
}

/**
 * Guards each socket that the library opens until the sign-in is over.
 * @returns a function that ends the guard
 */
function guardSignIn(client: HdbClient, onLost: (reason: DriverError) => void): () => void {
  const ends: (() => void)[] = []
  const connection = insidesOf(client)
  const { _connectFn: connect } = connection
  connection._connectFn = (options, opened) =>
    connect(options, (error, socket) => {
      if (socket) {
        const guard = guardSocket(socket)
        ends.push(() => guard.endSignIn())
        socket.once('close', () =>
          onLost(guard.failure ?? new DriverError('unreachable', message('The server closed the connection.'))),
        )
      }
      opened(error, socket)
    })
  return () => {
    for (const end of ends) end()
  }
}

/**
 * The library also offers LDAP, which would let a server in the middle obtain the password encrypted with its own key
 * (R14). It also accepts any number of hashing rounds, and throws uncaught if the server disconnects meanwhile.
 */
function offerHashesOnly(client: HdbClient, onLost: (reason: DriverError) => void): void {
  const connection = insidesOf(client)
  const create = connection._createAuthenticationManager
  connection._createAuthenticationManager = (options) => {
    const manager = create.call(connection, options)
    manager._authMethods = manager._authMethods.filter(({ name }) => name.startsWith('SCRAM'))
    const { initialize } = manager
    manager.initialize = (challenges, ready) => {
      if (challenges.some((challenge) => roundsOf(challenge) > mostRounds)) {
        return onLost(new DriverError('auth', message('The server requires too many hashing rounds to sign in.')))
      }
      initialize.call(manager, challenges, (error) => {
        try {
          ready(error)
        } catch (thrown) {
          onLost(unreadableAnswer(thrown))
        }
      })
    }
    return manager
  }
}

/** Reads the hashing rounds from a challenge of length-prefixed salt, key and rounds; 0 if it has none. */
function roundsOf(challenge: Buffer): number {
  let at = 2
  for (let part = 0; part < 2; part += 1) at += 1 + (challenge[at] ?? 0)
  return challenge[at] === 4 && at + 5 <= challenge.length ? challenge.readUInt32BE(at + 1) : 0
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Runs one of our own fixed statements that return no rows. */
export async function run(client: Client, sql: string): Promise<void> {
  await new Promise<void>((resolve, reject) => client.hdb.exec(sql, (error) => (error ? reject(error) : resolve())))
}

/** Makes the next statement's transaction read-only. */
export async function beginReadOnly(client: Client): Promise<void> {
  await run(client, 'SET TRANSACTION READ ONLY')
}

export async function rollBack(client: Client): Promise<void> {
  await new Promise<void>((resolve, reject) => client.hdb.rollback((error) => (error ? reject(error) : resolve())))
}

export function closeClient(client: Client): void {
  client.isBroken = true
  client.hdb.close()
}

export function destroyClient(client: Client): void {
  client.isBroken = true
  client.hdb.destroy()
}

/**
 * Has the server compile a statement (it accepts only one at a time), and runs it if the server says that it selects
 * (R07).
 * @throws DriverError unsupported for any other statement, or the server's error
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  const statement = await new Promise<Statement>((resolve, reject) =>
    client.hdb.prepare(sql, { rowsAsArray: true, fetchSize: rowsPerFetch, readSize: lobReadSize }, (error, prepared) =>
      error ? reject(error) : resolve(prepared),
    ),
  )
  if (statement.functionCode !== selectCode) {
    statement.drop(() => {})
    throw new DriverError('unsupported', message('Only SELECT statements can run.'))
  }
  const values = params.map((value, index) => bindable(value, statement.parameterMetadata?.[index]?.dataType))
  const result = await new Promise<ResultSet>((resolve, reject) =>
    statement.execute(values, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  const rows = new RowReader(client, result)
  return {
    columns: result.metadata.map(describeColumn),
    read: async (count) => await rows.read(count),
    close: () => {
      rows.close()
      statement.drop(() => {})
    },
    isOver: () => !rows.isFetching,
  }
}

/** The library rejects a number if the server expects text. */
function bindable(value: Cell, dataType: number | undefined): Cell {
  return typeof value === 'number' && dataType !== undefined && isText(dataType) ? String(value) : value
}

/** Takes rows from the library's stream, which fetches more only on request. */
class RowReader {
  /** Whether the server is working on it; between two fetches there is nothing to cancel. */
  isFetching = false
  #isOver = false
  #client: Client
  #result: ResultSet
  #columns: ColumnMetadata[]
  #portions: AsyncIterator<unknown[][]>
  #ready: unknown[][] = []

  constructor(client: Client, result: ResultSet) {
    this.#client = client
    this.#result = result
    this.#columns = result.metadata
    const stream: Readable = result.createArrayStream({ arrayMode: rowsPerFetch })
    this.#portions = stream.iterator({ destroyOnReturn: false })
    client.meter.endRead()
  }

  async read(count: number): Promise<Row[]> {
    if (this.#ready.length === 0 && !this.#isOver) {
      this.isFetching = true
      const portion = await this.#portions.next()
      this.isFetching = false
      this.#client.meter.endRead()
      if (portion.done) this.#isOver = true
      else this.#ready = portion.value
    }
    const rows: Row[] = []
    // Large objects are read row by row, so that only the requested ones are in memory.
    while (rows.length < count) {
      const row = this.#ready.shift()
      if (!row) break
      rows.push(await this.#readRow(row))
      if (row.some(isLob)) break
    }
    return rows
  }

  close(): void {
    this.#result.close(() => {})
  }

  async #readRow(row: unknown[]): Promise<Row> {
    const size = row.filter(isLob).reduce((sum, lob) => sum + Number(lob.length), 0)
    if (size > largestRowBytes)
      throw new DriverError('limit', message('A row of the result is too large. Select fewer or smaller columns.'))
    const cells: Row = []
    for (const [index, column] of this.#columns.entries()) {
      const value = row[index]
      cells.push(toCell(isLob(value) ? await readLob(value) : value, column))
      this.#client.meter.endRead()
    }
    return cells
  }
}

async function readLob(lob: {
  read: (callback: (error: Error | null, data: Buffer) => void) => void
}): Promise<Buffer> {
  return await new Promise((resolve, reject) => lob.read((error, data) => (error ? reject(error) : resolve(data))))
}
