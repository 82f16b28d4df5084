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

/** One stored cell: a value of its kind, and the text that the sheet shows if that says more. */
export interface SheetCell {
  kind: CellKind
  value: string | number | null
  /** The displayed text if it differs from the value; otherwise null. */
  shown: string | null
}

export const emptyCell: SheetCell = { kind: 'empty', value: null, shown: null }
/** Words that people write for a missing value in a column of numbers or dates. */
const missingWords = /^(n\/?a|#n\/?a|null|none|nil|[-–—?]|\.)$/i
const dayMs = 86_400_000
/** Day 0 of the serial numbers that spreadsheets use for dates. */
const dayZero = Date.UTC(1899, 11, 30)

/** The meaning of a number, derived from its format. */
export type NumberFormat = 'DATE' | 'DATE_TIME' | 'TIME' | 'OTHER'

/** Creates a cell from text, which may be empty or one of the words for a missing value. */
export function textCell(text: string): SheetCell {
  if (text.trim() === '') return emptyCell
  return missingWords.test(text.trim())
    ? { kind: 'missing', value: null, shown: text }
    : { kind: 'text', value: text, shown: null }
}

/** Creates a cell from a spreadsheet's number: a day or a time if its format says so. */
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

/** Writes seconds, and milliseconds only if there are any. */
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

/** Writes a time of day, or a duration, which may have more than 24 hours. */
function clockTime(serial: number): string {
  const seconds = Math.round(Math.abs(serial) * 86_400)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (serial < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':')
}
