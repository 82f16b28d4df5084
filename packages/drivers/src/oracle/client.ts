import { message, type Cell, type Row } from '@parlance/contract'
import type { BindParameters, Connection, ResultSet } from 'oracledb'
import { rowBytes } from '../cells.ts'
import { DriverError } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { meterReceived, type ReceiveMeter } from '../server/receive-cap.ts'
import type { Cursor } from '../server/sessions.ts'
import { connectDescriptor } from './descriptor.ts'
import { loadOracle, type Library } from './library.ts'
import type { OracleConfig } from './manifest.ts'
import { assertSingleSelect } from './single-select.ts'
import { open, type Opening } from './transport.ts'
import { columnOf, describeColumn, fetchTypeOf, toCell, type OracleColumn } from './types.ts'

const connectTimeoutMs = 10_000
const longestCallMs = 2_147_483_647
/** Rows that arrive with the answer to a statement, so that a small result takes one message. */
const rowsWithAnswer = 100
/** Approximate size of a portion of rows with large objects. */
const bytesPerPortion = 4 * 1024 * 1024
const firstLargeRows = 8

export interface Client {
  library: Library
  connection: Connection
  /** Null in thick mode, where Oracle's own libraries own the socket. */
  opening: Opening | null
  meter: ReceiveMeter | null
  isBroken: boolean
  /** Why we destroyed the socket; null if we didn't. */
  failure: DriverError | null
  /** The call that is waiting for the server. */
  running: Promise<unknown> | null
}

/**
 * Everything that the format of a value or the meaning of a statement depends on. The second statement changes what the
 * first one sets.
 */
const sessionSettings = [
  "ALTER SESSION SET NLS_LANGUAGE = 'AMERICAN' NLS_TERRITORY = 'AMERICA' NLS_CALENDAR = 'GREGORIAN'",
  `ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS' NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF'
    NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF TZH:TZM' NLS_NUMERIC_CHARACTERS = '.,'
    NLS_SORT = 'BINARY' NLS_COMP = 'BINARY' TIME_ZONE = '+00:00'`,
]

/**
 * Signs in at an address that was already resolved.
 * @throws DriverError, or whatever oracledb throws
 */
export async function openClient(config: OracleConfig, address: string): Promise<Client> {
  const connectString = connectDescriptor(config, address)
  if (config.use_thick_mode && config.tls !== 'disable') {
    throw new DriverError(
      'unsupported',
      message('TLS is available only in thin mode. Choose thin mode, or turn TLS off before you choose thick mode.'),
      {
        stage: 'tls',
      },
    )
  }
  const library = await loadOracle(config.use_thick_mode, config.oracle_client_lib_dir)
  const opening: Opening | null = config.use_thick_mode
    ? null
    : {
        host: config.host,
        address,
        isSecure: config.tls !== 'disable',
        authority: config.tls_ca,
        socket: null,
        guard: null,
      }
  const signIn = async () =>
    await library.getConnection({
      user: config.username,
      password: config.password,
      connectString,
      stmtCacheSize: 0,
      ...(config.use_thick_mode ? {} : { program: 'parlance' }),
    })
  const connection = await inTime(opening === null ? signIn() : open(opening, signIn), opening)
  const socket = opening?.socket ?? null
  const client: Client = {
    library,
    connection,
    opening,
    meter: socket === null ? null : meterReceived(socket),
    isBroken: false,
    failure: null,
    running: null,
  }
  socket?.once('close', () => (client.isBroken = true))
  socket?.on('error', (error) => {
    if (error instanceof DriverError) client.failure = error
  })
  try {
    await setUp(client, config.schema_name)
    return client
  } catch (error) {
    destroyClient(client)
    throw error
  }
}

async function setUp(client: Client, schema: string | null): Promise<void> {
  client.connection.callTimeout = connectTimeoutMs
  for (const setting of sessionSettings) await run(client, setting)
  if (schema !== null) await run(client, `ALTER SESSION SET CURRENT_SCHEMA = ${quoteName(schema)}`)
}

/** @throws DriverError missing-object for an impossible name: the engine cannot escape a quote within a name */
function quoteName(name: string): string {
  if (!name.includes('"') && !name.includes('\0')) return `"${name}"`
  throw new DriverError('missing-object', message('A schema name cannot contain a quotation mark.'))
}

/** The library limits how long connecting takes, but not the sign-in after it. */
async function inTime(signingIn: Promise<Connection>, opening: Opening | null): Promise<Connection> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    signingIn.then(
      (late) => void late.close().catch(() => {}),
      () => {},
    )
    opening?.socket?.destroy()
    reject(new DriverError('timeout', noAnswer))
  }, connectTimeoutMs)
  try {
    return await Promise.race([signingIn, promise])
  } catch (error) {
    throw opening?.guard?.failure ?? error
  } finally {
    clearTimeout(timer)
    opening?.guard?.endSignIn()
  }
}

/** Remembers that the server is working, since a break that it doesn't expect would hit the next statement. */
async function tracked<Result>(client: Client, work: Promise<Result>): Promise<Result> {
  const running = work.catch(() => {})
  client.running = running
  try {
    return await work
  } catch (error) {
    throw client.failure ?? error
  } finally {
    if (client.running === running) client.running = null
  }
}

/** Runs one of our own fixed statements that return no rows. */
async function run(client: Client, sql: string): Promise<void> {
  await tracked(client, client.connection.execute(sql))
}

/** Makes the next statement's transaction read-only, and limits each server call to the statement's time. */
export async function beginReadOnly(client: Client, timeoutMs: number): Promise<void> {
  client.connection.callTimeout = Math.min(Math.max(1, Math.ceil(timeoutMs)), longestCallMs)
  await run(client, 'SET TRANSACTION READ ONLY')
}

export async function rollBack(client: Client): Promise<void> {
  await client.running
  await tracked(client, client.connection.rollback())
}

export function closeClient(client: Client): void {
  client.isBroken = true
  client.connection.close().catch(() => {})
}

/**
 * Thick mode has no way to cut a connection, so it gets a break. The connection is closed in both modes to release what
 * the library stores.
 */
export function destroyClient(client: Client): void {
  client.isBroken = true
  if (client.opening?.socket) client.opening.socket.destroy()
  else client.connection.break().catch(() => {})
  client.connection.close({ drop: true }).catch(() => {})
}

/** Sends a break over the statement's own connection, and waits until the server has let go. */
export async function cancelRunning(client: Client): Promise<void> {
  const { running } = client
  if (running === null) return
  await client.connection.break()
  await running
}

/**
 * Runs one SELECT with bound values.
 * @throws DriverError unsupported for any other statement, or the server's error
 */
export async function startStatement(client: Client, sql: string, params: Cell[]): Promise<Cursor> {
  assertSingleSelect(sql)
  const { library, connection } = client
  client.meter?.endRead()
  const result = await tracked(
    client,
    connection.execute<unknown[]>(sql, bindings(params, library), {
      resultSet: true,
      outFormat: library.OUT_FORMAT_ARRAY,
      prefetchRows: rowsWithAnswer,
      fetchTypeHandler: (metadata) => fetchTypeOf(metadata, library),
    }),
  )
  if (!result.resultSet) throw new DriverError('unsupported', message('The statement returns no rows.'))
  const rows = new RowReader(client, result.resultSet)
  return {
    columns: rows.columns.map(describeColumn),
    read: async (count) => await rows.read(count),
    close: () => rows.close(),
    isOver: () => client.running === null,
  }
}

/**
 * Binds by name, because a placeholder may occur twice in a statement. A boolean becomes a number, since older engines
 * lack booleans.
 */
function bindings(params: Cell[], library: Library): BindParameters {
  const named = params.map((value, index) => {
    const isNumber = typeof value === 'number' || typeof value === 'boolean'
    const bound = typeof value === 'boolean' ? Number(value) : value
    return [String(index + 1), { val: bound, type: isNumber ? library.DB_TYPE_NUMBER : library.DB_TYPE_VARCHAR }]
  })
  return Object.fromEntries(named)
}

class RowReader {
  readonly columns: OracleColumn[]
  #client: Client
  #result: ResultSet<unknown[]>
  /** Rows to request at a time if a row may be large. */
  #portion: number

  constructor(client: Client, result: ResultSet<unknown[]>) {
    this.#client = client
    this.#result = result
    this.columns = result.metaData.map((metadata) => columnOf(metadata))
    this.#portion = this.columns.some(isLarge) ? firstLargeRows : Infinity
  }

  async read(count: number): Promise<Row[]> {
    const asked = Math.min(count, this.#portion)
    const rows = await tracked(this.#client, this.#result.getRows(asked))
    this.#client.meter?.endRead()
    const cells = rows.map((row) => this.columns.map((column, index) => toCell(row[index], column)))
    if (this.#portion !== Infinity && cells.length > 0) this.#portion = nextPortion(cells)
    return cells
  }

  close(): void {
    this.#result.close().catch(() => {})
  }
}

function isLarge({ type }: OracleColumn): boolean {
  return /LOB$|^LONG|^JSON$|^XMLTYPE$|^VECTOR$/.test(type)
}

function nextPortion(rows: Row[]): number {
  const bytesPerRow = rows.reduce((sum, row) => sum + rowBytes(row), 0) / rows.length
  return Math.max(1, Math.floor(bytesPerPortion / Math.max(1, bytesPerRow)))
}
