import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { plainCellText } from './cell-text.ts'

export const copyFormats = ['tsv', 'csv', 'markdown'] as const
export type CopyFormat = (typeof copyFormats)[number]

/**
 * Cells as text for the clipboard: lines end with CRLF in CSV, with LF elsewhere; NULL is empty, in Markdown the word.
 * Text that a spreadsheet would evaluate starts with an apostrophe, as in exported files.
 */
export function cellsAsText(
  format: CopyFormat,
  { columns, rows, withHeader }: { columns: ResultColumn[]; rows: Row[]; withHeader: boolean },
): string {
  if (format === 'markdown') return markdown(columns, rows)
  const field = format === 'csv' ? csvField : tsvField
  const separator = format === 'csv' ? ',' : '\t'
  const lines = rows.map((row) =>
    columns.map((column, index) => field(guarded(row[index] ?? null, column))).join(separator),
  )
  if (withHeader) lines.unshift(columns.map((column) => field(withoutFormula(column.name))).join(separator))
  return lines.join(format === 'csv' ? '\r\n' : '\n')
}

function guarded(cell: Cell, column: ResultColumn): string {
  const text = plainCellText(cell)
  const isNumber = typeof cell === 'number' || (column.kind !== 'text' && /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text))
  return isNumber ? text : withoutFormula(text)
}

function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? quoted(text) : text
}

function tsvField(text: string): string {
  return /["\t\r\n]/.test(text) ? quoted(text) : text
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function markdown(columns: ResultColumn[], rows: Row[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map((column) => markdownText(column.name))),
    line(columns.map((column) => (column.kind === 'integer' || column.kind === 'number' ? '---:' : '---'))),
    ...rows.map((row) =>
      line(
        columns.map((_, index) => {
          const cell = row[index] ?? null
          return cell === null ? 'NULL' : markdownText(plainCellText(cell))
        }),
      ),
    ),
  ].join('\n')
}

/** Escapes characters that would end a cell or start markup. */
function markdownText(text: string): string {
  return text.replaceAll(/[\\|`*_[\]<>]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, ' ')
}
