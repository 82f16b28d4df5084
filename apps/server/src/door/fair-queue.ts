/** Waiting work. Owners take turns, so that one owner's work doesn't wait for all of another's. */
export class FairQueue<Item> {
  readonly #limit: number
  /** The owner whose turn is next comes first. */
  readonly #items = new Map<string, Item[]>()
  #size = 0
  /** The owner of the last item taken. Another owner goes first, even one that came later. */
  #last: string | null = null

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @returns false if the queue is full and the owner already uses an equal share of it */
  add(owner: string, item: Item): boolean {
    const own = this.#items.get(owner) ?? []
    const owners = this.#items.size + (own.length === 0 ? 1 : 0)
    if (this.#size >= this.#limit && own.length >= this.#limit / owners) return false
    own.push(item)
    this.#size++
    this.#items.set(owner, own)
    return true
  }

  /**
   * Takes the oldest item of the owner whose turn is next.
   * @param mayTake false for owners whose turn has to wait
   */
  take(mayTake = (_owner: string) => true): Item | undefined {
    const [first, second] = this.#ownersOf(mayTake)
    const owner = first === this.#last ? (second ?? first) : first
    const own = owner === undefined ? undefined : this.#items.get(owner)
    if (owner === undefined || own === undefined) return undefined
    const item = own.shift()
    this.#last = owner
    this.#size--
    this.#items.delete(owner)
    if (own.length > 0) this.#items.set(owner, own)
    return item
  }

  /** Whether `take` would return an item. */
  has(mayTake: (owner: string) => boolean): boolean {
    return this.#ownersOf(mayTake).length > 0
  }

  #ownersOf(mayTake: (owner: string) => boolean): string[] {
    return [...this.#items.keys()].filter(mayTake)
  }
}
