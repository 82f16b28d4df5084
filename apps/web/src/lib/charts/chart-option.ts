import { visibleText, momentInCell, numberInCell } from '@parlance/contract'
import type { Cell, ColumnFormat, ResultColumn, Row } from '@parlance/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { plainCellText } from '../cell-text.ts'
import { axisNumber, fullNumber, sharedFormat, spanOf, withUnit } from './chart-number.ts'
import type { ChartSpec } from './chart-spec.ts'
import { chartBarLimit, chartPointLimit } from './limits.ts'

/** The current theme's tokens, as colors that a charting library can read. */
export interface ChartTheme {
  text: string
  muted: string
  line: string
  /** The background of a tooltip. */
  surface: string
  /** The data palette in order. */
  palette: string[]
  font: string
}

type Drawn = Exclude<ChartSpec, { kind: 'figure' | 'pie' }>

/** The charting library's options for a chart with axes; a figure is text and has none. A pure function. */
export function chartOption(spec: Drawn, named: ResultColumn[], rows: Row[], theme: ChartTheme): EChartsCoreOption {
  const columns = named.map((column) => ({ ...column, name: visibleText(withUnit(column)) }))
  const drawn = rows.slice(0, spec.kind === 'bar' ? chartBarLimit : chartPointLimit)
  // Highlighted only by its tooltip: the library cannot lighten a color that is a token.
  const series = seriesOf(spec, columns, drawn).map((each, index) => ({
    ...each,
    ...ownColour(theme.palette, index, spec.kind === 'scatter' ? 0.75 : 1),
    emphasis: { disabled: true },
  }))
  const many = series.length > 1
  return {
    ...frame(theme, many),
    xAxis: xAxis(spec, columns, drawn, theme),
    yAxis: {
      type: 'value',
      scale: spec.kind !== 'bar',
      ...valueAxis(theme, {
        span: spec.kind === 'bar' ? Infinity : spanIn(drawn, yOf(spec)),
        format: sharedFormat(yOf(spec).map((index) => columns[index])),
      }),
      ...axisName(columns, yOf(spec), theme),
    },
    series,
  }
}

/** The total length of names that safely fit side by side, and the number of bars that can all be named. */
const longestNames = 48
const namedBars = 20

/** What all charts share. */
export function frame(theme: ChartTheme, hasLegend: boolean, trigger: 'axis' | 'item' = 'axis'): EChartsCoreOption {
  const words = { color: theme.muted, fontFamily: theme.font, fontSize: 12 }
  return {
    useUTC: true,
    animation: false,
    color: theme.palette,
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: {
      left: 12,
      right: 20,
      top: hasLegend ? 36 : 8,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    legend: hasLegend
      ? { type: 'scroll', top: 4, left: 12, right: 12, textStyle: words, pageTextStyle: words, itemHeight: 8 }
      : undefined,
    tooltip: {
      trigger,
      // The library would write its own markup, but names and values from a database must stay text.
      renderMode: 'richText',
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
      valueFormatter: valueText(undefined),
    },
  }
}

/** Writes the value of the hovered item as its column says. */
function valueText(format: ColumnFormat | undefined) {
  return (value: unknown) => (typeof value === 'number' ? fullNumber(value, format) : '–')
}

/** What a series adds to the tooltip of its chart. */
export function seriesTooltip(column: ResultColumn | undefined): object {
  return column?.format === undefined ? {} : { tooltip: { valueFormatter: valueText(column.format) } }
}

/** A series' color by its position: the library's own choice fails for names such as 'hasOwnProperty'. */
export function ownColour(palette: string[], index: number, opacity = 1): object {
  const color = palette[index % palette.length]
  return { itemStyle: { color, opacity }, lineStyle: { color } }
}

function spanIn(rows: Row[], columns: number[]): number {
  return spanOf(columns.flatMap((column) => rows.map((row) => numberInCell(row[column]))))
}

function valueAxis(theme: ChartTheme, numbers: { span: number; format: ColumnFormat | undefined }) {
  const formatter = (value: number) => axisNumber(value, numbers)
  return {
    axisLabel: { color: theme.muted, fontSize: 12, formatter, hideOverlap: true },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: theme.line } },
  }
}

function labelAxis(theme: ChartTheme) {
  return {
    axisLabel: { color: theme.muted, fontSize: 12, hideOverlap: true, width: 120, overflow: 'truncate' },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    splitLine: { show: false },
  }
}

function xAxis(spec: Drawn, columns: ResultColumn[], rows: Row[], theme: ChartTheme) {
  if (spec.kind === 'line') return { type: 'time', ...leastGap(rows, spec.x), ...labelAxis(theme) }
  if (spec.kind === 'bar') {
    const names = barNames(spec, rows)
    const axis = labelAxis(theme)
    return { type: 'category', data: names, ...axis, axisLabel: { ...axis.axisLabel, ...slanted(names) } }
  }
  return {
    type: 'value',
    scale: true,
    ...valueAxis(theme, { span: spanIn(rows, [spec.x]), format: columns[spec.x]?.format }),
    name: columns[spec.x]?.name,
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: { color: theme.muted, fontSize: 12 },
  }
}

/** Don't divide months into days that no row has. */
function leastGap(rows: Row[], x: number): { minInterval?: number } {
  const moments = rows.map((row) => momentInCell(row[x])).filter((moment) => moment !== null)
  moments.sort((left, right) => left - right)
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment))
  const least = gaps.reduce((found, gap) => (gap > 0 && gap < found ? gap : found), Infinity)
  return Number.isFinite(least) ? { minInterval: least } : {}
}

/** Slants the names of a few bars if they don't fit side by side, so that every bar has its name. */
function slanted(names: string[]): object {
  const isLong = names.join(' ').length > longestNames
  return isLong && names.length <= namedBars ? { interval: 0, rotate: 35, width: 96 } : {}
}

/** A single column of numbers is named at its axis; the legend names several. */
function axisName(columns: ResultColumn[], y: number[], theme: ChartTheme) {
  const [only] = y
  if (only === undefined || y.length > 1) return {}
  return {
    name: columns[only]?.name,
    nameTextStyle: { color: theme.muted, fontSize: 12, align: 'left' },
    nameGap: 12,
  }
}

function yOf(spec: Drawn): number[] {
  return spec.kind === 'scatter' ? [spec.y] : spec.y
}

function seriesOf(spec: Drawn, columns: ResultColumn[], rows: Row[]): object[] {
  switch (spec.kind) {
    case 'line':
      return lines(spec, columns, rows)
    case 'bar':
      return bars(spec, columns, rows)
    case 'scatter':
      return [
        {
          type: 'scatter',
          name: columns[spec.y]?.name ?? '',
          symbolSize: 7,
          data: rows.flatMap((row) => {
            const [x, y] = [numberInCell(row[spec.x]), numberInCell(row[spec.y])]
            return x === null || y === null ? [] : [[x, y]]
          }),
        },
      ]
  }
}

type Bars = Extract<Drawn, { kind: 'bar' }>

/** One name per row, or one per group if a column has the names of the bars in a group. */
function barNames({ x, series = null }: Bars, rows: Row[]): string[] {
  const names = rows.map((row) => chartLabel(row[x]))
  return series === null ? names : [...new Set(names)]
}

function bars(spec: Bars, columns: ResultColumn[], rows: Row[]): object[] {
  const { x, y, series = null } = spec
  const one = (name: string, column: number, data: (number | null)[]) => ({
    type: 'bar',
    name,
    data,
    barMaxWidth: 40,
    ...seriesTooltip(columns[column]),
  })
  const [measure] = y
  if (series === null || measure === undefined) {
    return y.map((column) =>
      one(
        columns[column]?.name ?? '',
        column,
        rows.map((row) => numberInCell(row[column])),
      ),
    )
  }
  const places = new Map(barNames(spec, rows).map((name, index) => [name, index]))
  return [...Map.groupBy(rows, (row) => chartLabel(row[series]))].map(([name, group]) => {
    const data = Array.from<number | null>({ length: places.size }).fill(null)
    for (const row of group) data[places.get(chartLabel(row[x])) ?? 0] = numberInCell(row[measure])
    return one(name, measure, data)
  })
}

function lines(spec: Extract<Drawn, { kind: 'line' }>, columns: ResultColumn[], rows: Row[]): object[] {
  const dated = rows.flatMap((row) => {
    const moment = momentInCell(row[spec.x])
    return moment === null ? [] : [{ moment, row }]
  })
  dated.sort((left, right) => left.moment - right.moment)
  const one = (name: string, y: number, points: typeof dated) => ({
    type: 'line',
    name,
    symbol: 'circle',
    symbolSize: 5,
    showSymbol: points.length <= 60,
    ...seriesTooltip(columns[y]),
    data: points.map(({ moment, row }) => [moment, numberInCell(row[y])]),
  })
  const { series } = spec
  const [y] = spec.y
  if (series === null || y === undefined) return spec.y.map((each) => one(columns[each]?.name ?? '', each, dated))
  const names = [...new Set(rows.map((row) => row[series] ?? null))]
  return names.map((name) =>
    one(
      chartLabel(name),
      y,
      dated.filter(({ row }) => (row[series] ?? null) === name),
    ),
  )
}

/** The text of a label: short, and NULL by name. */
export function chartLabel(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return 'NULL'
  const text = visibleText(plainCellText(cell))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
