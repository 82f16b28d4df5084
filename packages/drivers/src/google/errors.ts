import { message, type Message } from '@parlance/contract/messages'
import { DriverError, type DriverErrorKind } from '../contract.ts'
import { describeNetworkError, unexplainedError } from '../server/network.ts'

/** The details of a failed answer from a Google API. Its shape differs between the APIs and the token service. */
export interface GoogleFailure {
  status: number | null
  said: string
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
    return { status, said: body.error_description ?? body.error, reasons: [body.error] }
  }
  const details = [...(body?.error?.errors ?? []), ...(body?.error?.details ?? [])]
  const reasons = details.flatMap(({ reason }) => reason ?? [])
  return { status, said: body?.error?.message ?? `HTTP ${status}`, reasons }
}

/**
 * Translates errors of Google's client libraries. Messages are Google's own words or ours, never a request's content.
 * @param sharedWith the account that the document should be shared with
 */
export function toGoogleError(error: unknown, sharedWith: string | Message): DriverError {
  if (error instanceof DriverError) return error
  const failure = readFailure(error)
  if (!failure) return withoutAnswer(error)
  const { said } = failure
  const reason = said.replace(/\.$/, '')
  const isTokenAnswer = failure.reasons.some((one) => /^(invalid|unauthorized|access)_/.test(one))
  if (isTokenAnswer || failure.status === 401) {
    // Google reports the same error for a deleted key, an expired key, and a wrong clock.
    const text = failure.reasons.includes('invalid_grant')
      ? message(
          "Google rejected the sign-in: {reason}. The key or sign-in may have expired or been revoked. Create a new one, and check this server's clock.",
          { reason },
        )
      : message('Google rejected the sign-in: {reason}.', { reason })
    return failed('auth', text, error)
  }
  if (failure.reasons.includes('SERVICE_DISABLED') || failure.reasons.includes('accessNotConfigured')) {
    return failed('permission', message('Google denied access: {reason}', { reason: said }), error)
  }
  if (failure.reasons.some((one) => /rateLimit|quota/i.test(one)) || failure.status === 429) {
    return failed(
      'limit',
      message("Google's request quota is used up: {reason}. Try again in a minute.", { reason }),
      error,
    )
  }
  if (failure.status === 403) {
    return failed(
      'permission',
      message('Google denied access: {reason}. Grant access to {account}.', { reason, account: sharedWith }),
      error,
    )
  }
  const status = failure.status ?? 0
  const kind = kindByStatus[status] ?? (status >= 500 ? 'unreachable' : 'unknown')
  return failed(kind, message('Google returned an error: {reason}.', { reason }), error)
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
  return failed('auth', message('Could not read the private key in the credentials.'), cause)
}

const signInKinds = new Set<DriverErrorKind>(['auth', 'permission', 'missing-object'])

function failed(kind: DriverErrorKind, text: Message, cause: unknown): DriverError {
  const stage = signInKinds.has(kind) ? 'sign-in' : 'reach'
  return new DriverError(kind, text, { cause, stage })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
