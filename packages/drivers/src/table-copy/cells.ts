export type CellKind =
  | 'empty'
  | 'error'
  | 'missing'
  | 'text'
  | 'integer'
  | 'real'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'

/** One cell as it is kept: a value of its kind, and the text that the sheet shows where that says more. */
export interface SheetCell {
  kind: CellKind
  value: string | number | null
  /** The shown text, where it differs from the value; null otherwise. */
  shown: string | null
}

export const emptyCell: SheetCell = { kind: 'empty', value: null, shown: null }
/** What people write into a column of numbers or dates where there is none. */
const missingWords = /^(n\/?a|#n\/?a|null|none|nil|[-–—?]|\.)$/i
const dayMs = 86_400_000
/** Day 0 of the serial numbers that spreadsheets keep dates as. */
const dayZero = Date.UTC(1899, 11, 30)

/** What the format of a number says that it is. */
export type NumberFormat = 'DATE' | 'DATE_TIME' | 'TIME' | 'OTHER'

/** A text, an empty place, or one of the words for 'missing'. */
export function textCell(text: string): SheetCell {
  if (text.trim() === '') return emptyCell
  return missingWords.test(text.trim())
    ? { kind: 'missing', value: null, shown: text }
    : { kind: 'text', value: text, shown: null }
}

/** A number as a spreadsheet keeps it: a day or a time where its format says so. */
export function numberCell(value: number, format: NumberFormat, shown: string): SheetCell {
  if (format === 'DATE' || format === 'DATE_TIME') {
    const isDay = format === 'DATE' && Number.isInteger(value)
    const text = isDay ? isoDay(value) : isoMoment(value)
    if (text !== null) return withShown(isDay ? 'date' : 'datetime', text, shown)
  }
  if (format === 'TIME') return withShown('time', clockTime(value), shown)
  return withShown(Number.isSafeInteger(value) ? 'integer' : 'real', value, shown)
}

export function withShown(kind: CellKind, value: string | number, shown: string): SheetCell {
  return { kind, value, shown: shown === '' || shown === String(value) ? null : shown }
}

function isoDay(serial: number): string | null {
  return isoText(dayZero + serial * dayMs)?.slice(0, 10) ?? null
}

/** Seconds, and milliseconds only where there are some. */
function isoMoment(serial: number): string | null {
  return (
    isoText(dayZero + Math.round(serial * dayMs))
      ?.replace('T', ' ')
      .replace('Z', '')
      .replace('.000', '') ?? null
  )
}

function isoText(time: number): string | null {
  const text = Number.isNaN(new Date(time).getTime()) ? null : new Date(time).toISOString()
  return text?.length === 24 ? text : null
}

/** A time of day, or a duration, which may have more than 24 hours. */
function clockTime(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (serial < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':')
}
