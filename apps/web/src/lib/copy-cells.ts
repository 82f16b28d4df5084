import { csvHeader, csvLines, rowObjects, type Cell, type ResultColumn, type Row } from '@parlance/contract'
import { plainCellText } from './cell-text.ts'

export const copyFormats = ['tsv', 'csv', 'json', 'markdown'] as const
export type CopyFormat = (typeof copyFormats)[number]

/**
 * Cells as text for the clipboard. CSV and JSON are those of exported files. In tab-separated text, NULL is empty, and
 * text that a spreadsheet would evaluate starts with an apostrophe.
 */
export function cellsAsText(
  format: CopyFormat,
  { columns, rows, withHeader }: { columns: ResultColumn[]; rows: Row[]; withHeader: boolean },
): string {
  switch (format) {
    case 'tsv':
      return tabbed(columns, rows, withHeader)
    case 'csv':
      return `${withHeader ? csvHeader(columns) : ''}${csvLines(rows, columns)}`.replace(/\r\n$/, '')
    case 'json':
      return `[\n${rows.map(rowObjects(columns)).join(',\n')}\n]`
    case 'markdown':
      return markdown(columns, rows)
  }
}

function tabbed(columns: ResultColumn[], rows: Row[], withHeader: boolean): string {
  const lines = rows.map((row) =>
    columns.map((column, index) => tsvField(guarded(row[index] ?? null, column))).join('\t'),
  )
  if (withHeader) lines.unshift(columns.map((column) => tsvField(withoutFormula(column.name))).join('\t'))
  return lines.join('\n')
}

function guarded(cell: Cell, column: ResultColumn): string {
  const text = plainCellText(cell)
  const isNumber = typeof cell === 'number' || (column.kind !== 'text' && /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text))
  return isNumber ? text : withoutFormula(text)
}

function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

function tsvField(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** @param textOf the text of a cell, which is its exact value unless the caller says otherwise; NULL is the word */
export function markdown(
  columns: ResultColumn[],
  rows: Row[],
  textOf: (cell: Cell, column: number) => string = plainCellText,
): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const cellText = (cell: Cell, column: number) => (cell === null ? 'NULL' : markdownText(textOf(cell, column)))
  return [
    line(columns.map((column) => markdownText(column.name))),
    line(columns.map((column) => (column.kind === 'integer' || column.kind === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((_, index) => cellText(row[index] ?? null, index)))),
  ].join('\n')
}

/** Escapes characters that would end a cell or start markup. */
function markdownText(text: string): string {
  return text.replaceAll(/[\\|`*_[\]<>]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, ' ')
}
