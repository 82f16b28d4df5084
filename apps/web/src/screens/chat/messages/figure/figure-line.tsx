import { momentInCell, numberInCell, type ResultColumn, type Row } from '@parlance/contract'
import { number, type EChartsCoreOption } from 'echarts/core'
import { useMemo } from 'react'
import { beginsAtZero } from '../../../../lib/charts/chart-axes.ts'
import { chartOption } from '../../../../lib/charts/chart-option.ts'
import type { ChartSpec } from '../../../../lib/charts/chart-spec.ts'
import { tokenTheme } from '../../../../lib/charts/token-theme.ts'
import { fractionDigits, shownCellText } from '../../../../lib/cell-text.ts'
import type { SqlResult } from '../../../../lib/turn/chat-message.ts'
import { ChartDrawing } from '../../results/chart-drawing.tsx'

type LineSpec = Extract<ChartSpec, { kind: 'line' }>

interface FigureLineProps {
  spec: LineSpec
  result: SqlResult
  /** Whether the last period is still running. */
  isRunning: boolean
}

/** A line over time. Its highest and lowest values are named; it is dashed to a hollow point for a period still running. */
export function FigureLine({ spec, result: { columns, rows }, isRunning }: FigureLineProps) {
  const option = useMemo(() => lineOption(spec, columns, rows, isRunning), [spec, columns, rows, isRunning])
  return (
    <div className="flex h-48 flex-col">
      <ChartDrawing option={option} />
    </div>
  )
}

function lineOption(spec: LineSpec, columns: ResultColumn[], rows: Row[], isRunning: boolean): EChartsCoreOption {
  const { series, yAxis, ...option } = chartOption(spec, columns, rows, tokenTheme)
  const [only, second] = partsOf(series)
  const isSingle = only !== undefined && second === undefined
  return {
    ...option,
    grid: {
      left: 4,
      right: 16,
      top: isSingle ? 24 : 36,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    // The title of the figure names the column.
    yAxis: partsOf([yAxis]).map((axis) => ({ ...axis, name: undefined, splitNumber: gridLines, min: belowLowest })),
    series: isSingle ? singleLine(only, pointsOf(spec, columns, rows), isRunning) : series,
  }
}

const gridLines = 3

/**
 * Zero, or a value that leaves room for the label below the lowest point. It is one of the values at which the charting
 * library draws lines, so that all lines have the same distance.
 */
function belowLowest({ min, max }: { min: number; max: number }): number {
  if (max <= min) return min
  if (beginsAtZero({ min, max })) return 0
  const wanted = min - (max - min) * 0.15
  const onLine = (value: number) => {
    const distance = number.nice((max - value) / gridLines, true)
    return Math.floor(value / distance) * distance
  }
  // The lower the first line is, the longer the axis and the distances may be.
  const lower = onLine(onLine(wanted))
  return min >= 0 ? Math.max(0, lower) : lower
}

/** The objects among the parts of a chart's options, which have no types of their own. */
function partsOf(parts: unknown): object[] {
  return Array.isArray(parts) ? parts.filter((part): part is object => typeof part === 'object' && part !== null) : []
}

interface Point {
  value: [moment: number, number: number | null]
  label?: object
}

/** A line through its points. The part to a running period is dashed, and its point hollow. */
function singleLine(line: object, points: Point[], isRunning: boolean): object[] {
  const [before, last] = points.slice(-2)
  if (!isRunning || before === undefined || last === undefined) return [{ ...line, data: points }]
  const dashes = {
    silent: true,
    symbol: 'none',
    label: { show: false },
    lineStyle: { type: 'dashed', width: 2, color: tokenTheme.palette[0] },
    data: [[{ coord: before.value }, { coord: last.value }]],
  }
  // The library's own hollow point is white inside, also in the dark theme.
  const hollow = { color: 'var(--bg)', borderColor: tokenTheme.palette[0], borderWidth: 2 }
  const isKnown = before.value[1] !== null && last.value[1] !== null
  return [
    { ...line, data: points.slice(0, -1), ...(isKnown && { markLine: dashes }) },
    { ...line, data: [{ ...last, itemStyle: hollow }], symbol: 'circle', symbolSize: 8 },
  ]
}

/** The points of a single line. The highest and the lowest have their values above them, clear of the axes. */
function pointsOf({ x, y }: LineSpec, columns: ResultColumn[], rows: Row[]): Point[] {
  const [value = 0] = y
  const column = columns[value]
  const digits = column === undefined ? null : fractionDigits(column, value, rows)
  const dated = rows
    .flatMap((row) => {
      const moment = momentInCell(row[x])
      return moment === null ? [] : [{ moment, cell: row[value] ?? null, amount: numberInCell(row[value]) }]
    })
    .toSorted((one, other) => one.moment - other.moment)
  const numbers = dated.map(({ amount }) => amount)
  const known = numbers.filter((number) => number !== null)
  const [highest, lowest] = [numbers.indexOf(Math.max(...known)), numbers.indexOf(Math.min(...known))]
  const words = { color: tokenTheme.text, fontFamily: tokenTheme.font, fontSize: 12 }
  return dated.map(({ moment, cell, amount }, at) => ({
    value: [moment, amount],
    ...(column !== undefined &&
      (at === highest || at === lowest) && {
        label: {
          ...words,
          show: true,
          // Above a peak and below a low, the value is clear of the line.
          position: at === highest ? 'top' : 'bottom',
          align: alignOf(at, dated.length),
          formatter: () => shownCellText(cell, column, digits),
        },
      }),
  }))
}

/** A value at an end of the line stays inside of the drawing. */
function alignOf(at: number, count: number): 'left' | 'center' | 'right' {
  if (at === 0) return 'left'
  return at === count - 1 ? 'right' : 'center'
}
