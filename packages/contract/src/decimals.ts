import type { Cell } from './values.ts'

/** More decimals than these are not money: such a column shows each value unchanged. */
const mostFractionDigits = 4

/** The significant decimal digits of a binary fraction; those after them (893.9699999999999) are rounding errors. */
const meantPrecision = 15

/** A number as text without its rounding errors. */
export function meantDigits(number: number): string {
  return Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(meantPrecision)))
}

/** The number of decimals that shows all numbers of a column unchanged; null if there is none, or it is too large. */
export function fractionDigitsOf(cells: Iterable<Cell>): number | null {
  let most = 0
  for (const cell of cells) {
    const digits = decimalsOf(cell)
    if (digits > mostFractionDigits) return null
    if (digits > most) most = digits
  }
  return most === 0 ? null : most
}

/** The number of decimals of a number, or of a text that is one; 0 for other cells. */
export function decimalsOf(cell: Cell): number {
  if (typeof cell === 'number') {
    if (Number.isInteger(cell)) return 0
    // Most decimals are money, for which a division is faster than the number's text.
    if (Math.round(cell * 100) / 100 === cell && Math.round(cell * 10) / 10 !== cell) return 2
  } else if (typeof cell !== 'string' || !/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(cell)) {
    return 0
  }
  const text = typeof cell === 'number' ? meantDigits(cell) : cell
  if (/e/i.test(text)) return Number.POSITIVE_INFINITY
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** Whether the numbers of a column identify or date something, so that they are never summed or grouped. */
export function isNamingNumber(name: string): boolean {
  return /(^|_)(id|no|num|number|year|code|zip|phone|postcode)$/i.test(name) || /[a-z](Id|ID|Year|Code)$/.test(name)
}
