import { inspect } from 'node:util'

/**
 * A value that cannot be printed, logged or serialised by accident: `toJSON`, `toString` and `inspect` give nothing.
 * Only `reveal()` shows it, so that each use can be found by its name.
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
