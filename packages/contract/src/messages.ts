/**
 * A sentence or label for people: an English pattern in ICU MessageFormat, and its values. The pattern is the key of
 * its translations.
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export interface Message {
  readonly text: string
  readonly values?: MessageValues
}

/** The values of a message, by name. A value that is itself a message is translated before it is inserted. */
export interface MessageValues {
  readonly [name: string]: string | number | Message
}

/**
 * Declares a message. `npm run i18n:check` finds its text here, so the text is always a literal.
 * @example message('{n, plural, one {# table} other {# tables}}', { n: 3 })
 */
export function message(text: string, values?: MessageValues): Message {
  return values === undefined ? { text } : { text, values }
}

/** Declares the pattern of messages whose values are known only later, so that it is translated. */
export function messagePattern(text: string): string {
  return text
}

/** Makes a message of a text that has no translation, such as the words of a database. */
export function verbatim(text: string): Message {
  return { text: '{text}', values: { text } }
}

/** Joins whole sentences, without words of its own. */
export function joinMessages(messages: readonly Message[], separator = ' '): Message {
  if (messages.length === 1) return messages[0]!
  const names = messages.map((_, index) => `part${index + 1}`)
  return {
    text: names.map((name) => `{${name}}`).join(separator),
    values: Object.fromEntries(names.map((name, index) => [name, messages[index]!])),
  }
}

/** @returns true for a pattern that only arranges its values, so that it has nothing to translate */
export function isArrangement(pattern: string): boolean {
  return !/\p{L}/u.test(pattern.replaceAll(/\{\w+\}/g, ''))
}
