import type { Dialect } from './dialect.ts'
import { anyCase, bracketQuoted, likeBy, plainText } from './writing.ts'

export const tsql = {
  quote: bracketQuoted,
  plainName: anyCase,
  limit: 'top',
  period: (unit, of) => `DATETRUNC(${unit}, ${of})`,
  date: plainText,
  text: plainText,
  like: likeBy('LIKE'),
  groupsByKey: false,
  keepsDatesAsTexts: false,
  numbersForYesNo: true,
} satisfies Dialect
