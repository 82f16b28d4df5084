import type { TimeGrain } from '@parlance/contract'
import type { SqlWriting } from './sql-writing.ts'
import {
  doubleQuoted,
  extractedMonth,
  likeInLowerCase,
  medianFunction,
  plainText,
  upperCase,
  extractedYears,
} from './common.ts'

export const hana = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'limit',
  period,
  weekday: (of) => `WEEKDAY(${of}) + 1`,
  monthNumber: extractedMonth,
  days: (from, to) => `DAYS_BETWEEN(TO_DATE(${from}), TO_DATE(${to}))`,
  fullYears: extractedYears,
  date: plainText,
  text: plainText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeInLowerCase,
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
} satisfies SqlWriting

function period(unit: TimeGrain, of: string): string {
  if (unit === 'week') return `ISOWEEK(${of})`
  if (unit === 'quarter') return `QUARTER(${of})`
  const format = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' }[unit]
  return `TO_VARCHAR(${of}, '${format}')`
}
