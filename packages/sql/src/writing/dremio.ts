import type { SqlWriting } from './sql-writing.ts'
import {
  anyCase,
  dateLiteral,
  doubleQuoted,
  extractedMonth,
  likeInLowerCase,
  medianFunction,
  plainText,
  truncatedDate,
  extractedYears,
} from './common.ts'

export const dremio = {
  quote: doubleQuoted,
  plainName: anyCase,
  limit: 'limit',
  period: truncatedDate,
  weekday: (of) => `MOD(DAYOFWEEK(${of}) + 5, 7) + 1`,
  monthNumber: extractedMonth,
  days: (from, to) => `DATEDIFF(CAST(${to} AS DATE), CAST(${from} AS DATE))`,
  fullYears: extractedYears,
  date: dateLiteral,
  text: plainText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeInLowerCase,
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies SqlWriting
