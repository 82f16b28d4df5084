import { describe, expect, it } from 'vitest'
import { formatMetricValue } from './metric-format.ts'

describe('the value of a metric', () => {
  it.each([
    [1234.5, null, null, '1,234.5'],
    [1234.5678, null, 'hours', '1,234.57 hours'],
    [1234.5, { style: 'number', decimals: 0 }, null, '1,235'],
    [0.1234, { style: 'percent', decimals: null }, null, '12.34%'],
    [0.1234, { style: 'percent', decimals: 0 }, 'of orders', '12%'],
    [1234.5, { style: 'currency', decimals: null }, 'USD', '$1,234.50'],
    [1234.5, { style: 'currency', decimals: 0 }, 'EUR', '€1,235'],
    [1234.5, { style: 'currency', decimals: null }, null, '1,234.5'],
    [1234.5, { style: 'currency', decimals: null }, 'points', '1,234.5 points'],
  ] as const)('shows %s in the format %j with the unit %s as %s', (value, format, unit, expected) => {
    expect(formatMetricValue(value, format, unit, 'en')).toBe(expected)
  })
})
