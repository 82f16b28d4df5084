import type { TokenUsage } from '@parlance/contract'
import type { CountedCall } from '../models/model-use.ts'

/** Counts the model calls of a turn that a provider charges for, also if they fail or the turn does. */
export class ModelMeter {
  #calls: CountedCall[] = []

  /** Number of counted calls. */
  get calls(): number {
    return this.#calls.length
  }

  /** The sum over all calls. Null without one. */
  get usage(): TokenUsage | null {
    return this.#calls.length === 0 ? null : sumOf(this.#calls)
  }

  /** Counts a call. */
  add(call: CountedCall): void {
    this.#calls.push(call)
  }
}

function sumOf(calls: CountedCall[]): TokenUsage {
  const sum = (tokensOf: (tokens: CountedCall['tokens']) => number): number =>
    calls.reduce((total, { tokens }) => total + tokensOf(tokens), 0)
  const prompt = sum((tokens) => tokens.prompt)
  const completion = sum((tokens) => tokens.completion)
  const cached = sum((tokens) => tokens.cached)
  const written = sum((tokens) => tokens.cacheWritten)
  const reasoning = sum((tokens) => tokens.reasoning)
  return {
    model: [...new Set(calls.map(({ model }) => model))].join(', '),
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(cached > 0 && { cached_tokens: cached }),
    ...(written > 0 && { cache_write_tokens: written }),
    ...(reasoning > 0 && { reasoning_tokens: reasoning }),
    ...(calls.some(({ tokens }) => tokens.isEstimated) && { is_estimated: true }),
    ...costOf(calls),
  }
}

/** A sum without one of its parts would be wrong, so an unknown price makes the whole cost unknown. */
function costOf(calls: CountedCall[]): Pick<TokenUsage, 'cost' | 'currency'> {
  const costs = calls.flatMap(({ cost }) => (cost === undefined ? [] : [cost]))
  if (costs.length === 0) return {}
  const [first] = costs
  const isKnown = costs.length === calls.length && costs.every((cost) => cost?.currency === first?.currency)
  if (!isKnown || !first) return { cost: null }
  return { cost: costs.reduce((total, cost) => total + (cost?.amount ?? 0), 0), currency: first.currency }
}
