import type { CalendarUnit } from '../../query.ts'
import type { Dialect } from './dialect.ts'
import { doubleQuoted, extractedMonth, likeInLowerCase, medianFunction, plainText, upperCase } from './writing.ts'

export const hana = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'limit',
  period,
  weekday: (of) => `WEEKDAY(${of}) + 1`,
  monthNumber: extractedMonth,
  date: plainText,
  text: plainText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeInLowerCase,
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies Dialect

function period(unit: CalendarUnit, of: string): string {
  if (unit === 'week') return `ISOWEEK(${of})`
  if (unit === 'quarter') return `QUARTER(${of})`
  const format = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' }[unit]
  return `TO_VARCHAR(${of}, '${format}')`
}
