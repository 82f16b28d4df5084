import { message } from '@parlance/contract'
import { DriverError } from '@parlance/drivers'
import type {
  Connection,
  ConnectionConfig,
  ConnectOptions,
  Driver,
  IntrospectOptions,
  QueryOptions,
  QueryResult,
} from '@parlance/drivers'
import type { Cell } from '@parlance/contract'
import { AppError } from '../../lib/errors.ts'

const maxOpen = 8
const idleMs = 60_000
const waitMs = 30_000

/** A borrowed connection. Return it exactly once. */
export interface Lease {
  connection: Connection
  release(): Promise<void>
}

/** The open connections of one database: up to eight, kept for a minute, closed at the first failure. */
export class ConnectionPool {
  readonly #driver: Driver
  readonly #config: ConnectionConfig
  readonly #options: ConnectOptions
  readonly #idle: { connection: Connection; timer: NodeJS.Timeout }[] = []
  readonly #waiting: (() => void)[] = []
  readonly #ended = new AbortController()
  #open = 0
  #isClosed = false

  constructor(driver: Driver, config: ConnectionConfig, options: ConnectOptions = {}) {
    this.#driver = driver
    this.#config = config
    this.#options = options
  }

  /** @throws DriverError if the database cannot be reached; AppError unavailable if all are busy for too long */
  async lend(): Promise<Lease> {
    if (this.#open >= maxOpen && this.#idle.length === 0) await this.#waitForTurn()
    this.#ended.signal.throwIfAborted()
    const connection = this.#takeIdle() ?? (await this.#connect())
    const watched = new WatchedConnection(connection, this.#ended.signal)
    let returned = false
    const release = async () => {
      if (returned) return
      returned = true
      await this.#giveBack(connection, watched.failed)
    }
    return { connection: watched, release }
  }

  /**
   * Closes idle connections now, and borrowed ones when they are returned.
   * @param reason also stops the queries on borrowed connections, and is their error
   */
  async close(reason?: AppError): Promise<void> {
    this.#isClosed = true
    if (reason !== undefined) this.#ended.abort(reason)
    const idle = this.#idle.splice(0)
    for (const { timer } of idle) clearTimeout(timer)
    this.#open -= idle.length
    await Promise.all(idle.map(({ connection }) => connection.close().catch(() => undefined)))
  }

  #takeIdle(): Connection | null {
    const entry = this.#idle.pop()
    if (entry === undefined) return null
    clearTimeout(entry.timer)
    return entry.connection
  }

  async #connect(): Promise<Connection> {
    this.#open += 1
    try {
      return await this.#driver.connect(this.#config, this.#options)
    } catch (error) {
      this.#open -= 1
      this.#waiting.shift()?.()
      throw error
    }
  }

  async #giveBack(connection: Connection, failed: boolean): Promise<void> {
    if (failed || this.#isClosed) await this.#discard(connection)
    else {
      const timer = setTimeout(() => void this.#expire(connection), idleMs)
      timer.unref()
      this.#idle.push({ connection, timer })
    }
    this.#waiting.shift()?.()
  }

  async #expire(connection: Connection): Promise<void> {
    const index = this.#idle.findIndex((entry) => entry.connection === connection)
    if (index === -1) return
    this.#idle.splice(index, 1)
    await this.#discard(connection)
  }

  async #discard(connection: Connection): Promise<void> {
    this.#open -= 1
    await connection.close().catch(() => undefined)
  }

  async #waitForTurn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      reject(
        new AppError('unavailable', {
          detail: message('Too many queries are running on this database. Try again in a moment.'),
        }),
      )
    }, waitMs)
    this.#waiting.push(resolve)
    await promise
    clearTimeout(timer)
  }
}

/** After these errors the connection may be broken, or still busy with an abandoned statement. */
const fatal = ['auth', 'unreachable', 'tls', 'timeout', 'cancelled', 'interrupted', 'unknown']

/** Forwards every call and remembers whether the connection may be reused. */
class WatchedConnection implements Connection {
  readonly #connection: Connection
  readonly #ended: AbortSignal
  failed = false

  constructor(connection: Connection, ended: AbortSignal) {
    this.#connection = connection
    this.#ended = ended
  }

  get defaultSchema(): Connection['defaultSchema'] {
    return this.#connection.defaultSchema
  }

  get database(): Connection['database'] {
    return this.#connection.database
  }

  async identify(): Promise<string[]> {
    return this.#watch(async () => (await this.#connection.identify?.()) ?? [])
  }

  test(...input: Parameters<Connection['test']>): ReturnType<Connection['test']> {
    return this.#watch(() => this.#connection.test(...input))
  }

  async *introspect(options: IntrospectOptions = {}): ReturnType<Connection['introspect']> {
    yield* this.#watchAll(this.#connection.introspect({ ...options, signal: this.#signalWith(options.signal) }))
  }

  async query(sql: string, params: Cell[], options: QueryOptions): Promise<QueryResult> {
    const signal = this.#signalWith(options.signal)
    const result = await this.#watch(() => this.#connection.query(sql, params, { ...options, signal }))
    const watched = <T>(items: AsyncIterable<T>): AsyncIterable<T> => ({
      [Symbol.asyncIterator]: () => this.#watchAll(items),
    })
    const { batches, json } = result
    return { ...result, batches: watched(batches), ...(json && { json: watched(json) }) }
  }

  close(): Promise<void> {
    this.failed = true
    return this.#connection.close()
  }

  #signalWith(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#ended : AbortSignal.any([signal, this.#ended])
  }

  async #watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.#remember(error)
      this.#ended.throwIfAborted()
      throw error
    }
  }

  async *#watchAll<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* items
    } catch (error) {
      this.#remember(error)
      this.#ended.throwIfAborted()
      throw error
    }
  }

  #remember(error: unknown): void {
    if (!(error instanceof DriverError) || fatal.includes(error.kind)) this.failed = true
  }
}
