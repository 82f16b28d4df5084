import type { SqlWriting } from './sql-writing.ts'
import {
  backslashText,
  doubleQuoted,
  extractedMonth,
  likeBy,
  medianFunction,
  plainText,
  truncatedDate,
  upperCase,
  extractedYears,
} from './common.ts'

export const snowflake = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'limit',
  period: truncatedDate,
  weekday: (of) => `DAYOFWEEKISO(${of})`,
  monthNumber: extractedMonth,
  days: (from, to) => `DATEDIFF('day', ${from}, ${to})`,
  fullYears: extractedYears,
  date: plainText,
  text: backslashText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeBy('ILIKE'),
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies SqlWriting
