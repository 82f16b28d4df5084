import { z } from 'zod'
import { receiptSchema } from './events.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

/** The query parameter of the visualization page that carries a payload. */
export const visualizationParameter = 'JSONDATA'

/** Begins the key under which the chat keeps a payload in local storage for `visualizationKeptMs`. */
export const visualizationKeyPrefix = 'visualization_'
export const visualizationKeptMs = 30_000

/** Characters of the SQL of a payload, and of a whole payload, that are read. */
export const visualizationSqlLimit = 100_000
export const visualizationPayloadLimit = 200_000

/** What the chat hands to the visualization page: what to run and where, never a row. */
export const visualizationPayloadSchema = z.object({
  sql: z
    .string()
    .max(visualizationSqlLimit)
    .refine((sql) => sql.trim() !== ''),
  databaseName: z.string().max(500),
  /** Null or empty where the query was asked outside of business areas. */
  businessAreaName: z.string().max(500).nullish(),
  /** When the payload was made: ISO text, or milliseconds. */
  timestamp: z.union([z.string().max(60), z.number()]),
})
export type VisualizationPayload = z.infer<typeof visualizationPayloadSchema>

/** Rows that a chart is made of at most. */
export const visualizationRowLimit = 100_000

export const visualizationRowsRequestSchema = z.strictObject({
  sql_query: z.string().max(visualizationSqlLimit),
  database_config_id: z.string().max(200),
  business_area_id: z.string().max(200).nullish(),
})
export type VisualizationRowsRequest = z.infer<typeof visualizationRowsRequestSchema>

/** The lines of the answer, one JSON object each: the columns, batches of rows, the end. Without an end it broke off. */
export const visualizationHeadSchema = z.object({ columns: z.array(resultColumnSchema) })
export const visualizationBatchSchema = z.object({ rows: z.array(z.array(cellSchema)) })
export const visualizationEndSchema = z.object({
  end: z.object({ row_count: z.number(), truncated: z.boolean(), receipt: receiptSchema }),
})
export type VisualizationEnd = z.infer<typeof visualizationEndSchema>['end']
