import type { Socket } from 'node:net'
import type { Answer, AnswerColumn, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import * as messages from './messages.ts'
import { PacketStream } from './packets.ts'
import { mongosqlSignIn, type KnownAccount, type ServerSignIn } from './sign-in.ts'

export interface ConnectorBehaviour {
  account: KnownAccount
  database: string
  /** The mechanism that the connector requests; the last ones are MySQL plugins, not its own mechanisms. */
  mechanism: 'SCRAM-SHA-1' | 'SCRAM-SHA-256' | 'PLAIN' | 'GSSAPI' | 'mysql_clear_password' | 'sha256_password'
  credentials?: { key: string; cert: string }
  version: string
  answer: (sql: string, session: ConnectorSession) => Answer | RecordedAnswer
  describeFailure: (failure: Extract<Answer, { kind: 'failure' }>, sql: string) => messages.ServerError
  /** Finds the session with a number, so that it can be stopped. */
  findSession: (id: number) => ConnectorSession | undefined
}

/** One value of a type that no column of the tables has. */
export interface RecordedAnswer {
  kind: 'recorded'
  type: messages.ColumnType
  value: string
}

const command = { quit: 0x01, query: 0x03, ping: 0x0e } as const
const partSize = 32_768
const interrupted: messages.ServerError = { number: 1317, state: '70100', message: 'Query execution was interrupted' }

/** One client's session with the connector. */
export class ConnectorSession {
  readonly id: number
  rowsSent = 0
  isRunning = false
  signIn: messages.SignInRequest | null = null
  readonly queries: string[] = []
  #packets: PacketStream
  #behaviour: ConnectorBehaviour
  #conversation: ServerSignIn | null = null
  #isSignedIn = false
  #isStopped = false
  #stop: () => void = () => {}

  constructor(socket: Socket, id: number, behaviour: ConnectorBehaviour) {
    this.id = id
    this.#behaviour = behaviour
    this.#packets = new PacketStream(socket, (payload) => this.#receive(payload))
    this.#packets.send(messages.greeting(id, behaviour.version, behaviour.credentials !== undefined))
    socket.on('close', () => this.stop())
  }

  /** Stops like KILL QUERY. */
  stop(): void {
    this.#isStopped = true
    this.#stop()
  }

  #receive(payload: Buffer): void {
    if (this.#isSignedIn) return void this.#command(payload).catch(() => this.#packets.end())
    if (this.signIn) return this.#continueSignIn(payload)
    const request = messages.readSignIn(payload)
    if (request) return this.#beginSignIn(request)
    const { credentials } = this.#behaviour
    if (credentials) this.#packets.startTls(credentials)
  }

  #beginSignIn(request: messages.SignInRequest): void {
    this.signIn = request
    const { mechanism, account } = this.#behaviour
    if (mechanism.endsWith('_password')) {
      return void this.#packets.send(messages.switchPlugin(mechanism, Buffer.from('\0')))
    }
    this.#conversation = mongosqlSignIn(mechanism, request.username, account)
    // The plugin's own protocol version: 1.0.
    this.#packets.send(messages.switchPlugin('mongosql_auth', Buffer.from([1, 0])))
  }

  #continueSignIn(payload: Buffer): void {
    const { account } = this.#behaviour
    if (!this.#conversation) return this.#endSignIn(payload.toString() === `${account.password}\0`)
    const step = this.#conversation.step(payload)
    if ('send' in step) this.#packets.send(messages.moreAuthData(step.send))
    else this.#endSignIn(step.end === 'signed-in')
  }

  #endSignIn(isKnown: boolean): void {
    const { username, database } = this.signIn ?? { username: '', database: '' }
    if (!isKnown) {
      const message = `Access denied for user '${username.replace(/\?.*/, '')}'`
      this.#packets.send(messages.failure({ number: 1045, state: '28000', message }))
      return this.#packets.end()
    }
    if (database !== this.#behaviour.database) {
      this.#packets.send(messages.failure({ number: 1049, state: '42000', message: `Unknown database '${database}'` }))
      return this.#packets.end()
    }
    this.#isSignedIn = true
    this.#packets.send(messages.ok())
  }

  async #command(payload: Buffer): Promise<void> {
    const [kind] = payload
    if (kind === command.quit) return this.#packets.end()
    if (kind === command.ping) return void this.#packets.send(messages.ok())
    if (kind === command.query) return await this.#query(payload.toString('utf8', 1))
    // The connector has no prepared statements, nor does it support the other commands.
    this.#packets.send(messages.failure({ number: 1047, state: '08S01', message: 'Unknown command' }))
  }

  async #query(sql: string): Promise<void> {
    this.queries.push(sql)
    const killed = /^KILL QUERY (\d+)$/.exec(sql)?.[1]
    if (killed !== undefined) {
      this.#behaviour.findSession(Number(killed))?.stop()
      return void this.#packets.send(messages.ok())
    }
    const answer = this.#behaviour.answer(sql, this)
    if (answer.kind === 'failure') {
      return void this.#packets.send(messages.failure(this.#behaviour.describeFailure(answer, sql)))
    }
    this.isRunning = true
    this.#isStopped = false
    if (answer.kind === 'endless') await new Promise<void>((resolve) => (this.#stop = resolve))
    if (answer.kind === 'rows') await this.#sendRows(answer.columns, answer.rows)
    if (answer.kind === 'recorded') this.#sendOne(answer)
    this.isRunning = false
    this.#packets.send(this.#isStopped ? messages.failure(interrupted) : messages.endOfFile())
  }

  async #sendRows(columns: AnswerColumn[], rows: Iterable<AnswerRow>): Promise<void> {
    const iterator = rows[Symbol.iterator]()
    let next = iterator.next()
    const first = next.done ? undefined : next.value
    const types = columns.map(({ type }, index) => declaredType(type) ?? guessedType(first?.[index] ?? null))
    const definitions = columns.map(({ name }, index) => messages.columnDefinition(name, types[index] ?? varchar))
    let part = [messages.count(columns.length), ...definitions, messages.endOfFile()]
    let size = 0
    for (; !next.done && !this.#isStopped; next = iterator.next()) {
      const row = messages.textRow(next.value.map((value) => (value === null ? null : String(value))))
      part.push(row)
      size += row.length
      if (size < partSize) continue
      this.rowsSent += part.length
      await this.#packets.sendPart(part)
      part = []
      size = 0
    }
    await this.#packets.sendPart(part)
  }

  #sendOne({ type, value }: RecordedAnswer): void {
    const definition = messages.columnDefinition('value', type)
    this.#packets.send(messages.count(1), definition, messages.endOfFile(), messages.textRow([value]))
  }
}

const plain = (type: number, length = 20): messages.ColumnType => ({ type, isBinary: true, decimals: 0, length })
const varchar: messages.ColumnType = { type: 253, isBinary: false, decimals: 0, length: 65_535 }
const bigint = plain(8)

/**
 * The types that the connector derives from BSON:
 * https://www.mongodb.com/docs/bi-connector/current/schema/type-conversion
 */
const declared: Record<string, messages.ColumnType> = {
  INTEGER: plain(3, 11),
  BIGINT: bigint,
  DECIMAL: { type: 246, isBinary: true, decimals: 2, length: 14 },
  DATE: plain(10, 10),
  VARCHAR: varchar,
}

function declaredType(type: string): messages.ColumnType | null {
  return declared[/^\w*/.exec(type.toUpperCase())?.[0] ?? ''] ?? null
}

function guessedType(value: AnswerRow[number]): messages.ColumnType {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return bigint
  return typeof value === 'number' ? { type: 5, isBinary: true, decimals: 31, length: 22 } : varchar
}
