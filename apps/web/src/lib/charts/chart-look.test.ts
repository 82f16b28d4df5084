import { formatMessage, type ResultColumn, type ResultDisplay, type ResultLook, type Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { chartNotes } from './chart-notes.ts'
import { chartOption } from './chart-option.ts'
import { chartChoices, type ChartSpec } from './chart-spec.ts'
import { chartWords } from './chart-words.ts'
import { unmetWish, withLook, wishedChart } from './chart-wish.ts'
import { tokenTheme } from './token-theme.ts'

const column = (name: string, kind: ResultColumn['kind'] = 'number'): ResultColumn => ({ name, dataType: '', kind })
const byRegion = [column('month', 'text'), column('region', 'text'), column('revenue')]
const sales: Row[] = [
  ['2026-01', 'North', 30],
  ['2026-01', 'South', 10],
  ['2026-02', 'North', 25],
  ['2026-02', 'West', 75],
]
const two = [column('name', 'text'), column('revenue'), column('order_count', 'integer')]
const shops: Row[] = [
  ['A', 1000, 5],
  ['B', 2000, 9],
]

const look = (fields: Partial<ResultLook>): ResultLook => ({ stack: 'none', lines: [], references: [], ...fields })

function drawn(display: ResultDisplay, asked: ResultLook, columns: ResultColumn[], rows: Row[]) {
  const choices = chartChoices(columns, rows)
  const plain = wishedChart(display, choices)
  const spec = plain === null ? null : withLook(plain, { display, look: asked }, columns, rows)
  if (spec === null || spec.kind === 'figure' || spec.kind === 'pie') throw new Error('a chart with axes was expected')
  const unmet = unmetWish({ display, look: asked }, choices, rows)
  return {
    spec,
    option: chartOption(spec, columns, rows, tokenTheme),
    words: chartWords(spec, columns).map((one) => formatMessage(one)),
    unmet: unmet === null ? null : formatMessage(unmet),
  }
}

describe('the look that a question asks for', () => {
  it('stacks the groups of each place', () => {
    const { spec, option, words } = drawn('bar', look({ stack: 'stacked' }), byRegion, sales)
    expect(spec).toMatchObject({ x: 0, y: [2], series: 1, stack: 'stacked' })
    expect(option).toMatchObject({
      xAxis: { data: ['2026-01', '2026-02'] },
      series: [
        { name: 'North', stack: 'all', data: [30, 25] },
        { name: 'South', stack: 'all', data: [10, null] },
        { name: 'West', stack: 'all', data: [null, 75] },
      ],
      aria: { decal: { show: true } },
    })
    expect(words.slice(1)).toEqual(['Split by region.', 'The bars are stacked.'])
  })

  it('makes the bars of a place parts of 100%, also of what is not drawn', () => {
    const { option } = drawn('bar', look({ stack: 'share' }), byRegion, sales)
    expect(option).toMatchObject({
      yAxis: { max: 100 },
      series: [{ data: [75, 25] }, { data: [25, null] }, { data: [null, 75] }],
    })
    expect(drawn('bar', look({ stack: 'share', references: [50, 60_000] }), byRegion, sales).spec).toMatchObject({
      references: [50],
    })
    const many = Array.from({ length: 10 }, (_, at): Row => ['2026-01', `Region ${at}`, at + 1])
    const twoMonths = [...many, ...many.map(([, ...rest]): Row => ['2026-02', ...rest])]
    const shares = drawn('bar', look({ stack: 'share' }), byRegion, twoMonths)
    const [first] = Array.isArray(shares.option.series) ? shares.option.series : []
    expect(first).toMatchObject({ name: 'Region 2' })
    expect(first.data[0]).toBeCloseTo((3 / 55) * 100)
    expect(chartNotes(shares.spec, twoMonths).map((one) => formatMessage(one))).toEqual([
      'The chart shows the 8 largest of 10 groups. 100% includes the others.',
    ])
  })

  it('draws the named column as a line over the bars, with its own axis if its numbers are much smaller', () => {
    const { option, words } = drawn('combined', look({ lines: ['number of orders'] }), two, shops)
    expect(option).toMatchObject({
      yAxis: [{ name: 'revenue' }, { name: 'order_count' }],
      series: [
        { type: 'bar', name: 'revenue' },
        { type: 'line', name: 'order_count', yAxisIndex: 1, data: [5, 9] },
      ],
    })
    expect(words.at(-1)).toBe('order_count as lines.')
  })

  it('marks a number with a line, and makes room for it', () => {
    const { option, words } = drawn('bar', look({ references: [10_000] }), two.slice(0, 2), shops)
    expect(option).toMatchObject({ series: [{ markLine: { data: [{ yAxis: 10_000, label: { formatter: '10k' } }] } }] })
    const { max } = option.yAxis as { max: (extent: { min: number; max: number }) => number | null }
    expect([max({ min: 0, max: 2000 }), max({ min: 0, max: 20_000 })]).toEqual([11_000, null])
    expect(words.at(-1)).toBe('Marked with a line: 10,000.')
  })

  it.each<[string, ResultDisplay, Partial<ResultLook>, ResultColumn[], Row[], RegExp]>([
    ['stacked bars of one group', 'bar', { stack: 'stacked' }, two.slice(0, 2), shops, /need a second group/],
    ['shares of negative numbers', 'bar', { stack: 'share' }, two, [...shops, ['C', -1, 2]], /not negative/],
    ['a line without a second column', 'combined', {}, two.slice(0, 2), shops, /two columns of numbers/],
  ])('says why it does not draw %s', (_, display, asked, columns, rows, reason) => {
    const found = drawn(display, look(asked), columns, rows)
    expect(found.unmet).toMatch(reason)
    expect(found.spec).not.toHaveProperty('stack')
    expect(found.spec).not.toHaveProperty('lines')
  })

  it('says that a pie has no axis for a line', () => {
    const choices = chartChoices(two.slice(0, 2), shops)
    const unmet = unmetWish({ display: 'pie', look: look({ references: [5] }) }, choices, shops)
    expect(unmet === null ? '' : formatMessage(unmet)).toMatch(/^A pie chart has no axis for a line\./)
  })
})

it('draws one place per pair of names, and the columns with fewer names as groups', () => {
  const rows = ['A', 'B', 'C'].flatMap((name): Row[] => ['x', 'y'].map((kind, at) => [kind, name, at]))
  const columns = [column('kind', 'text'), column('name', 'text'), column('total')]
  const bars = chartChoices(columns, rows).find(({ kind }) => kind === 'bar')
  expect(bars).toEqual({ kind: 'bar', x: 1, series: 0, y: [2] } satisfies ChartSpec)
})

it('tells lines apart by shape and dash', () => {
  const { option } = drawn('line', look({}), byRegion, sales)
  const lines = Array.isArray(option.series) ? option.series : []
  expect(new Set(lines.map((one) => `${one.symbol} ${one.lineStyle.type}`)).size).toBe(3)
})
