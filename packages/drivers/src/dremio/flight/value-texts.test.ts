import { expect, it } from 'vitest'
import { dateOfDays, plainDecimal, shortestFloat, timeOfUnits, timestampOfUnits } from './value-texts.ts'

it('counts days as the calendar does, in every year that a JavaScript Date supports', () => {
  for (let days = -719_162; days < 2_932_896; days += 997) {
    expect(dateOfDays(BigInt(days))).toBe(new Date(days * 86_400_000).toISOString().slice(0, 10))
  }
})

it('writes days outside those years', () => {
  expect([dateOfDays(2_932_897n), dateOfDays(-719_528n)]).toEqual(['10000-01-01', '0000-01-01'])
})

it('writes each decimal with its scale', () => {
  expect([plainDecimal(0n, 2), plainDecimal(-5n, 3), plainDecimal(12n, 0), plainDecimal(12n, -2)]).toEqual([
    '0.00',
    '-0.005',
    '12',
    '1200',
  ])
})

it('writes times of each unit, without trailing zeros', () => {
  expect([0, 1, 2, 3].map((unit) => timeOfUnits(1500n, unit))).toEqual([
    '00:25:00',
    '00:00:01.5',
    '00:00:00.0015',
    '00:00:00.0000015',
  ])
  expect(timestampOfUnits(-1n, 3)).toBe('1969-12-31 23:59:59.999999999')
})

it('writes a single-precision number in its shortest form', () => {
  expect([0.1, 16_777_217, 3.4028235e38].map((value) => shortestFloat(Math.fround(value)))).toEqual([
    0.1, 16_777_216, 3.4028235e38,
  ])
})
