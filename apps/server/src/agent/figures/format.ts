import { fractionDigitsOf, formatMetricValue, isNamingNumber, type ColumnFormat } from '@parlance/contract'
import type Big from 'big.js'
import type { FigureStyle } from './notation.ts'
import type { Figure } from './resolve.ts'
import type { StepColumn } from './step.ts'

/** Decimals of a computed number, whose column has none to follow. */
const computedDigits = 2
const percentDigits = 1
/** Decimals of a number in thousands, millions, or billions. */
const unitDigits = 1
/** Significant digits of a number that its decimals would show as zero. */
const significant = 2
/** The longest text of a cell in a sentence. */
const longestText = 200

const unitFactors = { thousand: 1e3, million: 1e6, billion: 1e9 } as const

/** A figure as the grid shows it, in English; a style overrides the decimals or the unit. */
export function formatFigure(figure: Figure, style: FigureStyle): string {
  const { value, kind } = figure
  if (value === null) return formatText(figure)
  if (style && 'unit' in style && style.unit !== 'percent') {
    return `${group(value.div(unitFactors[style.unit]), { digits: unitDigits, trims: true })} ${style.unit}`
  }
  const digits = style && 'digits' in style ? style.digits : null
  if (style && 'unit' in style) return `${group(value.times(100), { digits: percentDigits, trims: true })}%`
  switch (kind) {
    case 'percent':
      return `${group(value, { digits: digits ?? percentDigits, trims: digits === null })}%`
    case 'rank':
      return ordinal(value.toNumber())
    case 'count':
      return group(value, { digits: 0 })
    case 'ratio':
      return group(value, { digits: digits ?? computedDigits, trims: digits === null })
    case 'cell':
    case 'number':
      return formatNumber(figure, value, digits)
  }
}

/** With the decimals and the unit of its column, so that it looks the same as in the grid. */
function formatNumber({ kind, column }: Figure, value: Big, digits: number | null): string {
  const format = column?.column.format
  if (format !== undefined) return formatMetric(value, { ...format, decimals: digits ?? format.decimals })
  if (column && isNamingNumber(column.column.name) && digits === null) return value.toFixed()
  if (digits !== null) return group(value, { digits })
  const shown = column ? digitsOf(column) : null
  if (kind === 'cell')
    return shown === null ? group(value, { digits: decimalsOf(value) }) : group(value, { digits: shown })
  return shown === null ? group(value, { digits: computedDigits, trims: true }) : group(value, { digits: shown })
}

function formatMetric(value: Big, format: ColumnFormat): string {
  return formatMetricValue(value.toNumber(), format, format.unit, 'en-US')
}

function formatText({ cell }: Figure): string {
  if (cell === null) return 'no value'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  const text = String(cell)
  const midnight = /^(\d{4}-\d{2}-\d{2})[T ]00:00:00(?:\.0+)?(?:Z|[+-]00(?::?00)?)?$/.exec(text)
  if (midnight?.[1]) return midnight[1]
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}

function digitsOf({ step, index }: StepColumn): number | null {
  return fractionDigitsOf(cellsOf())

  function* cellsOf() {
    for (const row of step.result.rows) yield row[index] ?? null
  }
}

function decimalsOf(value: Big): number {
  return value.toFixed().split('.')[1]?.length ?? 0
}

/** Groups digits; a number that would read as zero keeps two significant digits instead. */
function group(value: Big, { digits, trims = false }: { digits: number; trims?: boolean }): string {
  const rounded = value.round(digits)
  const isHidden = rounded.eq(0) && !value.eq(0)
  const plain = isHidden ? value.prec(significant).toFixed() : rounded.toFixed(digits)
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  const kept = trims ? withoutLastZeros(fraction) : fraction
  const first = whole.length % 3 || 3
  const grouped = whole.slice(0, first) + whole.slice(first).replaceAll(/\d{3}/g, (three) => `,${three}`)
  const sign = value.lt(0) ? '-' : ''
  return `${sign}${grouped}${kept === '' ? '' : `.${kept}`}`
}

function withoutLastZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end--
  return fraction.slice(0, end)
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' } as const

function ordinal(value: number): string {
  return `${value}${endings[ordinals.select(value)]}`
}
