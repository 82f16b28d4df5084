import { visibleText } from '@parlance/contract'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { isNamingNumber } from './numeric-column.ts'

/** Characters of a cell that the grid draws; the whole value is copied and exported. */
const drawnLength = 500

/** A value as it is, for copying. NULL copies as nothing. */
export function plainCellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

/** More decimals than these are no money: such a column shows each value as it is. */
const mostFractionDigits = 4

/**
 * A value as the grid shows it: digits grouped where they count something, and no more of them than are meant; a sign
 * that no one sees, and that could turn the text round, is made visible.
 *
 * @param digits the decimals that its column has; a value with fewer gets noughts, one with more stays whole
 */
export function shownCellText(cell: Cell, column: ResultColumn, digits: number | null = null): string {
  const text = typeof cell === 'number' ? meantDigits(cell) : plainCellText(cell)
  if (text.length > drawnLength) return `${visibleText(text.slice(0, drawnLength))}…`
  const isNumber = isCounted(column) && (typeof cell === 'number' || typeof cell === 'string')
  return isNumber ? groupDigits(text, digits) : visibleText(text)
}

/** How many decimals all numbers of a column can be shown with unchanged; null where that is none, or too many. */
export function fractionDigits(column: ResultColumn, index: number, rows: Row[]): number | null {
  if (!isCounted(column)) return null
  let most = 0
  for (const row of rows) {
    const digits = digitsOf(row[index] ?? null)
    if (digits > mostFractionDigits) return null
    if (digits > most) most = digits
  }
  return most === 0 ? null : most
}

function digitsOf(cell: Cell): number {
  if (typeof cell === 'number') {
    if (Number.isInteger(cell)) return 0
    // Most decimals are money: a division is faster than the number's text.
    if (Math.round(cell * 100) / 100 === cell && Math.round(cell * 10) / 10 !== cell) return 2
  } else if (typeof cell !== 'string' || !/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(cell)) {
    return 0
  }
  const text = typeof cell === 'number' ? meantDigits(cell) : cell
  if (/e/i.test(text)) return Number.POSITIVE_INFINITY
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** A binary fraction carries 15 decimal digits: what follows them (893.9699999999999) is the way it was added up. */
function meantDigits(number: number): string {
  return Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
}

/** Numbers that name or date something keep their digits together. */
function isCounted(column: ResultColumn): boolean {
  return (column.kind === 'integer' || column.kind === 'number') && !isNamingNumber(column.name)
}

function groupDigits(text: string, digits: number | null): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  const decimals = digits === null ? rest : (rest || '.').padEnd(digits + 1, '0')
  const first = whole.length % 3 || 3
  return sign + whole.slice(0, first) + whole.slice(first).replaceAll(/\d{3}/g, ',$&') + decimals
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
