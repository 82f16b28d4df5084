/** How a dialect writes the few text functions that masks use. Arguments are SQL. */
export interface TextFunctions {
  /** The value as text. */
  text: (value: string) => string
  /** Only the letters and digits of a text. */
  letters: (text: string) => string
  length: (text: string) => string
  /** The last characters; the SQL expression gives the number. */
  last: (text: string, count: string) => string
  /**
   * The text's last `shown` letters and digits, but no more than half of them, left-padded with X; null if the other
   * functions do this.
   */
  tail: ((text: string, shown: number) => string) | null
  /** Characters from a 1-based position. */
  part: (text: string, from: number, count: number) => string
  concat: (parts: string[]) => string
  smaller: (left: string, right: string) => string
  /** Integer half of a number. */
  half: (count: string) => string
  /** The text from the first `@`. */
  fromAt: (text: string) => string
  withoutAt: (text: string) => string
}

/** `NAME(a, b)` with any number of arguments. */
export const call = (name: string) => (parts: string[]) => `${name}(${parts.join(', ')})`

/** The functions as most engines have them. */
export const commonTextFunctions: TextFunctions = {
  text: (value) => `CAST(${value} AS VARCHAR)`,
  letters: (text) => `REGEXP_REPLACE(${text}, '[^[:alnum:]]', '')`,
  length: (text) => `LENGTH(${text})`,
  last: (text, count) => `RIGHT(${text}, ${count})`,
  tail: null,
  part: (text, from, count) => `SUBSTR(${text}, ${from}, ${count})`,
  concat: (parts) => `(${parts.join(' || ')})`,
  smaller: (left, right) => `LEAST(${left}, ${right})`,
  half: (count) => `FLOOR(${count} / 2)`,
  fromAt: (text) => `SUBSTR(${text}, POSITION('@' IN ${text}))`,
  withoutAt: (text) => `REPLACE(${text}, '@', '')`,
}

/** A pattern of all ASCII characters except letters and digits; classes such as alnum depend on the locale. */
export function asciiOthers(escape: string): string {
  const ranges = ['01-2F', '3A-40', '5B-60', '7B-7F'].map((range) => escape + range.replace('-', `-${escape}`))
  return `[${ranges.join('')}]`
}
