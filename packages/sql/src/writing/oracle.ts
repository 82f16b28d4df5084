import type { SqlWriting } from './sql-writing.ts'
import {
  dateLiteral,
  doubleQuoted,
  extractedMonth,
  formattedDate,
  likeInLowerCase,
  medianFunction,
  plainText,
  upperCase,
  extractedYears,
} from './common.ts'

export const oracle = {
  quote: doubleQuoted,
  plainName: upperCase,
  limit: 'fetch',
  period: formattedDate,
  weekday: (of) => `TRUNC(${of}) - TRUNC(${of}, 'IW') + 1`,
  monthNumber: extractedMonth,
  days: (from, to) => `TRUNC(${to}) - TRUNC(${from})`,
  fullYears: extractedYears,
  date: dateLiteral,
  text: plainText,
  textLength: (of) => `LENGTH(${of})`,
  like: likeInLowerCase,
  median: medianFunction,
  aggregatesSubqueries: true,
  groupsByKey: false,
  keepsDatesAsTexts: false,
  numbersForYesNo: true,
  hasBareTableAliases: true,
} satisfies SqlWriting
