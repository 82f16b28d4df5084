import type { Cell, ResultColumn, Row } from '@parlance/contract'

const widestColumn = 48

/** Rows as an aligned table: numbers to the right, long cells cut, NULL as a word. */
export function formatTable(columns: ResultColumn[], rows: Row[]): string {
  const cells = rows.map((row) => columns.map((_, index) => formatCell(row[index] ?? null)))
  const widths = columns.map((column, index) =>
    Math.max(widthOf(column.name), 1, ...cells.map((row) => widthOf(row[index] ?? ''))),
  )
  const isRight = columns.map((column, index) =>
    isNumeric(
      column,
      rows.map((row) => row[index] ?? null),
    ),
  )
  const line = (texts: string[]): string =>
    texts
      .map((text, index) => align(text, widths[index] ?? 0, isRight[index] ?? false))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [line(columns.map((column) => cut(column.name))), rule, ...cells.map(line)].join('\n')
}

/** A binary fraction has 15 significant decimal digits; the rest is rounding noise from adding it up. */
function formatCell(cell: Cell): string {
  if (typeof cell === 'number' && !Number.isInteger(cell)) return String(Number(cell.toPrecision(15)))
  return cell === null ? 'NULL' : cut(String(cell))
}

/** One line without control characters, so that a cell can't control the terminal. */
function cut(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
  const characters = Array.from(line)
  return characters.length > widestColumn ? `${characters.slice(0, widestColumn - 1).join('')}…` : line
}

function align(text: string, width: number, isRight: boolean): string {
  const gap = ' '.repeat(Math.max(width - widthOf(text), 0))
  return isRight ? gap + text : text + gap
}

/** East Asian characters and emoji take two places in a terminal. */
function widthOf(text: string): number {
  let width = 0
  for (const character of cut(text))
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1
  return width
}

function isNumeric(column: ResultColumn, cells: Cell[]): boolean {
  if (column.kind === 'integer' || column.kind === 'number') return true
  const present = cells.filter((cell) => cell !== null)
  return present.length > 0 && present.every((cell) => typeof cell === 'number')
}
