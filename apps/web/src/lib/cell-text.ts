import type { Cell, ResultColumn } from '@parlance/contract'
import { isNamingNumber } from './numeric-column.ts'

/** Characters of a cell that the grid draws; the whole value is copied and exported. */
const drawnLength = 500

/** A value as it is, for copying. NULL copies as nothing. */
export function plainCellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

/** A value as the grid shows it: digits grouped where they count something, and no more of them than are meant. */
export function shownCellText(cell: Cell, column: ResultColumn): string {
  const text = typeof cell === 'number' ? meantDigits(cell) : plainCellText(cell)
  if (isCounted(column) && (typeof cell === 'number' || typeof cell === 'string')) return groupDigits(text)
  return text.length > drawnLength ? `${text.slice(0, drawnLength)}…` : text
}

/** A binary fraction carries 15 decimal digits: what follows them (893.9699999999999) is the way it was added up. */
function meantDigits(number: number): string {
  return Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
}

/** Numbers that name or date something keep their digits together. */
function isCounted(column: ResultColumn): boolean {
  return (column.kind === 'integer' || column.kind === 'number') && !isNamingNumber(column.name)
}

function groupDigits(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  return sign + whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + rest
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Ascending order of two values that are not NULL. In a numeric column numbers stand before what is none, and dates
 * go by their digits; equal values keep the order that they came in.
 */
export function compareCells(left: Cell, right: Cell, numeric: boolean): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (numeric) {
    const [a, b] = [sortNumber(left), sortNumber(right)]
    if (!Number.isNaN(a) && !Number.isNaN(b) && a !== b) return a - b
    if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1
  }
  return collator.compare(plainCellText(left), plainCellText(right))
}

/** The number that a cell reads as, or NaN. */
function sortNumber(cell: Cell): number {
  if (typeof cell === 'number') return cell
  const text = plainCellText(cell).trim()
  return text === '' ? Number.NaN : Number(text.replaceAll(',', '').replace(/%$/, ''))
}
