import { z } from 'zod'
import { questionMaxLength } from './constants.ts'
import { plainText } from './text.ts'

/** 'wrong': a report, which never helps with another question. */
export const exampleStatuses = ['pending', 'approved', 'rejected', 'wrong'] as const
export const exampleStatusSchema = z.enum(exampleStatuses)
export type ExampleStatus = z.infer<typeof exampleStatusSchema>

/** 'This is right' and 'Wrong answer': POST /api/v1/examples. */
export const createExampleRequestSchema = z.strictObject({
  /** The caller's own turn whose answer is judged. */
  turn_id: z.string().min(1).max(100),
  /** Right when absent. */
  verdict: z.enum(['right', 'wrong']).optional(),
  /** The question in words that stand by themselves; as it was asked when absent. */
  question: plainText(questionMaxLength).trim().min(1).optional(),
})
export type CreateExampleRequest = z.infer<typeof createExampleRequestSchema>

export const exampleSchema = z.object({
  id: z.string(),
  /** Null: asked without a business area; then it is the database's. */
  area_id: z.string().nullable(),
  database_config_id: z.string(),
  turn_id: z.string(),
  question: z.string(),
  /** Values that the question does not name are left out of it. */
  sql_query: z.string(),
  reading: z.string().nullable(),
  status: exampleStatusSchema,
  /** Null: the account is gone. */
  created_by: z.string().nullable(),
  created_by_name: z.string().nullable(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  is_own: z.boolean(),
  /** The caller may approve, reject and delete it: the area's owner (the database's where there is no area) or an ADMIN. */
  may_decide: z.boolean(),
})
export type Example = z.infer<typeof exampleSchema>
