import { z } from 'zod'
import { receiptSchema } from './events.ts'
import { cellSchema, columnFormatSchema, resultColumnSchema } from './values.ts'

export const resultFormatSchema = z.enum(['json', 'ndjson', 'csv', 'xlsx', 'parquet', 'custom'])

/** How to write a custom text file. The defaults are those of CSV. */
export const customFormatSchema = z.strictObject({
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  decimal: z.enum(['.', ',']).default('.'),
  /** Whether the first line contains the names of the columns. */
  header: z.boolean().default(true),
  /** Text for NULL. */
  null_text: z
    .string()
    .max(20)
    .regex(
      /^(-|(?![=+@-])[^\p{Cc}"]*)$/u,
      'The text for NULL must not contain quotation marks or start with =, +, -, or @.',
    )
    .default(''),
  line_end: z.enum(['crlf', 'lf']).default('crlf'),
  /** Whether the file starts with a byte order mark, which Excel needs to detect UTF-8. */
  byte_order_mark: z.boolean().default(true),
})
export type CustomFormat = z.infer<typeof customFormatSchema>

export const fullResultsRequestSchema = z.strictObject({
  sql_query: z.string(),
  session_id: z.string().max(200).nullish(),
  /** The turn whose answer had this SQL. The query runs where the question was asked, which can be a file. */
  turn_id: z.string().max(200).nullish(),
  /** A result of the turn that was computed from others. They are read again, and the SQL runs over their rows. */
  step: z.string().max(20).nullish(),
  database_config_id: z.string().max(200).nullish(),
  business_area_id: z.string().max(200).nullish(),
  format: resultFormatSchema.optional(),
  /** For the format `custom`. */
  custom: customFormatSchema.optional(),
  /** How the numbers of columns look, as the columns of the answer say. The result and Excel files use it. */
  column_formats: z
    .array(z.strictObject({ name: z.string().max(1_000), format: columnFormatSchema }))
    .max(500)
    .optional(),
  /** Maximum number of rows. If there are more, the answer is truncated; a file fails. */
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
  /** The caller's SQL, formatted. */
  display_sql: z.string().optional(),
  /** SQL that the database ran, with placeholders for values. Null if the caller is not allowed to see it. */
  executed_sql: z.string().nullish(),
  /** Milliseconds that the query took in the database. */
  database_ms: z.number().optional(),
})
export type FullResultsResponse = z.infer<typeof fullResultsResponseSchema>

/** Export formats of the installed edition: GET /api/v1/query/export-formats. */
export const exportFormatsSchema = z.object({ formats: z.array(resultFormatSchema) })

/** Questions to start with: GET /api/v1/starter-questions. */
export const starterQuestionsSchema = z.object({
  questions: z.array(z.string()),
  /** Why there are none: no question fits the tables, none returned rows, or that could not be checked in time. */
  empty_reason: z.enum(['no_questions', 'no_rows', 'unchecked']).nullable(),
})
export type StarterQuestions = z.infer<typeof starterQuestionsSchema>
