import { message, type ChartStack, type Message, type Row } from '@parlance/contract'
import { drawnParts } from './chart-series.ts'
import type { ChartSpec } from './chart-spec.ts'

/** What a chart leaves out; empty if it draws everything. */
export function chartNotes(spec: ChartSpec, rows: Row[]): Message[] {
  if (spec.kind === 'figure') return []
  const { series, places } = drawnParts(spec, rows)
  const notes: Message[] = []
  if (places.of > places.drawn)
    notes.push(
      spec.kind === 'bar' && series !== null
        ? message('The chart shows the first {drawn, number} of {all, number} names.', {
            drawn: places.drawn,
            all: places.of,
          })
        : message('The chart shows the first {drawn, number} of {rows, number} rows.', {
            drawn: places.drawn,
            rows: places.of,
          }),
    )
  if (series === null || series.of === series.shown.length) return notes
  const largest = { drawn: series.shown.length, all: series.of }
  return [...notes, seriesNote(spec.kind === 'bar' ? (spec.stack ?? 'none') : 'none', largest)]
}

function seriesNote(stack: ChartStack, groups: { drawn: number; all: number }): Message {
  switch (stack) {
    case 'none':
      return message('The chart shows the {drawn, number} largest of {all, number} groups.', groups)
    case 'stacked':
      return message(
        'The chart shows the {drawn, number} largest of {all, number} groups, so the bars are lower than the totals.',
        groups,
      )
    case 'share':
      return message(
        'The chart shows the {drawn, number} largest of {all, number} groups. 100% includes the others.',
        groups,
      )
  }
}
