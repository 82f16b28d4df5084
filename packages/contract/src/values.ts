import { z } from 'zod'
import { metricFormatSchema } from './definitions.ts'

/**
 * One cell of a driver's result: exact, or text. Integers beyond 2^53, decimals, timestamps, JSON, NaN, and infinities are
 * text. Binary is `\x` and hexadecimal digits.
 */
export const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof cellSchema>

/** Cells in the order of the result's columns. */
export type Row = Cell[]

export const columnKindSchema = z.enum([
  'text',
  'integer',
  'number',
  'boolean',
  'date',
  'time',
  'timestamp',
  'json',
  'binary',
  'other',
])

/** How the numbers of a column look: as their metric says. */
export const columnFormatSchema = z.object({
  ...metricFormatSchema.shape,
  /** A currency such as EUR, or a word such as hours; null for neither. */
  unit: z.string().nullable(),
})
export type ColumnFormat = z.infer<typeof columnFormatSchema>

export const resultColumnSchema = z.object({
  name: z.string(),
  /** The engine's name of the type. Empty if unknown. */
  dataType: z.string(),
  kind: columnKindSchema,
  /** Absent unless the column is a metric that says how its numbers look. */
  format: columnFormatSchema.optional(),
})
export type ResultColumn = z.infer<typeof resultColumnSchema>
