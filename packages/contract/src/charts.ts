import { z } from 'zod'
import type { Cell } from './values.ts'

/** The kinds of charts that a model can choose. */
export const chartTypes = ['line', 'bar', 'pie', 'scatter'] as const
/** How a chart orders its bars or slices: as the rows, by name, or by the first column of numbers. */
export const chartSorts = ['rows', 'x', 'ascending', 'descending'] as const

/** The maximum number of lines, groups of bars, or slices in a chart: as many as the data palette has colors. */
export const chartSeriesLimit = 8

/** How the bars of one place are arranged: side by side, on top of each other, or as parts of 100%. */
export const chartStacks = ['none', 'stacked', 'share'] as const
export type ChartStack = (typeof chartStacks)[number]

/** The maximum number of reference lines in a chart. */
export const chartReferenceLimit = 4

const referencesSchema = z.array(z.number()).max(chartReferenceLimit)

/** What a question asks of its chart besides the kind. */
export const resultLookSchema = z.strictObject({
  stack: z.enum(chartStacks),
  /** Words for the columns that are drawn as lines over bars. If empty, they are all except the first. */
  lines: z.array(z.string().max(100)).max(chartSeriesLimit),
  /** Numbers on the axis that are marked with a line, such as a target. */
  references: referencesSchema,
})
export type ResultLook = z.infer<typeof resultLookSchema>

const columnSchema = z.number().int().nonnegative()

/** A chart of one result. Columns are positions in the result, so nothing that a model wrote can name anything else. */
export const resultChartSchema = z.strictObject({
  type: z.enum(chartTypes),
  x: columnSchema,
  y: z.array(columnSchema).min(1).max(chartSeriesLimit),
  /** A column with one line or group of bars per value; null for none. */
  series: columnSchema.nullable(),
  /** How bars are arranged if a place has several. */
  stack: z.enum(chartStacks).default('none'),
  /** Those of the columns `y` that are drawn as lines over the bars. */
  lines: z.array(columnSchema).max(chartSeriesLimit).default([]),
  /** Numbers on the axis of `y` that are marked with a line, such as a target. */
  references: referencesSchema.default([]),
  sort: z.enum(chartSorts),
  /** A model's own words, shown as text. */
  title: z.string().max(120).nullable(),
})
export type ResultChart = z.infer<typeof resultChartSchema>

/** A number to draw; null if the cell is not one. */
export function numberInCell(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell !== 'string' || cell.trim() === '') return null
  const number = Number(cell.trim().replace(/%$/, '').replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}

const datePattern =
  /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/**
 * A date or timestamp as milliseconds of its own digits, so that no time zone moves it; null if the cell is not one. A
 * bare year must be a number or text of four digits.
 */
export function momentInCell(cell: Cell | undefined): number | null {
  if (typeof cell !== 'string' && typeof cell !== 'number') return null
  const match = datePattern.exec(String(cell).trim())
  if (match === null) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)))
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
