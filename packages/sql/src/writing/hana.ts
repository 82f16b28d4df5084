import type { TimeGrain } from '@parlance/contract'
import type { SqlWriting } from './sql-writing.ts'
import { doubleQuoted, extractedMonth, likeInLowerCase, medianFunction, plainText, upperCase } from './common.ts'

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
} satisfies SqlWriting

function period(unit: TimeGrain, of: string): string {
  if (unit === 'week') return `ISOWEEK(${of})`
  if (unit === 'quarter') return `QUARTER(${of})`
  const format = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' }[unit]
  return `TO_VARCHAR(${of}, '${format}')`
}
