import { formatMessage, type Cell, type ResultChart, type ResultColumn, type Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import { chartNotes } from './chart-notes.ts'
import { chartChoices, chooseChart, measureColumns, sortedRows, specOf, withMeasure } from './chart-spec.ts'
import { axisNumber, chartNumber, fullNumber, sharedFormat, withUnit } from './chart-number.ts'
import { monthAxis } from './chart-axes.ts'
import { chartOption } from './chart-option.ts'
import type { ChartTheme } from './chart-theme.ts'

const theme: ChartTheme = {
  text: '#111',
  muted: '#555',
  line: '#ddd',
  surface: '#fff',
  palette: ['#06c'],
  font: 'Inter',
}

function column(name: string, kind: ResultColumn['kind']): ResultColumn {
  return { name, dataType: '', kind }
}

const month = column('month', 'text')
const country = column('country', 'text')
const revenue = column('revenue', 'number')
const orders = column('orders', 'integer')

describe('the chart of a result', () => {
  it.each<[string, ResultColumn[], Row[], object | null]>([
    [
      'a date and a number: a line',
      [month, revenue],
      [
        ['2026-01', 1],
        ['2026-02', 2],
      ],
      { kind: 'line', x: 0, y: [1], series: null },
    ],
    [
      'a category and a number: bars',
      [country, revenue],
      [
        ['DE', 1],
        ['FR', 2],
      ],
      { kind: 'bar', x: 0, y: [1] },
    ],
    [
      'two numbers: points',
      [revenue, orders],
      [
        [1, 2],
        [2, 3],
      ],
      { kind: 'scatter', x: 0, y: 1 },
    ],
    ['one number: a figure', [revenue], [[4.5]], { kind: 'figure', value: 0 }],
    [
      'repeated dates with a category: one line per category',
      [column('day', 'date'), country, revenue],
      [
        ['2026-01-01', 'DE', 1],
        ['2026-01-01', 'FR', 2],
      ],
      { kind: 'line', x: 0, y: [2], series: 1 },
    ],
    [
      'only texts: none',
      [country, column('city', 'text')],
      [
        ['DE', 'Kiel'],
        ['FR', 'Lyon'],
      ],
      null,
    ],
    ['no rows: none', [revenue], [], null],
    [
      'identifiers are not measures',
      [column('order_id', 'integer'), country],
      [
        [1, 'DE'],
        [2, 'FR'],
      ],
      null,
    ],
    [
      'an identifier is the label if nothing else is',
      [column('order_id', 'integer'), revenue],
      [
        [1, 5],
        [2, 6],
      ],
      { kind: 'bar', x: 0, y: [1] },
    ],
    [
      'years are dates',
      [column('year', 'integer'), revenue],
      [
        [2025, 5],
        [2026, 6],
      ],
      { kind: 'line', x: 0, y: [1], series: null },
    ],
  ])('%s', (_, columns, rows, expected) => {
    expect(chooseChart(columns, rows)).toEqual(expected)
  })

  it('can be switched to every kind that its shape allows', () => {
    const rows: Row[] = [
      ['2026-01', 1, 4],
      ['2026-02', 2, 5],
    ]
    expect(chartChoices([month, revenue, orders], rows).map((spec) => spec.kind)).toEqual(['line', 'bar', 'scatter'])
    expect(measureColumns([month, revenue, orders], rows)).toEqual([1, 2])
    expect(withMeasure({ kind: 'line', x: 0, y: [1, 2], series: null }, 2)).toMatchObject({ y: [2] })
  })

  it('draws up to 5,000 points or 50 bars, and says so', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, at): Row => [at, at])
    const note = (...asked: Parameters<typeof chartNotes>) => chartNotes(...asked).map((one) => formatMessage(one))
    expect(note({ kind: 'line', x: 0, y: [1], series: null }, rows(5001))).toEqual([
      'The chart shows the first 5,000 of 5,001 rows.',
    ])
    expect(note({ kind: 'scatter', x: 0, y: 1 }, rows(5000))).toEqual([])
    expect(note({ kind: 'bar', x: 0, y: [1] }, rows(51))).toEqual(['The chart shows the first 50 of 51 rows.'])
  })
})

/** The series of an option as plain data. */
function seriesOf(columns: ResultColumn[], rows: Row[]): unknown[] {
  const spec = chooseChart(columns, rows)
  if (spec === null || spec.kind === 'figure' || spec.kind === 'pie') throw new Error('no drawn chart')
  const { series } = chartOption(spec, columns, rows, theme)
  return Array.isArray(series) ? series : []
}

describe('the drawing of a result', () => {
  it('sorts a line by date, keeps the digits of a timestamp, and leaves a gap for NULL', () => {
    const rows: Row[] = [
      ['2026-02-01T10:00:00+05:00', null],
      ['2026-01-01T10:00:00+05:00', '1234.5'],
    ]
    expect(seriesOf([column('at', 'timestamp'), revenue], rows)).toMatchObject([
      {
        data: [
          [Date.UTC(2026, 0, 1, 10), 1234.5],
          [Date.UTC(2026, 1, 1, 10), null],
        ],
      },
    ])
  })

  it('draws a line for each category', () => {
    const rows: Row[] = [
      ['2026-01-01', 'DE', 1],
      ['2026-01-01', null, 2],
    ]
    expect(seriesOf([column('day', 'date'), country, revenue], rows)).toMatchObject([{ name: 'DE' }, { name: 'NULL' }])
  })

  it('cuts off points above its limit', () => {
    const rows = Array.from({ length: 6000 }, (_, index): Cell[] => [index, index * 2])
    const [points] = seriesOf([revenue, orders], rows)
    expect(points).toHaveProperty('data.length', 5000)
  })

  it('names every one of a few bars, slanted if the names are long', () => {
    const bars = (names: string[]) =>
      chartOption(
        { kind: 'bar', x: 0, y: [1] },
        [country, revenue],
        names.map((name): Cell[] => [name, 1]),
        theme,
      )
    const long = Array.from({ length: 12 }, (_, index) => `Coffee & Tea ${index}`)
    expect(bars(long)).toMatchObject({ xAxis: { axisLabel: { interval: 0, rotate: 35 } } })
    expect(bars(['DE', 'FR'])).not.toHaveProperty('xAxis.axisLabel.rotate')
    expect(bars([...long, ...long])).not.toHaveProperty('xAxis.axisLabel.interval')
  })

  it('divides a time axis no finer than its dates, so that months have no days', () => {
    const day = 86_400_000
    const axis = (...dates: string[]) =>
      chartOption(
        { kind: 'line', x: 0, y: [1], series: null },
        [month, revenue],
        dates.map((date): Cell[] => [date, 1]),
        theme,
      )
    expect(axis('2026-03-02', '2026-01-02', '2026-02-02')).toMatchObject({ xAxis: { minInterval: 28 * day } })
    expect(axis('2026-01-01', '2026-01-02')).toMatchObject({ xAxis: { minInterval: day } })
    expect(axis('2026-01-01')).not.toHaveProperty('xAxis.minInterval')
  })

  it('names the months of a line, each second one of a year, and the year where one begins', () => {
    const months = Array.from({ length: 12 }, (_, at): Cell[] => [
      at < 2 ? `2025-${at + 11}` : `2026-${String(at - 1).padStart(2, '0')}`,
      at,
    ])
    const axis = monthAxis(months, 0, theme)
    expect(axis?.axisLabel.customValues.map(axis.axisLabel.formatter)).toEqual([
      'Nov\n2025',
      'Jan\n2026',
      'Mar',
      'May',
      'Jul',
      'Sep',
    ])
    // The library hides labels that it takes for too wide.
    expect(axis).not.toHaveProperty('axisLabel.width')
  })

  it('writes the numbers of a metric as it says', () => {
    const euros = { style: 'currency', decimals: 2, unit: 'EUR' } as const
    const net = { ...revenue, format: euros }
    const bars = chartOption({ kind: 'bar', x: 0, y: [1] }, [country, net], [['DE', 25_000]], theme)
    expect(bars).toMatchObject({ yAxis: { name: 'revenue' }, series: [{ tooltip: expect.any(Object) }] })
    expect(fullNumber(25_000, euros)).toBe('€25,000.00')
    expect(axisNumber(-25_000, { format: euros })).toBe('-€25k')
    expect(axisNumber(0.125, { format: { style: 'percent', decimals: null, unit: null } })).toBe('12.5%')
    expect(axisNumber(25_000, { format: { style: 'number', decimals: null, unit: 'hours' } })).toBe('25k')
    expect(withUnit({ ...orders, format: { style: 'number', decimals: null, unit: 'hours' } })).toBe('orders (hours)')
    expect(sharedFormat([net, net])).toBe(euros)
    expect(sharedFormat([net, orders])).toBeUndefined()
  })

  it('lets no text of a cell become markup', () => {
    const option = chartOption({ kind: 'bar', x: 0, y: [1] }, [country, revenue], [['<img src=x>', 1]], theme)
    expect(option).toMatchObject({ tooltip: { renderMode: 'richText' }, xAxis: { data: ['<img src=x>'] } })
  })

  it.each([
    [0, '0'],
    [0.125, '0.125'],
    [1234.5, '1,234.5'],
    [25_000, '25k'],
    [-1_250_000, '-1.3M'],
    [3_000_000_000, '3B'],
    [999_960, '1M'],
    [8e12, '8T'],
    [-1.25e15, '-1,250T'],
    [8e20, '8×10²⁰'],
    [-0.000_012, '-1.2×10⁻⁵'],
  ])('writes %d on an axis as %s', (value, text) => {
    expect(chartNumber(value)).toBe(text)
  })

  it.each([
    [1_000_100_000, 4_000_000, '1.0001B'],
    [1_000_000_120, 400, '1,000,000,120'],
    [1000.0002, 0.0004, '1,000.0002'],
    [2_000_000_000, 9_000_000_000, '2B'],
  ])('writes %d so that numbers within a range of %d differ', (value, span, text) => {
    expect(chartNumber(value, span)).toBe(text)
  })
})

describe('the chart that a model chose', () => {
  const look = { stack: 'none' as const, lines: [], references: [] }
  const chart: ResultChart = { type: 'bar', x: 0, y: [2], series: 1, sort: 'rows', title: null, ...look }

  it('is one of the same charts, by the positions of its columns', () => {
    expect(specOf(chart)).toEqual({ kind: 'bar', x: 0, y: [2], series: 1, ...look })
    expect(specOf({ ...chart, type: 'pie', series: null })).toEqual({ kind: 'pie', x: 0, y: 2 })
  })

  it.each([
    ['rows', ['b', 'a', 'c']],
    ['x', ['a', 'b', 'c']],
    ['ascending', ['c', 'b', 'a']],
    ['descending', ['a', 'b', 'c']],
  ] as const)('orders its bars by %s', (sort, expected) => {
    const rows: Row[] = [
      ['b', null, 2],
      ['a', null, 3],
      ['c', null, null],
    ]
    expect(sortedRows({ ...chart, sort }, rows).map(([name]) => name)).toEqual(expected)
  })

  it('groups bars by the values of a series, with gaps where a group has none', () => {
    const rows: Row[] = [
      ['DE', 'new', 1],
      ['DE', 'old', 2],
      ['FR', 'old', 3],
    ]
    const option = chartOption({ kind: 'bar', x: 0, y: [2], series: 1 }, [country, month, revenue], rows, theme)
    expect(option).toMatchObject({
      xAxis: { data: ['DE', 'FR'] },
      series: [
        { name: 'new', data: [1, null] },
        { name: 'old', data: [2, 3] },
      ],
    })
  })
})
