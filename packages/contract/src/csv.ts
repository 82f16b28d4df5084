import type { CustomFormat } from './query.ts'
import type { Cell, ResultColumn, Row } from './values.ts'

/** Excel reads UTF-8 only with this mark at the beginning. */
export const byteOrderMark = '\uFEFF'

/** How cells and lines are separated. */
export type CsvStyle = Pick<CustomFormat, 'delimiter' | 'decimal' | 'null_text' | 'line_end'>

/** Standard CSV (RFC 4180). */
const commonStyle: CsvStyle = { delimiter: ',', decimal: '.', null_text: '', line_end: 'crlf' }
const lineEnds: Record<CsvStyle['line_end'], string> = { crlf: '\r\n', lf: '\n' }

/** Kinds whose text a spreadsheet may compute with; a leading minus is a sign there, not a formula. */
const computedKinds = new Set(['integer', 'number'])

/** One CSV line of column names. */
export function csvHeader(columns: ResultColumn[], style = commonStyle): string {
  return columns.map((column) => csvText(column.name, style)).join(style.delimiter) + lineEnds[style.line_end]
}

/** Rows as CSV lines. Text that is empty or reads like NULL is quoted, to distinguish it from NULL. */
export function csvLines(rows: Row[], columns: ResultColumn[], style = commonStyle): string {
  const lineEnd = lineEnds[style.line_end]
  let lines = ''
  for (const row of rows) {
    for (let index = 0; index < columns.length; index++) {
      if (index > 0) lines += style.delimiter
      lines += csvCell(row[index] ?? null, columns[index], style)
    }
    lines += lineEnd
  }
  return lines
}

/** One cell of a line. */
export function csvCell(cell: Cell, column: ResultColumn | undefined, style: CsvStyle): string {
  if (cell === null) return style.null_text.includes(style.delimiter) ? quote(style.null_text) : style.null_text
  if (typeof cell === 'number') return csvNumber(String(cell), style)
  if (typeof cell !== 'string') return String(cell)
  if (cell === '') return '""'
  if (column && computedKinds.has(column.kind) && isNumeral(cell)) return csvNumber(cell, style)
  const text = csvText(cell, style)
  return text === style.null_text ? quote(text) : text
}

function csvNumber(text: string, { decimal, delimiter }: CsvStyle): string {
  if (decimal === '.') return text
  const written = text.replace('.', decimal)
  return written.includes(delimiter) ? quote(written) : written
}

function isNumeral(text: string): boolean {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)
}

/** First characters that make a spreadsheet compute a text: = + - @, also full-width, tab, and line ends. */
const formulaStarts = new Set(Array.from('=+-@\t\r\n＝＋－＠', (character) => character.charCodeAt(0)))
/** Semicolons and tabs separate cells in locales with a decimal comma. */
const quoted = /[",;\t\r\n]/

/** Adds an apostrophe before text that a spreadsheet would take for a formula. */
function csvText(text: string, { delimiter }: CsvStyle): string {
  const safe = formulaStarts.has(text.charCodeAt(0)) ? `'${text}` : text
  return quoted.test(safe) || safe.includes(delimiter) ? quote(safe) : safe
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
