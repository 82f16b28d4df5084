import { message } from '@parlance/contract'
import type { ErrorCode, Message } from '@parlance/contract'
import { APICallError } from 'ai'
import { AppError } from '../lib/errors.ts'
import { answerRefusal, describeRefusal } from './bounded-answer.ts'
import { BlockedAddressError } from './outbound.ts'

/** What went wrong with a model, as the administrator's test names it. */
export type ModelFault =
  | 'wrong-key'
  | 'unreachable'
  | 'blocked-address'
  | 'unknown-model'
  | 'quota'
  | 'no-tool-support'
  | 'request-refused'
  | 'server-error'
  | 'broke-off'
  | 'timeout'
  | 'answer-refused'

const codeOfFault: Record<ModelFault, ErrorCode> = {
  'wrong-key': 'model_auth',
  unreachable: 'model_unreachable',
  'blocked-address': 'model_unreachable',
  'unknown-model': 'model_failed',
  quota: 'quota_exceeded',
  'no-tool-support': 'model_failed',
  'request-refused': 'model_failed',
  'server-error': 'model_failed',
  'broke-off': 'model_failed',
  timeout: 'model_failed',
  'answer-refused': 'model_failed',
}

const detailOfFault: Partial<Record<ModelFault, Message>> = {
  'unknown-model': message('The AI provider does not know this model. An administrator can choose another one.'),
  'no-tool-support': message(
    'This model cannot use tools, so it cannot answer questions. An administrator can choose another one.',
  ),
  'request-refused': message('The AI provider rejected the request. An administrator can test the model.'),
  'broke-off': message('The AI provider stopped in the middle of its answer. Try again.'),
  timeout: message('The AI provider took too long to answer. Try again.'),
}

/** Turns anything the AI SDK throws into an AppError; the vendor's message stays in `cause`. */
export function modelError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const fault = faultOf(error)
  const detail = describeRefusal(null, error) ?? detailOfFault[fault]
  return new AppError(codeOfFault[fault], { detail, cause: error })
}

/**
 * Whether the same call may succeed a moment later: a vendor's error that doesn't need a day's wait, or a socket closed
 * during the call, which can happen to one left open since the last call.
 */
export function isPassing(error: unknown): boolean {
  return (APICallError.isInstance(error) && (error.statusCode ?? 0) >= 500) || isReset(error)
}

const resets: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

function isReset(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && resets.has(at.code)) return true
  }
  return false
}

/** Identifies the cause of a failed call, regardless of the vendor. */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof BlockedAddressError || causeOf(error) instanceof BlockedAddressError) return 'blocked-address'
  if (answerRefusal(error)) return 'answer-refused'
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) return 'timeout'
  if (APICallError.isInstance(error)) return faultOfCall(error)
  return faultOfStream(error)
}

function faultOfCall(error: APICallError): ModelFault {
  const status = error.statusCode
  const words = `${error.message} ${error.responseBody ?? ''}`
  if (status === undefined) return 'unreachable'
  if (status === 200) return 'broke-off'
  return faultOfWords(words) ?? faultOfStatus(status)
}

function faultOfStatus(status: number): ModelFault {
  if (status === 401 || status === 403) return 'wrong-key'
  if (status === 404) return 'unknown-model'
  if (status === 429 || status === 402) return 'quota'
  return status >= 500 ? 'server-error' : 'request-refused'
}

function faultOfWords(words: string): ModelFault | null {
  if (/API_KEY_INVALID|API key not valid|invalid_api_key|invalid x-api-key/i.test(words)) return 'wrong-key'
  if (/RESOURCE_EXHAUSTED|insufficient_quota|credit balance is too low|quota/i.test(words)) return 'quota'
  if (/does not support (tools|function)|tool(s| use| calling) (is|are) not supported/i.test(words))
    return 'no-tool-support'
  if (/model_not_found|model .{0,200}(not found|does not exist)/i.test(words)) return 'unknown-model'
  return null
}

/** Errors after a stream began: an error frame from the vendor, or a closed socket. */
function faultOfStream(error: unknown): ModelFault {
  const words = error instanceof Error ? `${error.name} ${error.message}` : (JSON.stringify(error) ?? '')
  const named = faultOfWords(words)
  if (named) return named
  if (/fetch failed|ENOTFOUND|ECONNREFUSED|EHOSTUNREACH/.test(words)) return 'unreachable'
  if (/overloaded|server_error|api_error|internal/i.test(words)) return 'server-error'
  return 'broke-off'
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
