import { AsyncLocalStorage } from 'node:async_hooks'
import type { ModelVendorId } from './vendor.ts'

/** What a model is called for. */
export const usePurposes = ['question', 'evaluation', 'transcription', 'test', 'other'] as const
export type UsePurpose = (typeof usePurposes)[number]

/** For whom and for what the calls of a piece of work are made. */
export interface ModelUse {
  purpose: UsePurpose
  userId: string | null
  areaId: string | null
  connectionId: string | null
  turnId: string | null
  /** Called after each call that a provider charges for, also if it failed or was cancelled. */
  onCall?: ((call: CountedCall) => void) | undefined
}

/** The tokens of one call. */
export interface CallTokens {
  /** All prompt tokens, cached ones included. */
  prompt: number
  /** Of the prompt: read from the provider's cache. */
  cached: number
  /** Of the prompt: added to the provider's cache. */
  cacheWritten: number
  /** All completion tokens, thinking included. */
  completion: number
  /** Of the completion: thinking. */
  reasoning: number
  /** The server counted them, because the call was interrupted or the provider reported none. */
  isEstimated: boolean
}

export interface Cost {
  amount: number
  currency: string
}

export interface CalledModel {
  provider: ModelVendorId
  model: string
}

export interface CountedCall extends CalledModel {
  tokens: CallTokens
  /** From the request to the end of the answer. */
  milliseconds: number
  /** Null if the price of the model is unknown; undefined if no one knows prices here. */
  cost: Cost | null | undefined
}

/** A call that is about to be made. */
export interface PlannedCall extends CalledModel {
  /** An estimate of the prompt's tokens, and more tokens than the prompt can have. */
  prompt: { expected: number; most: number }
  /** The most completion tokens. */
  mostCompletion: number
}

/** A call in progress: what it may cost is reserved. */
export interface OpenCall {
  /**
   * Replaces the reservation by what was used.
   * @param tokens null if the provider charges nothing
   * @returns the cost; null if the price is unknown
   */
  close(tokens: CallTokens | null): Promise<Cost | null>
}

/** Records the use of models and keeps it within budgets. */
export interface ModelLedger {
  /** @throws AppError budget_used_up if the call could pass a budget */
  open(call: PlannedCall, use: ModelUse): Promise<OpenCall>
}

const uses = new AsyncLocalStorage<ModelUse>()
const unattributed: ModelUse = { purpose: 'other', userId: null, areaId: null, connectionId: null, turnId: null }

/** Attributes all model calls of `work` to this use. */
export function asModelUse<T>(use: ModelUse, work: () => T): T {
  return uses.run(use, work)
}

/** Reports the calls of `work` to `onCall`, too. */
export function alsoCounted<T>(onCall: (call: CountedCall) => void, work: () => T): T {
  const use = currentUse()
  const both = (call: CountedCall): void => {
    use.onCall?.(call)
    onCall(call)
  }
  return uses.run({ ...use, onCall: both }, work)
}

/** The use of the running work; a call without one is recorded as `other`. */
export function currentUse(): ModelUse {
  return uses.getStore() ?? unattributed
}
