import type { DriverError } from '../contract.ts'
import { withDeadline, type Limits } from '../deadline.ts'

/** Watches one query's time and signal, and can abandon any of its steps immediately. */
export class Watch {
  reason: DriverError | null = null
  #end: () => void = () => {}
  #onStop: (() => void) | null = null
  #waiting = new Set<(reason: DriverError) => void>()

  constructor(limits: Limits) {
    this.#end = withDeadline(limits, (reason) => this.stop(reason))
  }

  /** Calls `callback` once, when the query is stopped while no step of it may be waiting. */
  onStop(callback: () => void): void {
    this.#onStop = callback
    if (this.reason) callback()
  }

  stop(reason: DriverError): void {
    if (this.reason) return
    this.reason = reason
    for (const reject of this.#waiting) reject(reason)
    this.#onStop?.()
  }

  /** Returns the step's result, or throws the reason why the query was stopped. */
  async race<Result>(step: Promise<Result>): Promise<Result> {
    // Not Promise.race: racing one long-lived promise would keep every batch of a result in memory.
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    step.then(resolve, reject)
    if (this.reason) reject(this.reason)
    this.#waiting.add(reject)
    try {
      return await promise
    } finally {
      this.#waiting.delete(reject)
    }
  }

  end(): void {
    this.#end()
  }
}
