import { message, type Cell } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { RowQueue } from '../server/row-queue.ts'
import type { RawRow, RowTap } from './row-tap.ts'
import type { FieldDescription, Wire } from './wire.ts'

/**
 * One statement of the extended protocol, which accepts only one statement (R07). It is compiled and described first,
 * and run only if it returns rows. All rows are requested at once: a row limit in the protocol would disable the
 * server's parallel plans, and reading the socket slowly also holds the server back. The method names are those that pg
 * calls.
 */
export class Statement {
  #sql: string
  #params: (string | null)[]
  #rows: RowQueue<RawRow>
  #tap: RowTap
  #wire: Wire | null = null
  #described = Promise.withResolvers<FieldDescription[]>()
  #isSynced = false

  constructor(sql: string, params: Cell[], { rows, tap }: { rows: RowQueue<RawRow>; tap: RowTap }) {
    this.#sql = sql
    this.#params = params.map((value) => (value === null ? null : String(value)))
    this.#rows = rows
    this.#tap = tap
  }

  /**
   * The columns, once the server has compiled the statement.
   * @throws DriverError unsupported when it returns no rows, or the server's error
   */
  get described(): Promise<FieldDescription[]> {
    return this.#described.promise
  }

  run(): void {
    if (!this.#wire) return
    const { stream } = this.#wire
    this.#tap.take = (row) => this.#rows.push(row)
    stream.cork()
    this.#wire.execute({ portal: '', rows: 0 })
    this.#sync()
    stream.uncork()
  }

  /** Ends a statement that was not run; drops the rest of one that was. */
  close(): void {
    this.#rows.close()
    this.#sync()
  }

  submit(wire: Wire): void {
    this.#wire = wire
    // The messages leave in one write, because each write is a call of the system.
    wire.stream.cork()
    wire.parse({ text: this.#sql })
    wire.bind({ values: this.#params })
    wire.describe({ type: 'P', name: '' })
    wire.flush()
    wire.stream.uncork()
    wire.once('noData', this.#refuse)
  }

  handleRowDescription(message: { fields: FieldDescription[] }): void {
    this.#wire?.removeListener('noData', this.#refuse)
    this.#described.resolve(message.fields)
  }

  /** The tap takes the rows. A server that sends others before the statement runs is not heard. */
  handleDataRow(): void {}

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.#tap.take = null
    this.#rows.end()
  }

  handleError(error: Error): void {
    this.#wire?.removeListener('noData', this.#refuse)
    this.#described.reject(error)
    this.#rows.fail(error)
    this.#sync()
  }

  #refuse = (): void => {
    this.#described.reject(new DriverError('unsupported', message('The statement returns no rows.')))
    this.#sync()
  }

  /** Sent once per statement: prepares the server for the next one, whether or not this one failed. */
  #sync(): void {
    if (this.#isSynced || !this.#wire) return
    this.#isSynced = true
    if (this.#wire.stream.writable) this.#wire.sync()
  }
}
