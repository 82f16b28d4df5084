import type { Dialect } from './dialect.ts'
import {
  dateLiteral,
  doubleQuoted,
  formattedDate,
  likeInLowerCase,
  medianFunction,
  plainText,
  upperCase,
} from './writing.ts'

export const oracle = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'fetch',
  period: formattedDate,
  date: dateLiteral,
  text: plainText,
  like: likeInLowerCase,
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies Dialect
