import { z } from 'zod'

export const sessionFeedbacks = ['right', 'wrong'] as const

const day = z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-11-21T09:00:00Z.' })

/** Filters of everyone's conversations. A conversation must match all of them. */
export const sessionListQuerySchema = z.strictObject({
  session_id: z.string().min(1).max(200).optional(),
  user_id: z.string().min(1).max(200).optional(),
  connection_id: z.string().min(1).max(200).optional(),
  area_id: z.string().min(1).max(200).optional(),
  /** With an answer that its user rated so. */
  feedback: z.enum(sessionFeedbacks).optional(),
  /** With a question that got no answer. */
  outcome: z.enum(['failed']).optional(),
  /** Last used at this time or later. */
  from: day.optional(),
  /** Last used before this time. */
  to: day.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type SessionListQuery = z.infer<typeof sessionListQuerySchema>

/** A conversation in numbers. It has no text of a question or an answer, because those belong to its user. */
export const listedSessionSchema = z.object({
  session_id: z.string(),
  user_id: z.string(),
  user_email: z.string(),
  is_own: z.boolean(),
  /** Null without a database, and for one that the administrator may not see. */
  connection_id: z.string().nullable(),
  connection_name: z.string().nullable(),
  area_id: z.string().nullable(),
  area_name: z.string().nullable(),
  questions: z.number(),
  answered: z.number(),
  failed: z.number(),
  right: z.number(),
  wrong: z.number(),
  /** What its model calls cost, by currency. Empty if no price is known. */
  costs: z.array(z.object({ currency: z.string(), cost: z.number() })),
  created_at: z.string(),
  last_activity: z.string(),
})
export type ListedSession = z.infer<typeof listedSessionSchema>

/** Last used first. `next_cursor` is null on the last page. */
export const sessionListSchema = z.object({
  conversations: z.array(listedSessionSchema),
  next_cursor: z.string().nullable(),
})
export type SessionList = z.infer<typeof sessionListSchema>
