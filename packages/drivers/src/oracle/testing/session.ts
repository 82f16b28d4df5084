import type { Socket } from 'node:net'
import type { Cell } from '@parlance/contract'
import type { Answer, AnswerRow } from '../../testing/stand-ins/sql-model.ts'
import { LogonServer } from './logon.ts'
import * as messages from './messages.ts'
import * as packets from './packets.ts'
import { typesOf, type OracleType } from './values.ts'
import { Reader } from './wire.ts'

/** One value of one column, byte by byte as in the protocol. */
export interface RecordedAnswer {
  kind: 'recorded'
  type: Omit<OracleType, 'write'>
  value: Buffer
}

export interface OracleBehaviour {
  account: { username: string; password: string }
  /** The service and the SID of the listener. */
  service: string
  sid: string
  /** Refuses the connection with this error number. */
  refusal?: number
  /** Where the listener redirects its clients. */
  redirect?: { host: string; port: number; protocol?: string }
  /** An error after a correct password. */
  signInError?: messages.ServerError
  /** Stops answering after this message. */
  silentAfter?: 'connect' | 'sign-in' | 'break'
  /** Announces an error with a break first, as servers do when a client may still be sending. */
  breaksBeforeErrors?: boolean
  /** The database's time zone in hours. */
  zone: number
  answer: (sql: string, params: Cell[] | Record<string, Cell>, session: OracleSession) => Answer | RecordedAnswer
  describeFailure: (failure: Extract<Answer, { kind: 'failure' }>, sql: string) => messages.ServerError
}

interface Cursor {
  types: OracleType[]
  rows: Iterator<AnswerRow>
  rowCount: number
}

const wrongPassword = { number: 1017, message: 'ORA-01017: invalid username/password; logon denied' }
const cancelled = { number: 1013, message: 'ORA-01013: user requested cancel of current operation' }
const noMoreRows = { number: 1403, message: 'ORA-01403: no data found' }
const readOnlyOnly = {
  number: 1456,
  message: 'ORA-01456: may not perform insert/delete/update operation inside a READ ONLY transaction',
}

/** One client's connection: the listener's part, the sign-in, then calls with one answer each. */
export class OracleSession {
  isRunning = false
  rowsSent = 0
  schema: string | null = null
  isReadOnly = false
  descriptor = ''
  readonly statements: string[] = []
  readonly said: string[] = []
  #socket: Socket
  #behaviour: OracleBehaviour
  #received: Buffer = Buffer.alloc(0)
  #isAccepted = false
  #packetSize = 8192
  #logon: LogonServer
  #isSilent = false
  #cursors = new Map<number, Cursor>()
  #nextCursor = 1
  /** The error to send once the client has answered the break. */
  #pending: messages.ServerError | null = null

  constructor(socket: Socket, behaviour: OracleBehaviour) {
    this.#socket = socket
    this.#behaviour = behaviour
    this.#logon = new LogonServer(behaviour.account.password)
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#receive(chunk)
      } catch {
        socket.destroy()
      }
    })
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    for (let taken = this.#take(); taken !== null; taken = this.#take()) this.#answerPacket(taken)
  }

  #take(): packets.Packet | null {
    const taken = packets.takePacket(this.#received, this.#isAccepted)
    if (taken) this.#received = taken.rest
    return taken?.packet ?? null
  }

  #answerPacket(packet: packets.Packet): void {
    if (this.#isSilent) return
    if (packet.type === packets.packetType.connect) {
      const { packetSize, descriptor } = packets.readConnect(packet)
      this.#packetSize = Math.min(packetSize, 65_535)
      if (descriptor !== null) this.#connect(descriptor)
    } else if (packet.type === packets.packetType.marker) this.#answerMarker(packet.bytes.readUInt8(10))
    else if (!this.#isAccepted) this.#connect(packets.dataOf(packet).toString('latin1'))
    else this.#answerMessage(packets.dataOf(packet))
  }

  /** Acts as the listener: refuses unknown names, and redirects clients if set to. */
  #connect(descriptor: string): void {
    this.descriptor = descriptor
    const { redirect, refusal, service, sid, silentAfter } = this.#behaviour
    if (silentAfter === 'connect') return void (this.#isSilent = true)
    if (refusal !== undefined) return void this.#socket.write(packets.refuse(refusal))
    if (redirect) {
      const { host, port, protocol = 'tcp' } = redirect
      return void this.#socket.write(packets.redirect(`(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${port}))`))
    }
    const asked = /\((SERVICE_NAME|SID)=([^)]*)\)/.exec(descriptor)
    const known = asked?.[1] === 'SID' ? sid : service
    if (asked?.[2] !== known) return void this.#socket.write(packets.refuse(asked?.[1] === 'SID' ? 12_505 : 12_514))
    this.#socket.write(packets.accept(this.#packetSize))
    this.#isAccepted = true
  }

  /** Makes a client that wants to end its call reset first, then sends the error. */
  #answerMarker(kind: number): void {
    this.said.push(`marker ${kind}`)
    if (this.#behaviour.silentAfter === 'break') return void (this.#isSilent = true)
    if (kind === packets.marker.interrupt) return void this.#socket.write(packets.markerPacket(packets.marker.break))
    this.isRunning = false
    this.#socket.write(packets.markerPacket(packets.marker.reset))
    this.#send(messages.endOfCall(0, 0, this.#pending ?? cancelled))
    this.#pending = null
  }

  #answerMessage(message: Buffer): void {
    const reader = new Reader(message)
    let type = reader.byte()
    if (type === messages.messageType.protocol) return this.#send(messages.protocolAnswer())
    if (type === messages.messageType.dataTypes) return this.#send(messages.dataTypesAnswer(this.#behaviour.zone))
    let code = reader.byte()
    reader.byte()
    while (type === messages.messageType.piggyback) {
      if (code !== messages.functionCode.closeCursors) throw new Error(`Unexpected piggybacked call: ${code}`)
      this.#closeCursors(reader)
      type = reader.byte()
      code = reader.byte()
      reader.byte()
    }
    this.#call(code, reader)
  }

  #call(code: number, reader: Reader): void {
    const { functionCode } = messages
    if (code === functionCode.sessionKey || code === functionCode.authorize) return this.#signIn(code, reader)
    if (code === functionCode.execute) return this.#execute(messages.readExecution(reader))
    if (code === functionCode.fetch) {
      const id = reader.integer()
      return this.#send(...this.#nextRows(id, reader.integer()))
    }
    if (code === functionCode.rollback) {
      this.said.push('rollback')
      this.isReadOnly = false
    }
    if (code === functionCode.logOff) this.said.push('log off')
    this.#send(messages.status())
  }

  #signIn(code: number, reader: Reader): void {
    this.said.push('sign in')
    if (this.#behaviour.silentAfter === 'sign-in') return void (this.#isSilent = true)
    reader.skip('byte', 'integer', 'integer', 'byte')
    const count = reader.integer()
    reader.skip('byte', 'byte')
    const user = reader.sized()?.toString() ?? ''
    const pairs = new Map(Array.from({ length: count }, () => reader.pair()))
    if (code === messages.functionCode.sessionKey) {
      return this.#send(messages.parameters(this.#logon.challenge()))
    }
    const isKnown = user.toUpperCase() === this.#behaviour.account.username
    const proof = isKnown ? this.#logon.answer(pairs) : null
    const failure = proof === null ? wrongPassword : (this.#behaviour.signInError ?? null)
    if (failure !== null || proof === null) return this.#send(messages.endOfCall(0, 0, failure))
    // The bits of this number encode release 19.3.
    this.#send(
      messages.parameters([
        { name: 'AUTH_SVR_RESPONSE', value: proof },
        { name: 'AUTH_VERSION_NO', value: String((19 << 24) | (3 << 16)) },
        { name: 'AUTH_SC_SERVICE_NAME', value: this.#behaviour.service },
      ]),
    )
  }

  #execute(execution: messages.Execution): void {
    const { options, cursor, sql, rowCount, values } = execution
    if (options & messages.executeOption.define) return this.#send(messages.endOfCall(cursor, 0, null))
    this.statements.push(sql)
    if (!/^\s*(SELECT|WITH)\b/i.test(sql)) return this.#send(messages.endOfCall(0, 0, this.#command(sql)))
    const stacked = /;(?=\s*\S)/.exec(sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"/g, (text) => '_'.repeat(text.length)))
    if (stacked) {
      const message = 'ORA-00933: SQL command not properly ended'
      return this.#send(messages.endOfCall(0, 0, { number: 933, message, position: stacked.index }))
    }
    const answer = this.#behaviour.answer(sql, named(sql, values), this)
    if (answer.kind === 'failure') {
      return this.#fail(this.#behaviour.describeFailure(answer, sql))
    }
    if (answer.kind === 'endless') return void (this.isRunning = true)
    const { types, names, rows } = opened(answer)
    const id = this.#nextCursor++
    this.#cursors.set(id, { types, rows, rowCount: 0 })
    const described = messages.describe(types.map((type, at) => ({ ...type, name: names[at] ?? '' })))
    const isComplete =
      (options & messages.executeOption.fetch) > 0 && !types.some(({ code }) => code === 112 || code === 113)
    this.#send(described, ...(isComplete ? this.#nextRows(id, rowCount) : [messages.endOfCall(id, 0, null)]))
  }

  #fail(error: messages.ServerError): void {
    if (!this.#behaviour.breaksBeforeErrors) return this.#send(messages.endOfCall(0, 0, error))
    this.#pending = error
    this.#socket.write(packets.markerPacket(packets.marker.break))
  }

  /**
   * Runs statements without rows: the session's settings, its transaction, and writes that a read-only transaction
   * refuses.
   */
  #command(sql: string): messages.ServerError | null {
    const schema = /CURRENT_SCHEMA = "(.*)"$/.exec(sql)?.[1]
    if (schema === 'NO_SUCH') return { number: 1435, message: 'ORA-01435: user does not exist' }
    this.schema = schema ?? this.schema
    if (sql.startsWith('ALTER SESSION')) return null
    if (sql === 'SET TRANSACTION READ ONLY') {
      if (this.isReadOnly) return { number: 1453, message: 'ORA-01453: SET TRANSACTION must be first statement' }
      this.isReadOnly = true
      return null
    }
    return readOnlyOnly
  }

  #nextRows(id: number, count: number): Buffer[] {
    const cursor = this.#cursors.get(id)
    if (!cursor) return [messages.endOfCall(0, 0, { number: 1001, message: 'ORA-01001: invalid cursor' })]
    const parts = [messages.rowHeader()]
    let isLast = false
    for (let sent = 0; sent < count && !isLast; sent += 1) {
      const next = cursor.rows.next()
      isLast = next.done === true
      if (next.done) break
      parts.push(Buffer.from([messages.messageType.rowData]))
      for (const [at, type] of cursor.types.entries()) parts.push(type.write(next.value[at] ?? null))
      cursor.rowCount += 1
      this.rowsSent += 1
    }
    parts.push(messages.endOfCall(id, cursor.rowCount, isLast ? noMoreRows : null))
    return parts
  }

  #closeCursors(reader: Reader): void {
    reader.byte()
    for (let count = reader.integer(); count > 0; count -= 1) this.#cursors.delete(reader.integer())
  }

  #send(...parts: Buffer[]): void {
    for (const packet of packets.dataPackets(Buffer.concat(parts), this.#packetSize)) this.#socket.write(packet)
  }
}

/** A value is sent for each occurrence of a name, even if it occurs twice. */
function named(sql: string, values: (string | null)[]): Record<string, Cell> {
  const places = [...sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"/g, '').matchAll(/:(\w+)/g)]
  return Object.fromEntries(places.map(([, name = ''], index) => [name, values[index] ?? null]))
}

function opened(answer: Extract<Answer, { kind: 'rows' }> | RecordedAnswer): {
  types: OracleType[]
  names: string[]
  rows: Iterator<AnswerRow>
} {
  if (answer.kind === 'recorded') {
    return { types: [{ ...answer.type, write: () => answer.value }], names: ['VALUE'], rows: [[1]].values() }
  }
  const rows = answer.rows[Symbol.iterator]()
  const first = rows.next()
  function* all(): Iterable<AnswerRow> {
    if (first.done) return
    yield first.value
    for (let next = rows.next(); !next.done; next = rows.next()) yield next.value
  }
  const types = typesOf(answer.columns, first.done ? undefined : first.value)
  return { types, names: answer.columns.map(({ name }) => name), rows: all()[Symbol.iterator]() }
}
