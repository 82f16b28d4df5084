import { chartSeriesLimit, momentInCell, numberInCell, visibleText } from '@parlance/contract'
import type { Cell, ColumnFormat, ResultColumn, Row } from '@parlance/contract'
import { plainCellText } from '../cell-text.ts'
import { fullNumber } from './chart-number.ts'
import type { ChartSpec } from './chart-spec.ts'
import { chartBarLimit, chartPointLimit } from './limits.ts'

export type DrawnSpec = Exclude<ChartSpec, { kind: 'figure' | 'pie' }>
type Bars = Extract<DrawnSpec, { kind: 'bar' }>
type Lines = Extract<DrawnSpec, { kind: 'line' }>

/** The parts of a chart that are drawn, and how many there are. */
export interface DrawnParts {
  rows: Row[]
  /** The values of the series column that have a line or bars; null without such a column. */
  series: { shown: string[]; of: number } | null
  /** The names or rows along the axis. */
  places: { drawn: number; of: number }
}

/** What a chart draws: the largest series, and the first places up to a limit. */
export function drawnParts(spec: DrawnSpec | Extract<ChartSpec, { kind: 'pie' }>, rows: Row[]): DrawnParts {
  const series = 'series' in spec ? (spec.series ?? null) : null
  if (spec.kind === 'scatter' || spec.kind === 'pie' || series === null) {
    const drawn = rows.slice(0, spec.kind === 'bar' ? chartBarLimit : chartPointLimit)
    return { rows: drawn, series: null, places: { drawn: drawn.length, of: rows.length } }
  }
  const names = largestSeries(rows, series, spec.y[0] ?? 0)
  const shown = new Set(names.shown)
  const ofSeries = rows.filter((row) => shown.has(chartLabel(row[series])))
  if (spec.kind === 'line') {
    const drawn = ofSeries.slice(0, chartPointLimit)
    return { rows: drawn, series: names, places: { drawn: drawn.length, of: ofSeries.length } }
  }
  const all = [...new Set(rows.map((row) => chartLabel(row[spec.x])))]
  const places = new Set(all.slice(0, chartBarLimit))
  const drawn = ofSeries.filter((row) => places.has(chartLabel(row[spec.x])))
  return { rows: drawn, series: names, places: { drawn: places.size, of: all.length } }
}

/** The series with the largest sums, in the order of the rows, and the number of all. */
function largestSeries(rows: Row[], series: number, measure: number): { shown: string[]; of: number } {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const name = chartLabel(row[series])
    sums.set(name, (sums.get(name) ?? 0) + Math.abs(numberInCell(row[measure]) ?? 0))
  }
  const largest = [...sums].toSorted(([, one], [, other]) => other - one).slice(0, chartSeriesLimit)
  const shown = new Set(largest.map(([name]) => name))
  return { shown: [...sums.keys()].filter((name) => shown.has(name)), of: sums.size }
}

/** The charting library's series. @param all every row, which shares are parts of */
export function seriesOf(spec: DrawnSpec, columns: ResultColumn[], parts: DrawnParts, all: Row[]): object[] {
  const { rows } = parts
  switch (spec.kind) {
    case 'line':
      return lines(spec, columns, parts)
    case 'bar':
      return bars(spec, columns, parts, all)
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

/** One name per row, or one per group if a column has the names of the bars in a group. */
export function barNames({ x, series = null }: Bars, rows: Row[]): string[] {
  const names = rows.map((row) => chartLabel(row[x]))
  return series === null ? names : [...new Set(names)]
}

function bars(spec: Bars, columns: ResultColumn[], { rows, series: names }: DrawnParts, all: Row[]): object[] {
  const { x, y, series = null, stack = 'none', lines: over = [] } = spec
  const share = stack === 'share' ? shareAt(spec, all) : null
  const one = (name: string, column: number, points: { place: string; number: number | null }[]) => ({
    type: 'bar',
    name,
    data: points.map(({ place, number }) => (share === null ? number : share(place, number))),
    ...(stack === 'none' ? { barMaxWidth: 40 } : { stack: 'all', barMaxWidth: 56 }),
    ...(share === null ? seriesTooltip(columns[column]) : { tooltip: { valueFormatter: percentText } }),
  })
  const [measure] = y
  if (series === null || measure === undefined) {
    const points = (column: number) =>
      rows.map((row) => ({ place: chartLabel(row[x]), number: numberInCell(row[column]) }))
    const barColumns = y.filter((column) => !over.includes(column))
    return [
      ...barColumns.map((column) => one(columns[column]?.name ?? '', column, points(column))),
      ...over.map((column) => lineOver(columns[column], points(column))),
    ]
  }
  const places = barNames(spec, rows)
  const groups = Map.groupBy(rows, (row) => chartLabel(row[series]))
  return (names?.shown ?? []).map((name) => {
    const numbers = new Map(groups.get(name)?.map((row) => [chartLabel(row[x]), numberInCell(row[measure])]))
    const points = places.map((place) => ({ place, number: numbers.get(place) ?? null }))
    return one(name, measure, points)
  })
}

function lineOver(column: ResultColumn | undefined, points: { number: number | null }[]): object {
  return {
    type: 'line',
    name: column?.name ?? '',
    symbol: 'diamond',
    symbolSize: 8,
    z: 3,
    data: points.map(({ number }) => number),
    ...seriesTooltip(column),
  }
}

/** Makes a number a percentage of everything at its place, also of what is not drawn. */
function shareAt({ x, y, series = null, lines: over = [] }: Bars, all: Row[]) {
  const parts = series === null ? y.filter((column) => !over.includes(column)) : y.slice(0, 1)
  const totals = new Map<string, number>()
  for (const row of all) {
    const place = chartLabel(row[x])
    const sum = parts.reduce((total, column) => total + (numberInCell(row[column]) ?? 0), 0)
    totals.set(place, (totals.get(place) ?? 0) + sum)
  }
  return (place: string, number: number | null) => {
    const total = totals.get(place) ?? 0
    return number === null || total === 0 ? null : (number / total) * 100
  }
}

function percentText(value: unknown): string {
  return typeof value === 'number' ? `${fullNumber(Number(value.toFixed(1)))}%` : '–'
}

/** Shapes and dashes that tell lines apart without their colors. */
const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond']
const dashes = ['solid', 'dashed', 'dotted'] as const

function lines(spec: Lines, columns: ResultColumn[], { rows, series: names }: DrawnParts): object[] {
  const dated = rows.flatMap((row) => {
    const moment = momentInCell(row[spec.x])
    return moment === null ? [] : [{ moment, row }]
  })
  dated.sort((left, right) => left.moment - right.moment)
  const one = (name: string, y: number, points: typeof dated, at: number) => ({
    type: 'line',
    name,
    symbol: symbols[at % symbols.length],
    symbolSize: at === 0 ? 5 : 7,
    showSymbol: points.length <= 60,
    lineStyle: { type: dashes[at % dashes.length] },
    ...seriesTooltip(columns[y]),
    data: points.map(({ moment, row }) => [moment, numberInCell(row[y])]),
  })
  const { series } = spec
  const [y] = spec.y
  if (series === null || y === undefined)
    return spec.y.map((each, at) => one(columns[each]?.name ?? '', each, dated, at))
  const groups = Map.groupBy(dated, ({ row }) => chartLabel(row[series]))
  return (names?.shown ?? []).map((name, at) => one(name, y, groups.get(name) ?? [], at))
}

/** Writes the value of the hovered item as its column says. */
export function valueText(format: ColumnFormat | undefined) {
  return (value: unknown) => (typeof value === 'number' ? fullNumber(value, format) : '–')
}

/** What a series adds to the tooltip of its chart. */
export function seriesTooltip(column: ResultColumn | undefined): object {
  return column?.format === undefined ? {} : { tooltip: { valueFormatter: valueText(column.format) } }
}

/** The text of a label: short, and NULL by name. */
export function chartLabel(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return 'NULL'
  const text = visibleText(plainCellText(cell))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
