import { columnLetters } from '../table-copy/names.ts'

/** Writes a range of whole rows in the API's notation, counted from 0; `end` is the first row after the range. */
export function rowsRange(title: string, start: number, end: number, columnCount: number): string {
  return `'${title.replaceAll("'", "''")}'!A${start + 1}:${columnLetters(columnCount - 1)}${end}`
}
