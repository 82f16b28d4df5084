/** Tries to correct a failed query after the first one. */
export const correctionLimit = 3
/** Model calls of one turn, whatever happens in them. */
export const callLimit = 8
/** How often one tool may be called with the same arguments. */
const repeatLimit = 2

/** Counts what a model does wrong in one turn, so that every turn has a bounded, explained end. */
export class Corrections {
  #failures = 0
  readonly #calls = new Map<string, number>()

  /** Failed queries so far. */
  get failures(): number {
    return this.#failures
  }

  get isExhausted(): boolean {
    return this.#failures > correctionLimit
  }

  recordFailure(): void {
    this.#failures++
  }

  /** @returns whether the same call was made too often; it is then refused without being run */
  isRepeated(name: string, input: unknown): boolean {
    const key = `${name} ${JSON.stringify(input)}`
    const count = (this.#calls.get(key) ?? 0) + 1
    this.#calls.set(key, count)
    return count > repeatLimit
  }
}
