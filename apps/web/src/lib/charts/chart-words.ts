import { message, visibleText, type Message, type ResultColumn } from '@parlance/contract'
import { formatCount } from '../format.ts'
import type { ChartSpec } from './chart-spec.ts'

/** A chart in words, for those who don't see it; its values are in the table next to it. */
export function chartWords(spec: ChartSpec, columns: ResultColumn[]): Message[] {
  const name = (index: number) => visibleText(columns[index]?.name ?? '')
  if (spec.kind === 'figure') return [message('Single number: {name}', { name: name(spec.value) })]
  const y = (typeof spec.y === 'number' ? [spec.y] : spec.y).map(name).join(', ')
  return [kindWords(spec.kind, { y, x: name(spec.x) }), ...lookWords(spec, name)]
}

function kindWords(kind: Exclude<ChartSpec['kind'], 'figure'>, values: { x: string; y: string }): Message {
  switch (kind) {
    case 'line':
      return message('Line chart: {y} by {x}. The table lists the values.', values)
    case 'bar':
      return message('Bar chart: {y} by {x}. The table lists the values.', values)
    case 'pie':
      return message('Pie chart: {y} by {x}. The table lists the values.', values)
    case 'scatter':
      return message('Scatter chart: {y} by {x}. The table lists the values.', values)
  }
}

function lookWords(spec: Exclude<ChartSpec, { kind: 'figure' }>, name: (index: number) => string): Message[] {
  const words: Message[] = []
  const series = 'series' in spec ? (spec.series ?? null) : null
  const stack = spec.kind === 'bar' ? (spec.stack ?? 'none') : 'none'
  const lines = spec.kind === 'bar' ? (spec.lines ?? []) : []
  if (series !== null) words.push(message('Split by {series}.', { series: name(series) }))
  if (stack === 'stacked') words.push(message('The bars are stacked.'))
  if (stack === 'share') words.push(message('The bars are stacked to 100%.'))
  if (lines.length > 0) words.push(message('{columns} as lines.', { columns: lines.map(name).join(', ') }))
  const references = 'references' in spec ? (spec.references ?? []) : []
  for (const value of references) words.push(message('Marked with a line: {value}.', { value: formatCount(value) }))
  return words
}
