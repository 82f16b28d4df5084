import { z } from 'zod'

/** Text without NUL and other control characters, which no store, mail header or log line should carry. */
export function plainText(max: number, tooLong?: string) {
  return z
    .string()
    .max(max, tooLong)
    .refine(hasNoControlCharacters, 'The text contains a character that cannot be stored.')
}

function hasNoControlCharacters(text: string): boolean {
  return !/\p{Cc}/u.test(text.replace(/[\t\r\n]/g, ''))
}
