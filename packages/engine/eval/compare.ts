import { createHash } from 'node:crypto'
import type { Cell } from '@parlance/contract'

/** How an answer compares with the expected rows. */
export type Verdict = 'same' | 'columns reordered' | 'more columns' | 'different'

function rounded(cell: Cell): Cell {
  return typeof cell === 'number' ? Number(cell.toPrecision(9)) : cell
}

/** The first 16 hex digits of the rows' hash, as stored in the data set; the order of rows doesn't matter. */
export function hashOf(rows: readonly Cell[][]): string {
  const lines = rows.map((row) => JSON.stringify(row.map(rounded))).toSorted()
  return createHash('sha256')
    .update(`[${lines.join(',')}]`)
    .digest('hex')
    .slice(0, 16)
}

function columnKeys(rows: readonly Cell[][]): string[] {
  const width = rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, at) =>
    JSON.stringify(rows.map((row) => JSON.stringify(rounded(row[at] ?? null))).toSorted()),
  )
}

function sortedRows(rows: readonly Cell[][], columns: readonly number[]): string {
  return rows
    .map((row) => JSON.stringify(columns.map((at) => rounded(row[at] ?? null))))
    .toSorted()
    .join('\n')
}

/** For each expected column, the columns of the answer with the same values. */
function assignments(expected: readonly string[], found: readonly string[]): number[][] {
  let partial: number[][] = [[]]
  for (const key of expected) {
    const fitting = found.flatMap((other, at) => (other === key ? [at] : []))
    partial = partial
      .flatMap((one) => fitting.filter((at) => !one.includes(at)).map((at) => [...one, at]))
      .slice(0, 500)
  }
  return partial
}

/** Compares the answer's rows with the expected ones, in any order of rows. */
export function compareRows(expected: readonly Cell[][], found: readonly Cell[][]): Verdict {
  if (expected.length !== found.length) return 'different'
  const width = expected[0]?.length ?? 0
  const foundWidth = found[0]?.length ?? 0
  if (expected.length === 0) return 'same'
  const straight = Array.from({ length: width }, (_, at) => at)
  const wanted = sortedRows(expected, straight)
  if (width === foundWidth && sortedRows(found, straight) === wanted) return 'same'
  const fits = assignments(columnKeys(expected), columnKeys(found)).some(
    (columns) => sortedRows(found, columns) === wanted,
  )
  if (!fits) return 'different'
  return width === foundWidth ? 'columns reordered' : 'more columns'
}
