import type { ChartWords } from '../screens/visualize/chart/chart-words.ts'

export const englishChartWords: ChartWords = {
  noValue: 'No value',
  empty: '(empty)',
  other: 'Other',
  count: 'Count',
  column: (position) => `Column ${position}`,
}
