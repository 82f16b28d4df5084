import { message, verbatim, type Message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { readFailure, toGoogleError } from '../google/errors.ts'

/** The API's error reasons, from https://cloud.google.com/bigquery/docs/error-messages. */
const kinds: Record<string, DriverErrorKind> = {
  accessDenied: 'permission',
  authError: 'auth',
  backendError: 'unreachable',
  billingNotEnabled: 'permission',
  billingTierLimitExceeded: 'limit',
  blocked: 'permission',
  bytesBilledLimitExceeded: 'limit',
  internalError: 'unreachable',
  invalidQuery: 'syntax',
  invalid: 'unsupported',
  notFound: 'missing-object',
  notImplemented: 'unsupported',
  quotaExceeded: 'limit',
  rateLimitExceeded: 'limit',
  required: 'unsupported',
  resourcesExceeded: 'limit',
  resourceInUse: 'limit',
  responseTooLarge: 'limit',
  stopped: 'cancelled',
  tableUnavailable: 'unreachable',
  timeout: 'timeout',
}

/** Compile errors about a missing name. */
const missingName = /^(Unrecognized name|Function not found|Table not found|Dataset not found|Name .+ not found)/

/** Errors of a query that compiles but exceeds a size limit. */
const tooLarge = /exceed(s|ed) |too large|too much/i

/**
 * Translates errors that the library throws or a job ends with.
 * @param sql the text that an error position refers to
 */
export function toDriverError(error: unknown, sql: string | null, account: string | Message): DriverError {
  if (error instanceof DriverError) return error
  const { reason, said } = readReason(error)
  if (reason === null) return toGoogleError(error, account)
  const position = reason === 'invalidQuery' ? positionIn(sql, said) : null
  const isQuota = reason === 'quotaExceeded' || reason === 'rateLimitExceeded'
  const text = isQuota
    ? message('{reason}. Try again later, or request a higher quota for the project.', {
        reason: said.replace(/\.$/, ''),
      })
    : verbatim(said)
  return new DriverError(kindOf(reason, said), text, { position, cause: error })
}

function kindOf(reason: string, said: string): DriverErrorKind {
  if (reason !== 'invalidQuery') return kinds[reason] ?? 'unknown'
  if (missingName.test(said)) return 'missing-object'
  return tooLarge.test(said) ? 'limit' : 'syntax'
}

/** The library's error has the API's first reason. Errors of the token service have none. */
function readReason(error: unknown): { reason: string | null; said: string } {
  const errors = error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : []
  const first = errors.find(isReason)
  if (first) return { reason: first.reason, said: first.message ?? '' }
  const failure = readFailure(error)
  return { reason: failure?.reasons.find((reason) => reason in kinds) ?? null, said: failure?.said ?? '' }
}

function isReason(value: unknown): value is { reason: string; message?: string } {
  return typeof value === 'object' && value !== null && 'reason' in value && typeof value.reason === 'string'
}

/** The engine counts lines and characters from 1. We count UTF-16 units from 0. */
function positionIn(sql: string | null, said: string): number | null {
  const place = /\[(\d+):(\d+)\]/.exec(said)
  if (sql === null || !place) return null
  const lines = sql.split('\n')
  const [line, column] = [Number(place[1]) - 1, Number(place[2]) - 1]
  const before = lines.slice(0, line).reduce((length, text) => length + text.length + 1, 0)
  return (
    before +
    Array.from(lines[line] ?? '')
      .slice(0, column)
      .join('').length
  )
}
