import type { Cell } from '@parlance/contract'
import type { Aggregation } from './chart-settings.ts'
import { addDecimals, averageOf, compareDecimals, decimalText, readDecimal, type Decimal } from './decimal.ts'

/** The exact aggregate of a group of cells; groups can be merged later. */
export interface Accumulator {
  rows: number
  /** The number of numeric cells. */
  numbers: number
  /** The sum of the integers so far, while it is exact as a number. */
  integers: number
  /** The rest of the sum. */
  sum: Decimal | null
  least: Decimal | null
  greatest: Decimal | null
}

export function emptyAccumulator(): Accumulator {
  return { rows: 0, numbers: 0, integers: 0, sum: null, least: null, greatest: null }
}

/** Adds a cell; returns false if it is neither a number nor empty. NULL is counted only as a row. */
export function accumulate(into: Accumulator, cell: Cell, aggregation: Aggregation): boolean {
  into.rows += 1
  if (aggregation === 'count' || cell === null || cell === '') return true
  if (aggregation === 'sum' || aggregation === 'average') return add(into, cell)
  const value = decimalOf(cell)
  if (value === null) return false
  into.numbers += 1
  if (into.least === null || compareDecimals(value, into.least) < 0) into.least = value
  if (into.greatest === null || compareDecimals(value, into.greatest) > 0) into.greatest = value
  return true
}

/** Merges another group into this one. */
export function merge(into: Accumulator, other: Accumulator): void {
  into.rows += other.rows
  into.numbers += other.numbers
  addInteger(into, other.integers)
  if (other.sum !== null) into.sum = into.sum === null ? other.sum : addDecimals(into.sum, other.sum)
  if (other.least !== null && (into.least === null || compareDecimals(other.least, into.least) < 0)) {
    into.least = other.least
  }
  if (other.greatest !== null && (into.greatest === null || compareDecimals(other.greatest, into.greatest) > 0)) {
    into.greatest = other.greatest
  }
}

/** The result as exact text; null if no cell was a number. */
export function resultOf(group: Accumulator, aggregation: Aggregation): string | null {
  if (aggregation === 'count') return String(group.rows)
  if (group.numbers === 0) return null
  if (aggregation === 'min') return group.least === null ? null : decimalText(group.least)
  if (aggregation === 'max') return group.greatest === null ? null : decimalText(group.greatest)
  const integers = { digits: BigInt(group.integers), scale: 0 }
  const sum = group.sum === null ? integers : addDecimals(group.sum, integers)
  return decimalText(aggregation === 'sum' ? sum : averageOf(sum, group.numbers))
}

/** A cell as a decimal; a binary fraction has 15 significant digits, and the digits after them are rounding errors. */
export function decimalOf(cell: Cell): Decimal | null {
  if (typeof cell === 'string') return readDecimal(cell)
  if (typeof cell !== 'number' || !Number.isFinite(cell)) return null
  return readDecimal(Number.isInteger(cell) ? BigInt(cell).toString() : String(Number(cell.toPrecision(15))))
}

function add(into: Accumulator, cell: Cell): boolean {
  if (typeof cell === 'number' && Number.isSafeInteger(cell)) {
    into.numbers += 1
    addInteger(into, cell)
    return true
  }
  const value = decimalOf(cell)
  if (value === null) return false
  into.numbers += 1
  into.sum = into.sum === null ? value : addDecimals(into.sum, value)
  return true
}

function addInteger(into: Accumulator, integer: number): void {
  const total = into.integers + integer
  if (Number.isSafeInteger(total)) {
    into.integers = total
    return
  }
  const exact = { digits: BigInt(into.integers) + BigInt(integer), scale: 0 }
  into.sum = into.sum === null ? exact : addDecimals(into.sum, exact)
  into.integers = 0
}
