import type { Cell, ColumnKind } from '@parlance/contract'

/**
 * How far two fractions may be apart and still be equal: by 1e-9 of the larger one, or by 1e-12 near zero. Databases add
 * up fractions in any order, so the last digits differ from run to run. Whole numbers have no tolerance.
 */
const tolerance = { relative: 1e-9, absolute: 1e-12 } as const

/** A number of a result. */
export interface NumericCell {
  value: number
  /** A whole number, which is exact: its digits if it is too large for a number; null for a fraction. */
  whole: number | string | null
}

const decimalText = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const wholeText = /^(-?\d+)(?:\.0*)?$/
const integerText = /^-?[1-9]\d{15,}$/

/**
 * @param kind of the cell's column. Drivers write decimals as text in columns of numbers, and integers beyond 2^53 in any
 *   column. Other texts, such as a postal code, are never numbers.
 * @returns the cell as a number, or null if it isn't one
 */
export function numericCell(cell: Cell, kind: ColumnKind): NumericCell | null {
  if (typeof cell === 'number') return exactIfSafe(cell)
  if (typeof cell !== 'string') return null
  const isNumber = kind === 'integer' || kind === 'number' ? decimalText.test(cell) : integerText.test(cell)
  const value = Number(cell)
  if (!isNumber || !Number.isFinite(value)) return null
  const digits = wholeText.exec(cell)?.[1] ?? null
  return Number.isSafeInteger(value) ? exactIfSafe(value) : { value, whole: digits }
}

function exactIfSafe(value: number): NumericCell {
  return { value, whole: Number.isSafeInteger(value) ? value : null }
}

function areClose(a: number, b: number): boolean {
  const apart = Math.abs(a - b)
  return apart <= tolerance.absolute || apart <= tolerance.relative * Math.max(Math.abs(a), Math.abs(b))
}

/** Whether two numbers are equal: exactly if both are whole, otherwise within the tolerance. */
export function areEqualNumbers(a: NumericCell, b: NumericCell): boolean {
  return a.whole !== null && b.whole !== null ? a.whole === b.whole : areClose(a.value, b.value)
}

/** Whether two cells are equal. NULL equals only NULL. */
export function areEqualCells(a: Cell, kindOfA: ColumnKind, b: Cell, kindOfB: ColumnKind): boolean {
  const left = numericCell(a, kindOfA)
  const right = numericCell(b, kindOfB)
  return left !== null && right !== null ? areEqualNumbers(left, right) : left === right && a === b
}
