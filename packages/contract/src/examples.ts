import { z } from 'zod'
import { questionMaxLength } from './constants.ts'
import { plainText } from './text.ts'
import { cellSchema, resultColumnSchema } from './values.ts'
import { patternFields } from './wire-message.ts'

/** Maximum length of an example's SQL that was written by hand. */
export const exampleSqlMaxLength = 20_000

const questionSchema = plainText(questionMaxLength).trim().min(1)
const written = { question: questionSchema, sql_query: plainText(exampleSqlMaxLength).trim().min(1) }

/** `wrong` is a report, which never helps with another question. */
export const exampleStatuses = ['pending', 'approved', 'rejected', 'wrong'] as const
export const exampleStatusSchema = z.enum(exampleStatuses)
export type ExampleStatus = z.infer<typeof exampleStatusSchema>

/** Why an answer is wrong. */
export const wrongReasons = ['wrong_table', 'wrong_filter', 'wrong_period', 'wrong_number', 'other'] as const
export const wrongReasonSchema = z.enum(wrongReasons)
export type WrongReason = z.infer<typeof wrongReasonSchema>

/** Maximum length of the user's own words about a wrong answer. */
export const wrongCommentMaxLength = 500

/** "This is right" and "Wrong answer": POST /api/v1/examples. */
export const createExampleRequestSchema = z.strictObject({
  /** The caller's turn whose answer is rated. */
  turn_id: z.string().min(1).max(100),
  /** The default is `right`. */
  verdict: z.enum(['right', 'wrong']).optional(),
  /** The question in words that make sense without the conversation. The default is the original question. */
  question: questionSchema.optional(),
  /** Only for a wrong answer, as is `comment`. */
  reason: wrongReasonSchema.optional(),
  comment: plainText(wrongCommentMaxLength).trim().optional(),
})
export type CreateExampleRequest = z.infer<typeof createExampleRequestSchema>

/** An example written by hand: POST /api/v1/examples/written. */
export const addExampleRequestSchema = z.strictObject({
  area_id: z.string().min(1).max(200),
  /** The default is the caller's selected database, or their first tested one, of the area's application. */
  database_config_id: z.string().min(1).max(200).optional(),
  ...written,
})
export type AddExampleRequest = z.infer<typeof addExampleRequestSchema>

/** A new question and SQL: PUT /api/v1/examples/{id}. */
export const updateExampleRequestSchema = z.strictObject(written)
export type UpdateExampleRequest = z.infer<typeof updateExampleRequestSchema>

export const exampleProblemSchema = z.object({ message: z.string(), ...patternFields })

export const exampleSchema = z.object({
  id: z.string(),
  /** Null if the question was asked without a business area. The example belongs to the database then. */
  area_id: z.string().nullable(),
  database_config_id: z.string(),
  /** Null if it was written by hand. */
  turn_id: z.string().nullable(),
  question: z.string(),
  /** Values that the question does not name are left out, except in SQL that was written by hand. */
  sql_query: z.string(),
  reading: z.string().nullable(),
  status: exampleStatusSchema,
  /** Why the answer was reported as wrong. Null if the user gave no reason. */
  reason: wrongReasonSchema.nullable(),
  comment: z.string().nullable(),
  /** Null if the user no longer exists. */
  created_by: z.string().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  /** When it was approved or rejected, or for a report, corrected. */
  decided_at: z.string().nullable(),
  /** When the SQL last ran. Null if it never ran as it is. */
  verified_at: z.string().nullable(),
  /** Why it no longer runs, so that no question uses it. Null if it runs, and for users who can't decide about it. */
  problem: exampleProblemSchema.nullable(),
  is_own: z.boolean(),
  /** Whether the caller can approve, reject, and delete it: as owner of the area or the connection, or administrator. */
  may_decide: z.boolean(),
})
export type Example = z.infer<typeof exampleSchema>

/** An example with the result of running it for the caller. */
export const checkedExampleSchema = exampleSchema.extend({
  /** Null if it no longer runs. */
  result: z
    .object({
      columns: z.array(resultColumnSchema),
      /** The first rows. */
      results: z.array(z.array(cellSchema)),
      row_count: z.number(),
      /** There are more rows than were counted. */
      truncated: z.boolean(),
    })
    .nullable(),
})
export type CheckedExample = z.infer<typeof checkedExampleSchema>

/** The SQL that a wrong answer should have had: POST /api/v1/examples/{id}/correct. */
export const correctExampleRequestSchema = z.strictObject({
  ...written,
  /** Whether the correction also becomes a verified example. */
  as_example: z.boolean().optional(),
})
export type CorrectExampleRequest = z.infer<typeof correctExampleRequestSchema>

/** The corrected report, with the rows of the new SQL and the question of the area's evaluation. */
export const correctedExampleSchema = checkedExampleSchema.extend({
  added_question: z.object({ id: z.string(), set_id: z.string(), set_name: z.string() }),
})
export type CorrectedExample = z.infer<typeof correctedExampleSchema>

/** The most examples that one request decides about. */
export const mostDecidedExamples = 100

/** A decision about several examples: POST /api/v1/examples/decide. */
export const decideExamplesRequestSchema = z.strictObject({
  ids: z.array(z.string().min(1).max(200)).min(1).max(mostDecidedExamples),
  decision: z.enum(['approve', 'reject']),
})
export type DecideExamplesRequest = z.infer<typeof decideExamplesRequestSchema>

export const decidedExamplesSchema = z.object({
  decided: z.array(exampleSchema),
  /** Examples that stay as they are, with the reason. */
  failed: z.array(z.object({ id: z.string(), message: z.string(), ...patternFields })),
})
export type DecidedExamples = z.infer<typeof decidedExamplesSchema>

/** Numbers of examples that need something from the caller. */
const attentionFields = {
  /** Examples that wait for approval. */
  pending: z.number(),
  /** Approved examples that no longer run, so that no question uses them. */
  failing: z.number(),
}

/** How many examples the caller should look at: GET /api/v1/examples/attention. */
export const examplesAttentionSchema = z.object({
  ...attentionFields,
  /** The areas that have some. Examples without an area only count in the totals. */
  areas: z.array(z.object({ area_id: z.string(), ...attentionFields })),
})
export type ExamplesAttention = z.infer<typeof examplesAttentionSchema>
