import { describe, expect, it } from 'vitest'
import { addDecimals, averageOf, compareDecimals, decimalText, readDecimal, type Decimal } from './decimal.ts'

function decimal(text: string): Decimal {
  const read = readDecimal(text)
  if (read === null) throw new Error(`${text} is no number`)
  return read
}

describe('exact decimals', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['007.500', '7.5'],
    ['-.5', '-0.5'],
    ['3.', '3'],
    ['1e3', '1000'],
    ['1.25e-7', '0.000000125'],
    ['-0.00', '0'],
    [' 12 ', '12'],
    ['1,234,567.89', '1234567.89'],
    ['12.5%', '12.5'],
    ['1,234%', '1234'],
    ['123456789012345678901234567890.12', '123456789012345678901234567890.12'],
  ])('reads %s as %s', (text, written) => {
    expect(decimalText(decimal(text))).toBe(written)
  })

  it.each(['', ' ', '.', '-', 'NaN', 'Infinity', '1.2.3', '0x10', '2026-01-01', '1 2', '1e9999', '1,2'])(
    'reads %j as not a number',
    (text) => {
      expect(readDecimal(text)).toBeNull()
    },
  )

  it.each([
    ['0.1', '0.2', '0.3'],
    ['9007199254740993', '1', '9007199254740994'],
    ['99999999999999999999.99', '0.01', '100000000000000000000'],
    ['-5', '2.50', '-2.5'],
  ])('adds %s and %s: %s', (one, other, sum) => {
    expect(decimalText(addDecimals(decimal(one), decimal(other)))).toBe(sum)
  })

  it.each([
    ['1.10', '1.1', 0],
    ['-2', '1', -1],
    ['0.30000000000000001', '0.3', 1],
  ])('compares %s with %s', (one, other, expected) => {
    expect(compareDecimals(decimal(one), decimal(other))).toBe(expected)
  })

  it.each([
    ['10', 4, '2.5'],
    ['10', 3, '3.333333'],
    ['20', 3, '6.666667'],
    ['-20', 3, '-6.666667'],
    ['0.01', 3, '0.00333333'],
  ])('divides %s by %d to %s', (sum, count, expected) => {
    expect(decimalText(averageOf(decimal(sum), count))).toBe(expected)
  })
})
