/**
 * Runs work with the same key one after the other in this process, which avoids retries of transactions on the same
 * rows. The store still guarantees correctness across processes.
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
