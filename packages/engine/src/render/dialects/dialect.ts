import type { PeriodUnit } from '../../query.ts'

/** How the renderer writes SQL for one dialect. */
export interface Dialect {
  /** Quotes an identifier. */
  quote: (name: string) => string
  /** Names that need no quotes: the dialect reads them as they are stored. Reserved words are quoted even so. */
  plainName: RegExp
  /** How a row limit is written: LIMIT at the end, TOP behind SELECT, or the standard's FETCH FIRST at the end. */
  limit: 'limit' | 'top' | 'fetch'
  /** The period that a date belongs to. Its values sort in the order of time. */
  period: (unit: PeriodUnit, expression: string) => string
  /** A day, given as yyyy-mm-dd, to compare dates with. */
  date: (day: string) => string
  /** A text literal. No text can end it early. */
  text: (text: string) => string
  /** A LIKE that ignores case. */
  like: (left: string, pattern: string, negated: boolean) => string
  /** Whether a row's other columns may be shown where only its key is grouped by, even of a derived table. */
  groupsByKey: boolean
  /** Whether a column that is called a date may contain any text. */
  keepsDatesAsTexts: boolean
}
