import { message, verbatim, type Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { describeNetworkError, unexplainedError, unreadableAnswer } from '../server/network.ts'

/** https://grpc.github.io/grpc/core/md_doc_statuscodes.html */
const status = {
  cancelled: 1,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
}

const kindByStatus: Record<number, DriverErrorKind> = {
  [status.cancelled]: 'cancelled',
  [status.invalidArgument]: 'syntax',
  [status.deadlineExceeded]: 'timeout',
  [status.notFound]: 'missing-object',
  [status.permissionDenied]: 'permission',
  [status.resourceExhausted]: 'limit',
  [status.unimplemented]: 'unsupported',
  [status.unauthenticated]: 'auth',
}

/** How Dremio and its validator report missing objects. */
export const missingObject =
  /(?:object|column|table|schema|space|source) '?[\s\S]*?'? not found|no match found for function signature|cannot resolve function|no column named/i

interface CallError extends Error {
  code: number
  details: string
}

export function isCallError(error: unknown): error is CallError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'number' &&
    'details' in error &&
    typeof error.details === 'string'
  )
}

/** Whether the server rejected the token, so that signing in again may help. */
export function isSignedOut(error: unknown): boolean {
  return isCallError(error) && error.code === status.unauthenticated
}

/** Whether the server lacks a method, or doesn't support it for this request. */
export function isUnimplemented(error: unknown): boolean {
  return isCallError(error) && error.code === status.unimplemented
}

/** Whether the server rejects placeholders, going by its validator's words. */
export function isUnbindable(error: unknown): boolean {
  return isUnimplemented(error) || (isCallError(error) && /dynamic param/i.test(error.details))
}

/**
 * Translates errors from the client libraries or the server.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof DriverError) return error
  if (!isCallError(error)) return withoutStatus(error)
  const { code, details } = error
  if (code === status.unavailable || code === status.internal) return ofServer(error)
  const said = withoutContext(details)
  const kind = kindByStatus[code] ?? 'unknown'
  if (kind === 'auth') {
    const text = message('Dremio rejected the username, password, or access token.')
    return new DriverError('auth', text, { cause: error })
  }
  const isMissing = kind === 'syntax' && missingObject.test(said)
  const position = sql === null ? null : positionIn(sql, details)
  return new DriverError(isMissing ? 'missing-object' : kind, wordsOf(said), { position, cause: error })
}

/** Dremio appends the statement and the position of the error to its message. */
function withoutContext(details: string): string {
  const [said = ''] = details.split(/\n(?=SQL Query|startLine|startColumn|endLine|endColumn)/)
  return said.trim()
}

function wordsOf(said: string): Message {
  return said === '' ? message('Dremio reported an error without details.') : verbatim(said)
}

function ofServer(error: CallError): DriverError {
  const { details } = error
  // The library describes a connection failure in one sentence.
  const system = /\b(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ETIMEDOUT)\b/.exec(details)?.[1]
  const inner = /Last error: (?:Error: )?([\s\S]*?)\.? (?:\(|Resolution note)/.exec(details)?.[1] ?? details
  if (system) {
    const networkError = describeNetworkError(Object.assign(new Error(inner), { code: system }))
    if (networkError) return new DriverError(networkError.kind, networkError.text, { cause: error })
  }
  if (/certificate|altnames|SSL routines|TLS|secure/i.test(inner)) {
    const text = message('The TLS connection to the server failed: {reason}.', { reason: inner })
    return new DriverError('tls', text, { cause: error })
  }
  const words = wordsOf(withoutContext(details))
  if (/memory|resource/i.test(details)) return new DriverError('limit', words, { cause: error })
  if (error.code === status.unavailable || /RST_STREAM|GOAWAY|premature/i.test(details)) {
    return new DriverError('unreachable', message('The server closed the connection.'), { cause: error })
  }
  return new DriverError('unknown', words, { cause: error })
}

function withoutStatus(error: unknown): DriverError {
  const said = error instanceof Error ? error.message : String(error)
  if (/compressed but codec not found/.test(said)) {
    const text = message(
      'The server compresses results with LZ4, which is not supported. Change its setting to ZSTD or no compression.',
    )
    return new DriverError('unsupported', text, { cause: error })
  }
  if (/^Unrecognized |^Expected to read |^Invalid flatbuffer/.test(said)) return unreadableAnswer(error)
  return describeNetworkError(error) ?? unexplainedError(error)
}

/** Dremio counts lines and columns from 1. The statement that it quotes may contain the same words. */
export function positionIn(sql: string, details: string): number | null {
  const [said = ''] = details.split(/\nSQL Query/)
  const context = details.slice(said.length)
  const found = /line (\d+), column (\d+)/i.exec(said) ?? /\nstartLine:? (\d+)\s+startColumn:? (\d+)/.exec(context)
  if (!found) return null
  const [line, column] = [Number(found[1]), Number(found[2])]
  const lines = sql.split('\n')
  if (line < 1 || line > lines.length || column < 1) return null
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return before + column - 1
}
