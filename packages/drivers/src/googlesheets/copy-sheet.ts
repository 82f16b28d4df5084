import { emptyCell, type SheetCell } from '../table-copy/cells.ts'
import type { CopyFile } from '../table-copy/copy-file.ts'
import type { SheetOutline, Spreadsheet } from './spreadsheet.ts'

/**
 * Copies one sheet into a table with its name. The first row with content names the columns, and the rows below it
 * become rows.
 * @returns the number of rows; null for a sheet without cells, which gets no table
 */
export async function copySheet(spreadsheet: Spreadsheet, sheet: SheetOutline, file: CopyFile): Promise<number | null> {
  const merges = new Merges(sheet)
  let copy: ReturnType<CopyFile['beginSheet']> | null = null
  for await (const { start, rows } of spreadsheet.rows(sheet)) {
    for (const [index, row] of rows.entries()) {
      const place = start + index
      if (row.every((cell) => cell.kind === 'empty')) continue
      if (copy) copy.add(merges.fillDown(place, row))
      else {
        copy = file.beginSheet(sheet.title, merges.headers(place, row, sheet.columnCount))
      }
    }
  }
  copy?.finish()
  return copy?.rowCount ?? null
}

/** The API returns the content of merged cells only in the first one. */
class Merges {
  readonly #across = new Map<string, number>()
  readonly #down = new Map<string, SheetCell | null>()
  readonly #anchorOf = new Map<string, string>()
  readonly #columnCount: number

  constructor(sheet: SheetOutline) {
    this.#columnCount = sheet.columnCount
    for (const merge of sheet.merges) {
      const top = merge.startRowIndex ?? 0
      const left = merge.startColumnIndex ?? 0
      const right = Math.min(merge.endColumnIndex ?? 0, sheet.columnCount)
      for (let column = left + 1; column < right; column += 1) this.#across.set(key(top, column), left)
      if (right - left !== 1) continue
      this.#down.set(key(top, left), null)
      for (let row = top + 1; row < (merge.endRowIndex ?? 0); row += 1) {
        this.#anchorOf.set(key(row, left), key(top, left))
      }
    }
  }

  /** Repeats a header that spans several columns in each of them. */
  headers(place: number, row: SheetCell[], columnCount: number): string[] {
    return Array.from({ length: columnCount }, (_, column) => {
      const cell = row[this.#across.get(key(place, column)) ?? column]
      return cell?.shown ?? String(cell?.value ?? '')
    })
  }

  /** Repeats merged text in each row. A number is not repeated, because it would be counted several times. */
  fillDown(place: number, row: SheetCell[]): SheetCell[] {
    if (this.#down.size === 0) return row
    return Array.from({ length: this.#columnCount }, (_, column) => {
      const cell = row[column] ?? emptyCell
      const own = key(place, column)
      if (this.#down.has(own)) this.#down.set(own, cell)
      const anchor = this.#anchorOf.get(own)
      const above = anchor === undefined ? null : this.#down.get(anchor)
      return above?.kind === 'text' || above?.kind === 'date' ? above : cell
    })
  }
}

function key(row: number, column: number): string {
  return `${row}:${column}`
}
