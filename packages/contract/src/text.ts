import { z } from 'zod'

/** The rule in the issue of a text that contains a control character. */
export const controlCharacterRule = 'control-character'

/** Text without control characters, which don't belong in a store, an email header, or a log line. */
export function plainText(max: number, tooLong?: string) {
  return z
    .string()
    .max(max, tooLong)
    .refine(hasNoControlCharacters, {
      error: 'The text contains a control character. Remove it.',
      params: { rule: controlCharacterRule },
    })
}

function hasNoControlCharacters(text: string): boolean {
  return !/\p{Cc}/u.test(text.replace(/[\t\r\n]/g, ''))
}
