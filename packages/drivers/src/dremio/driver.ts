import { message, type CatalogueTable, type Cell, type Row } from '@parlance/contract'
import {
  DriverError,
  type Connection,
  type Driver,
  type IntrospectOptions,
  type QueryOptions,
  type QueryResult,
  type TestReport,
  type TestStage,
} from '../contract.ts'
import { noAnswer, type Limits } from '../deadline.ts'
import { findListening, resolveHost } from '../server/network.ts'
import { streamResult } from '../server/result-stream.ts'
import { testUntilSignIn, withStage } from '../server/staged-test.ts'
import { Watch } from '../server/watch.ts'
import { assertPlace, describeAccount } from './account.ts'
import { readConfig, type DremioConfig } from './config.ts'
import { toDriverError } from './errors.ts'
import { loadFlight } from './flight/library.ts'
import { FlightSession } from './flight/session.ts'
import { FlightStatement } from './flight/statement.ts'
import { countSql, introspect, placeSql } from './introspect.ts'
import { dremioManifest } from './manifest.ts'
import { odbcDriver } from './odbc/engine.ts'
import { loadOdbc, type OdbcLibrary } from './odbc/library.ts'
import { assertSingleSelect } from './single-select.ts'

const signInTimeoutMs = 30_000
const introspectTimeoutMs = 120_000

/**
 * The Dremio driver, over Arrow Flight SQL or the operator's ODBC driver. Queries on one connection run in parallel.
 */
export const dremioDriver: Driver = createDremioDriver(loadOdbc)

/** @param load loads the ODBC client library, which only an operator can install */
export function createDremioDriver(load: () => Promise<OdbcLibrary>): Driver {
  return {
    manifest: dremioManifest,
    async connect(given, options) {
      const config = readConfig(given)
      if (config.type === 'odbc') return await odbcDriver(config, await load()).connect(given, options)
      const connection = new DremioConnection(config)
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

class DremioConnection implements Connection {
  readonly defaultSchema: string | null
  readonly #config: DremioConfig
  readonly #watches = new Set<Watch>()
  #session: Promise<FlightSession> | null = null
  #isClosed = false

  constructor(config: DremioConfig) {
    this.#config = config
    this.defaultSchema = config.defaultSchema
  }

  async signIn(signal?: AbortSignal): Promise<void> {
    const { path } = this.#config
    const limits = { timeoutMs: signInTimeoutMs, late: noAnswer, ...(signal && { signal }) }
    assertPlace(path, await this.#readAll(placeSql(path), limits))
  }

  async test(onStage: (stage: TestStage) => void): Promise<TestReport> {
    const { host, port, disable_tls: isPlain, path } = this.#config
    const signIn = async (address: string) => {
      const session = new FlightSession(await loadFlight(), this.#config, { address, port })
      await session.signIn().finally(() => session.close())
    }
    await testUntilSignIn({ host, port, tls: isPlain ? 'disable' : 'verify' }, onStage, signIn, toDriverError)
    onStage('read-only')
    const about = await describeAccount(async (sql) => await this.#readAll(sql))
    onStage('list-tables')
    const [count] = await this.#readAll(countSql(path))
    return { ...about, tableCount: Number(count?.[0]) }
  }

  async *introspect(options: IntrospectOptions = {}): AsyncIterable<CatalogueTable> {
    const signal = options.signal && { signal: options.signal }
    const limits = { timeoutMs: options.timeoutMs ?? introspectTimeoutMs, ...signal, maxRows: null, maxBytes: null }
    const run = async (sql: string) => (await this.#run(sql, [], limits)).batches
    async function* ask(sql: string): AsyncIterable<Row[]> {
      yield* await run(sql)
    }
    let seen = 0
    for await (const table of introspect(ask, this.#config.path)) {
      seen += 1
      options.onProgress?.(seen)
      yield table
    }
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    assertSingleSelect(sql)
    return await this.#run(sql, params, options)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const watch of this.#watches) watch.stop(new DriverError('cancelled', message('The connection was closed.')))
    this.#dropSession(this.#session)
  }

  async #readAll(sql: string, limits: Partial<QueryOptions & Limits> = {}): Promise<Row[]> {
    const options = { timeoutMs: introspectTimeoutMs, maxRows: null, maxBytes: null, ...limits }
    return (await Array.fromAsync((await this.#run(sql, [], options)).batches)).flat()
  }

  async #run(sql: string, params: Cell[], options: QueryOptions & Limits): Promise<QueryResult> {
    if (this.#isClosed) throw new DriverError('cancelled', message('The connection was closed.'))
    const watch = new Watch(options)
    this.#watches.add(watch)
    let statement: FlightStatement | null = null
    const session = this.#useSession()
    const failed = (error: unknown) => this.#failed(error, sql, session)
    const finish = () => {
      statement?.close()
      watch.end()
      this.#watches.delete(watch)
    }
    try {
      const started = new FlightStatement(await watch.race(session), this.#config)
      statement = started
      await watch.race(started.start(sql, params))
      const read = async (count: number) => {
        try {
          return await started.read(count)
        } catch (error) {
          throw failed(error)
        }
      }
      return streamResult({ columns: started.columns, read, finish }, watch, options)
    } catch (error) {
      finish()
      throw failed(error)
    }
  }

  /**
   * A server that went away may come back at another address, so the next query looks up the address and checks it
   * again.
   */
  #failed(error: unknown, sql: string, session: Promise<FlightSession>): DriverError {
    const failure = toDriverError(error, sql)
    if (failure.kind === 'unreachable') this.#dropSession(session)
    return failure
  }

  /** Returns the only session, and signs in again after it failed. */
  #useSession(): Promise<FlightSession> {
    if (this.#session) return this.#session
    const opening = this.#openSession()
    this.#session = opening
    opening.catch(() => this.#dropSession(opening))
    return opening
  }

  async #openSession(): Promise<FlightSession> {
    const libraries = await loadFlight()
    const { host, port } = this.#config
    const address = await findListening(await resolveHost(host), port)
    const session = new FlightSession(libraries, this.#config, { address, port })
    try {
      await session.signIn()
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  /** Calls still running on it end on their own. */
  #dropSession(session: Promise<FlightSession> | null): void {
    if (this.#session === session) this.#session = null
    session?.then((opened) => opened.close()).catch(() => {})
  }
}
