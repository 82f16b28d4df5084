import { z } from 'zod'
import { questionMaxLength } from './constants.ts'
import { plainText } from './text.ts'

/** `wrong` is a report, which never helps with another question. */
export const exampleStatuses = ['pending', 'approved', 'rejected', 'wrong'] as const
export const exampleStatusSchema = z.enum(exampleStatuses)
export type ExampleStatus = z.infer<typeof exampleStatusSchema>

/** "This is right" and "Wrong answer": POST /api/v1/examples. */
export const createExampleRequestSchema = z.strictObject({
  /** The caller's turn whose answer is rated. */
  turn_id: z.string().min(1).max(100),
  /** The default is `right`. */
  verdict: z.enum(['right', 'wrong']).optional(),
  /** The question in words that make sense without the conversation. The default is the original question. */
  question: plainText(questionMaxLength).trim().min(1).optional(),
})
export type CreateExampleRequest = z.infer<typeof createExampleRequestSchema>

export const exampleSchema = z.object({
  id: z.string(),
  /** Null if the question was asked without a business area. The example belongs to the database then. */
  area_id: z.string().nullable(),
  database_config_id: z.string(),
  turn_id: z.string(),
  question: z.string(),
  /** Values that the question does not name are left out of it. */
  sql_query: z.string(),
  reading: z.string().nullable(),
  status: exampleStatusSchema,
  /** Null if the user no longer exists. */
  created_by: z.string().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  is_own: z.boolean(),
  /** Whether the caller can approve, reject, and delete it: as owner of the area or the connection, or administrator. */
  may_decide: z.boolean(),
})
export type Example = z.infer<typeof exampleSchema>
