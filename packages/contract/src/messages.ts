/** The values of a message, by name. */
export type MessageValues = Readonly<Record<string, string | number>>

/**
 * A sentence or label for people: an English pattern in ICU MessageFormat, and its values. The pattern is the key of
 * its translations.
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export interface Message {
  readonly text: string
  readonly values?: MessageValues
}

/**
 * Declares a message. `npm run i18n:check` finds its text here, so the text is always a literal.
 * @example message('{n, plural, one {# table} other {# tables}}', { n: 3 })
 */
export function message(text: string, values?: MessageValues): Message {
  return values === undefined ? { text } : { text, values }
}
