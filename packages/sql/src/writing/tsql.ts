import type { SqlWriting } from './sql-writing.ts'
import { anyCase, bracketQuoted, likeBy, nationalText, plainText, yearsByNumber } from './common.ts'

export const tsql = {
  quote: bracketQuoted,
  plainName: anyCase,
  limit: 'top',
  period: (unit, of) => `DATETRUNC(${unit}, ${of})`,
  // 1900-01-01 was a Monday.
  weekday: (of) => `DATEDIFF(day, '19000101', ${of}) % 7 + 1`,
  monthNumber: (of) => `MONTH(${of})`,
  days: (from, to) => `DATEDIFF(day, ${from}, ${to})`,
  fullYears: (since, day) => yearsByNumber(`YEAR(${since}) * 10000 + MONTH(${since}) * 100 + DAY(${since})`, day),
  date: plainText,
  text: nationalText,
  textLength: (of) => `LEN(${of})`,
  like: likeBy('LIKE'),
  averagesToIntegers: true,
  median: null,
  aggregatesSubqueries: false,
  groupsByKey: false,
  keepsDatesAsTexts: false,
  numbersForYesNo: true,
} satisfies SqlWriting
