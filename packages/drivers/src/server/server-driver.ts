import type { CatalogueTable, Cell, Row } from '@parlance/contract'
import type {
  Connection,
  ConnectionConfig,
  Driver,
  DriverManifest,
  IntrospectOptions,
  QueryOptions,
  QueryResult,
  ServerReport,
  TestReport,
  TestStage,
} from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { findListening, resolveHost } from './network.ts'
import { Sessions, type SessionEngine, type StatementOptions } from './sessions.ts'
import { testUntilSignIn, withStage, type ServerPlace } from './staged-test.ts'

const signInTimeoutMs = 20_000
const introspectTimeoutMs = 120_000

/** Runs one of the driver's own small queries and reads its whole answer. */
export type Ask = (sql: string, params?: Cell[]) => Promise<Row[]>

/** Runs the catalogue queries, all within one time limit. */
export interface CatalogueReader {
  all: Ask
  /** Yields the answer as it arrives. */
  batches: (sql: string, params?: Cell[]) => AsyncIterable<Row[]>
}

/** Lends a separate session, outside those for queries, for the client library's own way of cancelling. */
export type OverAnother<Client> = (say: (other: Client) => Promise<unknown>) => Promise<void>

/**
 * The parts of a driver that depend on its server. The rest is the same for all servers with a sign-in over TCP:
 * addresses, staged tests, sessions, limits, cancelling, progress.
 */
export interface ServerEngine<Client extends object> extends Omit<SessionEngine<Client>, 'open' | 'cancel'> {
  place: ServerPlace
  /** The database that a three-part name may begin with; absent if the server has no such names. */
  database?: string
  /** Signs in at an address that was already resolved, in a read-only session. */
  open: (address: string) => Promise<Client>
  /** Asks the server to stop what a session runs. */
  cancel: (client: Client, overAnother: OverAnother<Client>) => Promise<void>
  /** Reads what identifies the physical database; absent if the server reports nothing. See `Connection.identify`. */
  identify?: (ask: Ask) => Promise<string[]>
  /** Reads what the driver needs to know over the first session. Returns the schema that an unqualified name means. */
  signIn: (ask: Ask) => Promise<string | null>
  /**
   * Checks that sessions are read-only, and reads the engine and the account's rights.
   * @throws DriverError unsupported
   */
  inspect: (ask: Ask, overAnother: OverAnother<Client>) => Promise<ServerReport>
  countTables: (ask: Ask) => Promise<number>
  /** Yields the tables and views that the account may read, in portions. */
  introspect: (reader: CatalogueReader) => AsyncIterable<CatalogueTable[]>
}

/** Creates the driver for one database server. Up to five queries on one connection run in parallel. */
export function serverDriver<Client extends object>(
  manifest: DriverManifest,
  engineFor: (config: ConnectionConfig) => ServerEngine<Client>,
): Driver {
  return {
    manifest,
    async connect(config, options) {
      const connection = new ServerConnection(engineFor(config))
      try {
        await connection.signIn(options?.signal)
        return connection
      } catch (error) {
        await connection.close()
        throw withStage(error)
      }
    },
  }
}

class ServerConnection<Client extends object> implements Connection {
  defaultSchema: string | null = null
  readonly database: string | null
  #engine: ServerEngine<Client>
  #address: string | null = null
  #sessions: Sessions<Client>

  constructor(engine: ServerEngine<Client>) {
    this.#engine = engine
    this.database = engine.database ?? null
    this.#sessions = new Sessions({
      ...engine,
      open: async () => await this.#open(),
      cancel: async (client) => await engine.cancel(client, async (say) => await this.#overAnother(say)),
    })
  }

  async signIn(signal?: AbortSignal): Promise<void> {
    this.defaultSchema = await this.#engine.signIn(this.#asker({ timeoutMs: signInTimeoutMs, signal, late: noAnswer }))
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    const { place, open, close, inspect, countTables, toDriverError } = this.#engine
    const signIn = async (address: string) => close(await open(address))
    await testUntilSignIn(place, onStage, signIn, (error) => toDriverError(error, null))
    const ask = this.#asker({})
    onStage('read-only')
    const report = await inspect(ask, async (say) => await this.#overAnother(say))
    onStage('list-tables')
    return { ...report, tableCount: await countTables(ask) }
  }

  async identify(): Promise<string[]> {
    return (await this.#engine.identify?.(this.#asker({ timeoutMs: signInTimeoutMs }))) ?? []
  }

  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const limits = { timeoutMs: options.timeoutMs ?? introspectTimeoutMs, signal: options.signal }
    const sessions = this.#sessions
    async function* batches(sql: string, params: Cell[] = []): AsyncIterable<Row[]> {
      yield* (await sessions.query(sql, params, { ...limits, maxRows: null, maxBytes: null })).batches
    }
    let seen = 0
    for await (const tables of this.#engine.introspect({ all: this.#asker(limits), batches })) {
      seen += tables.length
      options.onProgress?.(seen)
      yield* tables
    }
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    return await this.#sessions.query(sql, params, options)
  }

  async close(): Promise<void> {
    this.#sessions.close()
  }

  #asker(limits: Partial<StatementOptions>): Ask {
    return async (sql, params) => await this.#sessions.readAll(sql, params, limits)
  }

  /** Reuses the address while it works, and resolves it again after a failure. */
  async #open(): Promise<Client> {
    const { host, port } = this.#engine.place
    this.#address ??= await findListening(await resolveHost(host), port)
    try {
      return await this.#engine.open(this.#address)
    } catch (error) {
      this.#address = null
      throw error
    }
  }

  async #overAnother(say: (other: Client) => Promise<unknown>): Promise<void> {
    const other = await this.#open()
    try {
      await say(other)
    } finally {
      this.#engine.close(other)
    }
  }
}
