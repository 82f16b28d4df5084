import type { Dialect } from './dialect.ts'
import { doubleQuoted, formattedDate, likeInLowerCase, plainText, upperCase } from './writing.ts'

export const hana = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'limit',
  period: formattedDate,
  date: plainText,
  text: plainText,
  like: likeInLowerCase,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies Dialect
