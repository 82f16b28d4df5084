import type { MetricFormat } from '@parlance/contract'
import i18next from 'i18next'

/** The most digits after the decimal point, unless a format says how many. */
const mostDecimals = 2

/** A metric's value as people read it: `$1,234.50`, `12.3%`, or `1,234.5 hours`. */
export function formatMetricValue(value: number, format: MetricFormat | null, unit: string | null): string {
  const style = format?.style ?? 'number'
  const decimals = format?.decimals ?? null
  const digits =
    decimals === null
      ? { maximumFractionDigits: mostDecimals }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  if (style === 'percent') return value.toLocaleString(i18next.language, { style, ...digits })
  if (style === 'currency' && unit !== null && isCurrency(unit)) {
    return value.toLocaleString(i18next.language, {
      style,
      currency: unit,
      ...(decimals !== null && digits),
    })
  }
  const number = value.toLocaleString(i18next.language, digits)
  return unit === null ? number : `${number} ${unit}`
}

/** Whether a unit is a currency's code, such as EUR. */
function isCurrency(unit: string): boolean {
  return /^[A-Z]{3}$/.test(unit)
}
