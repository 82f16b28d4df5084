import type { Dialect } from './dialect.ts'
import { dateLiteral, doubleQuoted, formattedDate, likeInLowerCase, plainText, upperCase } from './writing.ts'

export const oracle = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'fetch',
  period: formattedDate,
  date: dateLiteral,
  text: plainText,
  like: likeInLowerCase,
  groupsByKey: false,
  keepsDatesAsTexts: false,
  numbersForYesNo: true,
} satisfies Dialect
