/** Values that belong to two objects, and are forgotten with either of them. */
export class WeakPairs<First extends object, Second extends object, Value> {
  readonly #values = new WeakMap<First, WeakMap<Second, Value>>()

  get(first: First, second: Second): Value | undefined {
    return this.#values.get(first)?.get(second)
  }

  set(first: First, second: Second, value: Value): void {
    const values = this.#values.get(first) ?? new WeakMap<Second, Value>()
    this.#values.set(first, values.set(second, value))
  }
}
