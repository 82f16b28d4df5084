import { message, type Cell, type Row } from '@parlance/contract'
import { DriverError, type QueryOptions, type QueryResult } from '../contract.ts'
import type { Limits } from '../deadline.ts'
import { ClientPool } from './client-pool.ts'
import { streamResult, type EngineRows } from './result-stream.ts'
import { Watch } from './watch.ts'

const maxClients = 5
const settleMs = 2000
const internalTimeoutMs = 120_000

/** `late`: see Limits. */
export type StatementOptions = QueryOptions & Pick<Limits, 'late'>

/** A statement that a client has compiled and started. */
export interface Cursor extends EngineRows {
  /** Releases the rest, without waiting. */
  close: () => void
  /** Whether the server has finished, so that leaving the statement needs no cancelling. Absent: unknown. */
  isOver?: () => boolean
}

/** The parts of a database server's client library that differ from all others. */
export interface SessionEngine<Client> {
  /** Signs in, in a read-only session. */
  open: () => Promise<Client>
  close: (client: Client) => void
  /** Cuts the connection without saying goodbye. */
  destroy: (client: Client) => void
  isUsable: (client: Client) => boolean
  /** Prepares for one statement, with a time limit that the server enforces. */
  begin: (client: Client, timeoutMs: number) => Promise<void>
  /** @throws SessionLostError if it sends what `begin` prepared, and the session couldn't run that */
  start: (client: Client, sql: string, params: Cell[]) => Promise<Cursor>
  /** Asks the server, over another session, to stop what this one runs. */
  cancel: (client: Client) => Promise<void>
  /** Ends the statement's transaction and checks that the session can run another one. */
  reset: (client: Client) => Promise<void>
  toDriverError: (error: unknown, sql: string | null) => DriverError
}

/** The session could not begin, so no part of the statement has run. */
export class SessionLostError extends Error {
  constructor(cause: unknown) {
    super('The session could not begin', { cause })
  }
}

/** Runs statements on a few sessions of one database server; each statement has its own session. */
export class Sessions<Client extends object> {
  #engine: SessionEngine<Client>
  #pool: ClientPool<Client>
  #watches = new Set<Watch>()
  #proven = new WeakSet<Client>()

  constructor(engine: SessionEngine<Client>) {
    this.#engine = engine
    const { open, close, isUsable } = engine
    this.#pool = new ClientPool({ open, close, isUsable, max: maxClients })
  }

  async query(sql: string, params: Cell[], options: StatementOptions): Promise<QueryResult> {
    const watch = new Watch(options)
    this.#watches.add(watch)
    try {
      const { client, cursor } = await this.#begun(watch, sql, params, options.timeoutMs)
      return streamResult(this.#statement(client, cursor, watch, sql), watch, options)
    } catch (error) {
      this.#forget(watch)
      throw this.#engine.toDriverError(error instanceof SessionLostError ? error.cause : error, sql)
    }
  }

  /** Reads a whole small result, for the driver's own catalogue queries. */
  async readAll(sql: string, params: Cell[] = [], options: Partial<StatementOptions> = {}): Promise<Row[]> {
    const limits = { timeoutMs: internalTimeoutMs, maxRows: null, maxBytes: null, ...options }
    const result = await this.query(sql, params, limits)
    const rows: Row[] = []
    for await (const batch of result.batches) rows.push(...batch)
    return rows
  }

  close(): void {
    const reason = new DriverError('cancelled', message('The connection was closed.'))
    this.#pool.close()
    for (const watch of this.#watches) watch.stop(reason)
  }

  #forget(watch: Watch): void {
    watch.end()
    this.#watches.delete(watch)
  }

  /** Replaces an idle session that lost its server: no part of the statement has run on it. */
  async #begun(
    watch: Watch,
    sql: string,
    params: Cell[],
    timeoutMs: number,
  ): Promise<{ client: Client; cursor: Cursor }> {
    while (true) {
      const client = await this.#takeReady(watch, timeoutMs)
      const wasProven = this.#proven.has(client)
      this.#proven.add(client)
      try {
        return { client, cursor: await this.#start(client, watch, sql, params) }
      } catch (error) {
        if (!(error instanceof SessionLostError) || !wasProven) throw error
      }
    }
  }

  async #takeReady(watch: Watch, timeoutMs: number): Promise<Client> {
    const taking = this.#takePrepared(timeoutMs)
    try {
      return await watch.race(taking)
    } catch (error) {
      taking.then(
        (late) => this.#settle(late, false),
        () => {},
      )
      throw error
    }
  }

  async #takePrepared(timeoutMs: number): Promise<Client> {
    while (true) {
      const client = await this.#pool.take()
      try {
        await this.#engine.begin(client, timeoutMs)
        return client
      } catch (error) {
        this.#pool.discard(client)
        if (!this.#proven.has(client)) throw error
      }
    }
  }

  async #start(client: Client, watch: Watch, sql: string, params: Cell[]): Promise<Cursor> {
    const starting = this.#engine.start(client, sql, params)
    try {
      return await watch.race(starting)
    } catch (error) {
      starting.then(
        (late) => late.close(),
        () => {},
      )
      if (error instanceof SessionLostError) this.#discard(client)
      else this.#settle(client, watch.reason !== null)
      throw error
    }
  }

  #statement(client: Client, cursor: Cursor, watch: Watch, sql: string) {
    const translated = async <Result>(reading: Promise<Result>) => {
      try {
        return await reading
      } catch (error) {
        throw this.#engine.toDriverError(error, sql)
      }
    }
    const { readJson } = cursor
    return {
      columns: cursor.columns,
      read: (count: number) => translated(cursor.read(count)),
      ...(readJson && { readJson: (...asked: Parameters<typeof readJson>) => translated(readJson(...asked)) }),
      finish: (end: 'complete' | 'left') => {
        this.#forget(watch)
        this.#settle(client, end === 'left', cursor)
      },
    }
  }

  /** Returns the session to the pool once it is idle, and cuts one that isn't idle in time. */
  #settle(client: Client, mayRun: boolean, cursor: Cursor | null = null): void {
    const timer = setTimeout(() => this.#engine.destroy(client), settleMs)
    const settle = async () => {
      if (mayRun && !cursor?.isOver?.()) await this.#engine.cancel(client)
      cursor?.close()
      await this.#engine.reset(client)
    }
    settle()
      .then(
        () => this.#pool.giveBack(client),
        () => this.#discard(client),
      )
      .finally(() => clearTimeout(timer))
  }

  #discard(client: Client): void {
    this.#engine.destroy(client)
    this.#pool.discard(client)
  }
}
