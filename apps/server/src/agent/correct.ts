/** Tries to correct a query after the first one. */
export const correctionLimit = 3
/** Model calls of one turn, whatever happens in them. */
export const callLimit = 8
/** How often one tool may be called with the same arguments. */
const repeatLimit = 2
/** Tools that one turn runs, and that one answer of the model may ask for. */
const toolLimit = 16
export const toolsPerCall = 6

/** Counts what a model does wrong in one turn, so that every turn has a bounded, explained end. */
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

  /** @returns whether no further tool may run in this turn */
  isTooMany(): boolean {
    return ++this.#tools > toolLimit
  }

  /** @returns whether the same call was made too often; it is then refused without being run */
  isRepeated(name: string, input: unknown): boolean {
    const key = `${name} ${JSON.stringify(input)}`
    const count = (this.#calls.get(key) ?? 0) + 1
    this.#calls.set(key, count)
    return count > repeatLimit
  }
}
