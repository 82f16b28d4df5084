/**
 * Runs what has the same key one after the other in this process. Transactions that would cross on the same rows need no
 * second try then; that they are right among several processes is still the store's doing.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const current = before.then(work, work)
    this.#tails.set(key, current)
    try {
      return await current
    } finally {
      if (this.#tails.get(key) === current) this.#tails.delete(key)
    }
  }
}
