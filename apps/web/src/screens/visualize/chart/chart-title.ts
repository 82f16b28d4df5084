import { message, type Message } from '@parlance/contract'
import type { ChartSettings, ResultShape } from './chart-settings.ts'

/** The viewer's own title, else a description of the chart. */
export function titleOf(settings: ChartSettings, shape: ResultShape): string | Message {
  const { title, type, series, aggregation } = settings
  if (title.trim() !== '') return title
  if (type === 'table') return ''
  const name = (column: number) => shape.columns[column]?.name ?? ''
  const x = settings.x === null ? null : name(settings.x)
  if (type === 'scatter') {
    const y = settings.y.slice(0, 1).map(name).join('')
    return x === null ? y : message('{y} by {x}', { y, x })
  }
  if (type === 'number' || x === null) return measureText(settings, shape)
  const columns = columnsText(settings, shape)
  if (series !== null && type !== 'pie') {
    return message(
      '{aggregation, select, sum {Sum of {columns} by {x} and {series}} average {Average of {columns} by {x} and {series}} min {Minimum of {columns} by {x} and {series}} max {Maximum of {columns} by {x} and {series}} other {Count of rows by {x} and {series}}}',
      { aggregation, columns, x, series: name(series) },
    )
  }
  return message(
    '{aggregation, select, sum {Sum of {columns} by {x}} average {Average of {columns} by {x}} min {Minimum of {columns} by {x}} max {Maximum of {columns} by {x}} other {Count of rows by {x}}}',
    { aggregation, columns, x },
  )
}

/** The measure: 'Sum of total', 'Count of rows'. */
export function measureText(settings: ChartSettings, shape: ResultShape): Message {
  return message(
    '{aggregation, select, sum {Sum of {columns}} average {Average of {columns}} min {Minimum of {columns}} max {Maximum of {columns}} other {Count of rows}}',
    { aggregation: settings.aggregation, columns: columnsText(settings, shape) },
  )
}

function columnsText({ y }: ChartSettings, { columns }: ResultShape): string {
  return y.map((column) => columns[column]?.name ?? '').join(', ')
}
