import type { TimeGrain } from '@parlance/contract'

/** How to write SQL in one dialect. `packages/sql/src/dialects` describes how the gate reads it. */
export interface SqlWriting {
  /** Quotes an identifier. */
  quote: (name: string) => string
  /** Names that need no quotes, because the dialect reads them as stored. Reserved words are always quoted. */
  plainName: RegExp
  /** How a row limit is written: LIMIT at the end, TOP after SELECT, or the standard's FETCH FIRST at the end. */
  limit: 'limit' | 'top' | 'fetch'
  /** The period of a date. Its values sort chronologically. */
  period: (unit: TimeGrain, expression: string) => string
  /** The number of a date's day of the week, from 1 for Monday to 7 for Sunday, whatever the server's settings are. */
  weekday: (expression: string) => string
  /** The number of a date's month, from 1 for January. */
  monthNumber: (expression: string) => string
  /** The calendar days from one date to another. */
  days: (from: string, to: string) => string
  /** The full years from a date until a day, given as yyyy-mm-dd: an age. */
  fullYears: (since: string, day: string) => string
  /** A day, given as yyyy-mm-dd, to compare dates with. */
  date: (day: string) => string
  /** A text literal that no content can end early. */
  text: (text: string) => string
  /** Whether yes and no are the numbers 1 and 0, because there are no words for them. */
  numbersForYesNo?: boolean
  /** Whether a table's alias follows the table without AS. */
  hasBareTableAliases?: boolean
  /** The number of a text's characters. */
  textLength: (text: string) => string
  /** A LIKE that ignores case. */
  like: (left: string, pattern: string, negated: boolean) => string
  /** Whether the average of integers is an integer, without its decimals. */
  averagesToIntegers?: boolean
  /** The median of a group's values; null if the dialect has no such aggregate function. */
  median: ((expression: string) => string) | null
  /** Whether an aggregate function may contain a subquery. */
  aggregatesSubqueries: boolean
  /** Whether GROUP BY on only the key allows showing a row's other columns, even for a derived table. */
  groupsByKey: boolean
  /** Whether a column declared as a date may contain any text. */
  keepsDatesAsTexts: boolean
}
