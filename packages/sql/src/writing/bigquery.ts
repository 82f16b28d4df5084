import type { SqlWriting } from './sql-writing.ts'
import { anyCase, escapedText, likeInLowerCase, plainText, extractedYears } from './common.ts'

export const bigquery = {
  quote: (name) => `\`${name.replaceAll('`', '')}\``,
  plainName: anyCase,
  limit: 'limit',
  period: (unit, of) => `DATE_TRUNC(DATE(${of}), ${unit.toUpperCase()})`,
  weekday: (of) => `MOD(EXTRACT(DAYOFWEEK FROM DATE(${of})) + 5, 7) + 1`,
  monthNumber: (of) => `EXTRACT(MONTH FROM DATE(${of}))`,
  days: (from, to) => `DATE_DIFF(DATE(${to}), DATE(${from}), DAY)`,
  fullYears: extractedYears,
  date: plainText,
  text: escapedText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeInLowerCase,
  median: null,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies SqlWriting
