import type { Cell, ColumnKind } from '@parlance/contract'
import { numericCell } from './cells.ts'
import type { ComparedResult } from './encode.ts'

/** Digits of a fraction that count, so that another order of adding up seldom changes a key. */
const digits = 10

/**
 * Writes a result as lines to hash: equal results have equal lines, in any order of rows.
 * The lines contain the values, so only a keyed hash of them may be stored.
 */
export function multisetLines({ columns, rows }: ComparedResult): string[] {
  const lines = rows.map((row) => JSON.stringify(columns.map(({ kind }, at) => keyOf(row[at] ?? null, kind))))
  return [`${columns.length} columns, ${rows.length} rows`, ...lines.toSorted()]
}

function keyOf(cell: Cell, kind: ColumnKind): Cell | [string] {
  const number = numericCell(cell, kind)
  return number ? [String(number.whole ?? number.value.toPrecision(digits))] : cell
}
