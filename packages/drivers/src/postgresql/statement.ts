import { message, type Cell } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { RowQueue } from '../server/row-queue.ts'
import { SessionLostError } from '../server/sessions.ts'
import type { RawRow, RowTap } from './row-tap.ts'
import type { DataRow, FieldDescription, Wire } from './wire.ts'

/** What a statement reads of its client, and sets. */
export interface StatementClient {
  tap: RowTap
  /** The time limit of the next statement. */
  timeoutMs: number
  /** The id of the server process that works for the statement; null until it is known. */
  backend: number | null
}

/** The longest time limit that the server knows, in milliseconds. */
const longestTimeoutMs = 2_147_483_647
const mostTexts = 500
const longestText = 10_000
/** The beginnings of statements whose text alone decides whether they return rows. `EXECUTE` depends on the session. */
const isQuery = /^[\s(]*(?:select|with|values|table)\b/i

/** The texts of queries that have returned rows. */
export class ReturningTexts {
  readonly #texts = new Set<string>()

  has(sql: string): boolean {
    return this.#texts.has(sql)
  }

  add(sql: string): void {
    if (sql.length > longestText || this.#texts.has(sql) || !isQuery.test(sql)) return
    const [oldest] = this.#texts
    if (this.#texts.size >= mostTexts && oldest !== undefined) this.#texts.delete(oldest)
    this.#texts.add(sql)
  }
}

interface StatementContext {
  rows: RowQueue<RawRow>
  client: StatementClient
  returning: ReturningTexts
}

/**
 * One statement of the extended protocol, which accepts only one statement (R07), in its own read-only transaction. It is
 * compiled and described first, and run only if it returns rows. A query whose text has returned rows doesn't wait for its
 * description. The transaction's commands leave with those of the statement, because each wait for a distant server takes
 * long. All rows are requested at once: a row limit in the protocol would disable the server's parallel plans, and reading
 * the socket slowly also holds the server back. The method names are those that pg calls.
 */
export class Statement {
  #sql: string
  #params: (string | null)[]
  #rows: RowQueue<RawRow>
  #client: StatementClient
  #returning: ReturningTexts
  #runsAtOnce: boolean
  #wire: Wire | null = null
  #described = Promise.withResolvers<FieldDescription[]>()
  #hasBegun = false
  #isSynced = false

  constructor(sql: string, params: Cell[], { rows, client, returning }: StatementContext) {
    this.#sql = sql
    this.#params = params.map((value) => (value === null ? null : String(value)))
    this.#rows = rows
    this.#client = client
    this.#returning = returning
    this.#runsAtOnce = returning.has(sql)
  }

  /**
   * The columns, once the server has compiled the statement.
   * @throws DriverError unsupported when it returns no rows, or the server's error
   * @throws SessionLostError if the transaction could not begin
   */
  get described(): Promise<FieldDescription[]> {
    return this.#described.promise
  }

  /** Runs it after it was described, unless it runs already. */
  run(): void {
    if (!this.#wire || this.#runsAtOnce) return
    const { stream } = this.#wire
    stream.cork()
    this.#execute()
    stream.uncork()
  }

  /** Ends a statement that was not run; drops the rest of one that was. */
  close(): void {
    this.#rows.close()
    this.#sync()
  }

  submit(wire: Wire): void {
    this.#wire = wire
    this.#client.backend = null
    const timeout = Math.min(Math.max(1, Math.ceil(this.#client.timeoutMs)), longestTimeoutMs)
    // The messages leave in one write, because each write is a call of the system.
    wire.stream.cork()
    for (const sql of ['BEGIN READ ONLY', `SET LOCAL statement_timeout = ${timeout}`, 'SELECT pg_backend_pid()'])
      this.#say(sql)
    // The id arrives before the statement is planned, which can take long and may be cancelled.
    wire.flush()
    wire.parse({ text: this.#sql })
    wire.bind({ values: this.#params })
    wire.describe({ type: 'P', name: '' })
    if (this.#runsAtOnce) this.#execute()
    else wire.flush()
    wire.stream.uncork()
    wire.once('noData', this.#refuse)
  }

  handleRowDescription(message: { fields: FieldDescription[] }): void {
    this.#wire?.removeListener('noData', this.#refuse)
    this.#returning.add(this.#sql)
    this.#client.tap.take = (row) => this.#rows.push(row)
    this.#described.resolve(message.fields)
  }

  /** The tap takes the statement's rows. Before them comes the id of the server process. */
  handleDataRow({ fields: [id] }: DataRow): void {
    if (this.#client.tap.take === null) this.#client.backend = Number(id)
  }

  handleCommandComplete(): void {
    this.#hasBegun = true
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.#client.tap.take = null
    this.#rows.end()
  }

  handleError(error: Error): void {
    this.#wire?.removeListener('noData', this.#refuse)
    this.#described.reject(this.#hasBegun ? error : new SessionLostError(error))
    this.#rows.fail(error)
    this.#sync()
  }

  #refuse = (): void => {
    this.#described.reject(new DriverError('unsupported', message('The statement returns no rows.')))
    this.#sync()
  }

  #execute(): void {
    this.#wire?.execute({ portal: '', rows: 0 })
    this.#say('ROLLBACK')
    this.#sync()
  }

  /** Sends a command without parameters. */
  #say(sql: string): void {
    this.#wire?.parse({ text: sql })
    this.#wire?.bind({ values: [] })
    this.#wire?.execute({ portal: '', rows: 0 })
  }

  /** Sent once per statement: prepares the server for the next one, whether or not this one failed. */
  #sync(): void {
    if (this.#isSynced || !this.#wire) return
    this.#isSynced = true
    if (this.#wire.stream.writable) this.#wire.sync()
  }
}
