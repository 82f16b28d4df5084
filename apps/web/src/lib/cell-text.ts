import { fractionDigitsOf, formatMetricValue, isNamingNumber, meantDigits, visibleText } from '@parlance/contract'
import type { Cell, ResultColumn, Row } from '@parlance/contract'
import i18next from 'i18next'

/** The number of characters of a cell that the grid renders; copies and exports have the full value. */
const drawnLength = 500

/** The unchanged value, for copying. NULL copies as empty text. */
export function plainCellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

/**
 * A value as the grid shows it: quantities with grouped digits and without rounding errors. Makes invisible characters
 * that could reverse the text visible. A column's own format decides about decimals and adds its unit.
 * @param digits the decimals of its column; a value with fewer is padded with zeros, one with more is shown in full
 */
export function shownCellText(cell: Cell, column: ResultColumn, digits: number | null = null): string {
  const text = typeof cell === 'number' ? meantDigits(cell) : plainCellText(cell)
  if (text.length > drawnLength) return `${visibleText(text.slice(0, drawnLength))}…`
  if (column.format !== undefined && isNumeral(text))
    return visibleText(formatMetricValue(text, column.format, column.format.unit, i18next.language))
  const isNumber = isCounted(column) && (typeof cell === 'number' || typeof cell === 'string')
  return isNumber ? groupDigits(text, digits) : visibleText(text)
}

/** The number of decimals that shows all numbers of a column unchanged; null if there is none, or it is too large. */
export function fractionDigits(column: ResultColumn, index: number, rows: Row[]): number | null {
  return isCounted(column) ? fractionDigitsOf(cellsOf(rows, index)) : null
}

function* cellsOf(rows: Row[], index: number): Generator<Cell> {
  for (const row of rows) yield row[index] ?? null
}

/** Numbers that identify or date something are shown without grouping. */
function isCounted(column: ResultColumn): boolean {
  return (column.kind === 'integer' || column.kind === 'number') && !isNamingNumber(column.name)
}

function isNumeral(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text)
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
