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
} from './common.ts'

export const dremio = {
  quote: doubleQuoted,
  plainName: anyCase,
  limit: 'limit',
  period: truncatedDate,
  weekday: (of) => `MOD(DAYOFWEEK(${of}) + 5, 7) + 1`,
  monthNumber: extractedMonth,
  date: dateLiteral,
  text: plainText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeInLowerCase,
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies SqlWriting
