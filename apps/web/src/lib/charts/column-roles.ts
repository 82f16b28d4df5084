import { isNamingNumber, momentInCell, numberInCell } from '@parlance/contract'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { isNumericColumn } from '../numeric-column.ts'

/** A column's use in a chart; a name is an identifier, which labels but is never measured. */
export type ColumnRole = 'date' | 'measure' | 'category' | 'name' | 'none'

const sampledRows = 100

/** The role of each column, from its kind, its name and its first values. */
export function columnRoles(columns: ResultColumn[], rows: Row[]): ColumnRole[] {
  return columns.map((column, index) => roleOf(column, index, rows))
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
  const areNumbers = values.every((value) => numberInCell(value) !== null)
  if (!areNumbers) return 'category'
  if (!isNumericColumn(column, index, rows)) return 'category'
  return isNamingNumber(column.name) ? 'name' : 'measure'
}

function isDate(column: ResultColumn, values: Cell[]): boolean {
  const isYear = /(^|_)year$|[a-z]Year$/i.test(column.name)
  const holdsDates = values.every((value) =>
    isYear
      ? momentInCell(value) !== null
      : typeof value === 'string' && value.includes('-') && momentInCell(value) !== null,
  )
  return holdsDates && column.kind !== 'time'
}
