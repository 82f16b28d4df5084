/** The cells of a result that a figure comes from. */
export interface FigureSource {
  /** The result, as `step` of the tool's response. */
  readonly step: string
  /** The index of the column; null if rows are counted. */
  readonly column: number | null
  /** Indexes of the rows; null if it covers all rows. */
  readonly rows: readonly number[] | null
}

/** The rows that one figure links to at most. */
export const mostSourceRows = 100

/** A figure in the text of an answer, and the cells that it comes from. */
export interface TextFigure {
  /** Its position in the text of the answer, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly sources: readonly FigureSource[]
}

/**
 * A sentence or label for people: an English pattern in ICU MessageFormat, and its values. The pattern is the key of
 * its translations.
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export interface Message {
  readonly text: string
  readonly values?: MessageValues
  /** The cells that a figure or a name in an answer comes from. Absent for other words. */
  readonly sources?: readonly FigureSource[]
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

/** Makes a figure or a name in an answer of its text. Without a source, it is only text. */
export function figure(text: string | number | Message, sources: readonly FigureSource[]): Message {
  const words = typeof text === 'object' ? text : verbatim(String(text))
  return sources.length === 0 ? words : { ...words, sources }
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
