import type { Dialect } from './dialect.ts'
import { doubleQuoted, likeBy, lowerCase, plainText, truncatedDate } from './writing.ts'

export const postgresql = {
  quote: doubleQuoted,
  plainName: lowerCase,
  limit: 'limit',
  period: truncatedDate,
  date: plainText,
  text: plainText,
  like: likeBy('ILIKE'),
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies Dialect
