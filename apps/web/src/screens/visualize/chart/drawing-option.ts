import { momentInCell } from '@parlance/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { chartNumber, spanOf } from '../../../lib/charts/chart-number.ts'
import { ownColour } from '../../../lib/charts/chart-option.ts'
import type { ChartTheme } from '../../../lib/charts/chart-theme.ts'
import { drawable } from '../../../lib/charts/limits.ts'
import { withSafeTexts } from '../../../lib/charts/safe-texts.ts'
import type { ChartData } from './chart-contract.ts'
import type { ChartSettings } from './chart-settings.ts'
import type { ChartWords } from './chart-words.ts'
import { dateText, exactText, finestGrain, grainOf, type DateGrain } from './labels.ts'

export interface Drawing {
  data: ChartData
  settings: ChartSettings
  /** Drawn above the chart, so that a saved picture includes it. */
  title: string
  /** The names of the axes. */
  names: { x: string; y: string }
  theme: ChartTheme
  words: ChartWords
  /** The available width in pixels. */
  width: number
  locale?: string | undefined
}

type Groups = Extract<ChartData, { kind: 'groups' }>

/** The page width in pixels below which the legend is below the chart and the bars are horizontal. */
const narrow = 560

/** The options for the charting library, which treats all database text as plain text. A pure function. */
export function drawingOption(drawing: Drawing): EChartsCoreOption {
  return withSafeTexts(optionOf(drawing))
}

function optionOf(drawing: Drawing): EChartsCoreOption {
  const { data, settings, theme } = drawing
  const colours = { ...drawing, theme: { ...theme, palette: rotated(theme.palette, settings.palette) } }
  if (data.kind === 'points') return { ...frame(colours, false), ...points(colours, data.points) }
  const { type } = settings
  if (type === 'pie') return { ...frame(colours, true), ...pie(colours, data) }
  if (type === 'heatmap') return { ...frame(colours, false), ...heatMap(colours, data) }
  const isLine = type === 'line' || type === 'area'
  return { ...frame(colours, data.series.length > 1), ...(isLine ? lines(colours, data) : bars(colours, data)) }
}

/** The preferred height of a chart in pixels. */
export function drawingHeight(drawing: Drawing): number {
  const { data, settings } = drawing
  if (data.kind === 'points') return 440
  if (settings.type === 'bar' && isLying(drawing, data)) {
    const lanes = isStacked(settings) ? 1 : Math.max(1, data.series.length * 0.6)
    return Math.max(260, 130 + data.categories.length * Math.round(28 * lanes))
  }
  return settings.type === 'heatmap' ? Math.max(320, 190 + data.series.length * 28) : 440
}

function frame({ theme, title, width }: Drawing, hasLegend: boolean): EChartsCoreOption {
  const words = { color: theme.muted, fontFamily: theme.font, fontSize: 12 }
  return {
    useUTC: true,
    animation: false,
    color: theme.palette,
    backgroundColor: theme.surface,
    textStyle: { fontFamily: theme.font, color: theme.text },
    title: {
      text: title,
      left: 12,
      top: 12,
      textStyle: {
        color: theme.text,
        fontFamily: theme.font,
        fontSize: 15,
        fontWeight: 600,
        width: width - 24,
        overflow: 'truncate',
      },
    },
    grid: gridOf(hasLegend),
    legend: hasLegend
      ? {
          type: 'scroll',
          top: 40,
          left: 8,
          right: 12,
          textStyle: { ...words, width: 160, overflow: 'truncate' },
          pageTextStyle: words,
          pageIconColor: theme.text,
          pageIconInactiveColor: theme.line,
          itemHeight: 8,
        }
      : undefined,
    tooltip: {
      // The library would write its own markup, but names and values from a database must stay text.
      renderMode: 'richText',
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
    },
  }
}

function gridOf(hasLegend: boolean) {
  const sides = { left: 16, right: 24, top: hasLegend ? 84 : 68, bottom: 16 }
  return { ...sides, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }
}

function bars(drawing: Drawing, data: Groups) {
  const { theme, settings, names } = drawing
  const lying = isLying(drawing, data)
  const categories = {
    type: 'category',
    data: data.categories.map(({ label }) => label),
    inverse: lying,
    ...labelAxis(theme, lying ? Math.min(360, Math.round(drawing.width * 0.36)) : 110),
    ...(lying ? {} : { axisLabel: { ...labelAxis(theme, 110).axisLabel, interval: 0 } }),
  }
  const splitNumber = lying && drawing.width < narrow ? 3 : 5
  const values = { type: 'value', splitNumber, ...valueAxis(theme), ...axisName(names.y, theme, lying) }
  return {
    ...(lying && { grid: { ...gridOf(data.series.length > 1), bottom: 40 } }),
    xAxis: lying ? values : categories,
    yAxis: lying ? categories : values,
    series: data.series.map((series, position) => ({
      type: 'bar',
      name: series.name,
      ...ownColour(theme.palette, position),
      data: series.values.map(drawn),
      barMaxWidth: 40,
      emphasis: { disabled: true },
      ...(isStacked(settings) && { stack: 'all' }),
    })),
    ...tooltip(drawing, data, 'axis'),
  }
}

function lines(drawing: Drawing, data: Groups) {
  const { theme, settings, names, locale, width } = drawing
  const moments = data.isCalendar ? data.categories.map(({ cell }) => momentInCell(cell)) : null
  const grain = finestGrain(data.categories.map(({ cell }) => grainOf(cell)))
  const isArea = settings.type === 'area'
  const span = isArea ? Infinity : spanOf(data.series.flatMap(({ values }) => values.map(drawn)))
  return {
    xAxis:
      moments === null
        ? { type: 'category', data: data.categories.map(({ label }) => label), ...labelAxis(theme, 110) }
        : { type: 'time', ...dateAxis(theme, grain, locale) },
    yAxis: { type: 'value', scale: !isArea, ...valueAxis(theme, span), ...axisName(names.y, theme, false) },
    series: data.series.map((series, position) => ({
      type: 'line',
      name: series.name,
      ...ownColour(theme.palette, position),
      symbol: 'circle',
      symbolSize: 5,
      showSymbol: data.categories.length <= 60,
      // With more points than pixels, draw those that give the line its shape.
      ...(data.categories.length > width && { sampling: 'lttb' }),
      connectNulls: false,
      emphasis: { disabled: true },
      ...(isArea && { areaStyle: { opacity: 0.25 }, ...(isStacked(settings) && { stack: 'all' }) }),
      data: series.values.map((value, index) => (moments === null ? drawn(value) : [moments[index], drawn(value)])),
    })),
    ...tooltip(drawing, data, 'axis'),
  }
}

function pie(drawing: Drawing, data: Groups) {
  const { theme, width } = drawing
  const [series] = data.series
  return {
    series: [
      {
        type: 'pie',
        // Don't divide a total of zero into equal parts.
        stillShowZeroSum: false,
        emptyCircleStyle: { color: theme.line },
        radius: ['42%', '68%'],
        center: ['50%', '58%'],
        itemStyle: { borderColor: theme.surface, borderWidth: 2 },
        emphasis: { disabled: true },
        label: {
          show: width >= narrow,
          color: theme.text,
          fontSize: 12,
          formatter: '{b} · {d}%',
          overflow: 'truncate',
        },
        labelLine: { lineStyle: { color: theme.muted } },
        data: data.categories.flatMap(({ label }, index) => {
          const value = drawn(series?.values[index] ?? null)
          const exact = series?.values[index]
          return value === null || value < 0 ? [] : [{ name: label, value, exact, ...ownColour(theme.palette, index) }]
        }),
      },
    ],
    ...tooltip(drawing, data, 'item'),
  }
}

function heatMap(drawing: Drawing, data: Groups) {
  const { theme } = drawing
  const cells = data.series.flatMap(({ values }, row) =>
    values.map(drawn).flatMap((value, column) => (value === null ? [] : [[column, row, value]])),
  )
  const numbers = cells.map(([, , value]) => value ?? 0)
  const [least, most] = numbers.length === 0 ? [0, 1] : [Math.min(...numbers), Math.max(...numbers)]
  return {
    grid: { left: 16, right: 24, top: 56, bottom: 16, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: { type: 'category', data: data.categories.map(({ label }) => label), ...labelAxis(theme, 90) },
    yAxis: {
      type: 'category',
      data: data.series.map(({ name }) => name),
      inverse: true,
      ...labelAxis(theme, Math.min(160, Math.round(drawing.width * 0.3))),
    },
    // By opacity, because the palette's colors are page tokens that the library cannot mix.
    visualMap: { show: false, min: least, max: most, inRange: { opacity: [0.08, 0.5] } },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { color: theme.palette[0] },
        emphasis: { disabled: true },
        label: {
          show: cells.length > 0 && drawing.width / data.categories.length > 52,
          color: theme.text,
          // Not the opacity of its cell.
          opacity: 1,
          fontSize: 11,
          formatter: ({ value }: { value: number[] }) => chartNumber(value[2] ?? 0),
        },
      },
    ],
    ...tooltip(drawing, data, 'item'),
  }
}

function points({ theme, names }: Drawing, all: Extract<ChartData, { kind: 'points' }>['points']) {
  return {
    xAxis: {
      type: 'value',
      scale: true,
      ...valueAxis(theme, spanOf(all.map(({ x }) => x))),
      name: names.x,
      nameLocation: 'middle',
      nameGap: 30,
      nameTextStyle: { color: theme.muted, fontSize: 12 },
    },
    yAxis: {
      type: 'value',
      scale: true,
      ...valueAxis(theme, spanOf(all.map(({ y }) => y))),
      ...axisName(names.y, theme, false),
    },
    grid: { left: 16, right: 24, top: 68, bottom: 40, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    series: [
      {
        type: 'scatter',
        symbolSize: all.length > 1000 ? 5 : 8,
        ...ownColour(theme.palette, 0, 0.7),
        emphasis: { disabled: true },
        data: all.map(({ x, y }) => [x, y]),
      },
    ],
    tooltip: {
      trigger: 'item',
      ...baseTooltip(theme),
      formatter: (item: { dataIndex: number }) => {
        const texts = all[item.dataIndex]?.texts ?? ['', '']
        return `${names.x}: ${texts[0]}\n${names.y}: ${texts[1]}`
      },
    },
  }
}

/** Exact numbers for the hovered item, by position: the library itself has only rounded ones. */
function tooltip({ theme, settings, words }: Drawing, data: Groups, trigger: 'axis' | 'item') {
  const line = (name: string, value: string | null | undefined) =>
    `${name}: ${value === null || value === undefined ? words.noValue : exactText(value)}`
  const named = (item: PointedAt): string => {
    if (settings.type === 'heatmap') {
      const [column = 0, row = 0] = item.value ?? []
      const series = data.series[row]
      return `${data.categories[column]?.label ?? ''}\n${line(series?.name ?? '', series?.values[column])}`
    }
    return line(item.name ?? '', item.data?.exact)
  }
  return {
    tooltip: {
      trigger,
      ...baseTooltip(theme),
      formatter: (pointed: PointedAt | PointedAt[]) => {
        if (!Array.isArray(pointed)) return named(pointed)
        const index = pointed[0]?.dataIndex ?? 0
        const lines_ = pointed
          .map(({ seriesIndex = 0 }) => data.series[seriesIndex])
          .filter((each) => each !== undefined)
        return [
          data.categories[index]?.label ?? '',
          ...lines_.map((series) => line(series.name, series.values[index])),
        ].join('\n')
      },
    },
  }
}

interface PointedAt {
  dataIndex: number
  seriesIndex?: number
  name?: string
  value?: number[]
  data?: { exact?: string | null }
}

function baseTooltip(theme: ChartTheme) {
  return {
    renderMode: 'richText',
    confine: true,
    backgroundColor: theme.surface,
    borderColor: theme.line,
    textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
  }
}

/** Whether bars are horizontal, because there are many or their names are long: then every name is readable. */
function isLying({ width }: Drawing, { categories }: Groups): boolean {
  const longest = Math.max(0, ...categories.map(({ label }) => label.length))
  return categories.length * (24 + longest * 7) > width - 80
}

/** Whether series are stacked: sums add up, but averages and extremes do not. */
function isStacked({ series, aggregation }: ChartSettings): boolean {
  return series !== null && (aggregation === 'sum' || aggregation === 'count')
}

function drawn(value: string | null): number | null {
  return value === null ? null : drawable(Number(value))
}

function rotated(palette: string[], first: number): string[] {
  return [...palette.slice(first), ...palette.slice(0, first)]
}

function dateAxis(theme: ChartTheme, grain: DateGrain, locale: string | undefined) {
  const day = 86_400_000
  const least: Record<DateGrain, number> = { year: 365 * day, month: 28 * day, day, time: 0 }
  return {
    ...labelAxis(theme, 140),
    minInterval: least[grain],
    axisLabel: {
      color: theme.muted,
      fontSize: 12,
      hideOverlap: true,
      formatter: (moment: number) => dateText(moment, grain, locale),
    },
  }
}

function valueAxis(theme: ChartTheme, span = Infinity) {
  const formatter = (value: number) => chartNumber(value, span)
  return {
    axisLabel: { color: theme.muted, fontSize: 12, formatter, hideOverlap: true },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: theme.line } },
  }
}

function labelAxis(theme: ChartTheme, width: number) {
  return {
    axisLabel: { color: theme.muted, fontSize: 12, hideOverlap: true, width, overflow: 'truncate' },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    splitLine: { show: false },
  }
}

function axisName(name: string, theme: ChartTheme, below: boolean) {
  return {
    name,
    nameTextStyle: { color: theme.muted, fontSize: 12, align: below ? 'center' : 'left' },
    ...(below ? { nameLocation: 'middle', nameGap: 28 } : { nameGap: 12 }),
  }
}
