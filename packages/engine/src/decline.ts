import type { Message } from '@parlance/contract'

/** The part of a question to replace; an empty text means its beginning, null its end. */
export interface Choices {
  text: string | null
  replacements: { label: Message; words: string }[]
}

/** The reason why a question can't be answered. The stage that finds it returns it instead of its result. */
export class Decline {
  /** What is missing, in one sentence. */
  readonly reason: Message
  /** Words of the question that are missing in the data, or that could not be combined with the others. */
  readonly missed: string[]
  /** The possible readings of an ambiguous question; null if there are none to choose from. */
  readonly choices: Choices | null

  constructor(reason: Message, missed: string[] = [], choices: Choices | null = null) {
    this.reason = reason
    this.missed = missed
    this.choices = choices
  }
}

/** Reads the elements in order. The first decline is the result, and the rest isn't read. */
export function readAll<T, R>(all: readonly T[], read: (one: T) => R | Decline): R[] | Decline {
  const found: R[] = []
  for (const one of all) {
    const made = read(one)
    if (made instanceof Decline) return made
    found.push(made)
  }
  return found
}

/** The first decline of several checks; later checks don't run. */
export function firstDecline(...checks: (() => Decline | null)[]): Decline | null {
  for (const check of checks) {
    const found = check()
    if (found !== null) return found
  }
  return null
}
