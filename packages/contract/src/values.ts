import { z } from 'zod'

/**
 * One cell as it leaves a driver: exact, or text.
 * Integers beyond 2^53, decimals, timestamps and JSON are text; binary is `\x` and hex digits; NaN and infinities are text.
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

export const resultColumnSchema = z.object({
  name: z.string(),
  /** The engine's type name, empty when it does not tell. */
  dataType: z.string(),
  kind: columnKindSchema,
})
export type ResultColumn = z.infer<typeof resultColumnSchema>
