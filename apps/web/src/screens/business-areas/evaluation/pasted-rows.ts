import { evaluationLimits, message, type Cell, type ExpectedRows, type Message } from '@parlance/contract'

/** Rows as read, or why they could not be read. */
export type PastedRows = { rows: ExpectedRows } | { problem: Message }

/**
 * Reads rows pasted from a spreadsheet or a CSV file: names of columns first, then one row per line, separated by tabs
 * or commas. Empty values are NULL; numbers that a JavaScript number cannot hold exactly stay text.
 */
export function readPastedRows(text: string, ordered: boolean): PastedRows {
  const [header, ...lines] = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  if (header === undefined) return { problem: message('Paste the names of the columns in the first line.') }
  const separator = header.includes('\t') ? '\t' : ','
  const columns = valuesOf(header, separator)
  if (lines.length > evaluationLimits.expectedRows || lines.length * columns.length > evaluationLimits.expectedCells) {
    return { problem: message('Paste {rows, number} rows or fewer.', { rows: evaluationLimits.expectedRows }) }
  }
  const rows = lines.map((line) => valuesOf(line, separator))
  const bad = rows.findIndex((row) => row.length !== columns.length)
  if (bad >= 0) {
    const values = { line: bad + 2, found: rows[bad]?.length ?? 0, expected: columns.length }
    return {
      problem: message(
        'Line {line}: {found, plural, one {# value} other {# values}} found, {expected} expected.',
        values,
      ),
    }
  }
  return {
    rows: { columns: columns.map(({ text: name }) => name), rows: rows.map((row) => row.map(cellOf)), ordered },
  }
}

/** Expected rows as text that `readPastedRows` reads. */
export function writeRows({ columns, rows }: ExpectedRows): string {
  const lineOf = (cells: Cell[]) => cells.map(writeCell).join(',')
  return [lineOf(columns), ...rows.map(lineOf)].join('\n')
}

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  const isText = typeof cell === 'string' && cellOf({ text, isQuoted: false }) !== cell
  return isText || /[",\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

interface Value {
  text: string
  isQuoted: boolean
}

/** Splits a line; a value in double quotes can contain the separator. */
function valuesOf(line: string, separator: string): Value[] {
  const values: Value[] = []
  let start = 0
  while (start <= line.length) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(line.slice(start))
    const next = start + (quoted?.[0].length ?? 0)
    if (quoted !== null && (next === line.length || line[next] === separator)) {
      values.push({ text: (quoted[1] ?? '').replaceAll('""', '"'), isQuoted: true })
      start = next + 1
      continue
    }
    const end = line.indexOf(separator, start)
    values.push({ text: line.slice(start, end < 0 ? undefined : end).trim(), isQuoted: false })
    start = end < 0 ? line.length + 1 : end + 1
  }
  return values
}

function cellOf({ text, isQuoted }: Value): Cell {
  if (isQuoted) return text
  if (text === '' || text.toUpperCase() === 'NULL') return null
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)
  return isNumber && (text.includes('.') || Number.isSafeInteger(Number(text))) ? Number(text) : text
}
