import type { ResultColumn } from '@parlance/contract'
import { shownCellText } from '../../../../lib/cell-text.ts'

/**
 * The size of a change, written like the values of its column.
 * @param digits the decimals that the column's values share; null if they differ
 */
export function differenceText(now: number, then: number, column: ResultColumn, digits: number | null): string {
  const exact = Math.max(decimalsOf(now), decimalsOf(then))
  return shownCellText(Number(Math.abs(now - then).toFixed(exact)), column, digits)
}

/** A sum, without the digits that adding up binary fractions leaves behind. */
export function sumText(sum: number, column: ResultColumn, parts: readonly number[]): string {
  return shownCellText(Number(sum.toFixed(Math.max(0, ...parts.map(decimalsOf)))), column)
}

const mostDecimals = 6

function decimalsOf(value: number): number {
  const [, fraction = ''] = String(Number(value.toFixed(mostDecimals))).split('.')
  return fraction.length
}
