import type { ErrorCode } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import type { Emit, TurnAnswer, TurnMemory } from './contract.ts'
import type { PreparedTurn } from './prepare-turn.ts'

export type TurnStatus = 'final' | 'error' | 'cancelled'

export interface TurnEnd {
  status: TurnStatus
  /** Null unless the turn was answered. */
  answer: TurnAnswer | null
  memory: TurnMemory | null
  /** What went wrong, with its cause for the log. */
  error: AppError | null
}

export interface TurnChannel {
  emit: Emit
  signal: AbortSignal
}

/**
 * Runs one question from its first progress event, which comes at once, to its one last event, whatever happens.
 * Never throws.
 */
export async function runTurn(channel: TurnChannel, prepare: () => Promise<PreparedTurn>): Promise<TurnEnd> {
  const { emit, signal } = channel
  try {
    emit({ type: 'progress', message: 'Reading the schema' })
    const { turn, responder } = await prepare()
    signal.throwIfAborted()
    const answer = await responder.respond(turn)
    signal.throwIfAborted()
    emitFinal(emit, answer)
    return { status: 'final', answer, memory: answer.memory, error: null }
  } catch (error) {
    return endEarly(channel, error)
  }
}

function emitFinal(emit: Emit, answer: TurnAnswer): void {
  emit({
    type: 'final',
    final: true,
    content: { role: 'model', parts: [{ text: answer.text }] },
    ...(answer.usage ? { usage_metadata: answer.usage } : {}),
    ...(answer.followUps.length > 0 ? { follow_ups: answer.followUps } : {}),
    ...(answer.readings.length > 0 ? { readings: answer.readings } : {}),
    ...(answer.actions && answer.actions.length > 0 ? { actions: answer.actions } : {}),
  })
}

function endEarly({ emit, signal }: TurnChannel, error: unknown): TurnEnd {
  const stop = reasonOf(signal)
  if (stop === 'cancelled' || (error instanceof AppError && error.code === 'query_cancelled' && !stop)) {
    emit({ type: 'cancelled', final: true, message: 'Operation cancelled by user' })
    return { status: 'cancelled', answer: null, memory: null, error: null }
  }
  const mapped = stop ?? (error instanceof AppError ? error : new AppError('internal', { cause: error }))
  const actions = modelErrors.has(mapped.code) ? { actions: [answerWithBuiltin] } : {}
  emit({ type: 'error', final: true, ...describeError(mapped), ...actions })
  return { status: 'error', answer: null, memory: null, error: mapped }
}

/** What the model's side can end a turn with; the person may then choose the built-in engine, it is never taken silently. */
const modelErrors = new Set<ErrorCode>(['model_auth', 'model_unreachable', 'model_failed', 'quota_exceeded'])
const answerWithBuiltin = {
  label: 'Answer with the built-in engine',
  action: 'answer_with_builtin',
  style: 'primary',
}

/** A turn stops because someone asked, or for a reason that the stopper gave as AppError (too long, server stopping). */
function reasonOf(signal: AbortSignal): 'cancelled' | AppError | null {
  if (!signal.aborted) return null
  return signal.reason instanceof AppError ? signal.reason : 'cancelled'
}

/** The one error shape, as an event carries it. */
export function describeError(error: AppError): { error: string; detail: string; code: ErrorCode; message: string } {
  return { error: error.detail, detail: error.detail, code: error.code, message: error.detail }
}
