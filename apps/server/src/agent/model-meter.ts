import type { TokenUsage } from '@parlance/contract'

/** Counts the model calls of a turn, also if it ends with an error. */
export class ModelMeter {
  #usage: TokenUsage | null = null
  #calls = 0

  /** Number of model calls that returned. */
  get calls(): number {
    return this.#calls
  }

  /** The sum over all calls. Null without one. */
  get usage(): TokenUsage | null {
    return this.#usage
  }

  /** Counts a call that returned. */
  add(one: TokenUsage): void {
    this.#calls += 1
    const total = this.#usage
    this.#usage =
      total === null
        ? one
        : {
            model: total.model.split(', ').includes(one.model) ? total.model : `${total.model}, ${one.model}`,
            prompt_tokens: total.prompt_tokens + one.prompt_tokens,
            completion_tokens: total.completion_tokens + one.completion_tokens,
            total_tokens: total.total_tokens + one.total_tokens,
          }
  }
}
