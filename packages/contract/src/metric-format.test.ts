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
    [0.004, null, 'hours', '0.004 hours'],
    [-0.0000123, { style: 'percent', decimals: null }, null, '-0.0012%'],
    [0.00421, { style: 'currency', decimals: null }, 'EUR', '€0.0042'],
    [0.00421, { style: 'currency', decimals: 2 }, 'EUR', '€0.00'],
    ['12345678901234567890.5', { style: 'currency', decimals: null }, 'EUR', '€12,345,678,901,234,567,890.50'],
  ] as const)('shows %s in the format %j with the unit %s as %s', (value, format, unit, expected) => {
    expect(formatMetricValue(value, format, unit, 'en')).toBe(expected)
  })
})
