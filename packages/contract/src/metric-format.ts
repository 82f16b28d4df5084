import type { MetricFormat } from './definitions.ts'

/** The most digits after the decimal point, unless a format says how many. */
const mostDecimals = 2

/**
 * A metric's value as people read it: `€1,234`, `12.3%`, or `1,234.5 hours`. A percentage is stored as a fraction.
 * @param language decides on separators and on where signs go
 */
export function formatMetricValue(
  value: number,
  format: MetricFormat | null,
  unit: string | null,
  language: string,
): string {
  const style = format?.style ?? 'number'
  const decimals = format?.decimals ?? null
  const digits =
    decimals === null
      ? { maximumFractionDigits: mostDecimals }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  if (style === 'percent') return value.toLocaleString(language, { style, ...digits })
  if (style === 'currency' && unit !== null && /^[A-Z]{3}$/.test(unit))
    return value.toLocaleString(language, { style, currency: unit, ...(decimals === null ? {} : digits) })
  const number = value.toLocaleString(language, digits)
  return unit === null ? number : `${number} ${unit}`
}
