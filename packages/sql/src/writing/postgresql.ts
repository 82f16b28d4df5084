import type { SqlWriting } from './sql-writing.ts'
import { doubleQuoted, extractedMonth, likeBy, lowerCase, plainText, truncatedDate, extractedYears } from './common.ts'

export const postgresql = {
  quote: doubleQuoted,
  plainName: lowerCase,
  limit: 'limit',
  period: truncatedDate,
  weekday: (of) => `EXTRACT(ISODOW FROM ${of})`,
  monthNumber: extractedMonth,
  days: (from, to) => `CAST(${to} AS DATE) - CAST(${from} AS DATE)`,
  fullYears: extractedYears,
  date: plainText,
  text: plainText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeBy('ILIKE'),
  median: (of) => `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${of})`,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies SqlWriting
