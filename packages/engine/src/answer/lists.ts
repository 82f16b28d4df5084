import { joinMessages, message, verbatim, type Message } from '@parlance/contract'

/** Words of the schema or of the question, which have no translation, or words of ours. */
export type Phrase = string | Message

/** 'a and b', 'a, b, and c'. */
export function listOf(phrases: readonly Phrase[]): Phrase {
  const last = phrases.at(-1) ?? ''
  if (phrases.length < 2) return last
  const first = separated(phrases.slice(0, -1))
  return phrases.length === 2
    ? message('{first} and {last}', { first, last })
    : message('{first}, and {last}', { first, last })
}

/** 'a, b, c', or with another separator that has no words. */
export function separated(phrases: readonly Phrase[], separator = ', '): Phrase {
  const words = phrases.filter((one) => typeof one === 'string')
  if (words.length === phrases.length) return words.join(separator)
  return joinMessages(phrases.map(asMessage), separator)
}

/** 'a and b and c'. */
export function allOf(phrases: readonly Phrase[]): Phrase {
  return chained(phrases, (first, last) => message('{first} and {last}', { first, last }))
}

/** 'a or b or c'. */
export function anyOf(phrases: readonly Phrase[]): Phrase {
  return chained(phrases, (first, last) => message('{first} or {last}', { first, last }))
}

/** Joins phrases from left to right by a pattern for two of them. */
export function chained(phrases: readonly Phrase[], join: (first: Phrase, last: Phrase) => Phrase): Phrase {
  const [first = '', ...others] = phrases
  return others.reduce<Phrase>(join, first)
}

/** A phrase as a message. */
export function asMessage(phrase: Phrase): Message {
  return typeof phrase === 'string' ? verbatim(phrase) : phrase
}
