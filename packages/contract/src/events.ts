import { z } from 'zod'
import { resultChartSchema, resultLookSchema } from './charts.ts'
import { defaultAppName, defaultSessionId } from './constants.ts'
import { usedDefinitionSchema } from './definitions.ts'
import { formatMessage } from './format-message.ts'
import { figureSourceSchema, messageSchema } from './message-schema.ts'
import { joinMessages, message, verbatim, type Message, type TextFigure } from './messages.ts'
import type { MaskType } from './security-rules.ts'
import { cellSchema, resultColumnSchema } from './values.ts'
import { patternFields } from './wire-message.ts'

/** A business area that fits a question. */
export const areaRecommendationSchema = z.object({
  area_id: z.string(),
  area_name: z.string(),
  /** 0 to 1. */
  confidence_score: z.number(),
  description: z.string().nullable(),
  matched_tables: z.array(z.string()),
})

/** One reading of an ambiguous question. */
const offeredReadingSchema = z.object({
  label: z.string(),
  question: z.string(),
  ...patternFields,
  /** The SQL that it leads to; absent if only the question is offered. */
  display_sql: z.string().optional(),
  /** How many rows it has for the asker. Null: they could not be counted. Absent: they were not counted. */
  row_count: z.number().nullable().optional(),
})
export type OfferedReading = z.infer<typeof offeredReadingSchema>

const tableRefSchema = z.object({ schema: z.string().nullable(), table: z.string() })
/** A table, by its name in the catalog. */
export type TableRef = z.infer<typeof tableRefSchema>

/** What was done to a query, in responses and stored events. Receipts of older versions have fewer fields. */
export const receiptSchema = z.object({
  tables: z.array(tableRefSchema),
  /** The tables that are views. */
  views: z.array(tableRefSchema).optional(),
  /** Columns that the query read, by table. */
  columns: z.array(z.object({ table: tableRefSchema, columns: z.array(z.string()) })),
  rowRules: z.array(z.object({ rule: z.string(), table: tableRefSchema })),
  masks: z.array(z.object({ rule: z.string(), table: tableRefSchema, column: z.string(), maskType: z.string() })),
  /** Rules that removed columns from a `*`. The columns don't exist for the user, so nothing names them. */
  leftOut: z.array(z.object({ rule: z.string(), table: tableRefSchema })).optional(),
  /** Columns of the result with masked values, by position and name. */
  maskedOutputs: z.array(z.object({ index: z.number(), column: z.string(), rule: z.string() })),
  limit: z.object({ rows: z.number(), addedBy: z.enum(['gate', 'query']) }).nullable(),
  parameters: z.object({ bound: z.array(z.string()), unresolved: z.array(z.string()) }),
  /** The same for people, one sentence each. */
  sentences: z.array(z.string()),
  /** The sentences as patterns with values, for translations. */
  messages: z.array(messageSchema).optional(),
  /** The definitions of the area that the query contains. Absent for SQL that someone or a model wrote by hand. */
  definitions: z.array(usedDefinitionSchema).optional(),
  /** Whether it was computed in the draft of the business area. */
  in_draft: z.boolean().optional(),
})
export type StoredReceipt = z.infer<typeof receiptSchema>
/** A receipt of this version: complete, with known mask types. */
export type Receipt = Required<Omit<StoredReceipt, 'masks' | 'definitions' | 'in_draft'>> & {
  masks: (StoredReceipt['masks'][number] & { maskType: MaskType })[]
}

/** @returns the receipt with these sentences */
export function withMessages(receipt: Omit<Receipt, 'sentences' | 'messages'>, messages: Message[]): Receipt {
  return { ...receipt, messages, sentences: messages.map((sentence) => formatMessage(sentence)) }
}

export const tokenUsageSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  model: z.string(),
  /** Prompt tokens that the provider read from its cache, and those that it added to it. */
  cached_tokens: z.number().optional(),
  cache_write_tokens: z.number().optional(),
  /** Completion tokens that the model used for thinking. */
  reasoning_tokens: z.number().optional(),
  /** Whether the server counted tokens itself, because a call was interrupted or the provider reported none. */
  is_estimated: z.boolean().optional(),
  /** What the calls cost by the price list. Null: the price of a model is unknown. */
  cost: z.number().nullable().optional(),
  /** The currency of `cost`, such as USD. */
  currency: z.string().optional(),
})
export type TokenUsage = z.infer<typeof tokenUsageSchema>

/** What could make a result wrong although the query ran. The text of the answer repeats `message`. */
export const resultWarningSchema = z.object({
  kind: z.enum([
    'join_fan_out',
    'limited_input',
    'limit_reached',
    'unknown_value',
    'outside_period',
    'partial_period',
    'tie_at_limit',
    'cross_join',
    'integer_division',
    'null_comparison',
    'not_in_null',
    'distinct_sum',
    'average_of_averages',
    'unsuitable_sum',
    'date_as_text',
    'outer_join',
    'uncounted_nulls',
    'repeated_values',
    'merged_names',
    'lost_rows',
    'unordered_limit',
  ]),
  message: z.string(),
  ...patternFields,
  table: z.string().optional(),
  column: z.string().optional(),
  /** The value that no row has. */
  value: z.string().optional(),
  /** Similar values that exist and that the user can see. */
  nearest: z.array(z.string()).optional(),
})
export type ResultWarning = z.infer<typeof resultWarningSchema>

/** Warnings as the text of an answer repeats them, after the answer itself. */
export function warningsText(warnings: readonly ResultWarning[]): Message {
  const messages = warnings.map(({ message: text, pattern, values }) =>
    pattern === undefined ? verbatim(text) : { text: pattern, values },
  )
  return message('Please note: {warnings}', { warnings: joinMessages(messages) })
}

/** How a question was understood. A model's own words have no messages. */
const understoodSchema = z.object({
  reading: z.string(),
  assumptions: z.array(z.string()),
  /** Parts of the question that can mean something else. Absent for the words of a model. */
  choices: z
    .array(
      z.object({
        /** What the part was taken to mean. */
        label: z.string(),
        ...patternFields,
        /** The index of the assumption that says so; null if none does. */
        assumption: z.number().nullable(),
        /** Other meanings, each with the question to ask for it. */
        alternatives: z.array(z.object({ label: z.string(), question: z.string(), ...patternFields })),
      }),
    )
    .optional(),
  messages: z.object({ reading: messageSchema, assumptions: z.array(messageSchema) }).optional(),
})
export type UnderstoodQuestion = z.infer<typeof understoodSchema>

/** How a question asks to show its rows: `chart` leaves the kind open, `combined` is bars with lines. */
export const resultDisplays = ['chart', 'line', 'bar', 'combined', 'pie', 'scatter', 'table'] as const
export type ResultDisplay = (typeof resultDisplays)[number]

/** A figure in the text of an answer, and the cells that it comes from. */
export const textFigureSchema: z.ZodType<TextFigure> = z.object({
  /** Its position in the text of the answer, in UTF-16 code units. */
  start: z.number(),
  end: z.number(),
  sources: z.array(figureSourceSchema),
})

/** The response of a tool. Most fields are optional, because each tool sets its own. */
export const toolResponseSchema = z.object({
  success: z.boolean(),
  /** The name of the result in its turn: r1, r2, … */
  step: z.string().optional(),
  sql_query: z.string().optional(),
  display_sql: z.string().optional(),
  query: z.string().optional(),
  /** Columns of the result, in order. `results` has one array of cells per row. */
  columns: z.array(resultColumnSchema).optional(),
  results: z.array(z.array(cellSchema)).optional(),
  row_count: z.number().optional(),
  /** Null if rows are missing and their number is unknown. */
  full_row_count: z.number().nullable().optional(),
  truncated: z.boolean().optional(),
  truncated_for_llm: z.boolean().optional(),
  data_sharing_disabled: z.boolean().optional(),
  message: z.string().optional(),
  has_parameters: z.boolean().optional(),
  parameter_mapping: z.record(z.string(), cellSchema).optional(),
  unresolved_parameters: z.array(z.string()).optional(),
  token_usage: tokenUsageSchema.optional(),
  business_area_fallback: z.object({ triggered: z.boolean(), message: z.string(), ...patternFields }).optional(),
  tables: z.array(z.string()).optional(),
  schema: z.unknown().optional(),
  error: z.string().optional(),
  /** Of `error`, or else of `message`. */
  ...patternFields,
  executed: z.boolean().optional(),
  receipt: receiptSchema.optional(),
  /** SQL that the database ran, with placeholders for values. Null if the user is not allowed to see it. */
  executed_sql: z.string().nullable().optional(),
  /** How the question was understood, and what was assumed. */
  understood: understoodSchema.optional(),
  /** The results that these rows were computed from, so `sql_query` can't run on the database. Absent for other rows. */
  computed_from: z.array(z.string()).optional(),
  /** Whether the rows are only a sample of a table. */
  sample: z.boolean().optional(),
  /** The chart that the model chose for the result `step`. */
  chart: resultChartSchema.optional(),
  /** How the question asks to show the rows. Absent if it doesn't say. */
  display: z.enum(resultDisplays).optional(),
  /** What the question asks of its chart besides the kind. Absent if it asks for nothing else. */
  look: resultLookSchema.optional(),
  /** Milliseconds that the query took in the database. */
  database_ms: z.number().optional(),
  /** Name of the connection or the attached file that the rows come from. */
  source_name: z.string().optional(),
  warnings: z.array(resultWarningSchema).optional(),
  /** An area that fits the question better, from recommend_business_area. */
  recommendation: areaRecommendationSchema.nullable().optional(),
  /** Readings of an ambiguous question, each with different SQL. */
  readings: z.array(offeredReadingSchema).optional(),
})
export type ToolResponse = z.infer<typeof toolResponseSchema>

export const eventPartSchema = z.union([
  z.object({ text: z.string() }),
  z.object({ functionCall: z.object({ id: z.string(), name: z.string(), args: z.record(z.string(), z.unknown()) }) }),
  z.object({ functionResponse: z.object({ id: z.string(), name: z.string(), response: toolResponseSchema }) }),
])
export type EventPart = z.infer<typeof eventPartSchema>

/** A file of a question, by its name in the conversation. */
const attachmentSchema = z.object({ name: z.string(), type: z.string() })
export type Attachment = z.infer<typeof attachmentSchema>

/** A button below an answer. */
const actionButtonSchema = z.object({ label: z.string(), action: z.string(), style: z.string(), ...patternFields })
export type ActionButton = z.infer<typeof actionButtonSchema>

/**
 * The wire format: one numbered event of a turn, as it is stored and sent. `seq` is the `id:` of the stream. The first
 * event is the user's message. A turn ends with exactly one event of the type final, error, or cancelled.
 */
export const turnEventSchema = z.object({
  id: z.string(),
  turn_id: z.string(),
  /** 1, 2, 3, … within the turn, without gaps. */
  seq: z.number(),
  author: z.enum(['user', 'assistant']),
  /** ISO 8601, UTC. */
  timestamp: z.string(),
  content: z.object({ role: z.enum(['user', 'model']), parts: z.array(eventPartSchema) }).optional(),
  /** Whether the text is a piece to append. The final event repeats the whole text. */
  partial: z.boolean().optional(),
  type: z.enum(['progress', 'final', 'error', 'cancelled', 'done']).optional(),
  final: z.boolean().optional(),
  /** What is happening, such as "Reading 14 tables". */
  message: z.string().optional(),
  error: z.string().optional(),
  detail: z.string().optional(),
  code: z.string().optional(),
  /** What the text of this event was formatted from. */
  ...patternFields,
  usage_metadata: tokenUsageSchema.optional(),
  /** Whether the reader can get what the model was given, on the last event. */
  has_prompt: z.boolean().optional(),
  /** Files of the question, on the user's event. The artifact of this name has the bytes. */
  attachments: z.array(attachmentSchema).optional(),
  /** Whether the question is asked in the draft of its business area, on the user's event. */
  in_draft: z.boolean().optional(),
  /** Questions to ask next, on the final event. */
  follow_ups: z.array(z.string()).optional(),
  /** Readings to choose from, if the question is ambiguous. */
  readings: z.array(offeredReadingSchema).optional(),
  /** Figures in the text of the final event, in their order. */
  figures: z.array(textFigureSchema).optional(),
  /** The result that the answer shows, on the final event. Absent without a result, and in answers of earlier versions. */
  step: z.string().optional(),
  /** Buttons below the message. */
  actions: z.array(actionButtonSchema).optional(),
})
export type TurnEvent = z.infer<typeof turnEventSchema>

const fileData = { data: z.string(), mimeType: z.string().max(200).optional() }

/** A text, or a file in Base64 in any form that clients of this protocol use. */
export const messagePartSchema = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: z.strictObject({ ...fileData, displayName: z.string().max(1000).nullish() }) }),
  z.strictObject({
    inline_data: z.strictObject({
      data: z.string(),
      mime_type: z.string().max(200).optional(),
      display_name: z.string().max(1000).nullish(),
    }),
  }),
  z.strictObject({ ...fileData, name: z.string().max(1000).nullish() }),
])
export type MessagePart = z.infer<typeof messagePartSchema>

export const runRequestSchema = z.strictObject({
  appName: z.string().max(100).default(defaultAppName),
  userId: z.string().max(200),
  sessionId: z.string().max(200).default(defaultSessionId),
  newMessage: z.strictObject({
    role: z.literal('user'),
    parts: z.array(messagePartSchema).min(1).max(200),
  }),
  businessAreaId: z.string().max(200).nullish(),
  databaseConfigId: z.string().max(200).nullish(),
  /** Created by the client. If a turn has this ID, the request follows that turn. */
  turnId: z
    .string()
    .min(8)
    .max(100)
    .regex(/^[\w-]+$/)
    .optional(),
  /** Answers this question without the configured model, after its error offered the choice. */
  answerWith: z.literal('builtin').optional(),
})
export type RunRequest = z.infer<typeof runRequestSchema>

/** Names of the agent's tools in events. */
export const toolNames = [
  'query_metrics',
  'process_nl_to_sql',
  'process_nl_to_sql_with_context',
  'generate_sql_query',
  'generate_sql_query_with_context',
  'execute_sql_query',
  'execute_sql_query_with_context',
  'get_database_schema',
  'get_database_schema_with_context',
  'validate_sql_query',
  'list_tables',
  'get_table_info',
  'get_table_information_with_context',
  'recommend_business_area',
  'retry_sql_generation',
  'sample_rows',
  'look_up_values',
  'compute_results',
  'draw_chart',
  'ask_user',
  'offer_readings',
] as const
export type ToolName = (typeof toolNames)[number]
