/** Attempts to correct a query after the first one. */
export const correctionLimit = 3
/** The most model calls in one turn, whatever happens in them. */
export const callLimit = 10
/** How often one tool may be called with the same arguments. */
const repeatLimit = 2
/** The most tools that one turn runs, and that one answer of the model may request. */
const toolLimit = 24
export const toolsPerCall = 6

/** Counts a model's mistakes in one turn, so that every turn has a bounded, explained end. */
export class Corrections {
  #failures = 0
  #tools = 0
  readonly #calls = new Map<string, number>()

  /** Failed and doubtful queries so far. */
  get failures(): number {
    return this.#failures
  }

  get isExhausted(): boolean {
    return this.#failures > correctionLimit
  }

  recordFailure(): void {
    this.#failures++
  }

  /** @returns whether this turn may not run any more tools */
  isTooMany(): boolean {
    return ++this.#tools > toolLimit
  }

  /** @returns whether the same call was made too often and must be refused without running */
  isRepeated(name: string, input: unknown): boolean {
    const key = `${name} ${JSON.stringify(input)}`
    const count = (this.#calls.get(key) ?? 0) + 1
    this.#calls.set(key, count)
    return count > repeatLimit
  }
}
