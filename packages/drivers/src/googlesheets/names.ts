import { columnLetters } from '../table-copy/names.ts'

/** The API's name for some whole rows of a sheet, counted from 0; `end` is the first row after them. */
export function rowsRange(title: string, start: number, end: number, columnCount: number): string {
  return `'${title.replaceAll("'", "''")}'!A${start + 1}:${columnLetters(columnCount - 1)}${end}`
}
