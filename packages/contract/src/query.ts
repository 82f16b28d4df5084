import { z } from 'zod'
import { receiptSchema } from './events.ts'
import { cellSchema, resultColumnSchema } from './values.ts'

export const resultFormatSchema = z.enum(['json', 'ndjson', 'csv', 'xlsx', 'parquet', 'custom'])

/** How a text file of one's own making is written; what is left out is as in CSV. */
export const customFormatSchema = z.strictObject({
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  decimal: z.enum(['.', ',']).default('.'),
  /** A first line with the names of the columns. */
  header: z.boolean().default(true),
  /** Stands for NULL. */
  null_text: z
    .string()
    .max(20)
    .regex(/^(-|(?![=+@-])[^\p{Cc}"]*)$/u, 'The text for NULL takes no quotes, and does not begin like a formula.')
    .default(''),
  line_end: z.enum(['crlf', 'lf']).default('crlf'),
  /** In front, which tells Excel that it is UTF-8. */
  byte_order_mark: z.boolean().default(true),
})
export type CustomFormat = z.infer<typeof customFormatSchema>

export const fullResultsRequestSchema = z.strictObject({
  sql_query: z.string(),
  session_id: z.string().max(200).nullish(),
  /** The turn whose answer had this SQL: it is run where that was asked, also of a file. */
  turn_id: z.string().max(200).nullish(),
  database_config_id: z.string().max(200).nullish(),
  business_area_id: z.string().max(200).nullish(),
  format: resultFormatSchema.optional(),
  /** For the format `custom`. */
  custom: customFormatSchema.optional(),
  /** Rows that are wanted at most; what is left out makes the answer truncated, and a file fail. */
  max_rows: z.int().min(1).nullish(),
})
export type FullResultsRequest = z.infer<typeof fullResultsRequestSchema>

export const fullResultsResponseSchema = z.object({
  query: z.string(),
  columns: z.array(resultColumnSchema),
  results: z.array(z.array(cellSchema)),
  row_count: z.number(),
  truncated: z.boolean(),
  receipt: receiptSchema,
  /** The caller's own SQL, formatted. */
  display_sql: z.string().optional(),
  /** What the database ran; null for those who may not see it. Values are placeholders in it. */
  executed_sql: z.string().nullish(),
  /** Milliseconds in the database. */
  database_ms: z.number().optional(),
})
export type FullResultsResponse = z.infer<typeof fullResultsResponseSchema>

/** The file formats that this installation's edition exports: GET /api/v1/query/export-formats. */
export const exportFormatsSchema = z.object({ formats: z.array(resultFormatSchema) })
