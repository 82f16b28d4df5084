import type { TimeGrain } from '@parlance/contract'
import type { SqlWriting } from './sql-writing.ts'
import { anyCase, doubleQuoted, likeBy, medianFunction, plainText, yearsByNumber } from './common.ts'

export const sqlite = {
  quote: doubleQuoted,
  plainName: anyCase,
  limit: 'limit',
  period,
  weekday: (of) => `(CAST(STRFTIME('%w', ${of}) AS INTEGER) + 6) % 7 + 1`,
  monthNumber: (of) => `CAST(STRFTIME('%m', ${of}) AS INTEGER)`,
  days: (from, to) => `JULIANDAY(DATE(${to})) - JULIANDAY(DATE(${from}))`,
  fullYears: (since, day) => yearsByNumber(`CAST(STRFTIME('%Y%m%d', ${since}) AS INTEGER)`, day),
  date: plainText,
  text: plainText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeBy('LIKE'),
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: true,
  keepsDatesAsTexts: true,
} satisfies SqlWriting

function period(unit: TimeGrain, of: string): string {
  if (unit === 'quarter') return `STRFTIME('%Y', ${of}) || '-Q' || ((CAST(STRFTIME('%m', ${of}) AS INTEGER) + 2) / 3)`
  const format = { day: '%Y-%m-%d', week: '%G-W%V', month: '%Y-%m', year: '%Y' }[unit]
  return `STRFTIME('${format}', ${of})`
}
