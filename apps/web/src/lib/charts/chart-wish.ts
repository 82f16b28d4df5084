import {
  chartSeriesLimit,
  message,
  numberInCell,
  type Message,
  type ResultColumn,
  type ResultDisplay,
  type ResultLook,
  type Row,
} from '@parlance/contract'
import type { ChartSpec } from './chart-spec.ts'

/** How a question asks to show its rows. */
export interface ChartWish {
  display: ResultDisplay | null
  look: ResultLook | null
}

type Bars = Extract<ChartSpec, { kind: 'bar' }>

/** The kind of chart that draws a display; null if the question leaves it open. */
function kindOf(display: ResultDisplay | null): string | null {
  if (display === 'combined') return 'bar'
  return display === 'chart' ? null : display
}

/** The chart that a question asks for; null if it asks for none, or the rows have no such chart. */
export function wishedChart(display: ResultDisplay | null, choices: ChartSpec[]): ChartSpec | null {
  const kind = kindOf(display)
  return choices.find((choice) => choice.kind === kind) ?? null
}

/** A chart that looks as the question asks, as far as its kind and its rows allow. */
export function withLook(
  spec: ChartSpec,
  { display, look }: ChartWish,
  columns: ResultColumn[],
  rows: Row[],
): ChartSpec {
  if (spec.kind === 'figure' || spec.kind === 'pie') return spec
  const marked = look === null || look.references.length === 0 ? spec : { ...spec, references: look.references }
  if (marked.kind !== 'bar') return marked
  const lines = display === 'combined' ? linesOf(marked, look?.lines ?? [], columns) : []
  if (lines.length > 0) return { ...marked, lines }
  const stack = look?.stack ?? 'none'
  if (stack === 'none' || stackProblem(marked, stack, rows) !== null) return marked
  // Marked numbers of the totals have no place among shares.
  return stack === 'share'
    ? { ...marked, stack, references: marked.references?.filter((one) => one <= 100) ?? [] }
    : { ...marked, stack }
}

/** The columns drawn as lines: those that the words name, else all but the first. Empty if no bar would stay. */
function linesOf({ y, series = null }: Bars, words: string[], columns: ResultColumn[]): number[] {
  if (series !== null || y.length < 2) return []
  const isNamed = (column: number) => {
    const name = (columns[column]?.name ?? '').toLowerCase().replaceAll('_', ' ')
    return words.some((word) => stemsOf(word).some((stem) => name.includes(stem)))
  }
  const named = y.filter(isNamed)
  return named.length > 0 && named.length < y.length ? named : y.slice(1)
}

/** The words without the end of a plural, and without words that name no column. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.map((word) => word.replace(/(?:es|s)$/, '')).filter((word) => word.length > 2 && !fillers.has(word))
}

const fillers = new Set(['the', 'number', 'total', 'count'])

function stackProblem({ y, series = null }: Bars, stack: ResultLook['stack'], rows: Row[]): Message | null {
  if (series === null && y.length < 2)
    return message('Stacked bars need a second group. Ask for example “stacked by” and one of the columns.')
  const isNegative = rows.some((row) => y.some((column) => (numberInCell(row[column]) ?? 0) < 0))
  return stack === 'share' && isNegative ? message('Shares of 100% need numbers that are not negative.') : null
}

/** Why the rows aren't shown as the question asks; null if they are. */
export function unmetWish({ display, look }: ChartWish, choices: ChartSpec[], rows: Row[]): Message | null {
  if (display === null || display === 'table') return null
  const wished = wishedChart(display, choices)
  if (wished === null) return missingKind(display, choices)
  const isPlainBar = wished.kind === 'bar' && display === 'bar' && look !== null && look.stack !== 'none'
  if (isPlainBar) return stackProblem(wished, look.stack, rows)
  if (display === 'combined' && wished.kind === 'bar' && (wished.y.length < 2 || (wished.series ?? null) !== null))
    return message('Bars with a line need two columns of numbers for each name or date.')
  return wished.kind === 'pie' && look !== null && look.references.length > 0
    ? message('A pie chart has no axis for a line. A bar or line chart has one.')
    : null
}

function missingKind(display: Exclude<ResultDisplay, 'table'>, choices: ChartSpec[]): Message | null {
  switch (display) {
    case 'chart':
      return choices.length > 0 ? null : message('A chart needs a column of numbers and more than one row.')
    case 'line':
      return message('A line chart needs dates, a column of numbers, and more than one row.')
    case 'bar':
      return message('A bar chart needs names, a column of numbers, and more than one row.')
    case 'combined':
      return message('Bars with a line need names or dates, two columns of numbers, and more than one row.')
    case 'scatter':
      return message('A scatter chart needs two columns of numbers and more than one row.')
    case 'pie':
      return message('A pie chart needs names and numbers that are not negative, in 2 to {most, number} rows.', {
        most: chartSeriesLimit,
      })
  }
}
