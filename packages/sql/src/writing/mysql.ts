import type { TimeGrain } from '@parlance/contract'
import type { SqlWriting } from './sql-writing.ts'
import { anyCase, backslashText, backtickQuoted, extractedMonth, likeBy, plainText, extractedYears } from './common.ts'

export const mysql = {
  quote: backtickQuoted,
  plainName: anyCase,
  limit: 'limit',
  period,
  weekday: (of) => `WEEKDAY(${of}) + 1`,
  monthNumber: extractedMonth,
  days: (from, to) => `DATEDIFF(${to}, ${from})`,
  fullYears: extractedYears,
  date: plainText,
  text: backslashText,
  textLength: (of) => `CHAR_LENGTH(${of})`,
  like: likeBy('LIKE'),
  median: null,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies SqlWriting

function period(unit: TimeGrain, of: string): string {
  if (unit === 'quarter') return `CONCAT(YEAR(${of}), '-Q', QUARTER(${of}))`
  const format = { day: '%Y-%m-%d', week: '%x-W%v', month: '%Y-%m', year: '%Y' }[unit]
  return `DATE_FORMAT(${of}, '${format}')`
}
