import type { CatalogueTable, Cell, Row } from '@parlance/contract'
import type {
  Connection,
  ConnectionConfig,
  Driver,
  DriverManifest,
  IntrospectOptions,
  QueryOptions,
  QueryResult,
  TestReport,
  TestStage,
} from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { findListening, resolveHost } from './network.ts'
import { Sessions, type SessionEngine, type StatementOptions } from './sessions.ts'
import { testUntilSignIn, withStage, type ServerPlace } from './staged-test.ts'

const signInTimeoutMs = 20_000
const introspectTimeoutMs = 120_000

/** Asks a small question of the driver's own and reads its whole answer. */
export type Ask = (sql: string, params?: Cell[]) => Promise<Row[]>

/** How the catalogue's questions are asked, all within one limit of time. */
export interface CatalogueReader {
  all: Ask
  /** The answer as it comes. */
  batches: (sql: string, params?: Cell[]) => AsyncIterable<Row[]>
}

/** Lends a session of its own, past those that queries use, for what a client library does in its own way. */
export type OverAnother<Client> = (say: (other: Client) => Promise<unknown>) => Promise<void>

/**
 * What a driver says of its server; everything else is the same for all servers that are signed in to over TCP:
 * addresses, staged tests, sessions, limits, cancelling, progress.
 */
export interface ServerEngine<Client extends object> extends Omit<SessionEngine<Client>, 'open' | 'cancel'> {
  place: ServerPlace
  /** What a name of three parts may begin with; absent where there are no such names. */
  database?: string
  /** Signs in at an address that was resolved before, in a session that only reads. */
  open: (address: string) => Promise<Client>
  /** Tells the server to stop what a session runs. */
  cancel: (client: Client, overAnother: OverAnother<Client>) => Promise<void>
  /** What the server reports of the physical database; absent where it reports nothing. See `Connection.identify`. */
  identify?: (ask: Ask) => Promise<string[]>
  /** Learns over the first session what the driver needs to know; gives the schema that an unqualified name means. */
  signIn: (ask: Ask) => Promise<string | null>
  /** Proves that sessions only read, and says what engine and account this is. @throws DriverError unsupported */
  inspect: (ask: Ask, overAnother: OverAnother<Client>) => Promise<Omit<TestReport, 'tableCount'>>
  countTables: (ask: Ask) => Promise<number>
  /** The catalogue in portions, tables and views that the account may read. */
  introspect: (reader: CatalogueReader) => AsyncIterable<CatalogueTable[]>
}

/** A driver for one database server. Queries on one connection may run in parallel, up to five at once. */
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

  /** The address is kept while it works, and looked up anew after a failure. */
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
