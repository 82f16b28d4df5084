import { z } from 'zod'
import { turnEventSchema } from './events.ts'

/** The requirement documents give the keys. Unknown keys are errors. */
export const sessionStateSchema = z.strictObject({
  'user:id': z.string().max(200).optional(),
  'user:business_area_id': z.string().max(200).nullable().optional(),
  'user:database_config_id': z.string().max(200).nullable().optional(),
  'app:session_name': z.string().max(500).optional(),
  'app:created_at': z.string().max(64).optional(),
  'app:last_accessed': z.string().max(64).optional(),
  'app:recent_messages': z.array(z.unknown()).max(10).optional(),
  'app:last_message_time': z.string().max(64).optional(),
  /** ID of the file that questions are about. Null: the connection. */
  'app:asked_file': z.string().max(200).nullable().optional(),
  /** Whether questions are asked in the draft of the business area. Only for users who may edit the area. */
  'app:area_draft': z.boolean().optional(),
})
export type SessionState = z.infer<typeof sessionStateSchema>

export const createSessionRequestSchema = z.strictObject({ state: sessionStateSchema.optional() })
export const updateSessionRequestSchema = z.strictObject({ state_delta: sessionStateSchema })

/** A conversation in the list. `session_id` of the requirement documents is the same as `id` of the protocol. */
export const sessionListItemSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  appName: z.string(),
  userId: z.string(),
  session_name: z.string(),
  created_at: z.string(),
  last_accessed: z.string(),
  business_area_id: z.string().nullable(),
  database_config_id: z.string().nullable(),
  /** Whether its connection was deleted or is no longer shared with the caller. Its events remain readable. */
  database_removed: z.boolean().optional(),
  /** First 50 characters of the last message, with an ellipsis if it is longer. Null without messages. */
  last_message: z.string().nullable(),
  state: sessionStateSchema,
})
export type SessionListItem = z.infer<typeof sessionListItemSchema>

export const sessionSchema = sessionListItemSchema.extend({
  events: z.array(turnEventSchema),
  /** The turn that is running. Null if none is. */
  running_turn_id: z.string().nullable(),
})
export type Session = z.infer<typeof sessionSchema>

export const clearAllResponseSchema = z.object({
  /** The requirement documents also allow `frontend_delete`, which asks the client to delete one by one. */
  action: z.enum(['deleted', 'frontend_delete']),
  deleted_count: z.number(),
})
