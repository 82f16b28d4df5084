/** What a file is: a database, a workbook, text in columns, an Office file that can't be read, or something else. */
export type TableFileKind = 'database' | 'workbook' | 'text' | 'old-office' | 'other'

const startsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text

/**
 * Recognizes a file with tables by its first bytes. The name only decides whether text has columns, and whether a ZIP
 * file is a workbook.
 */
export function recogniseTableFile(head: Buffer, name: string): TableFileKind {
  if (startsWith(head, 'SQLite format 3\0')) return 'database'
  if (startsWith(head, '\xd0\xcf\x11\xe0')) return 'old-office'
  if (startsWith(head, 'PK\x03\x04')) return /\.xls[xm]$/i.test(name) || head.includes('xl/') ? 'workbook' : 'other'
  // Spreadsheets also export UTF-16 and older code pages, which the table reader supports.
  return /\.(csv|tsv)$/i.test(name) ? 'text' : 'other'
}
