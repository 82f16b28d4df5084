import { z } from 'zod'

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

export const resultColumnSchema = z.object({
  name: z.string(),
  /** The engine's name of the type. Empty if unknown. */
  dataType: z.string(),
  kind: columnKindSchema,
})
export type ResultColumn = z.infer<typeof resultColumnSchema>
