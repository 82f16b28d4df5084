import { z } from 'zod'
import { receiptSchema } from './events.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

export const resultFormatSchema = z.enum(['json', 'ndjson', 'csv', 'xlsx'])

export const fullResultsRequestSchema = z.strictObject({
  sql_query: z.string(),
  session_id: z.string().max(200).nullish(),
  database_config_id: z.string().max(200).nullish(),
  business_area_id: z.string().max(200).nullish(),
  format: resultFormatSchema.optional(),
})
export type FullResultsRequest = z.infer<typeof fullResultsRequestSchema>

export const fullResultsResponseSchema = z.object({
  query: z.string(),
  columns: z.array(resultColumnSchema),
  results: z.array(z.array(cellSchema)),
  row_count: z.number(),
  truncated: z.boolean(),
  receipt: receiptSchema,
})
export type FullResultsResponse = z.infer<typeof fullResultsResponseSchema>
