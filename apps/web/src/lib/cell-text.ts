import { visibleText } from '@parlance/contract'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import i18next from 'i18next'
import { isNamingNumber } from './numeric-column.ts'

/** The number of characters of a cell that the grid renders; copies and exports have the full value. */
const drawnLength = 500

/** The unchanged value, for copying. NULL copies as empty text. */
export function plainCellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

/** More decimals than these are not money: such a column shows each value unchanged. */
const mostFractionDigits = 4

/**
 * A value as the grid shows it: quantities with grouped digits and without rounding errors. Makes invisible characters
 * that could reverse the text visible.
 * @param digits the decimals of its column; a value with fewer is padded with zeros, one with more is shown in full
 */
export function shownCellText(cell: Cell, column: ResultColumn, digits: number | null = null): string {
  const text = typeof cell === 'number' ? meantDigits(cell) : plainCellText(cell)
  if (text.length > drawnLength) return `${visibleText(text.slice(0, drawnLength))}…`
  const isNumber = isCounted(column) && (typeof cell === 'number' || typeof cell === 'string')
  return isNumber ? groupDigits(text, digits) : visibleText(text)
}

/** The number of decimals that shows all numbers of a column unchanged; null if there is none, or it is too large. */
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

/**
 * A binary fraction has 15 significant decimal digits; the digits after them (893.9699999999999) are rounding errors.
 */
function meantDigits(number: number): string {
  return Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
}

/** Numbers that identify or date something are shown without grouping. */
function isCounted(column: ResultColumn): boolean {
  return (column.kind === 'integer' || column.kind === 'number') && !isNamingNumber(column.name)
}

function groupDigits(text: string, digits: number | null): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', rest = ''] = match
  const fraction = digits === null ? rest.slice(1) : rest.slice(1).padEnd(digits, '0')
  const { group, decimal } = separators()
  const first = whole.length % 3 || 3
  const grouped = whole.slice(0, first) + whole.slice(first).replaceAll(/\d{3}/g, (three) => group + three)
  return sign + grouped + (fraction === '' ? '' : decimal + fraction)
}

interface Separators {
  group: string
  decimal: string
}

const separatorsOf = new Map<string, Separators>()

/** The separators of numbers in the user's language. Values are text, because they can exceed a number's precision. */
function separators(): Separators {
  const { language } = i18next
  let known = separatorsOf.get(language)
  if (known === undefined) {
    const parts = new Intl.NumberFormat(language).formatToParts(12_345.6)
    const find = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    known = { group: find('group'), decimal: find('decimal') }
    separatorsOf.set(language, known)
  }
  return known
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Ascending order of two values that are not NULL. In a numeric column, numbers come before other values, and dates are
 * compared by their digits; equal values keep their order.
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

/** The number in a cell, or NaN. */
function sortNumber(cell: Cell): number {
  if (typeof cell === 'number') return cell
  const text = plainCellText(cell).trim()
  return text === '' ? Number.NaN : Number(text.replaceAll(',', '').replace(/%$/, ''))
}
