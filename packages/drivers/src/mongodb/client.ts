import mysql from 'mysql2'
import { connect } from 'node:net'
import type { Cell, Row } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import { convertRows, describeField, type FieldDescription } from '../mysql/types.ts'
import { tlsOptions } from '../server/network.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import { RowQueue } from '../server/row-queue.ts'
import type { Cursor } from '../server/sessions.ts'
import { mongosqlAuth, passwordRefusal, usernameOf } from './auth-plugin.ts'
import type { MongodbConfig } from './manifest.ts'
import { boundQuery } from './statement.ts'

const connectTimeoutMs = 10_000

export interface Client {
  connection: mysql.Connection
  /** The connector's number of this session. */
  id: number
  isBroken: boolean
  /** The library tells the connection, not a statement, that the server is gone. */
  onLost: ((error: Error) => void) | null
  meter: ReceiveMeter
}

/**
 * Signs in to a BI Connector at an address that was resolved before.
 * @throws whatever mysql2 throws
 */
export async function openClient(config: MongodbConfig, address: string): Promise<Client> {
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

async function signIn(config: MongodbConfig, address: string, ssl: mysql.SslOptions | undefined): Promise<Client> {
  const socket = connect({ host: address, port: config.port, noDelay: true, keepAlive: true })
  // TLS checks a certificate against this name; the library gives it none where the host is an address.
  Object.assign(socket, { _host: config.host })
  const mayTell = ssl !== undefined && config.tls !== 'prefer'
  const connection = mysql.createConnection({
    host: config.host,
    stream: socket,
    database: config.database,
    user: usernameOf(config),
    password: config.password,
    ssl,
    connectTimeout: connectTimeoutMs,
    charset: 'utf8mb4',
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    rowsAsArray: true,
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
    // Rows are read by plain code instead of code that is made from column names.
    disableEval: true,
    authPlugins: {
      // The connector does not ask by these; a server in its place could, to be told the password (R14).
      caching_sha2_password: refusePlugin,
      sha256_password: refusePlugin,
      mongosql_auth: () => mongosqlAuth(config, mayTell),
      mysql_clear_password: () => async () => {
        if (!mayTell) throw passwordRefusal()
        return Buffer.from(`${config.password}\0`)
      },
    },
  })
  const client: Client = { connection, id: 0, isBroken: false, onLost: null, meter: meterReceived(socket) }
  const lose = (error: Error) => {
    client.isBroken = true
    client.onLost?.(error)
  }
  connection.on('error', lose)
  connection.on('end', () => lose(new Error('Connection lost')))
  try {
    await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))
    const [row] = await run(client, 'SELECT CONNECTION_ID()')
    client.id = Number(row?.[0])
    return client
  } catch (error) {
    connection.destroy()
    throw error
  }
}

const refusePlugin = () => async (): Promise<Buffer> => {
  throw new DriverError('unsupported', 'The server asks for a sign-in that the BI Connector does not have.')
}

/** Runs a fixed statement of our own. */
export async function run(client: Client, sql: string): Promise<unknown[][]> {
  return await new Promise((resolve, reject) => {
    client.connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as unknown as unknown[][])))
  })
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

/** What a query of mysql2 emits, beyond its typings. */
interface Running {
  on: ((event: 'result', listener: (row: unknown[]) => void) => void) &
    ((event: 'fields', listener: (fields: FieldDescription[] | undefined) => void) => void) &
    ((event: 'error', listener: (error: Error) => void) => void) &
    ((event: 'end', listener: () => void) => void)
}

/**
 * Runs one query by the text protocol.
 * @throws DriverError unsupported for any other statement; whatever the server says of it
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  const { connection } = client
  client.onLost = null
  const query = boundQuery(sql, params)
  const rows = new RowQueue(client.meter, { pause: () => connection.pause(), resume: () => connection.resume() })
  const described = Promise.withResolvers<FieldDescription[]>()
  client.onLost = (error) => {
    described.reject(error)
    rows.fail(error)
  }
  const running = connection.query(query) as unknown as Running
  running.on('fields', (fields) => {
    if (fields) described.resolve(fields)
    else described.reject(new DriverError('unsupported', 'The statement returns no rows.'))
  })
  running.on('error', client.onLost)
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
