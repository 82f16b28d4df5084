import { visibleText, momentInCell } from '@parlance/contract'
import type { Cell } from '@parlance/contract'
import i18next from 'i18next'
import { plainCellText, shownCellText } from '../../../lib/cell-text.ts'
import type { ChartWords } from './chart-words.ts'

/** The precision of a written date. */
export type DateGrain = 'year' | 'month' | 'day' | 'time'

/** The maximum length of a label; the table has the full text. */
const labelLength = 60

const formats: Record<Exclude<DateGrain, 'year'>, Intl.DateTimeFormatOptions> = {
  month: { year: 'numeric', month: 'short' },
  day: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' },
}

/** The precision of a date, from its text. */
export function grainOf(cell: Cell): DateGrain {
  const text = plainCellText(cell).trim()
  if (/^\d{4}$/.test(text)) return 'year'
  if (/^\d{4}-\d{2}$/.test(text)) return 'month'
  return /^\d{4}-\d{2}-\d{2}(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text) ? 'day' : 'time'
}

/** The finest of several precisions. */
export function finestGrain(grains: Iterable<DateGrain>): DateGrain {
  const order: DateGrain[] = ['year', 'month', 'day', 'time']
  return order[Math.max(0, ...Array.from(grains, (grain) => order.indexOf(grain)))] ?? 'time'
}

/** A time in the reader's language; its digits are in UTC. */
export function dateText(moment: number, grain: DateGrain, locale: string | undefined = i18next.language): string {
  if (grain === 'year') return String(new Date(moment).getUTCFullYear())
  return formatterOf(grain, locale).format(moment)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter costs more than a thousand uses. */
function formatterOf(grain: Exclude<DateGrain, 'year'>, locale: string | undefined): Intl.DateTimeFormat {
  const key = `${grain} ${locale ?? ''}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...formats[grain], timeZone: 'UTC' })
  formatters.set(key, known)
  return known
}

interface LabelOptions {
  isDate: boolean
  words: ChartWords
  locale?: string | undefined
}

/** The label of a value for an axis, a legend or a table; `isDate` if its column contains dates. */
export function labelOf(cell: Cell, { isDate, locale, words }: LabelOptions): string {
  if (cell === null) return words.noValue
  const moment = isDate ? momentInCell(cell) : null
  if (moment !== null) return dateText(moment, grainOf(cell), locale)
  const text = visibleText(plainCellText(cell))
  if (text.trim() === '') return words.empty
  return text.length > labelLength ? `${text.slice(0, labelLength)}…` : text
}

/** A number with all its digits, grouped. */
export function exactText(value: string): string {
  return shownCellText(value, { name: '', dataType: '', kind: 'number' })
}
