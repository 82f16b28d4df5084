/** What to put in place of a text of the question; an empty text is its beginning, null its end. */
export interface Choices {
  text: string | null
  replacements: { label: string; words: string }[]
}

/** Why a question cannot be answered. The stage that finds it returns it in place of its result. */
export class Decline {
  /** What is missing, in one sentence. */
  readonly reason: string
  /** Words of the question that matched nothing. */
  readonly missed: string[]
  /** The readings between which it is not clear; null when there are none to choose from. */
  readonly choices: Choices | null

  constructor(reason: string, missed: string[] = [], choices: Choices | null = null) {
    this.reason = reason
    this.missed = missed
    this.choices = choices
  }
}

/** Reads the elements in order. The first decline is the result of all, and the rest is not read. */
export function readAll<T, R>(all: readonly T[], read: (one: T) => R | Decline): R[] | Decline {
  const found: R[] = []
  for (const one of all) {
    const made = read(one)
    if (made instanceof Decline) return made
    found.push(made)
  }
  return found
}

/** The first decline of several checks; the checks behind it do not run. */
export function firstDecline(...checks: (() => Decline | null)[]): Decline | null {
  for (const check of checks) {
    const found = check()
    if (found !== null) return found
  }
  return null
}
