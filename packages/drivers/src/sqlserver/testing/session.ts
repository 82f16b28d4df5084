import type { Socket } from 'node:net'
import type { Cell } from '@parlance/contract'
import type { Answer, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import { packetType, PacketStream, type Message } from './packets.ts'
import { readBatch, readCall, readLogin, type Login } from './requests.ts'
import * as tokens from './tokens.ts'
import { typesOf } from './values.ts'

/** An answer as protocol tokens, recorded or copied from the protocol's document. */
export interface TokenAnswer {
  kind: 'tokens'
  tokens: Buffer
}

export interface TdsBehaviour {
  /** Null if the account may sign in. */
  refuse: (login: Login) => tokens.ServerError | null
  /** Where to redirect clients. */
  reroute?: { host: string; port: number }
  /** The server's encryption setting (2.2.6.5): not supported, supported, or required. */
  encryption: 'none' | 'offered' | 'required'
  credentials?: { key: string; cert: string }
  answer: (sql: string, params: Record<string, Cell>) => Answer | TokenAnswer
  describeFailure: (failure: Extract<Answer, { kind: 'failure' }>, sql: string) => tokens.ServerError
}

const encryptionBytes = { none: 2, offered: 1, required: 3 } as const
const noTransaction = Buffer.alloc(8)
const partSize = 32_768
const { doneStatus, doneToken } = tokens

/** One client's session. Requests come one after another; only an attention may arrive during one. */
export class TdsSession {
  /** Rows written to the socket so far. */
  rowsSent = 0
  isRunning = false
  attentions = 0
  login: Login | null = null
  /** Every batch of statements that the client sent outside a call, in order. */
  readonly batches: string[] = []
  #packets: PacketStream
  #behaviour: TdsBehaviour
  #transaction = noTransaction
  #transactions = 0
  #isStopped = false
  #stop: () => void = () => {}

  constructor(socket: Socket, behaviour: TdsBehaviour) {
    this.#behaviour = behaviour
    this.#packets = new PacketStream(socket, (message) => this.#receive(message))
    socket.on('close', () => this.#halt())
  }

  #receive(message: Message): void {
    switch (message.type) {
      case packetType.prelogin:
        return this.#prelogin(message.data)
      case packetType.login:
        return this.#signIn(readLogin(message.data))
      case packetType.attention:
        return this.#attention()
      case packetType.batch:
        return this.#batch(message.data)
      case packetType.rpc:
        return void this.#call(message.data).catch(() => this.#packets.end())
      default:
        return this.#packets.end()
    }
  }

  /** Options for the version and the encryption byte, each with its offset and length. */
  #prelogin(data: Buffer): void {
    const { encryption, credentials } = this.#behaviour
    const head = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff])
    const version = Buffer.from([16, 0, 0x03, 0xe8, 0, 0])
    this.#packets.send(Buffer.concat([head, version, Buffer.from([encryptionBytes[encryption]])]))
    const wanted = data.readUInt8(placeOfEncryption(data))
    const isWanted = wanted === encryptionBytes.offered || wanted === encryptionBytes.required
    if (credentials && encryption !== 'none' && isWanted) this.#packets.startTls(credentials)
  }

  #signIn(login: Login): void {
    this.login = login
    const refusal = this.#behaviour.refuse(login)
    if (refusal) {
      return this.#packets.send(Buffer.concat([tokens.error(refusal), tokens.done(doneToken.done, doneStatus.error)]))
    }
    const { reroute } = this.#behaviour
    const { packetSize } = this.#packets
    this.#packets.send(
      Buffer.concat([
        tokens.changedText(tokens.changed.database, login.database, 'master'),
        tokens.error({ number: 5701, class: 10, message: `Changed database context to '${login.database}'.` }),
        tokens.loginAcknowledged(),
        tokens.changedText(tokens.changed.packetSize, String(login.packetSize), String(packetSize)),
        ...(reroute ? [tokens.rerouted(reroute.host, reroute.port)] : []),
        tokens.done(doneToken.done, 0),
      ]),
    )
    this.#packets.packetSize = login.packetSize
  }

  /** The driver's own statements set up the session and begin or end its transaction. A batch contains nothing else. */
  #batch(data: Buffer): void {
    const { transaction, sql } = readBatch(data)
    this.batches.push(sql)
    if (!transaction.equals(this.#transaction)) return this.#fail(strayTransaction)
    const parts: Buffer[] = []
    if (/ROLLBACK TRANSACTION/.test(sql) && !this.#transaction.equals(noTransaction)) {
      parts.push(tokens.changedTransaction(tokens.changed.rollback, this.#transaction))
      this.#transaction = noTransaction
    }
    if (/BEGIN TRANSACTION/.test(sql)) {
      this.#transactions += 1
      this.#transaction = Buffer.alloc(8)
      this.#transaction.writeBigUInt64LE(BigInt(this.#transactions))
      parts.push(tokens.changedTransaction(tokens.changed.beginTransaction, this.#transaction))
    }
    this.#packets.send(Buffer.concat([...parts, tokens.done(doneToken.done, 0)]))
  }

  async #call(data: Buffer): Promise<void> {
    const { transaction, sql, params } = readCall(data)
    if (!transaction.equals(this.#transaction)) return this.#fail(strayTransaction)
    const inTransaction = this.#transaction.equals(noTransaction) ? 0 : 1
    const answer = this.#behaviour.answer(sql, { ...params, XACT_STATE: inTransaction })
    if (answer.kind === 'failure') return this.#fail(this.#behaviour.describeFailure(answer, sql))
    this.isRunning = true
    this.#isStopped = false
    if (answer.kind === 'endless') await new Promise<void>((resolve) => (this.#stop = resolve))
    let count = 0
    if (answer.kind === 'tokens') await this.#packets.sendPart(answer.tokens)
    else if (answer.kind === 'rows') count = await this.#sendRows(answer.columns, answer.rows)
    this.isRunning = false
    if (!this.#isStopped) return this.#packets.send(endOfCall(count))
    // The stopped statement finishes first, then the attention is acknowledged (2.2.7.6).
    this.#packets.send(tokens.done(doneToken.done, doneStatus.error))
    this.#acknowledge()
  }

  async #sendRows(columns: { name: string; type: string }[], rows: Iterable<AnswerRow>): Promise<number> {
    const iterator = rows[Symbol.iterator]()
    let next = iterator.next()
    const types = typesOf(columns, next.done ? undefined : next.value)
    const typed = columns.map(({ name }, index) => ({ name, typeInfo: types[index]?.typeInfo ?? Buffer.alloc(0) }))
    let part: Buffer[] = [tokens.columnMetadata(typed)]
    let size = 0
    let count = 0
    for (; !next.done && !this.#isStopped; next = iterator.next()) {
      const values = next.value
      const hasNull = values.includes(null)
      const bytes = hasNull
        ? tokens.rowWithNulls(types.map((type, index) => nullable(type.write, values[index])))
        : tokens.row(types.map((type, index) => type.write(values[index] ?? null)))
      part.push(bytes)
      size += bytes.length
      count += 1
      if (size < partSize) continue
      this.rowsSent += part.length
      await this.#packets.sendPart(Buffer.concat(part))
      part = []
      size = 0
    }
    if (part.length > 0) await this.#packets.sendPart(Buffer.concat(part))
    return count
  }

  #fail(error: tokens.ServerError): void {
    const parts = [tokens.error(error)]
    // XACT_ABORT: an error ends the transaction.
    if (!this.#transaction.equals(noTransaction)) {
      parts.push(tokens.changedTransaction(tokens.changed.rollback, this.#transaction))
      this.#transaction = noTransaction
    }
    this.#packets.send(Buffer.concat([...parts, tokens.done(doneToken.procedure, doneStatus.error)]))
  }

  #attention(): void {
    this.attentions += 1
    if (this.isRunning) this.#halt()
    else this.#acknowledge()
  }

  #halt(): void {
    this.#isStopped = true
    this.#stop()
  }

  #acknowledge(): void {
    this.#packets.send(tokens.done(doneToken.done, doneStatus.attention))
  }
}

const strayTransaction: tokens.ServerError = { number: 3971, message: 'The server failed to resume the transaction.' }

function endOfCall(count: number): Buffer {
  return Buffer.concat([
    tokens.done(doneToken.inProcedure, doneStatus.more | doneStatus.count, count),
    tokens.returnStatus(0),
    tokens.done(doneToken.procedure, 0),
  ])
}

function nullable(
  write: (value: NonNullable<AnswerRow[number]>) => Buffer,
  value: AnswerRow[number] | undefined,
): Buffer | null {
  return value === null || value === undefined ? null : write(value)
}

function placeOfEncryption(data: Buffer): number {
  for (let at = 0; data[at] !== 0xff; at += 5) if (data[at] === 1) return data.readUInt16BE(at + 1)
  throw new Error('The pre-login message does not mention encryption')
}
