import { z } from 'zod'
import { receiptSchema } from './events.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

/** Maximum number of characters of a payload's SQL, and of the whole payload. */
export const visualizationSqlLimit = 100_000
export const visualizationPayloadLimit = 200_000

/** What the chat passes to the visualization page: what to run and where, without rows. */
export const visualizationPayloadSchema = z.object({
  sql: z
    .string()
    .max(visualizationSqlLimit)
    .refine((sql) => sql.trim() !== ''),
  databaseName: z.string().max(500),
  /** Null or empty if the question was asked without a business area. */
  businessAreaName: z.string().max(500).nullish(),
  /** When the payload was created: ISO 8601, or milliseconds. */
  timestamp: z.union([z.string().max(60), z.number()]),
})
export type VisualizationPayload = z.infer<typeof visualizationPayloadSchema>

/** Maximum number of rows of a chart. */
export const visualizationRowLimit = 100_000

export const visualizationRowsRequestSchema = z.strictObject({
  sql_query: z.string().max(visualizationSqlLimit),
  database_config_id: z.string().max(200),
  business_area_id: z.string().max(200).nullish(),
})
export type VisualizationRowsRequest = z.infer<typeof visualizationRowsRequestSchema>

/** Lines of the response, one JSON object each: the columns, batches of rows, and the end. Without an end it is incomplete. */
export const visualizationHeadSchema = z.object({ columns: z.array(resultColumnSchema) })
export const visualizationBatchSchema = z.object({ rows: z.array(z.array(cellSchema)) })
export const visualizationEndSchema = z.object({
  end: z.object({ row_count: z.number(), truncated: z.boolean(), receipt: receiptSchema }),
})
export type VisualizationEnd = z.infer<typeof visualizationEndSchema>['end']
