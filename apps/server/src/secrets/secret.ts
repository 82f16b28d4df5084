import { inspect } from 'node:util'

/**
 * A value that can't be printed, logged, or serialized by accident: `toJSON`, `toString`, and `inspect` return nothing.
 * Only `reveal()` returns it, so each use can be found by name.
 */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  reveal(): T {
    return this.#value
  }

  toJSON(): undefined {
    return undefined
  }

  toString(): string {
    return ''
  }

  [Symbol.toPrimitive](): string {
    return ''
  }

  [inspect.custom](): string {
    return ''
  }
}

export type SecretString = Secret<string>
