import { currencyOf, formatMetricValue } from '@parlance/contract'
import type { ColumnFormat, ResultColumn } from '@parlance/contract'
import i18next from 'i18next'

const units: [number, string][] = [
  [1_000_000_000_000, 'T'],
  [1_000_000_000, 'B'],
  [1_000_000, 'M'],
  [1000, 'k'],
]
/** The maximum number of decimals of a shortened number; a number that needs more is written in full. */
const mostUnitDigits = 4

/**
 * A number on an axis or label: short if it is large, with only significant digits.
 * @param span the range of the neighboring numbers; numbers close together keep the digits that distinguish them
 */
export function chartNumber(value: number, span = Infinity): string {
  const size = Math.abs(value)
  if (size >= 1e18 || (size !== 0 && size < 0.0001)) return powerOfTen(value)
  // A number that would round up to a thousand of a unit uses the next unit.
  const [unit, letter] = units.find(([least]) => size >= (least === 1000 ? 10_000 : least * 0.99995)) ?? [1, '']
  const meant = span > 0 ? Math.ceil(Math.log10(unit / span)) + 1 : 0
  if (letter !== '' && meant <= mostUnitDigits) return `${trimmed(value / unit, Math.max(1, meant))}${letter}`
  const digits = letter === '' ? Math.max(size < 1 ? 4 : 2, meant) : Math.ceil(-Math.log10(span)) + 1
  return trimmed(value, Math.min(15, Math.max(0, digits)))
}

/** The range of the numbers; infinite if there are fewer than two. */
export function spanOf(values: (number | null)[]): number {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value === null) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return most > least ? most - least : Infinity
}

/** For numbers too large for any unit: 8×10²⁰. */
function powerOfTen(value: number): string {
  const [number = '', power = ''] = value.toExponential(2).split('e')
  const raised = Array.from(power.replace('+', ''), (digit) =>
    digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)],
  ).join('')
  return `${trimmed(Number(number), 2)}×10${raised}`
}

/** The full number for the hovered item, as its column says. */
export function fullNumber(value: number, format?: ColumnFormat): string {
  if (format !== undefined) return formatMetricValue(value, format, format.unit, i18next.language)
  return new Intl.NumberFormat(i18next.language, { maximumFractionDigits: 15 }).format(Number(value.toPrecision(15)))
}

function trimmed(value: number, digits: number): string {
  return new Intl.NumberFormat(i18next.language, { maximumFractionDigits: digits }).format(value)
}

/** A short number at an axis: as `chartNumber`, with the sign of a currency or percentage where the language puts it. */
export function axisNumber(
  value: number,
  { span = Infinity, format }: { span?: number; format: ColumnFormat | undefined },
): string {
  const signs = format === undefined ? null : signOptions(format)
  if (signs === null) return chartNumber(value, span)
  const scale = signs.style === 'percent' ? 100 : 1
  const short = chartNumber(Math.abs(value) * scale, span * scale)
  const parts = new Intl.NumberFormat(i18next.language, { ...signs, maximumFractionDigits: 0 }).formatToParts(
    Math.sign(value),
  )
  return parts.map((part) => (part.type === 'integer' ? short : part.value)).join('')
}

/** The format of an axis of several columns; undefined if theirs differ. */
export function sharedFormat([first, ...others]: (ResultColumn | undefined)[]): ColumnFormat | undefined {
  const format = first?.format
  const isSame = others.every((other) => other?.format?.style === format?.style && other?.format?.unit === format?.unit)
  return isSame ? format : undefined
}

/** The name of a column with its unit, unless the unit is a sign at its numbers. */
export function withUnit({ name, format }: ResultColumn): string {
  const unit = format === undefined || signOptions(format) !== null ? null : format.unit
  return unit === null ? name : `${name} (${unit})`
}

function signOptions({ style, unit }: ColumnFormat): Intl.NumberFormatOptions | null {
  if (style === 'percent') return { style }
  const currency = currencyOf(style, unit)
  return currency === null ? null : { style: 'currency', currency }
}
