import { formatMessage, type Cell } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../evaluation/src/random.ts'
import type { Phrase } from './lists.ts'
import { formatCell, formatMeasure, formatNumber, numberOf, styleOf, type Unit } from './numbers.ts'

const text = (phrase: Phrase): string => (typeof phrase === 'string' ? phrase : formatMessage(phrase))

describe('numberOf', () => {
  it.each<[Cell | undefined, number | null]>([
    [5, 5],
    [-0.5, -0.5],
    [0, 0],
    ['12.50', 12.5],
    ['-3', -3],
    ['1000000000000000000000.0', 1e21],
    ['', null],
    ['abc', null],
    ['1,234', null],
    ['2024-01', null],
    ['0x10', null],
    ['Infinity', null],
    [' 5', null],
    [true, null],
    [null, null],
    [undefined, null],
  ])('%j is %j', (cell, expected) => {
    expect(numberOf(cell)).toBe(expected)
  })
})

describe('a number in a sentence', () => {
  it.each<[number, Unit, string]>([
    [0, '$', '$0'],
    [-0, null, '0'],
    [1234.5, '£', '£1,234.5'],
    [-1234.5, '€', '-€1,234.5'],
    [12.3456, '%', '12.35%'],
    [0.001, null, '0.001'],
    [-0.000012345, null, '-0.000012'],
    [1e15, null, '1,000,000,000,000,000'],
    [999.995, null, '1,000'],
  ])('%d with %s is %s', (value, unit, expected) => {
    expect(formatNumber(value, { digits: null, unit })).toBe(expected)
  })

  it('has the decimals of its column, at most two', () => {
    const column = [1, 2.5, 3.75]
    expect(column.map((one) => text(formatMeasure(one, styleOf(column, null))))).toEqual(['1.00', '2.50', '3.75'])
    expect(text(formatMeasure(2, styleOf([2, 3, null], null)))).toBe('2')
    expect(text(formatMeasure(1.23456, styleOf([1.23456, 2], '$')))).toBe('$1.23')
  })

  it('is never zero unless it is, and never further from its value than its last decimal', () => {
    const random = seeded(31)
    for (let round = 0; round < 300; round++) {
      const value = (random() - 0.5) * 10 ** Math.floor(random() * 12 - 6)
      const shown = formatNumber(value)
      const read = Number(shown.replaceAll(',', ''))
      expect({ value, shown, isZero: read === 0 }).toEqual({ value, shown, isZero: value === 0 })
      expect({ shown, sign: Math.sign(read) }).toEqual({ shown, sign: Math.sign(value) })
      expect(Math.abs(read - value)).toBeLessThanOrEqual(Math.max(0.005, Math.abs(value) * 0.05) + 1e-9)
    }
  })
})

describe('a cell in a sentence', () => {
  it.each<[Cell | undefined, string]>([
    [null, '(none)'],
    [undefined, '(none)'],
    ['', '(none)'],
    [true, 'yes'],
    [false, 'no'],
    [1234.5, '1,234.5'],
    ['2024-05-01 00:00:00', '2024-05-01'],
    ['2024-05-01T00:00:00.000+00:00', '2024-05-01'],
    ['2024-05-01 10:30:00', '2024-05-01 10:30:00'],
    ['{curly} and <b>', '{curly} and <b>'],
    ['  spaces  ', '  spaces  '],
  ])('%j is %j', (cell, expected) => {
    expect(text(formatCell(cell))).toBe(expected)
  })

  it('is cut if it is long', () => {
    const cut = text(formatCell('ä'.repeat(500)))
    expect([cut.length, cut.endsWith('…')]).toEqual([80, true])
    expect(text(formatCell('a'.repeat(80)))).toBe('a'.repeat(80))
  })
})
