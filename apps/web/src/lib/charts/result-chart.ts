import type { ResultChart, ResultColumn, Row } from '@parlance/contract'
import type { EChartsCoreOption } from 'echarts/core'
import type { SqlResult } from '../turn/chat-message.ts'
import { chartOption } from './chart-option.ts'
import type { ChartTheme } from './chart-theme.ts'
import { chartChoices, drawnColumns, sortedRows, specOf, type ChartSpec } from './chart-spec.ts'
import { wishedChart, withLook } from './chart-wish.ts'
import { pieOption } from './pie-option.ts'
import { tokenTheme } from './token-theme.ts'

/** The charts of a result. */
export interface ResultCharts {
  /** Every chart that its rows allow, one of each kind. */
  choices: ChartSpec[]
  /** The one that the model chose; null if it chose none. */
  own: ChartSpec | null
  /** The one to show first: the model's, the one that the question asks for, or the best; null if none fits. */
  first: ChartSpec | null
}

type Charted = Pick<SqlResult, 'columns' | 'rows' | 'chart' | 'display' | 'look'>

/** Every chart of a result, and which one comes first. */
export function chartsOf({ columns, rows, chart, display, look }: Charted): ResultCharts {
  const own = chart === null ? null : specOf(chart)
  const fitting = chartChoices(columns, rows).map((spec) => withLook(spec, { display, look }, columns, rows))
  const choices = own === null ? fitting : [own, ...fitting.filter(({ kind }) => kind !== own.kind)]
  return { choices, own, first: own ?? wishedChart(display, choices) ?? choices[0] ?? null }
}

/** The charting library's options; null for a figure, which is text. */
export function drawingOf(
  spec: ChartSpec,
  { columns, rows, chart }: { columns: ResultColumn[]; rows: Row[]; chart: ResultChart | null },
  theme: ChartTheme,
): EChartsCoreOption | null {
  // The model's order belongs only to its own chart.
  const drawn = chart === null ? rows : sortedRows(chart, rows)
  if (spec.kind === 'figure') return null
  return spec.kind === 'pie' ? pieOption(spec, columns, drawn, theme) : chartOption(spec, columns, drawn, theme)
}

/**
 * The chart of an answer as copies and prints show it; null if none fits, or the question asks for a table. A list of
 * records, which has columns that no chart draws, gets one only if someone asked for it.
 */
export function answerChart(result: SqlResult | null): { option: EChartsCoreOption; title: string } | null {
  if (result === null || (result.display === 'table' && result.chart === null)) return null
  const { first, own } = chartsOf(result)
  if (first === null) return null
  const { columns, rows, chart } = result
  if (own === null && result.display === null && drawnColumns(first).length < columns.length) return null
  const option = drawingOf(first, { columns, rows, chart: first === own ? chart : null }, tokenTheme)
  return option === null ? null : { option, title: first === own ? (chart?.title ?? '') : '' }
}
