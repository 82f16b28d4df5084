import type { CalendarUnit } from '../../query.ts'
import type { Dialect } from './dialect.ts'
import { anyCase, backslashText, backtickQuoted, extractedMonth, likeBy, plainText } from './writing.ts'

export const mysql = {
  quote: backtickQuoted,
  plainName: anyCase,
  limit: 'limit',
  period,
  weekday: (of) => `WEEKDAY(${of}) + 1`,
  monthNumber: extractedMonth,
  date: plainText,
  text: backslashText,
  textLength: (of) => `CHAR_LENGTH(${of})`,
  like: likeBy('LIKE'),
  median: null,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies Dialect

function period(unit: CalendarUnit, of: string): string {
  if (unit === 'quarter') return `CONCAT(YEAR(${of}), '-Q', QUARTER(${of}))`
  const format = { day: '%Y-%m-%d', week: '%x-W%v', month: '%Y-%m', year: '%Y' }[unit]
  return `DATE_FORMAT(${of}, '${format}')`
}
