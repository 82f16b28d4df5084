import { isNamingNumber } from '@parlance/contract'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { isNumericColumn } from '../numeric-column.ts'

/** A column's use in a chart; a name is an identifier, which labels but is never measured. */
export type ColumnRole = 'date' | 'measure' | 'category' | 'name' | 'none'

const sampledRows = 100

/** The role of each column, from its kind, its name and its first values. */
export function columnRoles(columns: ResultColumn[], rows: Row[]): ColumnRole[] {
  return columns.map((column, index) => roleOf(column, index, rows))
}

/** A number to draw; null if the cell is not one. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell !== 'string' || cell.trim() === '') return null
  const number = Number(cell.trim().replace(/%$/, '').replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}

const datePattern =
  /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/**
 * A date or timestamp as milliseconds of its own digits, so that no time zone moves it; null if the cell is not one. A
 * bare year must be a number or text of four digits.
 */
export function momentOf(cell: Cell | undefined): number | null {
  if (typeof cell !== 'string' && typeof cell !== 'number') return null
  const match = datePattern.exec(String(cell).trim())
  if (match === null) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)))
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function roleOf(column: ResultColumn, index: number, rows: Row[]): ColumnRole {
  const values = rows
    .slice(0, sampledRows)
    .map((row) => row[index] ?? null)
    .filter((value) => value !== null && value !== '')
  if (values.length === 0) return 'none'
  if (isDate(column, values)) return 'date'
  if (column.kind === 'json' || column.kind === 'binary') return 'none'
  if (column.kind === 'boolean') return 'category'
  const areNumbers = values.every((value) => numberOf(value) !== null)
  if (!areNumbers) return 'category'
  if (!isNumericColumn(column, index, rows)) return 'category'
  return isNamingNumber(column.name) ? 'name' : 'measure'
}

function isDate(column: ResultColumn, values: Cell[]): boolean {
  const isYear = /(^|_)year$|[a-z]Year$/i.test(column.name)
  const holdsDates = values.every((value) =>
    isYear ? momentOf(value) !== null : typeof value === 'string' && value.includes('-') && momentOf(value) !== null,
  )
  return holdsDates && column.kind !== 'time'
}
