import type { Cell, ResultColumn, Row } from '@parlance/contract'

/** Excel reads UTF-8 only with this mark in front. */
export const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'

/** Kinds whose text a spreadsheet may compute with; a leading minus is a sign there, not a formula. */
const computedKinds = new Set(['integer', 'number'])

/** One CSV line of column names (RFC 4180). */
export function csvHeader(columns: ResultColumn[]): string {
  return columns.map((column) => csvText(column.name)).join(',') + lineEnd
}

/** Rows as CSV lines: NULL is empty, an empty text is quoted, so that the two differ. */
export function csvLines(rows: Row[], columns: ResultColumn[]): string {
  let lines = ''
  for (const row of rows) {
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) lines += ','
      lines += csvCell(row[index] ?? null, columns[index])
    }
    lines += lineEnd
  }
  return lines
}

function csvCell(cell: Cell, column: ResultColumn | undefined): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  if (cell === '') return '""'
  if (column && computedKinds.has(column.kind) && isNumeral(cell)) return cell
  return csvText(cell)
}

function isNumeral(text: string): boolean {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)
}

/** First characters that make a spreadsheet compute a text: = + - @ tab and carriage return. */
const formulaStarts = new Set(['=', '+', '-', '@', '\t', '\r'].map((character) => character.charCodeAt(0)))
const quoted = /[",\r\n]/

/** Text that a spreadsheet would take for a formula gets an apostrophe in front. */
function csvText(text: string): string {
  const safe = formulaStarts.has(text.charCodeAt(0)) ? `'${text}` : text
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
