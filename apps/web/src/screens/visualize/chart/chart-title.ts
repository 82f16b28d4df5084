import type { Aggregation, ChartSettings, ResultShape } from './chart-settings.ts'

const words: Record<Aggregation, string> = {
  sum: 'Sum of',
  average: 'Average of',
  count: 'Count of rows',
  min: 'Smallest',
  max: 'Largest',
}

/** The viewer's own title, else a description of the chart. */
export function titleOf(settings: ChartSettings, shape: ResultShape): string {
  const { title, type, x, series } = settings
  if (title.trim() !== '') return title
  const name = (column: number | null) => (column === null ? '' : (shape.columns[column]?.name ?? ''))
  if (type === 'table') return ''
  const by = x === null ? '' : ` by ${name(x)}`
  if (type === 'scatter') return name(settings.y[0] ?? null) + by
  const measured = measureText(settings, shape)
  if (type === 'number') return measured
  const split = series !== null && type !== 'pie' ? ` and ${name(series)}` : ''
  return measured + by + split
}

/** The measure: 'Sum of total', 'Count of rows'. */
export function measureText({ aggregation, y }: ChartSettings, { columns }: ResultShape): string {
  if (aggregation === 'count') return words.count
  return `${words[aggregation]} ${y.map((column) => columns[column]?.name ?? '').join(', ')}`
}
