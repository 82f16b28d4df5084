import type { Cell, ResultColumn, Row } from '@parlance/contract'
import { describe, expect, it } from 'vitest'
import type { Breath } from '../../../lib/breath.ts'
import { englishChartWords as words } from '../../../testing/chart-words.ts'
import type { ChartData } from './chart-contract.ts'
import { makeChartData } from './chart-data.ts'
import { autoSettings, shapeOf, type ChartSettings } from './chart-settings.ts'

const country: ResultColumn = { name: 'country', dataType: '', kind: 'text' }
const total: ResultColumn = { name: 'total', dataType: 'NUMERIC', kind: 'number' }
const day: ResultColumn = { name: 'day', dataType: '', kind: 'date' }
const breath: Breath = { now: () => 0, pause: () => Promise.resolve() }

async function make(columns: ResultColumn[], rows: Row[], change: Partial<ChartSettings> = {}, with_ = breath) {
  const settings = { ...autoSettings(columns, rows), ...change }
  return makeChartData({ rows, shape: shapeOf(columns, rows, words), settings, words, locale: 'en-US' }, with_)
}

/** 'label value value' for each category. */
function table(data: ChartData): string[] {
  if (data.kind === 'points') throw new Error('points')
  return data.categories.map(({ label }, index) =>
    [label, ...data.series.map(({ values }) => values[index] ?? '–')].join(' '),
  )
}

const sales: Row[] = [
  ['DE', '0.10'],
  ['FR', '0.20'],
  ['DE', '0.20'],
  [null, '5'],
  ['FR', null],
]

describe('the data of a chart', () => {
  it.each<[ChartSettings['aggregation'], string[]]>([
    ['sum', ['DE 0.3', 'FR 0.2', 'No value 5']],
    ['average', ['DE 0.15', 'FR 0.2', 'No value 5']],
    ['count', ['DE 2', 'FR 2', 'No value 1']],
    ['min', ['DE 0.1', 'FR 0.2', 'No value 5']],
    ['max', ['DE 0.2', 'FR 0.2', 'No value 5']],
  ])('%s: is exact and shows NULL as No value', async (aggregation, expected) => {
    expect(table(await make([country, total], sales, { aggregation }))).toEqual(expected)
  })

  it.each<[ChartSettings['sort'], string]>([
    ['given', 'DE,FR,No value'],
    ['value', 'FR,DE,No value'],
    ['value-desc', 'No value,DE,FR'],
    ['name', 'DE,FR,No value'],
    ['name-desc', 'No value,FR,DE'],
  ])('sorts by %s', async (sort, expected) => {
    const lines = table(await make([country, total], sales, { sort }))
    expect(lines.map((line) => line.replace(/ [\d.]+$/, '')).join()).toBe(expected)
  })

  it.each<[ChartSettings['aggregation'], string]>([
    ['sum', 'Other 6'],
    ['average', 'Other 2'],
    ['min', 'Other 1'],
    ['max', 'Other 3'],
    ['count', 'Other 3'],
  ])('merges everything above the limit into Other: %s', async (aggregation, other) => {
    const rows: Row[] = ['a', 'b', 'c', 'd', 'e'].map((name, index): Cell[] => [name, index + 1])
    const twice = aggregation === 'count' ? [...rows, ['d', 1], ['e', 1]] : rows
    const data = await make([country, total], twice, { limit: 2, aggregation })
    expect(table(data).at(-1)).toBe(other)
    expect(table(data)).toHaveLength(3)
    expect(data.notes.others).toBe(3)
  })

  it('leaves out an Other that would dwarf the rest, and says so, except in a pie, which needs it for its shares', async () => {
    const rows: Row[] = Array.from({ length: 40 }, (_, index): Cell[] => [`c${index}`, 1])
    const bars = await make([country, total], rows, { type: 'bar', x: 0, y: [1], limit: 5 })
    expect(table(bars)).toEqual(['c0 1', 'c1 1', 'c2 1', 'c3 1', 'c4 1'])
    expect(bars.notes).toMatchObject({ others: 0, leftOut: 35 })
    const pie = await make([country, total], rows, { type: 'pie', x: 0, y: [1], limit: 5 })
    expect(table(pie).at(-1)).toBe('Other 35')
    expect(pie.notes).toMatchObject({ others: 35, leftOut: 0 })
  })

  it('counts a negative rest as left out instead of drawing a slice', async () => {
    const rows: Row[] = [3, 2, 1, -4, -5].map((value, index): Cell[] => [`c${index}`, value])
    const data = await make([country, total], rows, { type: 'pie', x: 0, y: [1], limit: 3 })
    expect(table(data)).toEqual(['c0 3', 'c1 2', 'c2 1'])
    expect(data.notes).toMatchObject({ others: 0, skipped: 2 })
  })

  it('adds numbers that binary numbers cannot represent', async () => {
    const rows: Row[] = [
      ['a', '99999999999999999999.99'],
      ['a', '0.01'],
      ['b', Number.MAX_SAFE_INTEGER],
      ['b', Number.MAX_SAFE_INTEGER],
      ['c', 0.1],
      ['c', 0.2],
    ]
    expect(table(await make([country, total], rows))).toEqual([
      'a 100000000000000000000',
      'b 18014398509481982',
      'c 0.3',
    ])
  })

  it('sorts dates, writes them in the reader’s language, and reports values that are not dates or numbers', async () => {
    const rows: Row[] = [
      ['2026-02-01', 'DE', 1],
      ['2026-01-01', 'DE', 2],
      ['2026-01-01', 'FR', 3],
      [null, 'FR', 4],
    ]
    const data = await make([day, country, total], rows)
    expect(table(data)).toEqual(['Jan 1, 2026 2 3', 'Feb 1, 2026 1 –'])
    expect(data.notes.skipped).toBe(1)
    const odd = await make(
      [country, total],
      [
        ['a', 'n/a'],
        ['a', 1],
      ],
      { type: 'bar', x: 0, y: [1] },
    )
    expect(odd.notes.skipped).toBe(1)
  })

  it('keeps the eight series that the palette can distinguish', async () => {
    const rows: Row[] = Array.from({ length: 12 }, (_, index): Cell[] => ['x', `s${index}`, index + 1])
    const columns = [country, { ...country, name: 'kind' }, total]
    const data = await make(columns, rows, { type: 'bar', x: 0, series: 1, y: [2] })
    if (data.kind !== 'groups') throw new Error('no groups')
    expect(data.series.map(({ name }) => name)).toEqual(['s5', 's6', 's7', 's8', 's9', 's10', 's11', 'Other'])
    expect(data.series.at(-1)?.values).toEqual(['15'])
  })

  it('leaves out series that would dwarf the rest as Other, and says how many', async () => {
    const rows: Row[] = Array.from({ length: 60 }, (_, index): Cell[] => ['x', `s${index}`, 1])
    const columns = [country, { ...country, name: 'kind' }, total]
    const data = await make(columns, rows, { type: 'line', x: 0, series: 1, y: [2] })
    if (data.kind !== 'groups') throw new Error('no groups')
    expect(data.series.map(({ name }) => name)).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6'])
    expect(data.notes).toMatchObject({ otherSeries: 0, seriesLeftOut: 53 })
  })

  it('draws up to 5,000 single points', async () => {
    const rows: Row[] = Array.from({ length: 6000 }, (_, index): Cell[] => [index, `${index}.50`])
    const data = await make([total, { ...total, name: 'cost' }], [...rows, [null, 1]])
    if (data.kind !== 'points') throw new Error('no points')
    expect(data.points[1]).toEqual({ x: 1, y: 1.5, texts: ['1', '1.50'] })
    expect(data.notes).toMatchObject({ cut: { drawn: 5000, of: 6000 }, skipped: 1 })
  })

  it('computes one number over all rows', async () => {
    expect(table(await make([country, total], sales, { type: 'number', y: [1] }))).toEqual(['No value 5.5'])
    expect(table(await make([country, total], [], { type: 'number', y: [1] }))).toEqual(['No value –'])
  })

  it('keeps the latest 5,000 of a long line', async () => {
    const rows: Row[] = Array.from({ length: 6000 }, (_, index): Cell[] => [
      new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10),
      index,
    ])
    const data = await make([day, total], rows)
    expect(data.notes.cut).toEqual({ drawn: 5000, of: 6000 })
    expect(table(data)[0]).toBe('Sep 27, 2002 1000')
  })

  it('draws up to 1,000 categories of a line, and says of how many', async () => {
    const rows: Row[] = Array.from({ length: 20_787 }, (_, index): Cell[] => [`c${index}`, index])
    const data = await make([country, total], rows, { type: 'line', x: 0, y: [1] })
    expect(data.notes.cut).toEqual({ drawn: 1000, of: 20_787 })
    expect(table(data)[0]).toBe('c19787 19787')
  })

  it('draws no points for numbers outside the range of an axis', async () => {
    const data = await make(
      [total, { ...total, name: 'cost' }],
      [
        [1, 2],
        ['1e308', 1],
        [2, '1e-310'],
        [3, 5],
      ],
      {
        type: 'scatter',
        x: 0,
        y: [1],
      },
    )
    if (data.kind !== 'points') throw new Error('no points')
    expect(data.points.map(({ x, y }) => [x, y])).toEqual([
      [1, 2],
      [2, 0],
      [3, 5],
    ])
    expect(data.notes.skipped).toBe(1)
  })

  it('says what a pie cannot show', async () => {
    const data = await make(
      [country, total],
      [
        ['a', 1],
        ['b', -1],
        ['c', null],
      ],
      { type: 'pie', x: 0, y: [1] },
    )
    expect(data.notes.skipped).toBe(1)
  })

  it('leaves out no dates in the middle: bars show the latest 100, without Other', async () => {
    const rows: Row[] = Array.from({ length: 120 }, (_, index): Cell[] => [
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      index === 5 ? 999 : 1,
    ])
    const data = await make([day, total], rows, { type: 'bar', limit: 5 })
    expect(table(data)).toHaveLength(100)
    expect(table(data)[0]).toBe('Jan 21, 2026 1')
    expect(data.notes).toMatchObject({ others: 0, cut: { drawn: 100, of: 120 } })
  })

  it('keeps the page responsive over 100,000 rows, and stops when aborted', async () => {
    const rows: Row[] = Array.from({ length: 100_000 }, (_, index): Cell[] => [`c${index}`, `${index}.25`])
    let time = 0
    let pauses = 0
    const counted: Breath = {
      now: () => (time += 3),
      pause: () => {
        pauses += 1
        return Promise.resolve()
      },
    }
    const data = await make([country, total], rows, {}, counted)
    expect(table(data)).toHaveLength(20)
    expect(data.notes.leftOut).toBe(99_980)
    expect(pauses).toBeGreaterThan(200)
    const stop = new AbortController()
    const stopping: Breath = {
      now: () => (time += 30),
      pause: () => {
        stop.abort()
        return Promise.resolve()
      },
      signal: stop.signal,
    }
    await expect(make([country, total], rows, {}, stopping)).rejects.toThrow(/abort/i)
  })
})
