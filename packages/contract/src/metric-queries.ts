import { z } from 'zod'
import { areaProblemSchema, areaJoinsSchema } from './areas.ts'
import {
  definitionKinds,
  definitionsSchema,
  metricFormatSchema,
  metricQuerySchema,
  usedDefinitionSchema,
} from './definitions.ts'
import { receiptSchema } from './events.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

/** Rows of a preview of a definition. */
export const definitionPreviewRows = 10

/** POST /api/v1/business-areas/{id}/metric-query. */
export const runMetricQueryRequestSchema = z.strictObject({
  query: metricQuerySchema,
  /** The default is the selected connection, else the first tested one of the area's application. */
  database_config_id: z.string().min(1).max(200).optional(),
})

const metricColumnSchema = z.object({
  kind: z.enum(['time', 'dimension', 'metric']),
  /** Name of the definition. For a time column, the grain. */
  name: z.string(),
  unit: z.string().nullable(),
  format: metricFormatSchema.nullable(),
})

export const metricQueryResponseSchema = z.object({
  database: z.object({ config_id: z.string(), name: z.string() }),
  columns: z.array(resultColumnSchema),
  /** What each column is, in the order of `columns`. */
  meanings: z.array(metricColumnSchema),
  results: z.array(z.array(cellSchema)),
  /** Whether there are more rows than the response has. */
  truncated: z.boolean(),
  /** The definitions that the query used, as they are now. */
  used: z.array(usedDefinitionSchema),
  sql_query: z.string(),
  executed_sql: z.string(),
  receipt: receiptSchema,
})
export type MetricQueryResponse = z.infer<typeof metricQueryResponseSchema>

/** POST /api/v1/business-areas/{id}/definition-preview: a definition that isn't saved yet, for editors of the area. */
export const previewDefinitionRequestSchema = z.strictObject({
  /** All definitions as they would be saved. */
  definitions: definitionsSchema,
  joins: areaJoinsSchema.optional(),
  /** What to show. */
  query: metricQuerySchema.optional(),
  /** Instead of a query: how many rows each value of a dimension has, or how many match a filter. */
  rows_of: z.strictObject({ kind: z.enum(['dimension', 'filter']), name: z.string().min(1).max(100) }).optional(),
  /** The user whose rules apply. The default is yourself. */
  user_id: z.string().min(1).max(200).optional(),
  database_config_id: z.string().min(1).max(200).optional(),
})

/** POST /api/v1/business-areas/{id}/check-definition: proves one definition that isn't saved yet, for editors. */
export const checkDefinitionRequestSchema = z.strictObject({
  definitions: definitionsSchema,
  joins: areaJoinsSchema.optional(),
  definition: z.strictObject({ kind: z.enum(definitionKinds), name: z.string().min(1).max(100) }),
})
export const checkDefinitionResponseSchema = z.object({ problems: z.array(areaProblemSchema) })

/** GET /api/v1/business-areas/{id}/definition-usage. */
export const definitionUsageResponseSchema = z.object({
  /** Definitions that answers used in the last 90 days. */
  definitions: z.array(
    z.object({
      kind: z.enum(definitionKinds),
      name: z.string(),
      /** Answers in the last 30 days. */
      recent_answers: z.number(),
      /** The last day, as yyyy-mm-dd in UTC. */
      last_day: z.string(),
      days: z.array(z.object({ day: z.string(), answers: z.number() })),
    }),
  ),
})
export type DefinitionUsage = z.infer<typeof definitionUsageResponseSchema>
