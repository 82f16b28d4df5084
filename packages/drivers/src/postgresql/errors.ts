import { message, verbatim } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { noAnswer } from '../deadline.ts'
import { describeNetworkError, unexplainedError, unreadableAnswer } from '../server/network.ts'

/** Maps SQLSTATE to kind. A full code wins over its class. */
const kinds: Record<string, DriverErrorKind> = {
  '08': 'unreachable',
  '08P01': 'syntax',
  '0A': 'unsupported',
  '22023': 'unsupported',
  '25': 'permission',
  '28': 'auth',
  '3D': 'missing-object',
  '3F': 'missing-object',
  '42': 'syntax',
  '42501': 'permission',
  '42703': 'missing-object',
  '42704': 'missing-object',
  '42883': 'missing-object',
  '42P01': 'missing-object',
  '53': 'limit',
  '54': 'limit',
  '55P03': 'timeout',
  '57014': 'cancelled',
  '57P': 'unreachable',
}

/**
 * Translates errors from the client or the server.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null = null): DriverError {
  if (error instanceof DriverError) return error
  const state = stateOf(error)
  if (!(error instanceof Error) || state === null) return withoutState(error)
  const position = 'position' in error ? positionIn(sql, error.position) : null
  return new DriverError(kindOf(state, error.message), verbatim(error.message), { position, cause: error })
}

function stateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : null
}

function kindOf(state: string, said: string): DriverErrorKind {
  if (state === '57014' && said.includes('statement timeout')) return 'timeout'
  return kinds[state] ?? kinds[state.slice(0, 3)] ?? kinds[state.slice(0, 2)] ?? 'unknown'
}

function withoutState(error: unknown): DriverError {
  const said = error instanceof Error ? error.message : String(error)
  if (/^(timeout expired|Connection terminated due to connection timeout)/.test(said)) {
    return new DriverError('timeout', noAnswer, { cause: error })
  }
  if (/^Connection terminated|not queryable|Client was closed/.test(said)) {
    return new DriverError('unreachable', message('The server closed the connection.'), { cause: error })
  }
  if (said.startsWith('received invalid response')) return unreadableAnswer(error)
  if (/^SASL: .*password/.test(said)) {
    return new DriverError('auth', message('The server requires a password. Enter one.'), { cause: error })
  }
  return describeNetworkError(error) ?? unexplainedError(error)
}

/** The server counts characters from 1. We count UTF-16 units from 0. */
function positionIn(sql: string | null, position: unknown): number | null {
  const place = Number(position)
  if (sql === null || !Number.isInteger(place) || place < 1) return null
  return Array.from(sql)
    .slice(0, place - 1)
    .join('').length
}
