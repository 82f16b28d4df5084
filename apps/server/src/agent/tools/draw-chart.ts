import {
  chartReferenceLimit,
  chartSeriesLimit,
  chartSorts,
  chartStacks,
  chartTypes,
  formatMessage,
  message,
  momentInCell,
  numberInCell,
  withoutHiddenSigns,
} from '@parlance/contract'
import type { Cell, Message, ResultChart } from '@parlance/contract'
import { z } from 'zod'
import type { AgentTurn, ToolOutcome } from '../contract.ts'
import { columnNamed, stepNamed, type Step } from '../figures/step.ts'
import { errorFields } from '../texts.ts'
import { statesUnknownFigure } from './model-words.ts'
import { defineTool } from './tool.ts'

const columnName = z.string().min(1).max(300)
const columnNames = z.union([columnName.transform((name) => [name]), z.array(columnName).max(chartSeriesLimit)])

/** Closed: nothing else can be set, and nothing of it is ever executed (R01). */
const inputSchema = z.strictObject({
  result: z.string().max(20),
  type: z.enum(chartTypes),
  x: columnName,
  y: z.union([columnName.transform((name) => [name]), z.array(columnName).min(1).max(chartSeriesLimit)]),
  series: columnName.nullish(),
  sort: z.enum(chartSorts).nullish(),
  title: z.string().max(120).nullish(),
  stack: z.enum(chartStacks).nullish(),
  lines: columnNames.nullish(),
  references: z.union([z.number().transform((one) => [one]), z.array(z.number()).max(chartReferenceLimit)]).nullish(),
})
type ChartInput = z.infer<typeof inputSchema>

/** Shows a chart of a result with the answer. */
export const drawChart = defineTool<ChartInput>({
  name: 'draw_chart',
  description: `Shows a chart of a result. type: ${chartTypes.join(', ')}. x, y, series, lines: its columns; y has numbers, a line has dates as x, series splits lines or bars, lines are y over bars. sort: ${chartSorts.join(', ')}. stack (bars): ${chartStacks.join(', ')}. references: marked numbers. Rows are drawn as they are: aggregate in SQL first.`,
  parameters: {
    result: 'text',
    type: 'text',
    x: 'text',
    y: 'texts',
    series: 'text?',
    sort: 'text?',
    title: 'text?',
    stack: 'text?',
    lines: 'texts?',
    references: 'numbers?',
  },
  inputSchema,
  needsResults: true,
  execute: async (input, turn) => draw(input, turn),
})

function draw(input: ChartInput, turn: AgentTurn): ToolOutcome {
  const step = stepNamed(input.result, turn.steps)
  if ('error' in step) return refused(step.error)
  const chart = placedChart(input, step)
  if ('error' in chart) return refused(chart.error)
  const problem = problemOf(chart, step) ?? lookProblem(chart, step) ?? titleProblem(chart, turn)
  if (problem !== null) return refused(problem)
  return {
    response: { success: true, step: step.id, chart },
    forModel: {
      success: true,
      ...(step.result.truncated ? { note: `The chart shows only the rows of ${step.id}.` } : {}),
    },
    charted: step.id,
  }
}

function placedChart(input: ChartInput, step: Step): ResultChart | { error: string } {
  const { type, x, y, series = null, sort, title = null, stack, references } = input
  const lines = input.lines ?? []
  const places: number[] = []
  for (const name of [x, ...y, ...(series === null ? [] : [series]), ...lines]) {
    const found = columnNamed(name, step)
    if ('error' in found) return found
    places.push(found.index)
  }
  const [xPlace = 0, ...others] = places
  const linesFrom = places.length - lines.length
  return {
    type,
    x: xPlace,
    y: others.slice(0, y.length),
    series: series === null ? null : (others[y.length] ?? null),
    stack: stack ?? 'none',
    lines: places.slice(linesFrom),
    references: references ?? [],
    sort: sort ?? 'rows',
    title: title === null || title.trim() === '' ? null : withoutHiddenSigns(title.trim()),
  }
}

/** Why the rows have no such chart; null if they do. */
function problemOf({ type, x, y, series }: ResultChart, step: Step): Message | null {
  const { rows, columns } = step.result
  const cells = (column: number) => rows.map((row) => row[column] ?? null).filter((cell) => cell !== null)
  const name = (column: number) => columns[column]?.name ?? ''
  const areNumbers = (column: number) =>
    cells(column).length > 0 && cells(column).every((cell) => numberInCell(cell) !== null)
  if (rows.length < 2) return message('A chart needs more than one row.')
  const words = [...y, ...(type === 'scatter' ? [x] : [])].find((column) => !areNumbers(column))
  if (words !== undefined) return message('{column} is not a column of numbers.', { column: name(words) })
  if (type === 'line' && !cells(x).every((cell) => momentInCell(cell) !== null))
    return message('{column} is not a column of dates, which a line needs. Draw bars instead.', { column: name(x) })
  if ((type === 'pie' || type === 'scatter' || series !== null) && y.length > 1)
    return message('This chart takes a single column as y.')
  if (type === 'pie' || type === 'scatter') {
    if (series !== null) return message('Only lines and bars can have a series.')
    return type === 'pie' ? pieProblem(cells(y[0] ?? 0)) : null
  }
  if (series !== null && new Set(rows.map((row) => row[series] ?? null)).size > chartSeriesLimit)
    return message('{column} has more than {most, number} values, too many for a series.', {
      column: name(series),
      most: chartSeriesLimit,
    })
  const isDrawnApart = type === 'bar' && series === null
  const points = new Set(rows.map((row) => JSON.stringify([row[x], series === null ? null : row[series]])))
  if (!isDrawnApart && points.size < rows.length)
    return message('Several rows have the same place in the chart. Aggregate them in SQL, or name a series.')
  return null
}

/** Why the chart can't look as asked; null if it can. */
function lookProblem(
  { type, y, series, stack, lines, references }: ResultChart,
  { result: { rows } }: Step,
): Message | null {
  const bars = y.filter((column) => !lines.includes(column))
  if (type !== 'bar' && (stack !== 'none' || lines.length > 0))
    return message('Only bars can be stacked or have lines.')
  if (type === 'pie' && references.length > 0) return message('A pie has no axis for references. Draw bars instead.')
  if (lines.some((column) => !y.includes(column)) || bars.length === 0)
    return message('lines must name some of the columns in y, and leave one for the bars.')
  if (lines.length > 0 && series !== null) return message('A chart has either a series or lines.')
  if (stack !== 'none' && series === null && bars.length < 2)
    return message('Stacked bars need a series, or several columns in y.')
  const isNegative = rows.some((row) => bars.some((column) => (numberInCell(row[column]) ?? 0) < 0))
  return stack === 'share' && isNegative ? message('Shares need numbers that are not negative.') : null
}

function pieProblem(values: Exclude<Cell, null>[]): Message | null {
  const numbers = values.map((cell) => numberInCell(cell) ?? 0)
  const isWhole = numbers.length <= chartSeriesLimit && numbers.every((value) => value >= 0) && numbers.some(Boolean)
  return isWhole
    ? null
    : message('A pie chart needs numbers that are not negative, in 2 to {most, number} rows. Draw bars instead.', {
        most: chartSeriesLimit,
      })
}

function titleProblem({ title }: ResultChart, turn: AgentTurn): Message | null {
  if (title === null || !statesUnknownFigure(title, turn)) return null
  return message('The title states a number that is in no result. Leave it out.')
}

function refused(reason: Message | string): ToolOutcome {
  const error = typeof reason === 'string' ? reason : formatMessage(reason)
  const fields = typeof reason === 'string' ? { error } : errorFields(reason)
  return { response: { success: false, ...fields }, forModel: { success: false, error } }
}
