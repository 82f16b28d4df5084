import { createServer, type Server, type Socket } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import { createServer as createTlsServer } from 'node:tls'
import type { EngineSession } from '../../testing/engine.ts'
import { numbersTo, SqlModel, type Answer } from '../../testing/stand-ins/sql-model.ts'
import { describeTables } from './catalogue.ts'
import { recordedAnswer } from './fixtures.ts'
import type { ServerError } from './messages.ts'
import { OracleSession, type OracleBehaviour } from './session.ts'

export const account = { username: 'READER', password: 'päss wörd' }
export const service = 'shop.example.com'
export const sid = 'SHOP'

export interface StandInOptions extends Partial<OracleBehaviour> {
  /** With `requestCert`, it accepts only clients with their own certificate. */
  credentials?: { key: string; cert: string; requestCert?: boolean }
  /** The account's rights other than signing in, as pairs of type and name. */
  rights?: [kind: string, name: string][]
  /** Changes the catalogue after it was created. */
  prepare?: (database: DatabaseSync) => void
}

export interface OracleStandIn extends EngineSession {
  sessions: Set<OracleSession>
  cut: () => void
}

const numbers = /^SELECT LEVEL AS n FROM DUAL CONNECT BY LEVEL <= (\d+)$/

/** Starts the stand-in for Oracle with the suite's tables; see the README next to this file. */
export async function startStandIn(options: StandInOptions = {}): Promise<OracleStandIn> {
  const model = new SqlModel(translate)
  describeTables(model.database, options.rights ?? [])
  options.prepare?.(model.database)
  const sessions = new Set<OracleSession>()
  const sockets = new Set<Socket>()
  const behaviour: OracleBehaviour = {
    account,
    service,
    sid,
    zone: 0,
    answer: (sql, params, session) => {
      const count = numbers.exec(sql)?.[1]
      if (count !== undefined) {
        return { kind: 'rows', columns: [{ name: 'N', type: 'NUMBER' }], rows: numbersTo(Number(count)) }
      }
      if (sql.startsWith('SELECT COUNT(*) FROM DUAL CONNECT BY')) return { kind: 'endless' }
      const schema = `'${session.schema ?? 'SALES'}'`
      const own = sql.replace("SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA')", schema)
      return recordedAnswer(sql) ?? model.answer(own, params)
    },
    describeFailure,
    ...options,
  }
  const accept = (socket: Socket) => {
    const session = new OracleSession(socket, behaviour)
    sessions.add(session)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      session.isRunning = false
      sockets.delete(socket)
    })
  }
  const server: Server = options.credentials
    ? createTlsServer(options.credentials, accept)
    : createServer({ noDelay: true }, accept)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    config: { host: '127.0.0.1', port: address.port, database: sid, ...behaviour.account },
    sessions,
    countRunning: async () => [...sessions].filter((session) => session.isRunning).length,
    cut,
    stop: async () => {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Translates the few words of the dialect that the tests use and the model's engine lacks. */
function translate(sql: string): string {
  return sql.replaceAll(
    /SELECT LEVEL AS n FROM DUAL CONNECT BY LEVEL <= (\d+)/g,
    'WITH s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < $1) SELECT n FROM s',
  )
}

/** The engine's own error numbers and messages: Oracle Database Error Messages. */
function describeFailure({ problem, near }: Extract<Answer, { kind: 'failure' }>, sql: string): ServerError {
  const position = Math.max(0, near === '' ? sql.length : sql.indexOf(near))
  switch (problem) {
    case 'table':
      return { number: 942, message: 'ORA-00942: table or view does not exist', position }
    case 'column':
    case 'function':
      return { number: 904, message: `ORA-00904: "${near}": invalid identifier`, position }
    case 'syntax':
      return { number: 933, message: 'ORA-00933: SQL command not properly ended', position }
    case 'other':
      return { number: 3113, message: 'ORA-03113: end-of-file on communication channel' }
  }
}
