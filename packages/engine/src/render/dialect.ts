import type { SqlDialect } from '@parlance/contract'
import type { PeriodUnit } from '../query.ts'

/** What differs between engines in the SQL that the translator writes. */
export interface Dialect {
  quote: (name: string) => string
  /** How a row limit is written: behind everything, behind SELECT, or the standard's FETCH. */
  limit: 'limit' | 'top' | 'fetch'
  period: (unit: PeriodUnit, expression: string) => string
  date: (day: string) => string
  text: (text: string) => string
  /** LIKE that ignores case. */
  like: (left: string, pattern: string, negated: boolean) => string
  /** Whether a row's other columns may be shown where only its key is grouped by, even of a derived table. */
  groupsByKey: boolean
  /** Whether a column that is called a date may hold any text. */
  keepsDatesAsTexts: boolean
}

const double = (name: string): string => `"${name.replaceAll('"', '""')}"`
const backtick = (name: string): string => `\`${name.replaceAll('`', '``')}\``
const bracket = (name: string): string => `[${name.replaceAll(']', ']]')}]`

const plainText = (text: string): string => `'${text.replaceAll("'", "''")}'`
const backslashText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const keywordLike =
  (keyword: string) =>
  (left: string, pattern: string, negated: boolean): string =>
    `${left} ${negated ? 'NOT ' : ''}${keyword} ${pattern}`
const lowerLike = (left: string, pattern: string, negated: boolean): string =>
  `LOWER(${left}) ${negated ? 'NOT ' : ''}LIKE LOWER(${pattern})`

function sqlitePeriod(unit: PeriodUnit, of: string): string {
  if (unit === 'quarter') return `STRFTIME('%Y', ${of}) || '-Q' || ((CAST(STRFTIME('%m', ${of}) AS INTEGER) + 2) / 3)`
  const format = { day: '%Y-%m-%d', week: '%Y-W%W', month: '%Y-%m', year: '%Y' }[unit]
  return `STRFTIME('${format}', ${of})`
}

function mysqlPeriod(unit: PeriodUnit, of: string): string {
  if (unit === 'quarter') return `CONCAT(YEAR(${of}), '-Q', QUARTER(${of}))`
  const format = { day: '%Y-%m-%d', week: '%x-W%v', month: '%Y-%m', year: '%Y' }[unit]
  return `DATE_FORMAT(${of}, '${format}')`
}

function oraclePeriod(unit: PeriodUnit, of: string): string {
  const format = { day: 'YYYY-MM-DD', week: 'IYYY-"W"IW', month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' }[unit]
  return `TO_CHAR(${of}, '${format}')`
}

const standard: Dialect = {
  quote: double,
  limit: 'limit',
  period: (unit, of) => `DATE_TRUNC('${unit}', ${of})`,
  date: plainText,
  text: plainText,
  like: lowerLike,
  groupsByKey: false,
  keepsDatesAsTexts: false,
}

const dialects: Record<SqlDialect, Dialect> = {
  sqlite: { ...standard, period: sqlitePeriod, like: keywordLike('LIKE'), groupsByKey: true, keepsDatesAsTexts: true },
  postgresql: { ...standard, like: keywordLike('ILIKE') },
  mysql: { ...standard, quote: backtick, period: mysqlPeriod, text: backslashText, like: keywordLike('LIKE') },
  tsql: {
    ...standard,
    quote: bracket,
    limit: 'top',
    period: (unit, of) => `DATETRUNC(${unit}, ${of})`,
    like: keywordLike('LIKE'),
  },
  oracle: { ...standard, limit: 'fetch', period: oraclePeriod, date: (day) => `DATE '${day}'` },
  snowflake: { ...standard, like: keywordLike('ILIKE') },
  bigquery: {
    ...standard,
    quote: (name) => `\`${name.replaceAll('`', '')}\``,
    period: (unit, of) => `DATE_TRUNC(DATE(${of}), ${unit.toUpperCase()})`,
    text: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  },
  dremio: { ...standard, date: (day) => `DATE '${day}'` },
  hana: { ...standard, period: oraclePeriod },
}

/** The dialect's way of writing; every dialect of the contract has one. */
export function dialectOf(name: SqlDialect): Dialect {
  return dialects[name]
}

const reserved = new Set(
  (
    'add all alter and any as asc between by case cast check column constraint create cross current_date current_time current_timestamp database default delete desc distinct drop else end except exists ' +
    'false fetch filter for foreign from full grant group having if in index inner insert intersect interval into is join key language left level like limit match natural not null number of offset on or order outer over ' +
    'partition percent position primary range rank references right row rows select session set size start some table temp temporary then to trigger true type union unique update use user using value values view when where window with year month day date time timestamp ' +
    'transaction system public option plan comment mode file share access account audit exclusive increment initial integer char varchar decimal float real smallint double first last text end function procedure release replace count sum avg min max'
  ).split(' '),
)

/** Names that need no quotes where an engine folds the case of the others. */
const plainNames: Partial<Record<SqlDialect, RegExp>> = {
  postgresql: /^[a-z_][a-z0-9_]*$/,
  oracle: /^[A-Z][A-Z0-9_]*$/,
  snowflake: /^[A-Z][A-Z0-9_]*$/,
  hana: /^[A-Z][A-Z0-9_]*$/,
}

/** An identifier as SQL: bare where every engine takes it as it stands, else quoted. */
export function identifier(dialect: Dialect, name: SqlDialect, word: string): string {
  const plain = plainNames[name] ?? /^[A-Za-z_][A-Za-z0-9_]*$/
  return plain.test(word) && !reserved.has(word.toLowerCase()) ? word : dialect.quote(word)
}
