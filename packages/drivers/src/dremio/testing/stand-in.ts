import type { sendUnaryData, Metadata, ServerDuplexStream, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js'
import type { CompressionType, RecordBatch } from 'apache-arrow'
import type { Cell } from '@parlance/contract'
import type { EngineSession } from '../../testing/engine.ts'
import { encapsulate, splitStream } from '../flight/ipc.ts'
import { loadFlight, type FlightLibraries } from '../flight/library.ts'
import {
  action,
  cancelRequest,
  flightData,
  flightDescriptor,
  flightInfo,
  readSqlMessage,
  result,
  servicePath,
  ticket,
  writeSqlMessage,
} from '../flight/messages.ts'
import { answerBatches } from './batches.ts'
import { countedSql, failureText, path, startModel } from './model.ts'

export const account = { username: 'reader', password: 'päss:w=rd' }
const basic = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`
export const endless = `SELECT COUNT(*) FROM (${countedSql(12)}) AS many`

export interface StandInOptions {
  credentials?: { key: string; cert: string }
  /** Answers in Arrow types, by the statement that selects them. */
  fixtures?: (libraries: FlightLibraries) => Record<string, RecordBatch[]>
  /** Whether values are bound on the server, returned in a handle, or refused, as in Dremio's published source. */
  binding?: 'stored' | 'in the handle' | 'refused' | 'not known'
  /** Has no handshake: signs in with the first call. */
  hasNoHandshake?: boolean
  /** Where it says that results are. */
  locations?: string[]
  /** The account's grants; null if there is no such table. */
  privileges?: string[] | null
  /** The compression of the batches. */
  compression?: CompressionType
  /** How an answer ends after its first batch. */
  ending?: 'error' | 'half a batch'
  /** Fails every query with a status and a text. */
  failure?: { code: number; details: string }
}

export interface DremioStandIn extends EngineSession {
  state: {
    rowsSent: number
    handshakes: number
    /** Headers of the last call, except sign-ins and cancellations. */
    headers: Metadata | null
    /** The calls in order: the method, or the type of an action. */
    calls: string[]
    queries: string[]
  }
  /** Invalidates every token issued so far. */
  expireTokens: () => void
}

interface Prepared {
  sql: string
  params: Cell[]
}

type Call = ServerUnaryCall<Buffer, Buffer> | ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>

/** Starts a Flight SQL service with the suite's tables that behaves like Dremio; see the README above this folder. */
export async function startStandIn(options: StandInOptions = {}): Promise<DremioStandIn> {
  const libraries = await loadFlight()
  const { grpc } = libraries
  const service = new DremioService(libraries, options)
  const server = new grpc.Server({ 'grpc.max_send_message_length': -1, 'grpc.max_receive_message_length': -1 })
  const identity = (bytes: Buffer) => bytes
  const method = (name: string, requestStream: boolean, responseStream: boolean) => ({
    path: `${servicePath}/${name}`,
    requestStream,
    responseStream,
    requestSerialize: identity,
    requestDeserialize: identity,
    responseSerialize: identity,
    responseDeserialize: identity,
  })
  server.addService(
    {
      Handshake: method('Handshake', true, true),
      GetFlightInfo: method('GetFlightInfo', false, false),
      DoGet: method('DoGet', false, true),
      DoPut: method('DoPut', true, true),
      DoAction: method('DoAction', false, true),
    },
    {
      Handshake: (call: ServerDuplexStream<Buffer, Buffer>) => service.handshake(call),
      GetFlightInfo: (call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>) =>
        service.getFlightInfo(call, answer),
      DoGet: (call: ServerWritableStream<Buffer, Buffer>) => void service.doGet(call),
      DoPut: (call: ServerDuplexStream<Buffer, Buffer>) => void service.doPut(call),
      DoAction: (call: ServerWritableStream<Buffer, Buffer>) => service.doAction(call),
    },
  )
  const { credentials } = options
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      '127.0.0.1:0',
      credentials
        ? grpc.ServerCredentials.createSsl(null, [
            { private_key: Buffer.from(credentials.key), cert_chain: Buffer.from(credentials.cert) },
          ])
        : grpc.ServerCredentials.createInsecure(),
      (error, bound) => (error ? reject(error) : resolve(bound)),
    ),
  )
  return {
    config: {
      driver_type: 'flight',
      host: '127.0.0.1',
      port,
      database: 'DREMIO',
      schema_name: path,
      ...account,
      disable_tls: !credentials,
    },
    state: service.state,
    expireTokens: () => service.tokens.clear(),
    countRunning: async () => service.running,
    stop: async () => server.forceShutdown(),
  }
}

class DremioService {
  readonly state: DremioStandIn['state'] = { rowsSent: 0, handshakes: 0, headers: null, calls: [], queries: [] }
  readonly tokens = new Set<string>()
  running = 0
  readonly #libraries: FlightLibraries
  readonly #options: StandInOptions
  readonly #model
  readonly #fixtures: Record<string, RecordBatch[]>
  readonly #prepared = new Map<string, Prepared>()
  #lastHandle = 0

  constructor(libraries: FlightLibraries, options: StandInOptions) {
    this.#libraries = libraries
    this.#options = options
    this.#model = startModel(options.privileges === undefined ? ['SELECT'] : options.privileges)
    this.#fixtures = options.fixtures?.(libraries) ?? {}
  }

  handshake(call: ServerDuplexStream<Buffer, Buffer>): void {
    const { grpc } = this.#libraries
    this.state.handshakes += 1
    if (this.#options.hasNoHandshake) return void call.emit('error', { code: grpc.status.UNIMPLEMENTED, details: '' })
    const given = String(call.metadata.get('authorization')[0])
    if (given !== basic && !this.tokens.has(given)) {
      call.emit('error', { code: grpc.status.UNAUTHENTICATED, details: 'Unable to authenticate user reader.' })
      return
    }
    this.#welcome(call)
    call.on('data', () => {})
    call.on('end', () => call.end())
  }

  getFlightInfo(call: ServerUnaryCall<Buffer, Buffer>, answer: sendUnaryData<Buffer>): void {
    const { grpc } = this.#libraries
    if (!this.#isSignedIn(call, 'GetFlightInfo')) {
      return answer({ code: grpc.status.UNAUTHENTICATED, details: 'Invalid token' })
    }
    const { failure } = this.#options
    if (failure) return answer(failure)
    const { name, first } = readSqlMessage(flightDescriptor.decode(call.request).cmd)
    const isText = name === 'CommandStatementQuery'
    const handle = isText ? this.#keep({ sql: textOf(first), params: [] }) : first
    const command = writeSqlMessage(isText ? 'TicketStatementQuery' : 'CommandPreparedStatementQuery', handle)
    const locations = this.#options.locations?.map((uri) => ({ uri })) ?? []
    answer(null, flightInfo.encode({ endpoints: [{ ticket: { ticket: command }, locations }] }))
  }

  async doGet(call: ServerWritableStream<Buffer, Buffer>): Promise<void> {
    const { grpc } = this.#libraries
    if (!this.#isSignedIn(call, 'DoGet')) {
      return void call.emit('error', { code: grpc.status.UNAUTHENTICATED, details: 'Invalid token' })
    }
    const { sql, params } = this.#find(readSqlMessage(ticket.decode(call.request).ticket).first)
    this.state.queries.push(sql)
    const cancelled = new Promise<void>((resolve) => call.once('cancelled', resolve))
    this.running += 1
    try {
      if (sql === endless) return await cancelled
      const batches = this.#answer(sql, params)
      if (typeof batches === 'string') {
        return void call.emit('error', { code: grpc.status.INVALID_ARGUMENT, details: batches })
      }
      let isFirst = true
      for (const batch of batches) {
        if (call.cancelled) return
        const stream = this.#libraries.arrow.RecordBatchStreamWriter.writeAll([batch], {
          compressionType: this.#options.compression ?? null,
        }).toUint8Array(true)
        if (!isFirst && this.#options.ending) return this.#endEarly(call, stream)
        let isFree = true
        for (const part of splitStream(this.#libraries, stream).slice(isFirst ? 0 : 1)) {
          isFree = call.write(flightData.encode(part))
        }
        isFirst = false
        this.state.rowsSent += batch.numRows
        if (!isFree) await Promise.race([new Promise((resolve) => call.once('drain', resolve)), cancelled])
      }
      call.end()
    } finally {
      this.running -= 1
    }
  }

  #endEarly(call: ServerWritableStream<Buffer, Buffer>, stream: Uint8Array): void {
    if (this.#options.ending === 'error') {
      const details = 'RESOURCE ERROR: the quota of the engine is used up'
      return void call.emit('error', { code: this.#libraries.grpc.status.RESOURCE_EXHAUSTED, details })
    }
    const [, part] = splitStream(this.#libraries, stream)
    const half = part && { ...part, body: part.body.subarray(0, part.body.length / 2) }
    if (half) call.write(flightData.encode(half))
    call.end()
  }

  async doPut(call: ServerDuplexStream<Buffer, Buffer>): Promise<void> {
    const { grpc, arrow } = this.#libraries
    this.#isSignedIn(call, 'DoPut')
    const parts = (await Array.fromAsync<Buffer>(call)).map((message) => flightData.decode(message))
    const { first: handle } = readSqlMessage(parts[0]?.descriptor?.cmd ?? new Uint8Array())
    const { binding = 'stored' } = this.#options
    if (binding === 'refused') {
      const details = 'PreparedStatement with parameter binding not supported.'
      return void call.emit('error', { code: grpc.status.UNIMPLEMENTED, details })
    }
    const [batch] = arrow.RecordBatchReader.from(Buffer.concat(parts.map(encapsulate)))
    const values: unknown[] = batch?.schema.fields.map((_, index) => batch.getChildAt(index)?.get(0)) ?? []
    const params = values.map((value) => (typeof value === 'bigint' ? Number(value) : value)) as Cell[]
    const { sql } = this.#find(handle)
    if (binding === 'in the handle') {
      const bound = this.#keep({ sql, params })
      call.write(result.encode({ body: writeSqlMessage('DoPutPreparedStatementResult', bound) }))
    } else this.#prepared.set(textOf(handle), { sql, params })
    call.end()
  }

  doAction(call: ServerWritableStream<Buffer, Buffer>): void {
    const { grpc } = this.#libraries
    const { type, body } = action.decode(call.request)
    if (!this.#isSignedIn(call, type)) {
      return void call.emit('error', { code: grpc.status.UNAUTHENTICATED, details: 'Invalid token' })
    }
    if (type === 'CreatePreparedStatement' && this.#options.binding === 'not known') {
      const details = 'Illegal use of dynamic parameter'
      return void call.emit('error', { code: grpc.status.INVALID_ARGUMENT, details })
    }
    if (type === 'CreatePreparedStatement') {
      const handle = this.#keep({ sql: textOf(readSqlMessage(body).first), params: [] })
      call.write(result.encode({ body: writeSqlMessage('ActionCreatePreparedStatementResult', handle) }))
    }
    if (type === 'ClosePreparedStatement') this.#prepared.delete(textOf(readSqlMessage(body).first))
    if (type === 'CancelFlightInfo') flightInfo.decode(cancelRequest.decode(body).info)
    call.end()
  }

  #isSignedIn(call: Call, what: string): boolean {
    this.state.calls.push(what)
    if (what !== 'CancelFlightInfo' && what !== 'ClosePreparedStatement') this.state.headers = call.metadata
    const given = String(call.metadata.get('authorization')[0])
    if (given === basic && this.#options.hasNoHandshake) this.#welcome(call)
    return this.tokens.has(given) || (given === basic && this.#options.hasNoHandshake === true)
  }

  /** Issues a token and the session's cookie. */
  #welcome(call: Call): void {
    const headers = new this.#libraries.grpc.Metadata()
    const token = `Bearer token-${this.state.handshakes}`
    this.tokens.add(token)
    headers.set('authorization', token)
    headers.set('set-cookie', `arrow_flight_session_id=session-${this.state.handshakes}; Path=/`)
    call.sendMetadata(headers)
  }

  #keep(prepared: Prepared): Buffer {
    this.#lastHandle += 1
    const handle = `handle-${this.#lastHandle}`
    this.#prepared.set(handle, prepared)
    return Buffer.from(handle)
  }

  #find(handle: Uint8Array): Prepared {
    return this.#prepared.get(textOf(handle)) ?? { sql: '', params: [] }
  }

  /** Returns the answer in batches, or an error. */
  #answer(sql: string, params: Cell[]): Iterable<RecordBatch> | string {
    const fixture = this.#fixtures[sql]
    if (fixture) return fixture
    const answer = this.#model.answer(sql, params)
    if (answer.kind === 'failure') return failureText(answer, sql)
    if (answer.kind === 'endless') return 'never'
    return answerBatches(this.#libraries, answer.columns, answer.rows)
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}
