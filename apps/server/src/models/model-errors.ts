import { message } from '@parlance/contract'
import type { ErrorCode, Message } from '@parlance/contract'
import { APICallError } from 'ai'
import { AppError } from '../lib/errors.ts'
import { findCause } from '../lib/find-cause.ts'
import { describeRefusal } from './bounded-answer.ts'
import { faultOf, retryAfter, type ModelFault } from './model-faults.ts'

const codeOfFault: Partial<Record<ModelFault, ErrorCode>> = {
  'wrong-key': 'model_auth',
  unreachable: 'model_unreachable',
  'blocked-address': 'model_unreachable',
  quota: 'quota_exceeded',
}

/** Turns anything the AI SDK throws into an AppError; the vendor's message stays in `cause`. */
export function modelError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const fault = faultOf(error)
  // The documented text for a 429 fits unless the provider says when it accepts requests again.
  if (fault === 'rate-limit' && retryAfter(error) === null) return new AppError('quota_exceeded', { cause: error })
  const detail = describeRefusal(null, error) ?? detailOf(fault, error)
  return new AppError(codeOfFault[fault] ?? 'model_failed', { detail, cause: error })
}

/** What happened and what to do, for someone who asked a question; undefined if the code's own text says it. */
function detailOf(fault: ModelFault, error: unknown): Message | undefined {
  switch (fault) {
    case 'wrong-key':
    case 'unreachable':
    case 'quota':
    case 'answer-refused':
      return undefined
    case 'blocked-address':
      return message('The address of the AI provider is not allowed. An administrator can correct it.')
    case 'no-permission':
      return message('The AI provider does not let this API key use the model. An administrator can correct it.')
    case 'wrong-path':
      return message('There is no AI model at the configured address. An administrator can correct it.')
    case 'web-page':
      return message(
        'A web page answered instead of the AI provider, probably from a proxy. An administrator can check the address.',
      )
    case 'unknown-model':
      return message('The AI provider does not know this model. An administrator can choose another one.')
    case 'rate-limit':
      return busy(error)
    case 'overloaded':
      return message('The AI provider is overloaded. Try again in a moment.')
    case 'no-tool-support':
      return message(
        'This model cannot use tools, so it cannot answer questions. An administrator can choose another one.',
      )
    case 'no-schema-support':
    case 'request-refused':
      return message('The AI provider rejected the request. An administrator can test the model.')
    case 'too-long':
      return message(
        'The question and its context are too long for this model. Start a new conversation, or ask an administrator for a longer context.',
      )
    case 'server-error':
      return message('The AI provider failed to answer. Try again in a moment.')
    case 'broke-off':
      return message('The AI provider stopped in the middle of its answer. Try again.')
    case 'malformed':
      return message('The AI provider sent an answer that could not be read. Try again.')
    case 'filtered':
      return message('The AI provider refused to answer this question. Rephrase it.')
    case 'cut-short':
      return message('The model reached its maximum length before it answered. An administrator can raise Max tokens.')
    case 'empty':
      return message('The model sent an empty answer. Try again, or rephrase the question.')
    case 'timeout':
      return message('The AI provider took too long to answer. Try again.')
  }
}

function busy(error: unknown): Message {
  return message(
    '{seconds, plural, one {The AI provider does not accept more requests right now. Try again in # second.} other {The AI provider does not accept more requests right now. Try again in # seconds.}}',
    { seconds: retryAfter(error) ?? 60 },
  )
}

/** Seconds that a question waits at most. */
const shortWait = 3
const usualWait = 0.4

/**
 * Seconds after which the same call may succeed: a vendor's error that doesn't need a day's wait, or a socket closed
 * during the call, which can happen to one left open since the last call. Null if it won't.
 */
export function passesAfter(error: unknown): number | null {
  const wait = retryAfter(error)
  if (wait !== null && wait > shortWait) return null
  if (APICallError.isInstance(error) && error.statusCode === 429) return wait
  const isServerError = APICallError.isInstance(error) && (error.statusCode ?? 0) >= 500
  const isPassing = isServerError || findCause(error, isReset) !== null || faultOf(error) === 'empty'
  return isPassing ? (wait ?? usualWait) : null
}

const resets: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

function isReset(error: Error): boolean {
  return 'code' in error && resets.has(error.code)
}
