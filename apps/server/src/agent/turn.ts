import { formatWithFigures, message, patternOf, wireMessage } from '@parlance/contract'
import type { ActionButton, ErrorCode, EventBody, TurnPrompt } from '@parlance/contract'
import { AppError } from '../lib/errors.ts'
import { asModelUse, type CountedCall } from '../models/model-use.ts'
import type { TurnAnswer, TurnChannel, TurnMemory } from './contract.ts'
import { ModelMeter } from './model-meter.ts'
import type { PreparedTurn } from './prepare-turn.ts'
import { PromptRecord } from './prompt-record.ts'
import { actionButton, textFields } from './texts.ts'

export type TurnStatus = 'final' | 'error' | 'cancelled'

export interface TurnEnd {
  status: TurnStatus
  /** Null unless the turn was answered. */
  answer: TurnAnswer | null
  memory: TurnMemory | null
  /** What went wrong, with its cause for the log. */
  error: AppError | null
  /** What the models were given; null if none was called. */
  prompt?: TurnPrompt | null
}

/**
 * Runs one question from its immediate first progress event to its single last event, whatever happens. Never throws.
 */
export async function runTurn(channel: TurnChannel, prepare: () => Promise<PreparedTurn>): Promise<TurnEnd> {
  const { emit, signal, meter = new ModelMeter(), purpose = 'question', turnId = null } = channel
  const record = new PromptRecord()
  try {
    emit({ kind: 'progress', ...wireMessage(message('Reading the schema')) })
    const { turn, responder } = await prepare()
    signal.throwIfAborted()
    const { principal, areaId, connectionId } = turn
    const place = { userId: principal.userId, areaId, connectionId, turnId }
    const use = { purpose, ...place, onCall: (call: CountedCall) => meter.add(call) }
    const answer = await asModelUse(use, () => responder.respond({ ...turn, record }))
    signal.throwIfAborted()
    const { text, followUps, readings, actions, figures = formatWithFigures(text).figures } = answer
    const { prompt } = record
    emit({
      kind: 'final',
      ...textFields(text),
      usage: meter.usage,
      hasPrompt: prompt !== null,
      followUps,
      readings,
      actions,
      figures,
      ...(answer.result === null ? {} : { step: answer.result.step }),
    })
    return { status: 'final', answer, memory: answer.memory, error: null, prompt }
  } catch (error) {
    return endEarly({ ...channel, meter }, record.prompt, error)
  }
}

function endEarly({ emit, signal, meter }: TurnChannel, prompt: TurnPrompt | null, error: unknown): TurnEnd {
  const use = { usage: meter?.usage ?? null, hasPrompt: prompt !== null }
  const stop = reasonOf(signal)
  if (stop === 'cancelled' || (error instanceof AppError && error.code === 'query_cancelled' && !stop)) {
    emit({ kind: 'cancelled', message: 'Operation cancelled by user', ...use })
    return { status: 'cancelled', answer: null, memory: null, error: null, prompt }
  }
  const mapped = stop ?? (error instanceof AppError ? error : new AppError('internal', { cause: error }))
  emit({ ...errorEvent(mapped, modelErrors.has(mapped.code) ? [answerWithBuiltin] : []), ...use })
  return { status: 'error', answer: null, memory: null, error: mapped, prompt }
}

/** Model failures that can end a turn. The user may then choose the built-in engine; it never takes over silently. */
const modelErrors = new Set<ErrorCode>([
  'model_auth',
  'model_unreachable',
  'model_failed',
  'quota_exceeded',
  'budget_used_up',
])
const answerWithBuiltin = actionButton(message('Answer with the built-in engine'), {
  action: 'answer_with_builtin',
  style: 'primary',
})

/** A turn stops because the user asked, or for the stopper's AppError (too long, server stopping). */
function reasonOf(signal: AbortSignal): 'cancelled' | AppError | null {
  if (!signal.aborted) return null
  return signal.reason instanceof AppError ? signal.reason : 'cancelled'
}

/** The event that ends a turn with an error. */
export function errorEvent({ detail, code, pattern }: AppError, actions: ActionButton[] = []): EventBody<'error'> {
  return { kind: 'error', text: detail, code, actions, ...(pattern ? patternOf(pattern) : {}) }
}
