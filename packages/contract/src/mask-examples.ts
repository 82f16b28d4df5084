import { z } from 'zod'
import { areaTableInputSchema } from './areas.ts'
import { columnMaskSchema } from './security-rules.ts'
import { plainText } from './text.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

/** The most values of one mask's example. */
export const maskExampleValues = 3

/** Real values before and after an unsaved mask: POST /api/v1/business-areas/mask-example. For editors of the area. */
export const maskExampleRequestSchema = z.strictObject({
  /** Absent for a new area. */
  area_id: z.string().min(1).max(200).optional(),
  /** Required for a new area. */
  application_id: z.string().min(1).max(200).optional(),
  database_config_id: z.string().min(1).max(200).optional(),
  /** `ALL` for the first table of the saved area that has the column. */
  table_name: areaTableInputSchema.shape.table_name,
  column: plainText(500).min(1),
  mask: columnMaskSchema,
})
export type MaskExampleRequest = z.infer<typeof maskExampleRequestSchema>

export const maskExampleResponseSchema = z.object({
  /**
   * `shown`: `results` has values. `empty`: the caller sees no value of the column. `masked`: a saved rule masks or hides
   * a column that the example reads. `no_access`: the caller can't ask about the table.
   */
  state: z.enum(['shown', 'empty', 'masked', 'no_access']),
  database: z.object({ config_id: z.string(), name: z.string() }),
  /** The column before and after the mask. Empty without values. */
  columns: z.array(resultColumnSchema),
  /** Different values before and after the mask. Long values are cut. */
  results: z.array(z.array(cellSchema)),
})
export type MaskExample = z.infer<typeof maskExampleResponseSchema>
