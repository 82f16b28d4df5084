import type { sheets_v4 as SheetsApi } from '@googleapis/sheets'

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

/**
 * Reads one cell of the API's grid data. A date is a number whose format says so, which is why the format is asked
 * for with each cell.
 */
export function readCell(cell: SheetsApi.Schema$CellData | undefined): SheetCell {
  const value = cell?.effectiveValue
  if (!cell || !value) return emptyCell
  const shown = cell.formattedValue ?? ''
  if (value.errorValue) return { kind: 'error', value: null, shown: shown || `#${value.errorValue.type ?? 'ERROR'}` }
  if (typeof value.boolValue === 'boolean') return withShown('boolean', Number(value.boolValue), shown)
  if (typeof value.numberValue === 'number') {
    return readNumber(value.numberValue, cell.effectiveFormat?.numberFormat?.type ?? '', shown)
  }
  const text = value.stringValue ?? ''
  if (text.trim() === '') return emptyCell
  return missingWords.test(text.trim())
    ? { kind: 'missing', value: null, shown: text }
    : { kind: 'text', value: text, shown: null }
}

function readNumber(value: number, format: string, shown: string): SheetCell {
  if (format === 'DATE' || format === 'DATE_TIME') {
    const isDay = format === 'DATE' && Number.isInteger(value)
    const text = isDay ? isoDay(value) : isoMoment(value)
    if (text !== null) return withShown(isDay ? 'date' : 'datetime', text, shown)
  }
  if (format === 'TIME') return withShown('time', clockTime(value), shown)
  return withShown(Number.isSafeInteger(value) ? 'integer' : 'real', value, shown)
}

function withShown(kind: CellKind, value: string | number, shown: string): SheetCell {
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
