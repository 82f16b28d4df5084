import type { ResultColumn, Row } from '@parlance/contract'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { describe, expect, it } from 'vitest'
import { tokenTheme } from '../../../lib/charts/token-theme.ts'
import { englishChartWords as words } from '../../../testing/chart-words.ts'
import { makeChartData } from './chart-data.ts'
import { autoSettings, shapeOf, withType, type ChartSettings, type ChartType } from './chart-settings.ts'
import { drawingHeight, drawingOption, type Drawing } from './drawing-option.ts'

use([
  BarChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
])

const columns: ResultColumn[] = [
  { name: 'country', dataType: '', kind: 'text' },
  { name: 'kind', dataType: '', kind: 'text' },
  { name: 'total', dataType: '', kind: 'number' },
  { name: 'cost', dataType: '', kind: 'number' },
]
const rows: Row[] = [
  ['<img src=x>', 'a', '12345678901234567890.5', 1],
  ['FR', 'b', '-2', 2],
  ['DE', 'a', null, 3],
]

async function drawing(
  type: ChartType,
  change: Partial<ChartSettings> = {},
  width = 800,
  given: Row[] = rows,
): Promise<Drawing> {
  const shape = shapeOf(columns, rows, words)
  const settings = { ...withType(autoSettings(columns, rows), type, shape), ...change }
  const data = await makeChartData(
    { rows: given, shape, settings, words, locale: 'en-US' },
    { now: () => 0, pause: () => Promise.resolve() },
  )
  return { data, settings, title: 'Title', names: { x: 'x', y: 'y' }, words, theme: tokenTheme, width, locale: 'en-US' }
}

/** The tooltip's text for the first item. */
function tip(option: object, pointed: object): unknown {
  const tooltip = 'tooltip' in option ? option.tooltip : null
  if (typeof tooltip !== 'object' || tooltip === null || !('formatter' in tooltip)) throw new Error('no tooltip')
  return typeof tooltip.formatter === 'function' ? tooltip.formatter(pointed) : null
}

describe('the drawing of a chart', () => {
  it.each<ChartType>(['bar', 'line', 'area', 'pie', 'scatter', 'heatmap'])(
    'draws a %s from text and numbers only: no database value becomes markup',
    async (type) => {
      expect(drawingOption(await drawing(type))).toMatchObject({
        tooltip: { renderMode: 'richText' },
        animation: false,
      })
    },
  )

  it('shows all digits in the tooltip, and No value for NULL', async () => {
    const option = drawingOption(await drawing('bar'))
    expect(tip(option, [{ dataIndex: 0, seriesIndex: 0 }])).toBe('<img src=x>\ntotal: 12,345,678,901,234,567,890.5')
    expect(tip(option, [{ dataIndex: 2, seriesIndex: 0 }])).toBe('DE\ntotal: No value')
  })

  it('draws no pie slice for negative values', async () => {
    expect(drawingOption(await drawing('pie'))).toMatchObject({ series: [{ data: [{ name: '<img src=x>' }] }] })
  })

  it('shows row, column and value in the tooltip of a heat map', async () => {
    const option = drawingOption(await drawing('heatmap'))
    expect(tip(option, { dataIndex: 1, value: [1, 1, -2] })).toBe('FR\nb: -2')
  })

  it('draws horizontal bars if their names need room, with the height they need', async () => {
    const wide = await drawing('bar')
    expect(drawingOption(wide)).toMatchObject({ xAxis: { type: 'category' } })
    expect(drawingHeight(wide)).toBe(440)
    const narrow = await drawing('bar', {}, 300)
    expect(drawingOption(narrow)).toMatchObject({ yAxis: { type: 'category', inverse: true } })
    expect(drawingHeight(narrow)).toBe(260)
  })

  it('draws the numbers of a heat map darker than their cells', async () => {
    expect(drawingOption(await drawing('heatmap'))).toMatchObject({ series: [{ label: { show: true, opacity: 1 } }] })
  })

  it('draws horizontal bars if a long name would be cut off', async () => {
    const one = await drawing('bar', {}, 800)
    if (one.data.kind !== 'groups') throw new Error('no groups')
    const categories = one.data.categories.map((category, index) => ({
      ...category,
      label: `${'A long name of something '.repeat(2)}${index}`,
    }))
    expect(drawingOption({ ...one, data: { ...one.data, categories } })).toMatchObject({ yAxis: { type: 'category' } })
  })

  it('draws a line of more points than pixels by the points that give its shape', async () => {
    const series = (option: object) => ('series' in option && Array.isArray(option.series) ? option.series[0] : null)
    expect(series(drawingOption(await drawing('line', {}, 800)))).not.toHaveProperty('sampling')
    expect(series(drawingOption(await drawing('line', {}, 2)))).toHaveProperty('sampling', 'lttb')
  })

  it('stacks split sums, and puts averages side by side', async () => {
    const split = { series: 1, y: [2] }
    expect(drawingOption(await drawing('bar', split))).toMatchObject({ series: [{ stack: 'all' }, { stack: 'all' }] })
    const option = drawingOption(await drawing('bar', { ...split, aggregation: 'average' }))
    expect(JSON.stringify(option)).not.toContain('"stack"')
  })

  it('starts at the chosen color and wraps around', async () => {
    const { color } = drawingOption(await drawing('bar', { palette: 7 }))
    expect(color).toEqual(expect.arrayContaining(['var(--data-8)', 'var(--data-1)']))
    expect(Array.isArray(color) && color[0]).toBe('var(--data-8)')
  })

  it.each<ChartType>(['bar', 'line', 'area', 'pie'])(
    'draws a %s with any names of series and categories and any size of numbers',
    async (type) => {
      const odd: Row[] = ['hasOwnProperty', '__proto__', '', null].flatMap((name, index) =>
        ['1e300', '1e-300'].map((value): Row => [name, ['hasOwnProperty', 'b', 'toString'][index] ?? null, value, 1]),
      )
      const svg = svgOf(await drawing(type, type === 'pie' ? {} : { series: 1 }, 800, odd))
      expect(svg).toMatch(/<path [^>]*(fill|stroke)="var\(--data-1\)"/)
      expect(svg).not.toContain('NaN')
      expect(inheritedNames()).toEqual([])
    },
  )

  it('draws a heat map with infinite numbers from its finite ones', async () => {
    const odd: Row[] = [
      ['DE', 'a', '1e999', 1],
      ['FR', 'b', '2', 1],
    ]
    expect(drawingOption(await drawing('heatmap', {}, 800, odd))).toMatchObject({ visualMap: { min: 2, max: 2 } })
    expect(drawingOption(await drawing('heatmap', {}, 800, odd.slice(0, 1)))).toMatchObject({
      visualMap: { min: 0, max: 1 },
    })
  })
})

/** The names of properties that every object inherits, which the library meets in a loop over names. */
function inheritedNames(): string[] {
  const names: string[] = []
  for (const name in {}) names.push(name)
  return names
}

/** The SVG that the charting library makes of it. */
function svgOf(parts: Drawing): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: parts.width, height: drawingHeight(parts) })
  chart.setOption(drawingOption(parts), { notMerge: true })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}
