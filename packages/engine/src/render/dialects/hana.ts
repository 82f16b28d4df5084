import type { Dialect } from './dialect.ts'
import { doubleQuoted, formattedDate, likeInLowerCase, medianFunction, plainText, upperCase } from './writing.ts'

export const hana = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'limit',
  period: formattedDate,
  date: plainText,
  text: plainText,
  like: likeInLowerCase,
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies Dialect
