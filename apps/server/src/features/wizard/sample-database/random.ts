/** A small seeded generator (mulberry32). The same seed gives the same numbers on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Integers, including both ends. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)] as Item
  }

  /** Picks by weight. The weights need not add up to one. */
  pickWeighted<Item>(choices: readonly (readonly [Item, number])[]): Item {
    // Destructuring each pair here would take a third of the sample database's total time.
    let total = 0
    for (const choice of choices) total += choice[1]
    let left = this.next() * total
    for (const choice of choices) {
      left -= choice[1]
      if (left < 0) return choice[0]
    }
    return (choices.at(-1) as readonly [Item, number])[0]
  }
}
