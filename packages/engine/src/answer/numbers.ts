import { decimalsOf, fractionDigitsOf, formatMetricValue, message, type Cell } from '@parlance/contract'
import type { MetricLook } from '../contract.ts'
import type { Phrase } from './lists.ts'

/**
 * What a measure's numbers count: a sign before them, a percent sign after them, or what a metric of the area says; null
 * if that isn't known.
 */
export type Unit = '$' | '€' | '£' | '%' | MetricLook | null

/** How the numbers of one column are written, like in the grid. */
export interface NumberStyle {
  /** The decimals of every number; null if each has its own. */
  digits: number | null
  unit: Unit
}

/** Decimals of a number that has more than a sentence should show. */
const roundedDigits = 2
/** Smaller numbers would read as zero. */
const smallest = 0.005
const significant = 2
const longestText = 80

const formatters = new Map<number, Intl.NumberFormat>()

function formatterOf(digits: number): Intl.NumberFormat {
  const known = formatters.get(digits)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formatters.set(digits, made)
  return made
}

const rounding = new Intl.NumberFormat('en-US', { maximumFractionDigits: roundedDigits })
const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: significant })

/** A cell's number; null if it has none. Numbers stored as text (exact decimals) are included. */
export function numberOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell)) return Number(cell)
  return null
}

/** How a column's numbers are written: with the decimals that the grid shows for it, but no more than money has. */
export function styleOf(cells: readonly Cell[], unit: Unit): NumberStyle {
  const digits = fractionDigitsOf(cells)
  const isWhole = digits === null && cells.every((one) => decimalsOf(one) === 0)
  if (isWhole) return { digits: null, unit }
  return { digits: digits === null || digits > roundedDigits ? roundedDigits : digits, unit }
}

/** A number for display: with the decimals of its column, else rounded, but never to zero. */
export function formatNumber(value: number, { digits, unit }: NumberStyle = { digits: null, unit: null }): string {
  if (typeof unit === 'object' && unit !== null) return formatMetricValue(value, unit.format, unit.unit, 'en-US')
  const amount = Math.abs(value)
  const isTiny = amount !== 0 && amount < smallest
  const text = isTiny ? small.format(amount) : (digits === null ? rounding : formatterOf(digits)).format(amount)
  const sign = value < 0 && /[1-9]/.test(text) ? '-' : ''
  return unit === '%' ? `${sign}${text}%` : `${sign}${unit ?? ''}${text}`
}

/** A cell of a measure, whose number may be stored as text. */
export function formatMeasure(cell: Cell | undefined, style: NumberStyle): Phrase {
  const value = numberOf(cell)
  return value === null ? formatCell(cell) : formatNumber(value, style)
}

/** A cell as it appears in a sentence. */
export function formatCell(cell: Cell | undefined): Phrase {
  if (cell === null || cell === undefined || cell === '') return message('(none)')
  if (typeof cell === 'number') return formatNumber(cell, styleOf([cell], null))
  if (typeof cell === 'boolean') return cell ? message('yes') : message('no')
  const midnight = /^(\d{4}-\d{2}-\d{2})[T ]00:00:00(?:\.0+)?(?:Z|[+-]00(?::?00)?)?$/.exec(cell)
  const text = midnight?.[1] ?? cell
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}
