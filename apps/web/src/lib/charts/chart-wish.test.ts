import { formatMessage, resultDisplays, type Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { chartChoices } from './chart-spec.ts'
import { unmetWish, wishedChart } from './chart-wish.ts'

const country = { name: 'country', dataType: '', kind: 'text' as const }
const revenue = { name: 'revenue', dataType: '', kind: 'number' as const }
const named = (...values: number[]): Row[] => values.map((value, at) => [`country ${at}`, value])

describe('the chart that a question asks for', () => {
  it('is the one of that kind', () => {
    const choices = chartChoices([country, revenue], named(1, 2))
    expect(wishedChart('pie', choices)).toEqual({ kind: 'pie', x: 0, y: 1 })
    expect(wishedChart('bar', choices)).toEqual({ kind: 'bar', x: 0, y: [1] })
    expect(wishedChart('line', choices)).toBeNull()
    expect(wishedChart(null, choices)).toBeNull()
  })

  it.each([
    ['line', named(1, 2), /^A line chart needs dates/],
    ['pie', named(1, -2), /not negative/],
    ['pie', named(1, 2, 3, 4, 5, 6, 7, 8, 9), /in 2 to 8 rows/],
    ['scatter', named(1, 2), /two columns of numbers/],
    ['bar', named(1), /more than one row/],
    ['chart', [], /^A chart needs a column of numbers/],
  ] as const)('explains why the rows are not shown as %s', (wish, rows, reason) => {
    const found = unmetWish({ display: wish, look: null }, chartChoices([country, revenue], [...rows]), [...rows])
    expect(found === null ? null : formatMessage(found)).toMatch(reason)
  })

  it('needs no explanation if the rows can be shown that way', () => {
    const choices = chartChoices([country, revenue], named(1, 2))
    const unexplained = resultDisplays.filter(
      (display) => unmetWish({ display, look: null }, choices, named(1, 2)) === null,
    )
    expect(unexplained).toEqual(['chart', 'bar', 'pie', 'table'])
  })
})
