import { createHash, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Cell } from '@parlance/contract'
import { numbersTo, SqlModel, type Answer, type AnswerColumn } from '../testing/stand-ins/sql-model.ts'
import { createInformationSchema, showSql, toSqlite } from './stand-in-sql.ts'

/** One value as the service sends it, with the service's description of its column. */
export interface Fixture {
  column: { type: string; scale?: number; precision?: number }
  raw: string | null
}

interface RowType {
  name: string
  type: string
  scale: number | null
  precision: number | null
  nullable: boolean
}

interface Result {
  rowtype: RowType[]
  total: number
  /** Returns the rows from `start` up to `end`, generated on demand. */
  rows: (start: number, end: number) => (string | null)[][]
}

interface Statement {
  id: string
  isRunning: boolean
  ended: PromiseWithResolvers<void>
}

interface Body {
  sqlText: string
  bindings?: Record<string, { type: string; value: string | null }>
  parameters?: Record<string, number>
  requestId?: string
  data?: Record<string, string>
  oldSessionToken?: string
}

export const endless = 'SELECT SYSTEM$WAIT(3600)'
const inlineRows = 100
const chunkBytes = 2_000_000
/** How long a request waits for a running statement, shorter than at the service. */
const holdMs = 25

class Failure extends Error {
  readonly code: string
  readonly sqlState: string

  constructor(code: string, sqlState: string, message: string) {
    super(message)
    this.code = code
    this.sqlState = sqlState
  }
}

/**
 * Starts a server that speaks the service's REST protocol like its open-source clients: sign-in, tokens, statements,
 * chunks of results, aborts.
 */
export async function startSnowflake(
  publicKeyPem: string,
  fixtures: Record<string, Fixture>,
): Promise<SnowflakeStandIn> {
  const standIn = new SnowflakeStandIn(publicKeyPem, fixtures)
  await standIn.listen()
  return standIn
}

class SnowflakeStandIn {
  endpoint = ''
  readonly settings = new Map<string, string>()
  readonly state = {
    failure: null as Failure | null,
    bodies: [] as Body[],
    paths: [] as string[],
    renewals: 0,
    chunkStatus: 200,
  }
  readonly #publicKeyPem: string
  readonly #fixtures: Record<string, Fixture>
  readonly #model = new SqlModel(toSqlite)
  readonly #tokens = new Set<string>()
  readonly #masterTokens = new Set<string>()
  readonly #statements = new Map<string, Statement>()
  readonly #results = new Map<string, Result>()
  readonly #server = createServer((request, response) => void this.#respond(request, response))

  constructor(publicKeyPem: string, fixtures: Record<string, Fixture>) {
    this.#publicKeyPem = publicKeyPem
    this.#fixtures = fixtures
    createInformationSchema(this.#model.database)
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  fail(code: string, sqlState: string, message: string): void {
    this.state.failure = new Failure(code, sqlState, message)
  }

  forgetTokens(): void {
    this.#tokens.clear()
  }

  countRunning(): number {
    return new Set([...this.#statements.values()].filter(({ isRunning }) => isRunning)).size
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const packed = Buffer.concat(chunks)
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(packed).toString() : packed.toString()
    const url = new URL(request.url ?? '/', this.endpoint)
    this.state.paths.push(url.pathname)
    if (url.pathname.startsWith('/chunks/')) return this.#sendChunk(url, response)
    try {
      const body = text === '' ? { sqlText: '' } : (JSON.parse(text) as Body)
      sendJson(response, { success: true, code: null, message: null, ...(await this.#answer(url, body, request)) })
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('000603', 'XX000', String(error))
      const { code, message, sqlState } = failure
      sendJson(response, { success: false, code, message, data: { sqlState, queryId: randomUUID() } })
    }
  }

  async #answer(url: URL, body: Body, request: IncomingMessage): Promise<object> {
    if (url.pathname === '/session/v1/login-request') return this.#login(url, body.data ?? {})
    const token = /Token="([^"]*)"/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (url.pathname === '/session/token-request') return this.#renew(token)
    if (url.pathname === '/telemetry/send') return {}
    if (!this.#tokens.has(token)) throw new Failure('390112', '', 'Your session has expired. Please login again.')
    if (url.pathname === '/session') return {}
    if (url.pathname === '/queries/v1/abort-request') return this.#abort(body.requestId ?? '')
    const [, id = '', action] = /^\/queries\/([\w-]+)\/(abort-request|result)$/.exec(url.pathname) ?? []
    if (action === 'abort-request') return this.#abort(id)
    if (action === 'result') return await this.#hold(id)
    this.state.bodies.push(body)
    return await this.#execute(url.searchParams.get('requestId') ?? '', body)
  }

  #login(url: URL, data: Record<string, string>): object {
    if (this.state.failure) throw this.state.failure
    const isKey = data['AUTHENTICATOR'] === 'SNOWFLAKE_JWT'
    if (isKey && !isSignedBy(this.#publicKeyPem, data['TOKEN'] ?? '')) {
      throw new Failure('390144', '08001', 'JWT token is invalid.')
    }
    if (!isKey && (data['LOGIN_NAME'] !== 'reader' || data['PASSWORD'] !== 'good')) {
      throw new Failure('390100', '08001', 'Incorrect username or password was specified.')
    }
    if (url.searchParams.get('databaseName')?.toUpperCase() !== 'SUITE') {
      throw new Failure('390201', '08001', 'The requested database does not exist or not authorized.')
    }
    return { data: { ...this.#grant(), sessionId: 1, parameters: [], sessionInfo: { databaseName: 'SUITE' } } }
  }

  #grant() {
    const [token, masterToken] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
    this.#tokens.add(token)
    this.#masterTokens.add(masterToken)
    return { token, masterToken, validityInSeconds: 3599, masterValidityInSeconds: 14_400 }
  }

  #renew(token: string): object {
    if (!this.#masterTokens.has(token)) throw new Failure('390114', '', 'Authentication token has expired.')
    this.state.renewals += 1
    const { token: sessionToken, masterToken } = this.#grant()
    return { data: { sessionToken, masterToken, validityInSecondsST: 3599, validityInSecondsMT: 14_400, sessionId: 1 } }
  }

  async #execute(requestId: string, body: Body): Promise<object> {
    if (this.state.failure) throw this.state.failure
    const session = /^ALTER SESSION SET (.*)$/.exec(body.sqlText)?.[1]
    for (const [, name = '', value = ''] of (session ?? '').matchAll(/(?<!\w)(\w+) = ('[^']*'|\w+)/g)) {
      this.settings.set(name, value.replaceAll("'", ''))
    }
    if (session) return this.#describe(randomUUID(), single({ type: 'text' }, 'Statement executed successfully.'))
    if (body.sqlText === endless) {
      const statement = { id: randomUUID(), isRunning: true, ended: Promise.withResolvers<void>() }
      this.#statements.set(statement.id, statement)
      this.#statements.set(requestId, statement)
      return await this.#hold(statement.id)
    }
    return this.#describe(randomUUID(), this.#resultOf(body))
  }

  async #hold(id: string): Promise<object> {
    const statement = this.#statements.get(id)
    if (!statement) throw new Failure('000709', '02000', 'Statement not found.')
    const waited = Promise.withResolvers<void>()
    setTimeout(waited.resolve, holdMs)
    await Promise.race([waited.promise, statement.ended.promise])
    if (!statement.isRunning) throw new Failure('000604', '57014', 'SQL execution canceled')
    const data = { queryId: statement.id, getResultUrl: `/queries/${statement.id}/result`, queryAbortsAfterSecs: 300 }
    return { code: '333333', message: 'Query execution in progress', data }
  }

  #abort(id: string): object {
    const statement = this.#statements.get(id)
    if (statement) statement.isRunning = false
    statement?.ended.resolve()
    return {}
  }

  #resultOf(body: Body): Result {
    const sql = body.sqlText
    const fixture = this.#fixtures[sql]
    if (fixture) return single(fixture.column, fixture.raw)
    if (/REPEAT\('x', 150000000\)/.test(sql)) {
      throw new Failure('100078', '22000', "String 'xxxx...' is too long and would be truncated")
    }
    const count = /^SELECT SEQ4\(\) \+ 1 AS n FROM TABLE\(GENERATOR\(ROWCOUNT => (\d+)\)\)$/.exec(sql)?.[1]
    const columns = [{ name: 'n', type: 'INTEGER' }]
    if (count) return { ...numbered(Number(count)), rowtype: columns.map((column) => rowTypeOf(column, null)) }
    const params = Object.values(body.bindings ?? {}).map(boundValue)
    const from = showSql[sql] ?? sql
    const first = this.#read(from, params)
    const total = Number([...this.#read(`SELECT count(*) FROM (${from})`, params).rows][0]?.[0])
    const [sample] = first.rows
    const rowtype = first.columns.map((column, index) => rowTypeOf(column, sample?.[index] ?? null))
    const rows = (start: number, end: number) => {
      const part = this.#read(`SELECT * FROM (${from}) LIMIT ${end - start} OFFSET ${start}`, params)
      return Array.from(part.rows, (row) => row.map((cell, index) => rawValue(cell, rowtype[index]?.type ?? 'text')))
    }
    return { rowtype, total, rows }
  }

  #read(sql: string, params: Cell[]): Extract<Answer, { kind: 'rows' }> {
    const found = this.#model.answer(sql, params)
    if (found.kind === 'failure') throw describeProblem(found, sql)
    if (found.kind === 'endless') throw new Error('An endless statement has no rows.')
    return found
  }

  #describe(queryId: string, result: Result): object {
    this.#results.set(queryId, result)
    const perChunk = rowsPerChunk(result)
    const rowset = result.rows(0, Math.min(inlineRows, perChunk, result.total))
    const chunks = []
    for (let start = rowset.length; start < result.total; start += perChunk) {
      const end = Math.min(start + perChunk, result.total)
      const url = `${this.endpoint}/chunks/${queryId}/${start}/${end}`
      chunks.push({ url, rowCount: end - start, uncompressedSize: chunkBytes, compressedSize: chunkBytes })
    }
    const parameters = [...this.settings].map(([name, value]) => ({ name, value }))
    const { rowtype, total } = result
    const data = {
      parameters,
      rowtype,
      rowset,
      total,
      returned: total,
      queryId,
      version: 1,
      statementTypeId: 4096,
      chunks,
    }
    return { data: { ...data, finalDatabaseName: 'SUITE', finalSchemaName: 'PUBLIC', queryResultFormat: 'json' } }
  }

  /** A chunk is the inside of a JSON list, compressed, as in the cloud's storage. */
  #sendChunk(url: URL, response: ServerResponse): void {
    const [, , id = '', start, end] = url.pathname.split('/')
    const rows = this.#results.get(id)?.rows(Number(start), Number(end)) ?? []
    if (this.state.chunkStatus !== 200) {
      response.writeHead(this.state.chunkStatus)
      return void response.end('<Error><Code>AccessDenied</Code></Error>')
    }
    response.writeHead(200, { 'content-type': 'binary/octet-stream', 'content-encoding': 'gzip' })
    response.end(gzipSync(rows.map((row) => JSON.stringify(row)).join(',\n'), { level: 1 }))
  }
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function single(column: Fixture['column'], raw: string | null): Result {
  const rowtype = [{ name: 'V', nullable: true, scale: null, precision: null, ...column }]
  return { rowtype, total: 1, rows: () => [[raw]] }
}

function numbered(total: number): Pick<Result, 'total' | 'rows'> {
  return {
    total,
    rows: (start, end) => Array.from(numbersTo(end - start), ([number]) => [String(Number(number) + start)]),
  }
}

/** Splits a result into parts of similar size, like the service. */
function rowsPerChunk(result: Result): number {
  const [first] = result.total === 0 ? [] : result.rows(0, 1)
  const bytes = JSON.stringify(first ?? []).length
  return Math.max(1, Math.min(50_000, Math.floor(chunkBytes / bytes)))
}

function rowTypeOf({ name, type }: AnswerColumn, sample: unknown): RowType {
  const base = { name, nullable: true, scale: null, precision: null }
  const isWhole = typeof sample === 'number' && Number.isInteger(sample)
  if (/INT/.test(type) || (type === '' && (isWhole || sample === null))) {
    return { ...base, type: 'fixed', precision: 38, scale: 0 }
  }
  if (/DEC/.test(type)) return { ...base, type: 'fixed', precision: 12, scale: 2 }
  return { ...base, type: type === 'DATE' ? 'date' : 'text' }
}

/** Everything is sent as text; a day as the number of days since 1970. */
function rawValue(cell: unknown, type: string): string | null {
  if (cell === null || cell === undefined) return null
  const text =
    typeof cell === 'string'
      ? cell
      : JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return type === 'date' ? String(Date.parse(text) / 86_400_000) : text
}

function boundValue({ type, value }: { type: string; value: string | null }): Cell {
  return value !== null && (type === 'FIXED' || type === 'REAL') ? Number(value) : value
}

/** An error in the service's own words; lines count from 1, positions from 0. */
function describeProblem({ problem, near }: Extract<Answer, { kind: 'failure' }>, sql: string): Failure {
  const lines = sql.slice(0, Math.max(0, sql.indexOf(near))).split('\n')
  const place = `line ${lines.length} at position ${Array.from(lines.at(-1) ?? '').length}`
  const name = near.toUpperCase()
  const intro = 'SQL compilation error:'
  if (problem === 'table')
    return new Failure('002003', '42S02', `${intro}\nObject '${name}' does not exist or not authorized.`)
  if (problem === 'column')
    return new Failure('000904', '42000', `${intro} error ${place}\ninvalid identifier '${name}'`)
  if (problem === 'function') return new Failure('002140', '42601', `${intro}\nUnknown function ${name}.`)
  if (near === '')
    return new Failure('001003', '42000', `${intro}\nsyntax error line 1 at position ${sql.length} unexpected '<EOF>'.`)
  return new Failure('001003', '42000', `${intro}\nsyntax error ${place} unexpected '${near}'.`)
}

/** Checks the claims from the manual's page on key pairs, signed with the user's key. */
function isSignedBy(publicKeyPem: string, token: string): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const key = createPublicKey(publicKeyPem)
  if (!verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))) return false
  const { iss, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string; sub: string }
  const print = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return sub === 'STANDIN.READER' && iss === `${sub}.SHA256:${print}`
}
