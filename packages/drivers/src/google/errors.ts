import { message } from '@parlance/contract'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { describeNetworkError, unexplainedError } from '../server/network.ts'

/** The details of a failed answer from a Google API. Its shape differs between the APIs and the token service. */
export interface GoogleFailure {
  status: number | null
  message: string
  /** Such as invalid_grant, SERVICE_DISABLED, rateLimitExceeded. */
  reasons: string[]
}

interface AnswerBody {
  error?:
    | string
    | { message?: string; status?: string; errors?: { reason?: string }[]; details?: { reason?: string }[] }
  error_description?: string
}

const kindByStatus: Record<number, DriverErrorKind> = {
  400: 'unsupported',
  401: 'auth',
  403: 'permission',
  404: 'missing-object',
  408: 'timeout',
  429: 'limit',
  504: 'timeout',
}

/** Extracts the failed answer from an error of Google's client libraries; null if there was no answer. */
export function readFailure(error: unknown): GoogleFailure | null {
  if (!(error instanceof Error)) return null
  const response = 'response' in error && isObject(error.response) ? error.response : null
  const status = numberOf(response?.['status']) ?? ('status' in error ? numberOf(error.status) : null)
  const body = response && isObject(response['data']) ? (response['data'] as AnswerBody) : null
  if (status === null) return null
  if (typeof body?.error === 'string') {
    return { status, message: body.error_description ?? body.error, reasons: [body.error] }
  }
  const details = [...(body?.error?.errors ?? []), ...(body?.error?.details ?? [])]
  const reasons = details.flatMap(({ reason }) => reason ?? [])
  return { status, message: body?.error?.message ?? `HTTP ${status}`, reasons }
}

/**
 * Translates errors of Google's client libraries. Messages are Google's own words or ours, never a request's content.
 * @param sharedWith the account that the document should be shared with
 */
export function toGoogleError(error: unknown, sharedWith: string): DriverError {
  if (error instanceof DriverError) return error
  const failure = readFailure(error)
  if (!failure) return withoutAnswer(error)
  const isTokenAnswer = failure.reasons.some((reason) => /^(invalid|unauthorized|access)_/.test(reason))
  if (isTokenAnswer || failure.status === 401) {
    // Google reports the same error for a deleted key, an expired key, and a wrong clock.
    const message = failure.reasons.includes('invalid_grant')
      ? `Google rejected the sign-in: ${failure.message}. The key or sign-in may have expired or been revoked. Create a new one, and check this server's clock.`
      : `Google rejected the sign-in: ${failure.message}.`
    return failed('auth', message, error)
  }
  if (failure.reasons.includes('SERVICE_DISABLED') || failure.reasons.includes('accessNotConfigured')) {
    return failed('permission', `Google denied access: ${failure.message}`, error)
  }
  if (failure.reasons.some((reason) => /rateLimit|quota/i.test(reason)) || failure.status === 429) {
    return failed('limit', `Google's request quota is used up: ${failure.message}. Try again in a minute.`, error)
  }
  if (failure.status === 403) {
    return failed('permission', `Google denied access: ${failure.message}. Grant access to ${sharedWith}.`, error)
  }
  const status = failure.status ?? 0
  const kind = kindByStatus[status] ?? (status >= 500 ? 'unreachable' : 'unknown')
  return failed(kind, `Google returned an error: ${failure.message}.`, error)
}

function withoutAnswer(error: unknown): DriverError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const known = describeNetworkError(cause)
    if (known) return known.kind === 'tls' && isKeyProblem(cause) ? keyProblem(error) : known
    if ('type' in cause && cause.type === 'max-size') {
      return new DriverError('limit', message("Google's response exceeds the size limit."), { cause: error })
    }
    if (cause.name === 'AbortError' || cause.name === 'TimeoutError') {
      return new DriverError('timeout', message('Google did not answer in time.'), { cause: error })
    }
    if (isKeyProblem(cause)) return keyProblem(error)
  }
  return unexplainedError(error)
}

function isKeyProblem(error: Error): boolean {
  return /DECODER|PEM|asn1|private key/i.test(error.message)
}

function keyProblem(cause: unknown): DriverError {
  return failed('auth', 'Could not read the private key in the credentials.', cause)
}

const signInKinds = new Set<DriverErrorKind>(['auth', 'permission', 'missing-object'])

function failed(kind: DriverErrorKind, message: string, cause: unknown): DriverError {
  const stage = signInKinds.has(kind) ? 'sign-in' : 'reach'
  return new DriverError(kind, message.replace(/\.\.$/, '.').replace('..', '.'), { cause, stage })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
