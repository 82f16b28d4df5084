import { z } from 'zod'
import type { Cell } from './values.ts'

/** The kinds of charts that a model can choose. */
export const chartTypes = ['line', 'bar', 'pie', 'scatter'] as const
/** How a chart orders its bars or slices: as the rows, by name, or by the first column of numbers. */
export const chartSorts = ['rows', 'x', 'ascending', 'descending'] as const

/** The maximum number of lines, groups of bars, or slices in a chart: as many as the data palette has colors. */
export const chartSeriesLimit = 8

const columnSchema = z.number().int().nonnegative()

/** A chart of one result. Columns are positions in the result, so nothing that a model wrote can name anything else. */
export const resultChartSchema = z.strictObject({
  type: z.enum(chartTypes),
  x: columnSchema,
  y: z.array(columnSchema).min(1).max(chartSeriesLimit),
  /** A column with one line or group of bars per value; null for none. */
  series: columnSchema.nullable(),
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
