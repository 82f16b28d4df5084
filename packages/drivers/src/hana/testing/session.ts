import type { Socket } from 'node:net'
import type { Cell } from '@parlance/contract'
import type { Answer, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import * as packets from './packets.ts'
import { HanaScramServer, type HanaMechanism } from './scram-server.ts'
import { LobStore, parameterMetadata, readParameters, resultMetadata, typesOf, type HanaType } from './values.ts'

export interface HanaBehaviour {
  account: { username: string; password: string }
  mechanism: HanaMechanism
  /** Another server that clients are redirected to. */
  redirect?: { host: string; port: number }
  answer: (sql: string, params: Cell[], session: HanaSession) => Answer | RecordedAnswer
  describeFailure: (failure: Extract<Answer, { kind: 'failure' }>, sql: string) => packets.ServerError
  findSession: (id: number) => HanaSession | undefined
}

/** One value in the protocol's own bytes. */
export interface RecordedAnswer {
  kind: 'recorded'
  type: Omit<HanaType, 'write'>
  value: Buffer
}

interface Statement {
  sql: string
  parameterCount: number
  types: HanaType[]
}

interface OpenResult {
  types: HanaType[]
  rows: Iterator<AnswerRow>
}

const { messageType, partKind, segmentKind, functionCode } = packets
const initRequestLength = 14
/** Product 4.20, protocol 4.1. */
const initReply = Buffer.from([4, 20, 0, 4, 1, 0, 0, 0])
const lastPacket = 1
const resultClosed = 16
const cancelled: packets.ServerError = {
  code: 139,
  state: 'HY008',
  message: 'current operation cancelled by request and transaction rolled back',
}
const refused: packets.ServerError = { code: 10, state: '08004', message: 'authentication failed' }

/** One client's session: each request gets one answer. */
export class HanaSession {
  readonly id: number
  isRunning = false
  rowsSent = 0
  readonly statements: string[] = []
  /** The sign-in methods that the client supports. */
  offers: string[] = []
  schema: string | null = null
  readonly lobs = new LobStore()
  #socket: Socket
  #behaviour: HanaBehaviour
  #received: Buffer = Buffer.alloc(0)
  #isInitialized = false
  #scram: HanaScramServer | null = null
  #prepared = new Map<number, Statement>()
  #results = new Map<number, OpenResult>()
  #nextId = 1
  #stop: (() => void) | null = null

  constructor(socket: Socket, id: number, behaviour: HanaBehaviour) {
    this.id = id
    this.#socket = socket
    this.#behaviour = behaviour
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('close', () => this.cancel())
  }

  /** Cancels like ALTER SYSTEM CANCEL SESSION. */
  cancel(): void {
    this.#stop?.()
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    if (!this.#isInitialized) {
      // Anything other than the protocol's first word, such as a TLS greeting, ends the connection.
      if (this.#received.readUInt32LE(0) !== 0xffff_ffff) return void this.#socket.destroy()
      if (this.#received.length < initRequestLength) return
      this.#isInitialized = true
      this.#received = this.#received.subarray(initRequestLength)
      this.#socket.write(initReply)
    }
    for (let length = packets.packetLength(this.#received); length !== null;) {
      if (this.#received.length < length) return
      const request = packets.readRequest(this.#received.subarray(0, length))
      this.#received = this.#received.subarray(length)
      this.#answer(request).catch(() => this.#socket.destroy())
      length = packets.packetLength(this.#received)
    }
  }

  async #answer(request: packets.Request): Promise<void> {
    const send = (code: number, parts: packets.Part[], kind: number = segmentKind.reply) =>
      this.#socket.write(packets.reply(this.id, request.sequence, kind, code, parts))
    const fail = (error: packets.ServerError) => send(functionCode.none, [packets.errorPart(error)], segmentKind.error)
    switch (request.type) {
      case messageType.authenticate:
        if (this.#behaviour.redirect) {
          return void send(
            functionCode.none,
            [packets.errorPart(refused), redirectPart(this.#behaviour.redirect)],
            segmentKind.error,
          )
        }
        return this.#challenge(request, send)
      case messageType.connect:
        return void (this.#isProven(request) ? send(14, this.#signedIn()) : fail(refused))
      case messageType.executeDirect:
        return this.#direct(textOf(request), send, fail)
      case messageType.prepare:
        return this.#prepare(textOf(request), send, fail)
      case messageType.execute:
        return await this.#execute(request, send, fail)
      case messageType.fetchNext:
        return void send(10, [this.#nextRows(idOf(request, partKind.resultSetId), fetchSize(request))])
      case messageType.readLob:
        return void send(16, [this.#readLob(request)])
      case messageType.rollback:
        // The flag for a rolled-back transaction: its name, the boolean type, and 1.
        return void send(12, [{ kind: partKind.transactionFlags, count: 1, data: Buffer.from([0, 28, 1]) }])
      case messageType.closeResultSet:
        this.#results.delete(idOf(request, partKind.resultSetId))
        return void send(functionCode.none, [])
      case messageType.dropStatement:
        this.#prepared.delete(idOf(request, partKind.statementId))
        return void send(functionCode.none, [])
      case messageType.disconnect:
        send(18, [])
        return void this.#socket.end()
      default:
        return void fail({ code: 1033, state: 'HY000', message: 'error while parsing protocol' })
    }
  }

  /** The client names the account and lists each mechanism with its own key. */
  #challenge(request: packets.Request, send: (code: number, parts: packets.Part[]) => void): void {
    const [, ...offers] = packets.readFields(dataOf(request, partKind.authentication))
    const { mechanism, account } = this.#behaviour
    this.offers = offers.filter((_, index) => index % 2 === 0).map(String)
    const at = offers.findIndex((offer) => offer.toString() === mechanism)
    this.#scram = new HanaScramServer(mechanism, account.password, Buffer.from(offers[at + 1] ?? Buffer.alloc(0)))
    const data = packets.fields([Buffer.from(mechanism), this.#scram.challenge()])
    send(functionCode.none, [{ kind: partKind.authentication, count: 1, data }])
  }

  #isProven(request: packets.Request): boolean {
    const [name, mechanism, proof] = packets.readFields(dataOf(request, partKind.authentication))
    const isKnown = name?.toString() === this.#behaviour.account.username
    return isKnown && mechanism?.toString() === this.#scram?.mechanism && this.#scram?.accepts(proof ?? Buffer.alloc(0))
      ? true
      : false
  }

  #signedIn(): packets.Part[] {
    const proof = packets.fields([Buffer.from(this.#behaviour.mechanism), this.#scram?.proof() ?? Buffer.alloc(0)])
    // The connection number, and the data format that both sides support: level 8.
    const options = Buffer.from([1, 3, 0, 0, 0, 0, 12, 3, 8, 0, 0, 0, 23, 3, 8, 0, 0, 0])
    options.writeInt32LE(this.id, 2)
    return [
      { kind: partKind.authentication, count: 1, data: proof },
      { kind: partKind.connectOptions, count: 3, data: options },
    ]
  }

  /** Runs the driver's own statements, which return no rows. */
  #direct(
    sql: string,
    send: (code: number, parts: packets.Part[]) => void,
    fail: (error: packets.ServerError) => void,
  ): void {
    this.statements.push(sql)
    const id = /^ALTER SYSTEM CANCEL SESSION '(\d+)'$/.exec(sql)?.[1]
    if (id !== undefined) this.#behaviour.findSession(Number(id))?.cancel()
    const schema = /^SET SCHEMA "(.*)"$/.exec(sql)?.[1]
    if (schema === 'NO_SUCH') return fail({ code: 362, state: 'HY000', message: 'invalid schema name: NO_SUCH' })
    this.schema = schema?.replaceAll('""', '"') ?? this.schema
    send(functionCode.ddl, [])
  }

  /** Reports the type of the statement, and accepts only one. */
  #prepare(
    sql: string,
    send: (code: number, parts: packets.Part[]) => void,
    fail: (error: packets.ServerError) => void,
  ): void {
    const outside = sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (text) => '_'.repeat(text.length))
    const stacked = /;(?=\s*\S)/.exec(outside)
    if (stacked) {
      const place = stacked.index + 1
      const message = `sql syntax error: incorrect syntax near ";": line 1 col ${place} (at pos ${place})`
      return fail({ code: 257, state: 'HY000', message, position: place })
    }
    const answer = this.#behaviour.answer(sql, [], this)
    if (answer.kind === 'failure') return fail(this.#behaviour.describeFailure(answer, sql))
    const parameterCount = outside.split('?').length - 1
    const { types, names } = describe(answer)
    const id = this.#nextId++
    this.#prepared.set(id, { sql, parameterCount, types })
    const metadata =
      names.length === 0 ? [] : [resultMetadata(types.map((type, at) => ({ ...type, name: names[at] ?? '' })))]
    send(names.length === 0 ? codeOf(sql) : functionCode.select, [
      { kind: partKind.statementId, count: 1, data: numbered(id) },
      parameterMetadata(parameterCount),
      ...metadata,
    ])
  }

  async #execute(
    request: packets.Request,
    send: (code: number, parts: packets.Part[]) => void,
    fail: (error: packets.ServerError) => void,
  ): Promise<void> {
    const statement = this.#prepared.get(idOf(request, partKind.statementId))
    if (!statement) return fail({ code: 1033, state: 'HY000', message: 'no such statement' })
    const values = readParameters(dataOf(request, partKind.parameters), statement.parameterCount)
    const answer = this.#behaviour.answer(statement.sql, values, this)
    if (answer.kind === 'failure') return fail(this.#behaviour.describeFailure(answer, statement.sql))
    if (answer.kind === 'endless') {
      this.isRunning = true
      await new Promise<void>((resolve) => (this.#stop = resolve))
      this.isRunning = false
      this.#stop = null
      return fail(cancelled)
    }
    const id = this.#nextId++
    const data =
      answer.kind === 'recorded'
        ? { kind: partKind.resultSet, attributes: lastPacket | resultClosed, count: 1, data: answer.value }
        : this.#open(id, { types: statement.types, rows: answer.rows[Symbol.iterator]() })
    send(functionCode.select, [{ kind: partKind.resultSetId, count: 1, data: numbered(id) }, data])
  }

  #open(id: number, result: OpenResult): packets.Part {
    this.#results.set(id, result)
    return this.#nextRows(id, 32)
  }

  #nextRows(id: number, count: number): packets.Part {
    const result = this.#results.get(id)
    const rows: Buffer[] = []
    let isLast = result === undefined
    while (result && rows.length < count && !isLast) {
      const next = result.rows.next()
      isLast = next.done === true
      if (!next.done)
        rows.push(Buffer.concat(result.types.map((type, at) => type.write(next.value[at] ?? null, this.lobs))))
    }
    this.rowsSent += rows.length
    return {
      kind: partKind.resultSet,
      attributes: isLast ? lastPacket : 0,
      count: rows.length,
      data: Buffer.concat(rows),
    }
  }

  #readLob(request: packets.Request): packets.Part {
    const data = dataOf(request, partKind.readLobRequest)
    const { chunk, isLast } = this.lobs.read(
      data.readBigInt64LE(0),
      Number(data.readBigInt64LE(8)),
      data.readInt32LE(16),
    )
    const head = Buffer.alloc(16)
    data.copy(head, 0, 0, 8)
    head.writeUInt8(isLast ? 6 : 2, 8)
    head.writeInt32LE(chunk.length, 9)
    return { kind: partKind.readLobReply, count: 1, data: Buffer.concat([head, chunk]) }
  }
}

/** Connection options: the host as text, the port as a number. */
function redirectPart({ host, port }: { host: string; port: number }): packets.Part {
  const name = Buffer.from(host)
  const data = Buffer.concat([Buffer.from([2, 29, name.length, 0]), name, Buffer.from([3, 3, 0, 0, 0, 0])])
  data.writeInt32LE(port, data.length - 4)
  return { kind: partKind.databaseInfo, count: 2, data }
}

function describe(answer: Answer | RecordedAnswer): { types: HanaType[]; names: string[] } {
  if (answer.kind === 'recorded') return { types: [{ ...answer.type, write: () => answer.value }], names: ['VALUE'] }
  if (answer.kind === 'endless')
    return { types: typesOf([{ name: 'COUNT(*)', type: 'BIGINT' }], undefined), names: ['COUNT(*)'] }
  if (answer.kind === 'failure') return { types: [], names: [] }
  const first = answer.columns.length === 0 ? undefined : answer.rows[Symbol.iterator]().next().value
  return { types: typesOf(answer.columns, first), names: answer.columns.map(({ name }) => name) }
}

function codeOf(sql: string): number {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase()
  if (word === 'insert' || word === 'update' || word === 'delete') return functionCode[word]
  return functionCode.ddl
}

function textOf(request: packets.Request): string {
  return dataOf(request, partKind.command).toString('utf8')
}

function dataOf(request: packets.Request, kind: number): Buffer {
  return request.parts.get(kind)?.data ?? Buffer.alloc(0)
}

function idOf(request: packets.Request, kind: number): number {
  return Number(dataOf(request, kind).readBigInt64LE(0))
}

function fetchSize(request: packets.Request): number {
  return dataOf(request, partKind.fetchSize).readInt32LE(0)
}

function numbered(id: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(id))
  return bytes
}
