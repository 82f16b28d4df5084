import type { MetricFormat } from './definitions.ts'

/** The most digits after the decimal point, unless a format says how many. */
const mostDecimals = 2
/** Smaller numbers would read as zero, so they keep two significant digits, unless a format says how many. */
const smallest = 0.005
const significant = 2
/** Formatters to remember. Making one takes longer than many uses of it. */
const mostFormatters = 100
const formatters = new Map<string, Intl.NumberFormat>()

/**
 * A metric's value as people read it: `€1,234`, `12.3%`, or `1,234.5 hours`. A percentage is stored as a fraction.
 * @param value the number, or its exact digits as text
 * @param language decides on separators and on where signs go
 */
export function formatMetricValue(
  value: number | `${number}`,
  format: MetricFormat | null,
  unit: string | null,
  language: string,
): string {
  const { style = 'number', decimals = null } = format ?? {}
  const currency = currencyOf(style, unit)
  const size = Math.abs(Number(value)) * (style === 'percent' ? 100 : 1)
  const isTiny = decimals === null && size !== 0 && size < smallest
  const number = formatterOf({ style, currency, language, decimals: isTiny ? 'significant' : decimals }).format(value)
  return unit === null || currency !== null || style === 'percent' ? number : `${number} ${unit}`
}

/** The currency of a metric's values, such as EUR; null if its unit is a word, or if it has none. */
export function currencyOf(style: MetricFormat['style'], unit: string | null): string | null {
  return style === 'currency' && unit !== null && /^[A-Z]{3}$/.test(unit) ? unit : null
}

interface Look {
  style: MetricFormat['style']
  currency: string | null
  language: string
  decimals: number | 'significant' | null
}

function formatterOf(look: Look): Intl.NumberFormat {
  const { style, currency, language, decimals } = look
  const key = `${language} ${style} ${currency} ${decimals}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  if (formatters.size >= mostFormatters) formatters.clear()
  const made = new Intl.NumberFormat(language, { ...styleOptions(look), ...digitOptions(look) })
  formatters.set(key, made)
  return made
}

function styleOptions({ style, currency }: Look): Intl.NumberFormatOptions {
  if (currency !== null) return { style: 'currency', currency }
  return style === 'percent' ? { style } : {}
}

function digitOptions({ decimals, currency }: Look): Intl.NumberFormatOptions {
  if (decimals === 'significant') return { maximumSignificantDigits: significant }
  if (decimals !== null) return { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  // A currency has its own digits.
  return currency === null ? { maximumFractionDigits: mostDecimals } : {}
}
