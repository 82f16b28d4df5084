import { momentInCell, numberInCell } from '@parlance/contract'
import type { ColumnFormat, ResultColumn, Row } from '@parlance/contract'
import { axisNumber, sharedFormat, spanOf } from './chart-number.ts'
import { barNames, type DrawnSpec } from './chart-series.ts'
import type { ChartTheme } from './chart-theme.ts'
import i18next from 'i18next'

/** The total length of names that safely fit side by side, and the number of bars that can all be named. */
const longestNames = 48
const namedBars = 20

export function xAxis(spec: DrawnSpec, columns: ResultColumn[], rows: Row[], theme: ChartTheme) {
  if (spec.kind === 'line')
    return { type: 'time', ...(monthAxis(rows, spec.x, theme) ?? { ...leastGap(rows, spec.x), ...timeAxis(theme) }) }
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

/** The axis of the numbers; two of them if lines over bars need their own. */
export function yAxis(spec: DrawnSpec, columns: ResultColumn[], rows: Row[], theme: ChartTheme): object | object[] {
  if (spec.kind === 'bar' && spec.stack === 'share')
    return { type: 'value', max: 100, interval: 25, ...valueAxis(theme, { span: Infinity, format: undefined }, '%') }
  const y = yOf(spec)
  const format = sharedFormat(y.map((index) => columns[index]))
  const main = {
    type: 'value',
    scale: spec.kind === 'scatter' || (spec.kind === 'line' && !beginsAtZero(extentOf(rows, y))),
    ...withReferences(spec.references ?? [], format),
    ...valueAxis(theme, { span: spec.kind === 'bar' ? Infinity : spanIn(rows, y), format }),
    ...axisName(columns, y, theme),
  }
  if (spec.kind !== 'bar' || !hasOwnAxis(spec, columns, rows)) return main
  const lines = spec.lines ?? []
  return [
    main,
    {
      type: 'value',
      ...valueAxis(theme, { span: Infinity, format: sharedFormat(lines.map((index) => columns[index])) }),
      splitLine: { show: false },
      ...axisName(columns, lines, theme, 'right'),
    },
  ]
}

/** Above this share of the highest value, the lowest one is so near that a line from zero would look flat. */
const nearHighest = 0.6

/** Whether the axis of a line begins at zero. */
export function beginsAtZero({ min, max }: Extent): boolean {
  return min >= 0 && min < max * nearHighest
}

function extentOf(rows: Row[], columns: number[]): Extent {
  const values = columns.flatMap((column) => rows.map((row) => numberInCell(row[column])))
  return values.reduce<Extent>(
    ({ min, max }, value) => (value === null ? { min, max } : { min: Math.min(min, value), max: Math.max(max, value) }),
    { min: Infinity, max: -Infinity },
  )
}

/** A line whose numbers are this many times smaller or larger than those of the bars would look flat at their axis. */
const comparable = 5

/** Whether lines over bars need a separate axis. */
export function hasOwnAxis(spec: DrawnSpec, columns: ResultColumn[], rows: Row[]): boolean {
  if (spec.kind !== 'bar' || spec.lines === undefined || spec.lines.length === 0) return false
  const [bars, lines] = [yOf(spec), spec.lines]
  const largest = (indexes: number[]) =>
    Math.max(...indexes.flatMap((index) => rows.map((row) => Math.abs(numberInCell(row[index]) ?? 0))), 0)
  const ratio = largest(bars) / largest(lines)
  const isSameUnit = sharedFormat([...bars, ...lines].map((index) => columns[index])) === columns[bars[0] ?? 0]?.format
  return !isSameUnit || ratio > comparable || ratio < 1 / comparable
}

/** A number on an axis that a question marks. Percentages are fractions: 50 means 0.5. */
export function referenceValue(value: number, format: ColumnFormat | undefined): number {
  return format?.style === 'percent' && Math.abs(value) > 1 ? value / 100 : value
}

/** The dashed lines at fixed numbers, as a part of the first series. */
export function referenceLines(spec: DrawnSpec, columns: ResultColumn[], theme: ChartTheme): object {
  const references = spec.references ?? []
  if (references.length === 0) return {}
  const isShare = spec.kind === 'bar' && spec.stack === 'share'
  const format = isShare ? undefined : sharedFormat(yOf(spec).map((index) => columns[index]))
  const words = {
    color: theme.text,
    fontFamily: theme.font,
    fontSize: 12,
    fontWeight: 600,
    // Readable on top of bars.
    backgroundColor: theme.surface,
    borderRadius: 3,
    padding: [2, 4],
  }
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { type: 'dashed', width: 1.5, color: theme.text },
      data: references.map((value) => ({
        yAxis: referenceValue(value, format),
        label: {
          ...words,
          position: 'insideStartTop',
          formatter: `${axisNumber(referenceValue(value, format), { format })}${isShare ? '%' : ''}`,
        },
      })),
    },
  }
}

interface Extent {
  min: number
  max: number
}

/** Extends the axis to the marked numbers, which the library would leave outside. */
function withReferences(references: number[], format: ColumnFormat | undefined): object {
  if (references.length === 0) return {}
  const values = references.map((value) => referenceValue(value, format))
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return {
    min: ({ min }: Extent) => (least < min ? rounded(least) : null),
    max: ({ max }: Extent) => (most > max ? rounded(most) : null),
  }
}

/** The next number outwards with two digits, and room for the label. */
function rounded(value: number): number {
  if (value === 0) return 0
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  const outwards = Math.sign(value) * Math.ceil((Math.abs(value) * 1.05) / step) * step
  return Number(outwards.toPrecision(12))
}

/** The columns at the left axis. */
export function yOf(spec: DrawnSpec): number[] {
  if (spec.kind === 'scatter') return [spec.y]
  const over = spec.kind === 'bar' ? (spec.lines ?? []) : []
  return spec.y.filter((column) => !over.includes(column))
}

function spanIn(rows: Row[], columns: number[]): number {
  return spanOf(columns.flatMap((column) => rows.map((row) => numberInCell(row[column]))))
}

function valueAxis(theme: ChartTheme, numbers: { span: number; format: ColumnFormat | undefined }, sign = '') {
  const formatter = (value: number) => `${axisNumber(value, numbers)}${sign}`
  return {
    splitNumber: 4,
    axisLabel: { color: theme.muted, fontSize: 12, formatter, hideOverlap: true },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: theme.line } },
  }
}

function labelAxis(theme: ChartTheme) {
  const axis = timeAxis(theme)
  return { ...axis, axisLabel: { ...axis.axisLabel, width: 120, overflow: 'truncate' } }
}

/** Dates are short. With a width, the library would take each for as wide as that, and hide its neighbors. */
function timeAxis(theme: ChartTheme) {
  return {
    axisLabel: { color: theme.muted, fontSize: 12, hideOverlap: true },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    splitLine: { show: false },
  }
}

/** More names of months than this don't fit below a narrow chart. */
const namedMonths = 8

/** The names of months below a line with a value per month, and the year where one begins; null for other dates. */
export function monthAxis(rows: Row[], x: number, theme: ChartTheme) {
  const found = rows.map((row) => momentInCell(row[x])).filter((moment) => moment !== null)
  const moments = [...new Set(found)].toSorted((one, other) => one - other)
  const areMonths = moments.every((moment) => new Date(moment).getUTCDate() === 1 && moment % dayLength === 0)
  const isMonthly = moments.slice(1).every((moment, at) => moment - (moments[at] ?? 0) <= longestMonth)
  if (!areMonths || !isMonthly || moments.length < 2 || moments.length > 6 * namedMonths) return null
  const every = [1, 2, 3, 6].find((step) => moments.length / step <= namedMonths) ?? 6
  const shown = moments.filter((_, at) => at % every === 0)
  const names = new Map(shown.map((moment, at) => [moment, monthName(moment, shown[at - 1])]))
  const axis = timeAxis(theme)
  const formatter = (moment: number) => names.get(moment) ?? ''
  return { ...axis, axisLabel: { ...axis.axisLabel, lineHeight: 16, customValues: shown, formatter } }
}

const dayLength = 86_400_000
const longestMonth = 31 * dayLength

/** 'Feb', or 'Jan' and the year on a second line if the label before it has another one. */
function monthName(moment: number, before: number | undefined): string {
  const date = new Date(moment)
  const month = new Intl.DateTimeFormat(i18next.language, { month: 'short', timeZone: 'UTC' }).format(date)
  const year = date.getUTCFullYear()
  return before !== undefined && new Date(before).getUTCFullYear() === year ? month : `${month}\n${year}`
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
function axisName(columns: ResultColumn[], y: number[], theme: ChartTheme, align = 'left') {
  const [only] = y
  if (only === undefined || y.length > 1) return {}
  return {
    name: columns[only]?.name,
    nameTextStyle: { color: theme.muted, fontSize: 12, align },
    nameGap: 12,
  }
}
