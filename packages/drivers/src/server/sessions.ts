import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { DriverError, type QueryOptions, type QueryResult } from '../contract.ts'
import type { Limits } from '../deadline.ts'
import { ClientPool } from './client-pool.ts'
import { streamResult } from './result-stream.ts'
import { Watch } from './watch.ts'

const maxClients = 5
const settleMs = 2000
const internalTimeoutMs = 120_000

/** `late`: see Limits. */
export type StatementOptions = QueryOptions & Pick<Limits, 'late'>

/** A statement that was compiled and started by a client. */
export interface Cursor {
  columns: ResultColumn[]
  /** At most `count` more rows; none when there are no more. */
  read: (count: number) => Promise<Row[]>
  /** Lets go of the rest, without waiting. */
  close: () => void
  /** Whether the server has nothing left to do for it, so that leaving it needs no cancelling. Absent: never known. */
  isOver?: () => boolean
}

/** What a database server's client library does differently from all others. */
export interface SessionEngine<Client> {
  /** Signs in, in a session that only reads. */
  open: () => Promise<Client>
  close: (client: Client) => void
  /** Cuts the connection without a word. */
  destroy: (client: Client) => void
  isUsable: (client: Client) => boolean
  /** Makes ready for one statement that the server itself ends in time. */
  begin: (client: Client, timeoutMs: number) => Promise<void>
  start: (client: Client, sql: string, params: Cell[]) => Promise<Cursor>
  /** Tells the server, over another session, to stop what this one runs. */
  cancel: (client: Client) => Promise<void>
  /** Ends the statement's transaction; proves that the session can take another. */
  reset: (client: Client) => Promise<void>
  toDriverError: (error: unknown, sql: string | null) => DriverError
}

/** Runs statements on a few sessions of one database server; each statement has a session to itself. */
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
      const client = await this.#takeReady(watch, options.timeoutMs)
      const cursor = await this.#start(client, watch, sql, params)
      return streamResult(this.#statement(client, cursor, watch, sql), watch, options)
    } catch (error) {
      this.#forget(watch)
      throw this.#engine.toDriverError(error, sql)
    }
  }

  /** Reads a whole small result; for the driver's own questions to the catalogue. */
  async readAll(sql: string, params: Cell[] = [], options: Partial<StatementOptions> = {}): Promise<Row[]> {
    const limits = { timeoutMs: internalTimeoutMs, maxRows: null, maxBytes: null, ...options }
    const result = await this.query(sql, params, limits)
    const rows: Row[] = []
    for await (const batch of result.batches) rows.push(...batch)
    return rows
  }

  close(): void {
    const reason = new DriverError('cancelled', 'The connection was closed.')
    this.#pool.close()
    for (const watch of this.#watches) watch.stop(reason)
  }

  #forget(watch: Watch): void {
    watch.end()
    this.#watches.delete(watch)
  }

  async #takeReady(watch: Watch, timeoutMs: number): Promise<Client> {
    const taking = this.#takeProven(timeoutMs)
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

  /** An idle session whose server has gone meanwhile is replaced: nothing of the statement has run on it. */
  async #takeProven(timeoutMs: number): Promise<Client> {
    while (true) {
      const client = await this.#pool.take()
      try {
        await this.#engine.begin(client, timeoutMs)
        this.#proven.add(client)
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
      this.#settle(client, watch.reason !== null)
      throw error
    }
  }

  #statement(client: Client, cursor: Cursor, watch: Watch, sql: string) {
    return {
      columns: cursor.columns,
      read: async (count: number) => {
        try {
          return await cursor.read(count)
        } catch (error) {
          throw this.#engine.toDriverError(error, sql)
        }
      },
      finish: (end: 'complete' | 'left') => {
        this.#forget(watch)
        this.#settle(client, end === 'left', cursor)
      },
    }
  }

  /** Gives the session back when it has come to rest; one that does not in time is cut off. */
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
