import type { TimeGrain } from '@parlance/contract'

export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const backtickQuoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``
export const bracketQuoted = (name: string): string => `[${name.replaceAll(']', ']]')}]`

/** Names in dialects that ignore or preserve the case of unquoted names. */
export const anyCase = /^[A-Za-z_][A-Za-z0-9_]*$/
export const lowerCase = /^[a-z_][a-z0-9_]*$/
export const upperCase = /^[A-Z][A-Z0-9_]*$/

export const plainText = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** For dialects in which a backslash escapes the next character. */
export const backslashText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
/** The same if two quotes don't stand for one. */
export const escapedText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
/** Without N, SQL Server replaces letters that its code page lacks. */
export const nationalText = (text: string): string => (/\P{ASCII}/u.test(text) ? 'N' : '') + plainText(text)

export const dateLiteral = (day: string): string => `DATE '${day}'`

/** LIKE with a keyword that ignores case. */
export const likeBy =
  (keyword: 'LIKE' | 'ILIKE') =>
  (left: string, pattern: string, negated: boolean): string =>
    `${left} ${negated ? 'NOT ' : ''}${keyword} ${pattern}`

/** LIKE on lower-case texts, for dialects without such a keyword. */
export const likeInLowerCase = (left: string, pattern: string, negated: boolean): string =>
  `LOWER(${left}) ${negated ? 'NOT ' : ''}LIKE LOWER(${pattern})`

export const medianFunction = (of: string): string => `MEDIAN(${of})`

export const truncatedDate = (unit: TimeGrain, of: string): string => `DATE_TRUNC('${unit}', ${of})`

export const extractedMonth = (of: string): string => `EXTRACT(MONTH FROM ${of})`

export function formattedDate(unit: TimeGrain, of: string): string {
  const format = { day: 'YYYY-MM-DD', week: 'IYYY-"W"IW', month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' }[unit]
  return `TO_CHAR(${of}, '${format}')`
}

/** Dates as numbers (20240131) differ by 10,000 for each full year. */
const perYear = 10_000

const dayNumber = (day: string): string => day.replaceAll('-', '')

/** Full years in dialects with EXTRACT. */
export const extractedYears = (since: string, day: string): string =>
  `FLOOR((${dayNumber(day)} - (EXTRACT(YEAR FROM ${since}) * ${perYear} + EXTRACT(MONTH FROM ${since}) * 100 + EXTRACT(DAY FROM ${since}))) / ${perYear})`

/** Full years from a date's number, in dialects whose integers are divided without a rest. */
export const yearsByNumber = (number: string, day: string): string => `(${dayNumber(day)} - (${number})) / ${perYear}`
