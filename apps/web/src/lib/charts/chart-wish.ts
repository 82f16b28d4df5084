import { message, type Message, type ResultDisplay, chartSeriesLimit } from '@parlance/contract'
import type { ChartSpec } from './chart-spec.ts'

/** The chart that a question asks for; null if it asks for none, or the rows have no such chart. */
export function wishedChart(wish: ResultDisplay | null, choices: ChartSpec[]): ChartSpec | null {
  return choices.find((choice) => choice.kind === wish) ?? null
}

/** Why the rows aren't shown as the question asks; null if they are. */
export function unmetWish(wish: ResultDisplay | null, choices: ChartSpec[]): Message | null {
  if (wish === null || wish === 'table' || wishedChart(wish, choices) !== null) return null
  switch (wish) {
    case 'chart':
      return choices.length > 0 ? null : message('A chart needs a column of numbers and more than one row.')
    case 'line':
      return message('A line chart needs dates, a column of numbers, and more than one row.')
    case 'bar':
      return message('A bar chart needs names, a column of numbers, and more than one row.')
    case 'scatter':
      return message('A scatter chart needs two columns of numbers and more than one row.')
    case 'pie':
      return message('A pie chart needs names and numbers that are not negative, in 2 to {most, number} rows.', {
        most: chartSeriesLimit,
      })
  }
}
