import { z } from 'zod'

/** Text without control characters, which don't belong in a store, an email header, or a log line. */
export function plainText(max: number, tooLong?: string) {
  return z
    .string()
    .max(max, tooLong)
    .refine(hasNoControlCharacters, 'The text contains a control character. Remove it.')
}

function hasNoControlCharacters(text: string): boolean {
  return !/\p{Cc}/u.test(text.replace(/[\t\r\n]/g, ''))
}
