import type { AsyncRecordBatchStreamReader, RecordBatch } from 'apache-arrow'
import { message, type Cell, type ResultColumn, type Row } from '@parlance/contract'
import { DriverError } from '../../contract.ts'
import type { DremioConfig } from '../config.ts'
import { isSignedOut, isUnbindable } from '../errors.ts'
import { describeField } from './fields.ts'
import type { FlightCall } from './call.ts'
import { readBatches } from './ipc.ts'
import { portOf } from './location.ts'
import {
  action,
  cancelRequest,
  describeCommand,
  flightDescriptor,
  flightInfo,
  readSqlMessage,
  result,
  ticket,
  writeSqlMessage,
  type FlightInfo,
} from './messages.ts'
import { bindingMessages } from './parameters.ts'
import type { FlightSession } from './session.ts'
import { cellReader, type CellReader } from './values.ts'

const emptyBytes = new Uint8Array()
/** How long to wait for goodbye calls, so that an unresponsive server does not hold a connection open. */
const goodbyeMs = 2000
const unbindable = message(
  'This Dremio server does not support query parameters in Arrow Flight SQL. Parlance never writes parameter values into the query text.',
)

/** One query of a Flight SQL service: planned, then read endpoint by endpoint, batch by batch. */
export class FlightStatement {
  columns: ResultColumn[] = []
  readonly #session: FlightSession
  readonly #config: DremioConfig
  #info: FlightInfo | null = null
  /** The plan as received, which the server may use to find the query. */
  #plan: Uint8Array | null = null
  #handle: Uint8Array | null = null
  #call: FlightCall | null = null
  #nextEndpoint = 0
  #batches: AsyncRecordBatchStreamReader | null = null
  #rows: { readers: CellReader[]; at: number; length: number } | null = null
  #isOver = false
  #isCancelled = false

  constructor(session: FlightSession, config: DremioConfig) {
    this.#session = session
    this.#config = config
  }

  /**
   * Asks the server to plan the query and start answering it. Renews an expired token once.
   * @throws the client libraries' errors; DriverError unsupported for values that the server cannot take
   */
  async start(sql: string, params: Cell[]): Promise<void> {
    try {
      await this.#start(sql, params)
    } catch (error) {
      if (!isSignedOut(error) || this.#isCancelled) throw error
      await this.#session.renew()
      await this.#start(sql, params)
    }
  }

  /** Reads up to `count` more rows; an empty array at the end. */
  async read(count: number): Promise<Row[]> {
    while (!this.#rows) {
      if (this.#isOver) return []
      const next = await this.#batches?.next()
      if (next && !next.done) this.#takeBatch(next.value)
      else if (!(await this.#openNext())) this.#isOver = true
    }
    const { readers, at, length } = this.#rows
    const end = Math.min(at + count, length)
    const rows: Row[] = []
    for (let index = at; index < end; index += 1) rows.push(readers.map((read) => read(index)))
    this.#rows = end < length ? { readers, at: end, length } : null
    return rows
  }

  /** Releases what is left, and asks the server to stop if it may still be working. Not awaited. */
  close(): void {
    const isRunning = !this.#isOver && !this.#isCancelled
    this.#isCancelled = true
    if (isRunning) {
      this.#call?.cancel()
      if (this.#plan) this.#act('CancelFlightInfo', cancelRequest.encode({ info: this.#plan }))
    }
    if (this.#handle) {
      this.#act('ClosePreparedStatement', writeSqlMessage('ActionClosePreparedStatementRequest', this.#handle))
    }
    this.#handle = null
  }

  async #start(sql: string, params: Cell[]): Promise<void> {
    const command =
      params.length === 0
        ? writeSqlMessage('CommandStatementQuery', sql)
        : writeSqlMessage('CommandPreparedStatementQuery', await this.#prepare(sql, params))
    const [plan] = await this.#ask('GetFlightInfo', [flightDescriptor.encode(describeCommand(command))])
    if (!plan) throw new DriverError('unknown', message('The server returned no response to the query.'))
    this.#plan = plan
    this.#info = flightInfo.decode(plan)
    this.#nextEndpoint = 0
    if (!(await this.#openNext())) this.#isOver = true
  }

  /**
   * Prepares the query and binds its values.
   * @returns the handle of the query to run
   */
  async #prepare(sql: string, params: Cell[]): Promise<Uint8Array> {
    const request = writeSqlMessage('ActionCreatePreparedStatementRequest', sql)
    const { libraries } = this.#session
    try {
      const [answer] = await this.#ask('DoAction', [action.encode({ type: 'CreatePreparedStatement', body: request })])
      const { first: handle, parameters } = readSqlMessage(result.decode(answer ?? emptyBytes).body)
      this.#handle = handle
      const messages = bindingMessages(libraries, handle, params, parameters)
      const [bound] = await this.#ask('DoPut', messages)
      // A stateless server returns a handle that contains the values.
      const renewed = bound && readSqlMessage(result.decode(bound).body).first
      return renewed && renewed.length > 0 ? renewed : handle
    } catch (error) {
      if (isUnbindable(error)) throw new DriverError('unsupported', unbindable, { cause: error })
      throw error
    }
  }

  async #ask(...request: Parameters<FlightSession['call']>): Promise<Buffer[]> {
    this.#call = this.#session.call(...request)
    if (this.#isCancelled) this.#call.cancel()
    return await this.#call.readAll()
  }

  async #openNext(): Promise<boolean> {
    const endpoint = this.#info?.endpoints[this.#nextEndpoint]
    if (!endpoint) return false
    this.#nextEndpoint += 1
    const port = portOf(
      endpoint.locations.map(({ uri }) => uri),
      this.#config,
    )
    this.#call = this.#session.call('DoGet', [ticket.encode(endpoint.ticket ?? {})], { port })
    if (this.#isCancelled) this.#call.cancel()
    const { libraries } = this.#session
    this.#batches = await readBatches(libraries, this.#call)
    if (this.columns.length === 0) {
      this.columns = this.#batches.schema.fields.map((field) => describeField(libraries, field))
    }
    return true
  }

  #takeBatch(batch: RecordBatch): void {
    if (batch.numRows === 0) return
    const readers = batch.data.children.map((part) => cellReader(this.#session.libraries, part))
    this.#rows = { readers, at: 0, length: batch.numRows }
  }

  /** Sends an action without waiting for its answer. A server that has no such action may refuse it. */
  #act(type: string, body: Uint8Array): void {
    const options = { timeoutMs: goodbyeMs }
    const say = async () => await this.#session.call('DoAction', [action.encode({ type, body })], options).readAll()
    say().catch(() => {})
  }
}
