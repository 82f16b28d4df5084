import type { Dialect } from './dialect.ts'
import { anyCase, dateLiteral, doubleQuoted, likeInLowerCase, plainText, truncatedDate } from './writing.ts'

export const dremio = {
  quote: doubleQuoted,
  plainName: anyCase,
  limit: 'limit',
  period: truncatedDate,
  date: dateLiteral,
  text: plainText,
  like: likeInLowerCase,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies Dialect
